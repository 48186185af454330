"""Files of mails sent along: "send Sarah the budget file from that email", "forward the PDF"."""

import re
from typing import NamedTuple

from shared.models.reasoning import PlanRequest, ToolPlan
from shared.reasoning.embedded.planning.mail_body import letter, sentence
from shared.reasoning.embedded.planning.mail_people import people
from shared.reasoning.embedded.planning.mail_target import WHICH, one_mail
from shared.reasoning.embedded.planning.steps import SEND, refused, step

_ENDING = {"pdf": "pdf", "csv": "csv", "presentation": "ppt", "slide": "ppt"}
"""What a kind of file is called in its name; of other kinds nothing is known."""
_FILES = re.compile(
    r"(?:just |only )?(?:(?:all|the|that|this|its|an?) )*(?P<name>(?:[\w.&-]+ ){0,3}?)"
    r"(?P<kind>attachment|attached file|file|pdf|csv|document|spreadsheet|presentation|slide)"
    r"(?P<many>s?)"
    r"(?: (?:from|of|in|on|with|attached to|that came with) (?P<mail>.+))?",
    re.IGNORECASE,
)


class _Wanted(NamedTuple):
    name: str
    mail: str
    said: str
    many: bool


def plan_files(what: str, who: str, note: str, request: PlanRequest) -> ToolPlan | None:
    """Plan a mail with files of another; None where what is to be sent is no file. Raises Unknown.

    Files that are not named are all that the mail has.
    """
    wanted = _files_in(what.strip())
    if wanted is None:
        return None
    target = one_mail(wanted.mail, request)
    if target is None:
        return refused(WHICH.format(verb="forward"))
    to = people(who, request, len(target.steps))
    note = note or sentence(f"here {'are' if wanted.many else 'is'} the {wanted.said}")
    file = {"mail_id": target.ids[0], **({"name": wanted.name} if wanted.name else {})}
    sending = step(
        SEND,
        "Send the files",
        to=to.argument(),
        subject=wanted.said[:1].upper() + wanted.said[1:],
        body=letter(note, to.names, request.profile),
        attachments=[file],
    )
    return ToolPlan(steps=(*target.steps, *to.lookups, sending))


def _files_in(what: str) -> _Wanted | None:
    found = _FILES.fullmatch(what)
    if found is None:
        return None
    name, kind = found["name"].strip(), found["kind"]
    said = f"{name} {kind}{found['many']}".strip()
    named = name or _ENDING.get(kind.casefold(), "")
    return _Wanted(named, found["mail"] or "it", said, bool(found["many"]))
