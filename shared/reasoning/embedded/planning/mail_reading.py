"""Looking into mail: one mail, its thread, what is attached, what became of it, who waits."""

import re

from shared.models.reasoning import PlanRequest, ToolPlan
from shared.reasoning.embedded.mail_request import MAIL
from shared.reasoning.embedded.people_said import NAME
from shared.reasoning.embedded.planning.mail_people import people
from shared.reasoning.embedded.planning.mail_target import WHICH, Target, one_mail
from shared.reasoning.embedded.planning.steps import (
    ATTACHMENT,
    ATTACHMENTS,
    DELIVERY,
    READ,
    SEARCH,
    THREAD,
    UNANSWERED,
    mail_of,
    refused,
    step,
)
from shared.reasoning.embedded.pointing import SENT_KINDS, known_references, pointed_reference

_FILE = re.compile(r"(?P<file>[\w()-][\w ()-]*?\.[a-z]\w{1,4})\b(?!@)", re.IGNORECASE)
_KIND = r"(?:pdf|spreadsheet|excel|csv|document|doc|word|file|image|picture|photo|deck|slides?)"
_CONTENT = re.compile(
    rf"^(?:read|open|summari[sz]e|view|display|what does|what do|what's in|what is in|show me"
    rf" what|tell"
    rf" me what)\b|\bsays?\b|^(?:show|get|give)(?: me)? (?:the |that )?(?:attached|attachment\b)"
    rf"|^(?:show|get|give)(?: me)? (?:the |that )?{_KIND}\b",
    re.IGNORECASE,
)
_ENDING = re.compile(r"\b(?P<kind>pdf|csv|xlsx|docx|pptx)\b", re.IGNORECASE)
_OF = re.compile(
    r"\b(?:attach(?:ed|ments?)|files?|pdf|spreadsheet|document|csv)\b(?: say| say\?)?(?: attached)?"
    r"(?: (?:to|of|in|from|on|with|for))? (?P<what>.+)",
    re.IGNORECASE,
)
_ITS = re.compile(
    r"(?P<who>\S+(?: \S+)?)'s (?:(?P<adjective>\w+) )?(?:attachments?|files?)",
    re.IGNORECASE,
)
_HAS = re.compile(
    r"^(?:does|do|did|has|have|is|are) (?P<what>.+?) (?:have|come with|contain|include|got|an?"
    r" attach|attach|any)\b",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"^(?:please )?(?:open|read(?: out)?|display|view|expand|pull up|summari[sz]e|sum up|show|see"
    r"|what does|what did|what's in|what is in|what says|give me the gist of|tell me what)"
    r"(?: me| us)?(?: up)?\b\s*(?P<what>.+)",
    re.IGNORECASE,
)
_TELLS = re.compile(
    r"\s*(?:\b(?:says?|said|about|in full|out loud|to me|again|please))+\??$",
    re.IGNORECASE,
)
_READ_ONE = re.compile(
    r"^(?:open|read|summari[sz]e|sum up|expand|what does|what's in|what is in|tell me what|give me"
    r" the gist of)\b",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    r"\b(?:e-?mails|mails|messages|inbox|all|threads|any|mail from)\b", re.IGNORECASE
)
_SINGLE = re.compile(
    rf"\b(?:e-?mail|mail|message|one|note)\b|^{NAME}'s\b|\b(?:him|her|last|latest|newest)\b",
    re.IGNORECASE,
)
_THREAD_OF = re.compile(
    r"\b(?:thread|conversation|exchange|discussion|chain|history|back and forth)\b"
    r"(?: (?:of|for|around|behind))?\s*(?P<what>.*)$",
    re.IGNORECASE,
)
_SENT_TO = re.compile(
    rf"\b(?:to|reach(?:ed)?|sent) (?P<who>\S+@\S+\w|{NAME}|[a-z]\w+)(?P<rest>.*)", re.IGNORECASE
)
_MY_LAST = re.compile(
    r"\bmy (?:\w+ )?(?:e-?mail|mail|message|reply|one)\b|\blast (?:e-?mail|mail|message)\b",
    re.IGNORECASE,
)
_DAYS = re.compile(
    r"\b(?:last|past) (?:(?P<count>\d{1,2}|two|three|four|few|couple of) )?(?P<unit>day|week"
    r"|month)s?",
    re.IGNORECASE,
)
_COUNTS = {"two": 2, "three": 3, "four": 4, "few": 3, "couple of": 2}
_UNITS = {"day": 1, "week": 7, "month": 30}
_LONGEST = 60


def plan_unanswered(command: str) -> ToolPlan:
    """Plan looking for mail that nobody has answered yet."""
    days = 0
    if found := _DAYS.search(command):
        written = (found["count"] or "1").casefold()
        count = _COUNTS.get(written) or int(written)
        days = min(count * _UNITS[found["unit"].casefold()], _LONGEST)
    elif re.search(r"\bthis month\b", command, re.IGNORECASE):
        days = 31
    return ToolPlan(steps=(step(UNANSWERED, "Find who waits for an answer", days=days or None),))


def plan_delivery(command: str, request: PlanRequest) -> ToolPlan:
    """Plan finding out what became of a mail that was sent. Raises Unknown."""
    found = _SENT_TO.search(command)
    if found and found["who"].casefold() not in {"him", "her", "them", "it", "the", "my", "a"}:
        who = people(found["who"], request)
        search = step(
            SEARCH,
            "Find what was sent",
            query=f"in:sent to:{who.addresses[0]}",
            limit=1,
        )
        place = len(who.lookups) + 1
        asked = step(DELIVERY, "See what became of it", message_id=mail_of(place))
        return ToolPlan(steps=(*who.lookups, search, asked))
    pointing = _pointing_part(command)
    answer = pointed_reference(pointing, known_references(request, SENT_KINDS), SENT_KINDS)
    target = Target((), (answer.id,)) if answer else one_mail(pointing, request)
    if target is None and _MY_LAST.search(command):
        search = step(SEARCH, "Find what was sent last", query="in:sent", limit=1)
        return ToolPlan(
            steps=(search, step(DELIVERY, "See what became of it", message_id=mail_of(1)))
        )
    if target is None:
        return refused(
            "I can't tell which email you mean. Say for example “did my last email arrive?” or "
            "“has my mail to John bounced?”."
        )
    return ToolPlan(
        steps=(
            *target.steps,
            step(DELIVERY, "See what became of it", message_id=target.ids[0]),
        )
    )


def plan_attachments(command: str, request: PlanRequest) -> ToolPlan:
    """Plan listing what is attached to a mail, or reading it. Raises Unknown."""
    target = one_mail(_carrier(command), request)
    if target is None:
        return refused(WHICH.format(verb="open"))
    if not _CONTENT.search(command) or re.search(r"\battachments\b", command, re.IGNORECASE):
        listing = step(ATTACHMENTS, "List what is attached", message_id=target.ids[0])
        return ToolPlan(steps=(*target.steps, listing))
    read = step(ATTACHMENT, "Read the file", message_id=target.ids[0], name=_file_in(command))
    return ToolPlan(steps=(*target.steps, read))


def plan_thread(command: str, request: PlanRequest) -> ToolPlan:
    """Plan showing a whole conversation. Raises Unknown."""
    found = _THREAD_OF.search(command)
    what = re.sub(r"\b(?:please|pls)\b", "", found["what"]).strip(" ?.") if found else ""
    if re.match(r"with\b", what):
        what = f"emails from{what.removeprefix('with')}"
    before = command[: found.start()] if found else ""
    owner = re.search(rf"(?P<name>{NAME})'s", before)
    what = what or (f"{owner['name']}'s last email" if owner else "it")
    target = one_mail(what, request)
    if target is None:
        return refused(WHICH.format(verb="show the thread of"))
    return ToolPlan(
        steps=(*target.steps, step(THREAD, "Read the conversation", message_id=target.ids[0]))
    )


def plan_opening(command: str, request: PlanRequest) -> ToolPlan | None:
    """Plan reading one mail; None when the command asks for something else. Raises Unknown."""
    found = _OPEN.match(command)
    if found is None:
        return None
    what = _TELLS.sub("", found["what"].rstrip(" ?.!")).strip() or found["what"]
    described = re.search(r"\b(?:from|about|by)\b|'s\b", re.sub(r'"[^"]*"', "", what)) is not None
    if described and (not _READ_ONE.match(command) or _SEVERAL.search(what)):
        return None
    if described and not _SINGLE.search(what):
        return None
    target = one_mail(what, request)
    if target is None or (target.steps and not described):
        return None
    return ToolPlan(
        steps=(*target.steps, step(READ, "Read the email meant", message_id=target.ids[0]))
    )


def _file_in(command: str) -> str:
    """Return the name of the file meant, or how it ends; "" for the only one there is."""
    if named := _FILE.search(re.sub(r"^\w+ (?:me )?(?:the |file )*", "", command)):
        return named["file"].strip()
    kind = _ENDING.search(command)
    return f".{kind['kind'].casefold()}" if kind else ""


def _carrier(command: str) -> str:
    """Return the part of a command that says which mail something is attached to."""
    plain = re.sub(_FILE.pattern, "", command, flags=re.IGNORECASE) or command
    if found := _ITS.search(plain):
        return f"{found['who'].split()[-1]}'s {found['adjective'] or 'last'} email"
    if (found := _HAS.match(plain)) or (found := _OF.search(plain)):
        what = re.sub(r"\b(?:say|says|there|please|contain)\b", " ", found["what"]).strip(" ?.!")
        if re.search(rf"\b(?:one|it|that|this|{MAIL})\b|'s\b|\d", what, re.IGNORECASE):
            return what
    return "it" if not re.search(r"\b(?:one|first|last|\dth)\b", plain) else plain


def _pointing_part(command: str) -> str:
    found = re.search(
        r"\b(?:it|that|this|the \w+ (?:one|e-?mail|mail|message)|my (?:e-?mail|mail|message"
        r"|reply))\b",
        command,
        re.IGNORECASE,
    )
    return "it" if found is None or found[0].startswith("my") else found[0]
