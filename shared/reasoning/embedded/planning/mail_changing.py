"""Changes to mail that are nobody else's business: archive, label, star, mark, snooze."""

import re
from collections.abc import Callable
from datetime import datetime

from shared.english import local, read_when
from shared.models.base import Json
from shared.models.reasoning import PlannedStep, PlanRequest, ToolPlan
from shared.reasoning.embedded.planning.mail_target import WHICH, Target, some_mail
from shared.reasoning.embedded.planning.steps import (
    ARCHIVE,
    LABEL,
    MARK_READ,
    SNOOZE,
    STAR,
    refused,
    step,
)

_LABEL = r"\"?(?P<label>[^\",;]+?)\"?"
_MAIL = r"(?:e-?mails?|mails?|messages?|it|them|that|this|these|those|ones?)"
_RULES: tuple[tuple[str, str], ...] = (
    ("unarchive", r"unarchive (?P<what>.+)"),
    ("unarchive", r"(?:move|put|bring) (?P<what>.+?) back (?:in|to|into) (?:the |my )?inbox"),
    (
        "archive",
        r"(?:archive|clear out|clear away|tidy away|clean up|file away)\s*(?P<what>.*)",
    ),
    (
        "archive",
        r"(?:move|put|send) (?P<what>.+?) (?:in|into|to) (?:the |my )?(?:archives?|archive folder)",
    ),
    ("archive", r"(?:take|get|move|clear) (?P<what>.+?) out of (?:the |my )?inbox"),
    ("unstar", r"(?:unstar|unflag)\s*(?P<what>.*)"),
    ("unstar", r"(?:remove|take|drop) (?:the |my )?(?:stars?|flags?) (?:from|off) (?P<what>.+)"),
    ("star", r"(?:star|flag)\s*(?P<what>.*?)(?: with (?:an? |the )?(?:star|flag))?"),
    ("star", r"(?:add|put|give) (?:an? |the )?(?:star|flag) (?:to|on) (?P<what>.+)"),
    ("star", r"(?:mark|set) (?P<what>.+?) (?:as |with an? )?(?:starred|star|flagged|flag)"),
    ("star", r"give (?P<what>.+?) an? (?:star|flag)"),
    ("read", r"(?:mark|set) (?:as )?read(?P<what>| .+)"),
    ("unread", r"(?:mark|set) (?:as )?unread(?P<what>| .+)"),
    ("unread", r"(?:mark|set|keep|flag) (?P<what>.+?) (?:as )?(?:unread|not read|new)(?: again)?"),
    ("read", r"(?:mark|set|flag) (?P<what>.+?) (?:as )?(?:already )?(?:read|seen|done)"),
    (
        "label",
        r"(?:mark|set) (?P<what>.+?) as (?P<label>important|not important|urgent)",
    ),
    (
        "unlabel",
        rf"(?:remove|take|drop) (?:the |my )?(?:label|tag) {_LABEL} (?:from|off) (?P<what>.+)",
    ),
    (
        "unlabel",
        rf"(?:remove|take|drop) (?:the |my )?{_LABEL} (?:label|tag) (?:from|off) (?P<what>.+)",
    ),
    (
        "label",
        rf"(?:label|tag|categori[sz]e) (?P<what>.+?) (?:as|with|under)(?: the label)? {_LABEL}",
    ),
    ("label", rf"(?:label|tag) (?P<what>(?:\w+ )*?{_MAIL}) {_LABEL}"),
    ("label", rf"(?:label|tag): ?(?P<what>){_LABEL}"),
    (
        "label",
        (
            rf"(?:add|put|apply|attach|set) (?:the |an? )?(?:label|tag) {_LABEL} (?:to|on)"
            rf" (?P<what>.+)"
        ),
    ),
    (
        "label",
        rf"(?:add|put|apply|set) (?:the |an? |my )?{_LABEL} (?:label|tag) (?:to|on) (?P<what>.+)",
    ),
    (
        "move",
        (
            rf"(?:move|file|put|sort) (?P<what>.+?) (?:under|into|in|to)(?: the| my)? {_LABEL}"
            r"(?: (?:folder|label))?"
        ),
    ),
    (
        "snooze",
        (
            r"(?:snooze|postpone|defer|hide)\s*(?P<what>.*?)\s*(?:\b(?:un)?til|\bto|\bfor"
            r"|\buntill)\s+(?P<until>.+)"
        ),
    ),
    ("snooze", r"(?:snooze|postpone|defer)\s*(?P<what>.*)"),
    (
        "snooze",
        (
            r"remind me (?:about|of) (?P<what>(?:it|this|that|(?:this|that|the) (?:\w+ )?(?:e-?mail"
            r"|mail"
            r"|message|one))(?: again)?) (?P<until>.+)"
        ),
    ),
    (
        "snooze",
        r"(?:bring|show me) (?P<what>.+?) (?:back|again) (?P<until>(?:on|at|in|tomorrow|next) ?.*)",
    ),
)
_FORMS = tuple((name, re.compile(form, re.IGNORECASE)) for name, form in _RULES)
_SCOPES = {"archive": "in:inbox", "read": "is:unread", "move": "in:inbox"}
_ALL = re.compile(
    r"(?:all|everything|all (?:of )?(?:my |the )?(?:unread )?(?:e-?mails?|mails?|messages|inbox)"
    r"|(?:my |the )?(?:whole |entire )?(?:inbox|unread (?:e-?mails?|mails?)))"
    r"(?: in (?:my |the )?inbox)?",
    re.IGNORECASE,
)


def plan_change(command: str, request: PlanRequest) -> ToolPlan:
    """Plan a change to one mail or several. Raises Unknown."""
    for name, form in _FORMS:
        if found := form.fullmatch(command):
            slots = found.groupdict()
            return _planned(name, slots["what"].strip() or "it", slots, request)
    return refused(
        "I can't tell what should be done with which email. Say for example “label it Invoices” or "
        "“snooze it until Monday 9am”."
    )


def change(
    name: str, target: Target, slots: dict[str, str | None], request: PlanRequest
) -> PlannedStep | str:
    """Return the step of a change, or the question it cannot do without."""
    ids = target.argument()
    label = (slots.get("label") or "").strip()
    if name == "snooze":
        until = _until(slots.get("until") or "", request)
        if not until:
            return "Until when? Say for example “snooze it until Monday 9am”."
        made = step(SNOOZE, "Snooze the email", message_ids=ids, until=until)
    else:
        made = _STEPS[name](ids, label)
    return made.model_copy(update={"arguments": {**made.arguments, **target.counted()}})


def _planned(name: str, what: str, slots: dict[str, str | None], request: PlanRequest) -> ToolPlan:
    target = some_mail(what, request, _SCOPES.get(name, ""))
    if target is None and name == "read" and _ALL.fullmatch(what):
        target = some_mail("unread emails", request, "in:inbox")
    if target is None:
        return refused(WHICH.format(verb=_VERBS.get(name, name)))
    made = change(name, target, slots, request)
    return refused(made) if isinstance(made, str) else ToolPlan(steps=(*target.steps, made))


_VERBS = {"read": "open", "unread": "open", "unlabel": "label", "unarchive": "archive"}
_STEPS: dict[str, Callable[[Json, str], PlannedStep]] = {
    "archive": lambda ids, _: step(ARCHIVE, "Archive", message_ids=ids),
    "unarchive": lambda ids, _: step(LABEL, "Back to the inbox", message_ids=ids, add=["inbox"]),
    "star": lambda ids, _: step(STAR, "Star", message_ids=ids, starred=True),
    "unstar": lambda ids, _: step(STAR, "Remove the star", message_ids=ids, starred=False),
    "read": lambda ids, _: step(MARK_READ, "Mark as read", message_ids=ids, read=True),
    "unread": lambda ids, _: step(MARK_READ, "Mark as unread", message_ids=ids, read=False),
    "label": lambda ids, label: (
        step(LABEL, "Remove the label", message_ids=ids, remove=[label[4:]])
        if label.casefold().startswith("not ")
        else step(LABEL, "Label", message_ids=ids, add=[label])
    ),
    "unlabel": lambda ids, label: step(LABEL, "Remove the label", message_ids=ids, remove=[label]),
    "move": lambda ids, label: step(LABEL, "Move", message_ids=ids, add=[label], remove=["inbox"]),
}


def _until(text: str, request: PlanRequest) -> str:
    """Return the local time a text names; when the working day begins if it names only a day."""
    now = request.now or datetime.fromisoformat(request.today)
    hours = request.profile.preferred.working_hours
    when = read_when(text, now, hours)
    if when.first is None:
        return ""
    return local(when.first, when.at or hours.start)
