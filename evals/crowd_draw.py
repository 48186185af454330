"""`python -m evals.crowd_draw MIRROR`: draw evals/data/crowd anew from public test halves.

MIRROR holds copies of the sources' git directories, `<owner>+<name>/repo`. The same sources give
the same files. What a line asks for follows from its source's intent and a few words, unless
`labels.tsv` says otherwise: there a person has read the line (it is named by the SHA-1 of its
lower-cased text), and an empty task leaves it out.
"""

import argparse
import hashlib
import json
import random
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from evals.datasets import DATA

FOLDER = DATA / "crowd"
SEED = 20261123
_HERE = Path(__file__).parent.parent
_SERVICES, _FOREIGN = 300, 200
_HWU64, _SLURP = "xliuhw+NLU-Evaluation-Data", "pswietojanski+slurp"
_CLINC150 = "clinc+oos-eval"
_FOLD = (
    "CrossValidation/autoGeneFromRealAnno/autoGene_2018_03_22-13_01_25_169/"
    "CrossValidation/KFold_1/testset/annotated"
)
_SOURCES = {
    _HWU64: ("HWU64, test half of fold 1", "CC BY 4.0"),
    _SLURP: ("SLURP, test", "CC BY 4.0"),
    _CLINC150: ("CLINC150, test and out-of-scope test", "CC BY 3.0"),
}
_READ = ("gmail_search_messages", "gmail_get_message", "gmail_get_thread", "gmail_find_unanswered")
_LOOK = ("calendar_list_events", "calendar_check_availability", "calendar_find_conflicts")
CALLS: Mapping[str, Sequence[str]] = {
    "mail_search": _READ,
    "mail_send": ("gmail_send_email", "gmail_create_draft"),
    "mail_reply": ("gmail_reply_to_message",),
    "mail_forward": ("gmail_forward_message",),
    "mail_mark_read": ("gmail_mark_read",),
    "mail_archive": ("gmail_archive",),
    "contact_find": ("contacts_search", "contacts_get_by_id"),
    "contact_add": ("contacts_create", "contacts_update"),
    "contact_update": ("contacts_update",),
    "cal_list": _LOOK,
    "cal_availability": (*_LOOK, "calendar_find_common_slots"),
    "cal_slots": ("calendar_find_common_slots", "calendar_check_availability"),
    "cal_create": ("calendar_create_event",),
    "cal_cancel": ("calendar_delete_event",),
    "cal_update": ("calendar_update_event",),
    "remind": ("calendar_create_event", "remind"),
    "mail_ask": ("ask",),
    "cal_ask": ("ask",),
    "contact_ask": ("ask",),
}
"""What may be called for a task; see evals.crowd for "ask" and "remind", which are no tools."""
_SERVICE = {"mail": "email", "cal": "calendar", "remind": "calendar", "contact": "contacts"}
_SHARE = {"email": 120, "calendar": 135, "contacts": 45}
_ELSEWHERE = (
    *("audio", "cooking", "iot", "music", "play", "qa", "recommendation", "takeaway"),
    *("transport", "weather"),
)
_CLINC_OURS = {
    *("calendar", "meeting_schedule", "schedule_meeting", "calendar_update", "reminder"),
    "reminder_update",
}
_CLINC_LEFT = {
    *("text", "make_call", "todo_list", "todo_list_update", "find_phone", "share_location"),
    *("pto_request", "pto_request_status", "pto_balance", "pto_used", "schedule_maintenance"),
    *("alarm", "timer", "date", "time", "timezone", "next_holiday", "order_status"),
    *("last_maintenance", "tire_change", "oil_change_when", "user_name", "change_user_name"),
}
"""Near to what the services do, so that either would be right."""
_CLINC_TALK = {"small_talk", "meta"}
_OURS = re.compile(
    r"mail|calendar|slack|contact|inbox|meeting|sheet|page|note|wiki|appointment|schedul|event|remind"
    r"|messag|phone|number|agent|invit|address|task|list|text|call|file|document",
    re.IGNORECASE,
)
"""Words of the services: a line with one is not for certain foreign."""
_UNDO, _REMIND = "delete|remove|cancel|clear|erase|take", "remind|alert|notif|forget"
_FREE = "am i (?:free|available|busy)|do i have (?:time|any free)|free time|availab"
_RULES = (
    ("email_query", "", "mail_search"),
    ("email_sendemail", "repl(?:y|ies)|respond|answer|response", "mail_reply"),
    ("email_sendemail", "forward|fwd", "mail_forward"),
    ("email_sendemail", "", "mail_send"),
    ("email_querycontact", "call|text|dial|ring", ""),
    ("email_querycontact", "", "contact_find"),
    ("email_addcontact", "", "contact_add"),
    ("calendar_query", _FREE, "cal_availability"),
    ("calendar_query", "", "cal_list"),
    ("calendar", "", "cal_list"),
    ("meeting_schedule", "", "cal_list"),
    ("calendar_remove", "", "cal_cancel"),
    ("calendar_set", _REMIND, "remind"),
    ("calendar_set", "", "cal_create"),
    ("schedule_meeting", "", "cal_create"),
    ("calendar_update", _UNDO, "cal_cancel"),
    ("calendar_update", "move|change|reschedul|push", "cal_update"),
    ("calendar_update", "", "cal_create"),
    ("reminder_update", _UNDO, "cal_cancel"),
    ("reminder_update", "", "remind"),
    ("reminder", "", "cal_list"),
)
"""An intent, words that a line must have a word beginning with, and the task they stand for."""
_PLACEHOLDER = re.compile(r"\b(?:name|xyz|abc|blank|subject|person'?s? name|x)\b", re.IGNORECASE)
_FEWEST_WORDS = 3


class Line(NamedTuple):
    """A line of a source, and the intent it has there."""

    source: str
    intent: str
    text: str


def main() -> None:
    """Draw both files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mirror", type=Path)
    mirror: Path = parser.parse_args().mirror
    known, labels = _known(), _labels()
    lines: dict[str, Line] = {}
    for line in (*_hwu64(mirror), *_slurp(mirror), *_clinc150(mirror)):
        text = _plain(line.text)
        if text not in known and len(text.split()) >= _FEWEST_WORDS:
            lines.setdefault(text, line._replace(text=text))
    dice = random.Random(SEED)  # noqa: S311 - drawn again alike, not kept secret
    services = _services([*lines.values()], labels, dice)
    foreign = _foreign([*lines.values()], labels, dice)
    _write(FOLDER / "services.jsonl", services)
    _write(FOLDER / "foreign.jsonl", [{"text": one.text} for one in foreign])
    drawn = {one["text"] for one in services} | {one.text for one in foreign}
    origin = [line.source for text, line in lines.items() if text in drawn]
    meta = {
        "seed": SEED,
        "changed": "sampled, put in lower case, given tasks and calls",
        "sources": [
            {
                "repo": repo.replace("+", "/"),
                "commit": _git(mirror, repo, "rev-parse", "HEAD").strip(),
                "part": part,
                "licence": licence,
                "lines": origin.count(repo),
            }
            for repo, (part, licence) in _SOURCES.items()
        ],
        "labels_checked": sum(sha1(one["text"]) in labels for one in services),
    }
    (FOLDER / "META.json").write_text(json.dumps(meta, indent=1) + "\n")


def sha1(text: str) -> str:
    """Return what a line is named by in `labels.tsv`."""
    return hashlib.sha1(text.lower().encode(), usedforsecurity=False).hexdigest()


def task_of(line: Line) -> str:
    """Return the task that a line's intent and words stand for, or ""."""
    for intent, words, task in _RULES:
        if line.intent == intent and re.search(rf"\b(?:{words})", line.text):
            return task
    return ""


def _services(
    lines: Sequence[Line], labels: Mapping[str, str], dice: random.Random
) -> list[dict[str, Any]]:
    by: dict[str, list[dict[str, Any]]] = {service: [] for service in _SHARE}
    for line in dice.sample(lines, len(lines)):
        task = labels.get(sha1(line.text), task_of(line))
        if task and not _PLACEHOLDER.search(line.text):
            service = _SERVICE[task.partition("_")[0]]
            shown = {"text": line.text, "task": task, "service": service}
            by[service].append({**shown, "calls": list(CALLS[task])})
    if sum(_SHARE.values()) != _SERVICES:
        raise ValueError("the shares do not add up")
    return [one for service, most in _SHARE.items() for one in by[service][:most]]


def _foreign(lines: Sequence[Line], labels: Mapping[str, str], dice: random.Random) -> list[Line]:
    found = [
        line
        for line in lines
        if _is_foreign(line) and labels.get(sha1(line.text)) is None and not _OURS.search(line.text)
    ]
    home = [line for line in found if line.source != _CLINC150]
    outside = [line for line in found if line.intent == "oos"]
    rest = [line for line in found if line.source == _CLINC150 and line.intent != "oos"]
    shares = ((home, 90), (rest, 70), (outside, 40))
    drawn = [line for part, most in shares for line in dice.sample(part, most)]
    if len(drawn) != _FOREIGN:
        raise ValueError("the shares do not add up")
    return drawn


def _is_foreign(line: Line) -> bool:
    if line.source == _CLINC150:
        return line.intent not in _CLINC_OURS | _CLINC_LEFT
    return line.intent.startswith(_ELSEWHERE)


def _hwu64(mirror: Path) -> Iterator[Line]:
    files = _git(mirror, _HWU64, "ls-tree", "-r", "--name-only", "HEAD", _FOLD).splitlines()
    for file in sorted(files):
        for one in json.loads(_show(mirror, _HWU64, file))["test_data_annotation"]:
            yield Line(_HWU64, one["intent"], one["text"])


def _slurp(mirror: Path) -> Iterator[Line]:
    for line in _show(mirror, _SLURP, "dataset/slurp/test.jsonl").splitlines():
        one = json.loads(line)
        yield Line(_SLURP, one["intent"], one["sentence"])


def _clinc150(mirror: Path) -> Iterator[Line]:
    domains = json.loads(_show(mirror, _CLINC150, "data/domains.json"))
    talk = {intent for domain in _CLINC_TALK for intent in domains[domain]}
    full = json.loads(_show(mirror, _CLINC150, "data/data_full.json"))
    for text, intent in (*full["test"], *full["oos_test"]):
        if intent not in talk:
            yield Line(_CLINC150, intent, text)


def _known() -> set[str]:
    """Return the texts that are read elsewhere: what is learnt from, and the routing sets."""
    known: set[str] = set()
    for path in (_HERE / "training" / "reading").rglob("*.t[sx][tv]"):
        known |= {_plain(line.split("\t")[-1]) for line in path.read_text().splitlines()}
    for path in (DATA / "routing").rglob("*.jsonl"):
        found = [json.loads(line) for line in path.read_text().splitlines()]
        known |= {_plain(one["utterance"]) for one in found if "utterance" in one}
    return known


def _labels() -> dict[str, str]:
    path = FOLDER / "labels.tsv"
    rows = (line.partition("\t") for line in path.read_text().splitlines()) if path.exists() else ()
    return {name: task for name, _, task in rows}


def _plain(text: str) -> str:
    return " ".join(text.split()).lower()


def _write(path: Path, items: Sequence[Mapping[str, Any]]) -> None:
    path.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in items))


def _show(mirror: Path, repo: str, path: str) -> str:
    return _git(mirror, repo, "show", f"HEAD:{path}")


def _git(mirror: Path, repo: str, *arguments: str) -> str:
    command = ("git", "-C", str(mirror / repo / "repo"), *arguments)
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603


if __name__ == "__main__":
    main()
