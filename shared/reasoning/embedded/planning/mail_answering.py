"""Answers to mail and mail passed on: "reply to the second one saying ...", "forward it to Tom"."""

import re

from shared.models.reasoning import PlannedStep, PlanRequest, ToolPlan
from shared.reasoning.embedded.people_said import SEVERAL
from shared.reasoning.embedded.planning.mail_body import letter, sentence, split_order, worded
from shared.reasoning.embedded.planning.mail_files import plan_files
from shared.reasoning.embedded.planning.mail_people import people
from shared.reasoning.embedded.planning.mail_target import WHICH, Target, one_mail
from shared.reasoning.embedded.planning.steps import DRAFT, FORWARD, REPLY, refused, step

_NOUN = r"(?:reply|response|answer)"
_ALL = re.compile(
    r"\b(?:reply|respond|answer|replying)[- ]?(?:to )?(?:all|everyone|everybody)\b(?: of them)?"
    r"(?: (?:in|on) (?:the |this |that )?(?:thread|mail|email|it))?"
    r"|\bto (?:all|everyone|everybody)(?: (?:on|in) (?:it|the \w+))?(?=$|[,:]| saying| that)",
    re.IGNORECASE,
)
_DRAFTED = re.compile(
    r"(?:draft|prepare|(?:write|create|make|save|start).*\bdraft)\b", re.IGNORECASE
)
_AND_SEND = re.compile(
    r",?\s*(?:and |then )+(?:please )?send (?:it|this|that)(?: off)?\.?$",
    re.IGNORECASE,
)
_AS_DRAFT = re.compile(
    r"[,.]?\s*(?:but )?(?:and )?(?:save it as an? draft|as an? draft|(?:don't|do not) send it"
    r"(?: yet)?)\.?$",
    re.IGNORECASE,
)
_LEADING = re.compile(
    rf"(?:reply|respond|answer|write back|get back|e-?mail back|(?:send|write|draft|compose|prepare"
    rf"|create|make|save|start)\b(?: (?:me|up))?(?: back)?(?: an?| the| my| your)?"
    rf"(?: (?!{_NOUN})[\w-]+){{0,2}}?(?: {_NOUN})|send|draft|write|say)\b\s*(?:all\b)?\s*",
    re.IGNORECASE,
)
_JUST = re.compile(
    r"(?:say )?(?:with )?(?P<said>(?:a )?(?:simple |quick |short )?(?:\"[^\"]+\"|yes|no|ok(?:ay)?"
    r"|thanks?(?: you)?|sounds good|agreed|got it|noted|will do)\b(?:,? (?!to\b).*?)?)"
    r"(?: to (?P<whom>.+))?",
    re.IGNORECASE,
)
_BACK = re.compile(
    r"^(?:back\s*)?(?:to|on|in (?:reply|response|answer) to|for)\s+|^back\b\s*", re.IGNORECASE
)
_THEIRS = re.compile(
    r"^(?P<who>him|her|them|it) (?=(?:i|we|yes|no|the|it|my|our|that|thanks|please)\b)",
    re.IGNORECASE,
)
_WITH = re.compile(r"\bwith (?P<said>(?!an?\b|the\b|cc\b)\S.*)$", re.IGNORECASE)
_FORWARD_TO = tuple(
    re.compile(
        rf"(?:forward|fwd|pass|relay|send|share)\b\s*(?:on\b|along\b)?\s*(?P<what>.*?)\s*"
        rf"(?:\b(?:on|along|over)\b)?\s*\b{to}\s+"
        rf"(?P<who>{SEVERAL}|[a-z][\w-]*(?: (?!with\b|and\b|note\b|saying\b)[a-z][\w-]*)?)"
        r"(?P<rest>(?=$|[\s,.:;-]).*)",
        re.IGNORECASE | re.DOTALL,
    )
    for to in ("to", "with")
)
_FORWARD_WHO = re.compile(
    rf"(?:forward|send|share|e-?mail) (?P<who>{SEVERAL}|me|him|her|them)"
    r" (?P<what>(?:all|the|that|this|it)\b.*|\S+'s .+)",
    re.IGNORECASE,
)
_NOTE = re.compile(
    r"^[\s,.;:-]*(?:and |with |adding |add )*(?:an? |the |my )?(?:short |quick |little )?"
    r"(?:note|comment|message|text|words?)?(?: (?:saying|that says|to say))?(?: that)?:?\s*",
    re.IGNORECASE,
)


def plan_reply(written: str, request: PlanRequest) -> ToolPlan:
    """Plan an answer to a mail, or a draft of one. Raises Unknown."""
    rest, sent = _without(written, _AND_SEND)
    rest, kept = _without(rest, _AS_DRAFT)
    everyone = _ALL.search(split_order(rest).head or rest)
    head, said = split_order(rest)
    if everyone and not said and rest[everyone.end() : everyone.end() + 1] in {",", ":"}:
        head, said = rest[: everyone.end()], sentence(rest[everyone.end() + 1 :])
    draft = (kept or _DRAFTED.match(rest) is not None) and not sent
    if everyone:
        head = f"{head[: everyone.start()]} {head[everyone.end() :]}".strip()
        head = (
            head
            if re.match(r"(?:reply|respond|answer)\b", head, re.IGNORECASE)
            else f"reply {head}"
        )
    about = _LEADING.sub("", head, count=1).strip()
    if not said:
        about, said = _left_over(about)
    about = _BACK.sub("", about).strip(" ,")
    target = one_mail(about or "it", request)
    if target is None:
        return refused(WHICH.format(verb="reply to"))
    if not said:
        return refused(
            "What should the reply say? Say for example “reply to it saying I'll send it Friday”."
        )
    body = letter(said, (target.name,) if target.name else (), request.profile)
    return ToolPlan(
        steps=(*target.steps, _answer(target, body, draft=draft, everyone=everyone is not None))
    )


def plan_told(who: str, said: str, request: PlanRequest) -> ToolPlan | None:
    """Plan an answer to the mail of someone just talked about; None if it was not theirs."""
    target = one_mail(who, request)
    if target is None or target.steps or not said:
        return None
    body = letter(said, (target.name,) if target.name else (), request.profile)
    return ToolPlan(steps=(_answer(target, body, draft=False, everyone=False),))


def plan_forward(written: str, request: PlanRequest) -> ToolPlan:
    """Plan passing a mail on. Raises Unknown."""
    found = next((found for one in _FORWARD_TO if (found := one.fullmatch(written))), None)
    if found is None and (turned := _FORWARD_WHO.fullmatch(written)):
        head, note = split_order(turned["what"])
        return _forward(head, turned["who"], note, request)
    if found is None:
        return refused("Who should it go to? Say for example “forward it to tom@acme.com”.")
    rest = found["rest"].strip()
    if more := re.match(rf"(?:,|and|&)+\s*(?={SEVERAL})(?P<who>{SEVERAL})", rest):
        rest = rest[more.end() :]
    note = split_order(f"x {rest}").said if rest else ""
    note = note or sentence(_NOTE.sub("", rest, count=1))
    return _forward(found["what"], found["who"], note, request)


def _forward(what: str, who: str, note: str, request: PlanRequest) -> ToolPlan:
    if files := plan_files(what, who, note, request):
        return files
    target = one_mail(what.strip() or "it", request)
    if target is None:
        return refused(WHICH.format(verb="forward"))
    to = people(who, request, len(target.steps))
    passed = step(
        FORWARD, "Forward the email", message_id=target.ids[0], to=to.argument(), note=note
    )
    return ToolPlan(steps=(*target.steps, *to.lookups, passed))


def _answer(target: Target, body: str, *, draft: bool, everyone: bool) -> PlannedStep:
    if draft:
        return step(
            DRAFT,
            "Keep the reply as a draft",
            to=[target.who] if target.who else [],
            body=body,
            reply_to_message_id=target.ids[0],
        )
    return step(
        REPLY,
        "Answer the email",
        message_id=target.ids[0],
        body=body,
        reply_all=True if everyone else None,
    )


def _left_over(about: str) -> tuple[str, str]:
    """Return the mail meant and what to say, where no word for saying parts them."""
    if found := _THEIRS.match(about):
        return found["who"], worded("tell", about[found.end() :])
    if found := _JUST.fullmatch(about):
        return found["whom"] or "it", sentence(found["said"])
    if found := _WITH.search(about):
        return about[: found.start()].strip(), sentence(found["said"])
    return about, ""


def _without(text: str, pattern: re.Pattern[str]) -> tuple[str, bool]:
    rest = pattern.sub("", text)
    return rest.strip(), rest != text
