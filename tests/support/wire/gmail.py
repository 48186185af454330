"""A Gmail mailbox over the wire, as far as the Gmail connector uses it."""

import base64
import email
import email.policy
import json

from tests.support.wire.google import google
from tests.support.wire.peer import Answer

ME = "ada@acme.example"
USER = "/gmail/v1/users/me"
FIRST_SECOND = 1_795_000_000


def encoded(data):
    """Return bytes in base64url, as Gmail writes them."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def part(text, kind="text/plain", **more):
    """Return a part that says a text."""
    data = text.encode()
    headers = [{"name": "Content-Type", "value": f'{kind}; charset="UTF-8"'}]
    body = {"size": len(data), "data": encoded(data)}
    return {"partId": "", "mimeType": kind, "filename": "", "headers": headers, "body": body} | more


def missing(what="Requested entity was not found."):
    """Return Google's answer for what is not there."""
    return failure(404, what, "NOT_FOUND")


def failure(status, message, reason="", **headers):
    """Return one of Google's errors."""
    errors = [{"domain": "global", "reason": reason, "message": message}]
    error = {"code": status, "message": message, "errors": errors}
    return Answer(status, {"error": error}, headers=headers)


class Gmail:
    """Messages, drafts and labels. `found` are the ids a query finds; others find everything."""

    def __init__(self):
        self.messages = {}
        self.drafts = {}
        self.labels = [{"id": "INBOX", "name": "INBOX", "type": "system"}]
        self.files = {}
        self.found = {}
        self.own_ids = False
        """Whether Gmail gives what is sent a Message-ID of its own."""
        self.sendings = 0
        self._count = 0
        self.peer = google()
        self._serve()

    def receive(self, payload=None, labels=("INBOX",), thread="", **headers):
        """Put a message into the mailbox and return it."""
        payload = payload or part("Hello.")
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        head = [{"name": name, "value": value} for name, value in names.items()]
        self._count += 1
        message = {
            "id": f"m{self._count}",
            "threadId": thread or f"t{self._count}",
            "labelIds": list(labels),
            "snippet": "Hello &amp; welcome",
            "historyId": str(self._count),
            "internalDate": str((FIRST_SECOND + self._count) * 1000),
            "sizeEstimate": 100,
            "payload": payload | {"headers": [*head, *payload.get("headers", [])]},
        }
        self.messages[message["id"]] = message
        return message

    def sent(self):
        """Return the messages that were sent."""
        return [m for m in self.messages.values() if "SENT" in m["labelIds"]]

    def header(self, message, name):
        """Return a header of a message; None when it has none."""
        found = [h["value"] for h in message["payload"]["headers"] if h["name"] == name]
        return found[0] if found else None

    def _serve(self):
        on = self.peer.on
        on("GET", f"{USER}/messages", self._list)
        on("GET", f"{USER}/messages/[^/]+", self._get)
        on("GET", f"{USER}/messages/[^/]+/attachments/[^/]+", self._attachment)
        on("POST", f"{USER}/messages/batchModify", self._modify)
        on("GET", f"{USER}/threads/[^/]+", self._thread)
        on("GET", f"{USER}/labels", self._labels)
        on("POST", f"{USER}/labels", self._label)
        on("GET", f"{USER}/drafts", self._drafts)
        on("GET", f"{USER}/drafts/[^/]+", self._draft)
        on("DELETE", f"{USER}/drafts/[^/]+", self._delete)
        on("POST", f"{USER}/drafts", self._create)
        on("POST", f"/upload{USER}/drafts", self._upload)
        on("PUT", f"{USER}/drafts/[^/]+", self._create)
        on("PUT", f"/upload{USER}/drafts/[^/]+", self._upload)
        on("POST", f"{USER}/drafts/send", self._send)

    def _list(self, seen):
        newest = sorted(self.messages, key=lambda i: -int(self.messages[i]["internalDate"]))
        query = seen.param["q"]
        ids = self.found.get(query, newest)
        if query.startswith("rfc822msgid:"):
            wanted = f"<{query.split()[0].removeprefix('rfc822msgid:')}>"
            sent = [message["id"] for message in self.sent()]
            ids = [i for i in sent if self.header(self.messages[i], "Message-ID") == wanted]
        start, size = int(seen.param.get("pageToken", 0)), int(seen.param["maxResults"])
        page = [self._ids(self.messages[i]) for i in ids[start : start + size]]
        more = {"nextPageToken": str(start + size)} if start + size < len(ids) else {}
        return {"resultSizeEstimate": 201, **({"messages": page} if page else {}), **more}

    def _get(self, seen):
        message = self.messages.get(seen.path.split("/")[-1])
        return self._shown(message, seen) if message else missing()

    def _attachment(self, seen):
        data = self.files.get(seen.path.split("/")[-1])
        return {"size": len(data), "data": encoded(data)} if data is not None else missing()

    def _modify(self, seen):
        for mail in seen.json["ids"]:
            labels = self.messages[mail]["labelIds"]
            gone = seen.json["removeLabelIds"]
            new = [label for label in seen.json["addLabelIds"] if label not in labels]
            self.messages[mail]["labelIds"] = [i for i in labels if i not in gone] + new
        return Answer(204)

    def _thread(self, seen):
        thread = seen.path.split("/")[-1]
        found = [m for m in self.messages.values() if m["threadId"] == thread]
        shown = [self._shown(message, seen) for message in found]
        return {"id": thread, "historyId": "1", "messages": shown} if found else missing()

    def _labels(self, seen):
        return {"labels": self.labels}

    def _label(self, seen):
        if any(label["name"] == seen.json["name"] for label in self.labels):
            return failure(409, "Label name exists or conflicts", "aborted")
        label = {"id": f"Label_{len(self.labels)}", "type": "user", **seen.json}
        self.labels.append(label)
        return label

    def _drafts(self, seen):
        newest = list(reversed(self.drafts))[: int(seen.param["maxResults"])]
        entries = [{"id": i, "message": self._ids(self.messages[self.drafts[i]])} for i in newest]
        return {"drafts": entries, "resultSizeEstimate": len(entries)} if entries else {}

    def _draft(self, seen):
        draft = seen.path.split("/")[-1]
        if draft not in self.drafts:
            return missing()
        return {"id": draft, "message": self._shown(self.messages[self.drafts[draft]], seen)}

    def _delete(self, seen):
        draft = seen.path.split("/")[-1]
        if draft not in self.drafts:
            return missing()
        self.messages.pop(self.drafts.pop(draft))
        return Answer(204)

    def _create(self, seen):
        raw = base64.urlsafe_b64decode(seen.json["message"]["raw"])
        return self._drafted(raw, seen.json["message"].get("threadId", ""), seen)

    def _upload(self, seen):
        head = b"Content-Type: " + seen.headers["content-type"].encode() + b"\r\n\r\n"
        parts = email.message_from_bytes(
            head + seen.content, policy=email.policy.SMTP
        ).get_payload()
        about, mail = parts
        assert about.get_content_type() == "application/json"
        (inner,) = mail.get_payload()
        message = json.loads(about.get_content())["message"]
        return self._drafted(inner.as_bytes(), message.get("threadId", ""), seen)

    def _drafted(self, raw, thread, seen):
        """Keep a draft; what one says that is there already is another message from then on."""
        known = seen.path.split("/")[-1] if seen.method == "PUT" else ""
        if known and known not in self.drafts:
            return missing()
        mail = email.message_from_bytes(raw, policy=email.policy.SMTP)
        text = mail.get_body(("plain",)).get_content()
        headers = {name: str(value) for name, value in mail.items()}
        payload = part(text)
        if files := [
            self._kept(place, one) for place, one in enumerate(mail.iter_attachments(), 1)
        ]:
            first = payload | {"partId": "0"}
            payload = {"mimeType": "multipart/mixed", "headers": [], "parts": [first, *files]}
        names = {k.replace("-", "_"): v for k, v in headers.items() if k.startswith(_KEPT)}
        message = self.receive(payload, ("DRAFT",), thread, **names)
        message["mail"] = mail
        draft = known or f"r-{message['id']}"
        self.messages.pop(self.drafts.get(draft), None)
        self.drafts[draft] = message["id"]
        return {"id": draft, "message": self._ids(message)}

    def _kept(self, place, file):
        data = file.get_content()
        data = data.encode() if isinstance(data, str) else data
        key = f"kept-{len(self.files)}"
        self.files[key] = data
        return {
            "partId": str(place),
            "mimeType": file.get_content_type(),
            "filename": file.get_filename(),
            "headers": [],
            "body": {"attachmentId": key, "size": len(data)},
        }

    def _send(self, seen):
        draft = seen.json["id"]
        if draft not in self.drafts:
            return missing()
        old = self.messages.pop(self.drafts.pop(draft))
        self._count += 1
        new = old | {"id": f"m{self._count}", "labelIds": ["SENT"]}
        if self.own_ids:
            head = [h for h in new["payload"]["headers"] if h["name"] != "Message-ID"]
            own = {"name": "Message-ID", "value": f"<{new['id']}@mail.gmail.com>"}
            new["payload"] = new["payload"] | {"headers": [*head, own]}
        self.messages[new["id"]] = new
        self.sendings += 1
        return self._ids(new) | {"labelIds": ["SENT"]}

    def _ids(self, message):
        return {"id": message["id"], "threadId": message["threadId"]}

    def _shown(self, message, seen):
        shown = {name: value for name, value in message.items() if name != "mail"}
        extent = seen.params.get("format", ["full"])[0]
        if extent == "minimal":
            del shown["payload"]
        if extent == "metadata":
            wanted = {name.casefold() for name in seen.params.get("metadataHeaders", [])}
            head = [
                h
                for h in shown["payload"]["headers"]
                if not wanted or h["name"].casefold() in wanted
            ]
            shown["payload"] = {"mimeType": shown["payload"]["mimeType"], "headers": head}
        return shown


_KEPT = ("From", "To", "Cc", "Bcc", "Subject", "Message-ID", "In-Reply-To", "References")
