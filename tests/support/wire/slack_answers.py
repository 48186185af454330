"""Answers as Slack writes them."""

from tests.support.wire.peer import Answer


def channel(channel_id, name, *, member=True, **more):
    return {
        "id": channel_id,
        "name": name,
        "is_channel": True,
        "is_member": member,
        "is_archived": False,
        "topic": {"value": f"All about {name}", "creator": "", "last_set": 0},
        "num_members": 3,
        **more,
    }


def message(ts, text, user="U0ANA1", **more):
    return {"type": "message", "ts": ts, "user": user, "text": text, "team": "T1", **more}


def user(user_id, name, handle, email="", **more):
    profile = {
        "real_name": name,
        "display_name": "",
        "email": email,
        "title": "",
        "status_text": "",
    }
    return {
        "id": user_id,
        "name": handle,
        "deleted": False,
        "tz": "Europe/Berlin",
        "profile": profile,
    } | more


def ok(cursor="", **data):
    """Return what a method answers; `cursor` is where its list goes on."""
    return {"ok": True, **data, "response_metadata": {"next_cursor": cursor}}


def refused(code, **more):
    return {"ok": False, "error": code, **more}


def limited(seconds):
    return Answer(429, refused("ratelimited"), headers={"Retry-After": str(seconds)})


GENERAL = channel("C0GENERAL", "general")
SALES = channel("G0SALES", "sales-emea", is_private=True)
RANDOM = channel("C0RANDOM", "random", member=False)
TALK = {"id": "D0ANA1", "is_im": True, "user": "U0ANA1", "is_archived": False}
ANA = user("U0ANA1", "Ana Costa", "ana", "ana@acme.com")
BEN = user("U0BEN1", "Ben Okafor", "ben", "ben@acme.com")
ME = user("U0ALEX", "Alex Kim", "alex", "alex@acme.com")


def workspace(peer):
    """Make a peer know three channels and three people; scripts told later come first."""
    people = {person["id"]: person for person in (ANA, BEN, ME)}

    def info(seen):
        found = people.get(seen.param["user"])
        return ok(user=found) if found else refused("user_not_found")

    def named(seen):
        known = {c["id"]: c for c in (GENERAL, SALES, RANDOM)}
        found = known.get(seen.param["channel"])
        return ok(channel=found) if found else refused("channel_not_found")

    def listed(seen):
        return ok(channels=[TALK] if seen.param["types"] == "im" else [GENERAL, SALES, RANDOM])

    peer.on("GET", "/api/conversations.list", listed)
    peer.on("POST", "/api/conversations.open", ok(channel={"id": TALK["id"]}))
    peer.on("GET", "/api/conversations.info", named)
    peer.on("GET", "/api/users.info", info)
    peer.on("GET", "/api/users.list", ok(members=[ANA, BEN, ME]))
    peer.on("GET", "/api/auth.test", ok(user_id="U0ALEX", user="alex", team="Acme"))
    return peer
