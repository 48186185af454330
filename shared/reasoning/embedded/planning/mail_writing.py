"""Mail to write: new ones and drafts, from "email Tom that ...", "ask Sarah for ..."."""

import re
from dataclasses import dataclass

from shared.models.reasoning import PlanRequest, ToolPlan
from shared.reasoning.embedded.mail_accounts import find_accounts
from shared.reasoning.embedded.people_said import SEVERAL, WHO
from shared.reasoning.embedded.planning.mail_body import letter, split_order, subject_of, worded
from shared.reasoning.embedded.planning.mail_people import people
from shared.reasoning.embedded.planning.steps import DELIVERY, DRAFT, SEND, refused, step

NO_CONTENT = "What should it say? Say for example “{order} saying the meeting is moved to Friday”."
NOUN = r"(?:e-?mail|mail|message|note|line|letter|reminder|word|memo|update|draft|thank you|text)"

_VERB = re.compile(
    r"(?:please )?(?:send|write|draft|compose|prepare|create|make|save|drop|shoot|fire|start"
    r"|e-?mail"
    r"|mail|message|ping|contact|notify|inform|put together|type)\b(?: (?:up|off|out)\b)?\s*",
    re.IGNORECASE,
)
_TELLING = re.compile(
    rf"(?P<verb>tell|ask|remind|thank|inform|notify|congratulate|let|warn|apologi[sz]e to|update"
    rf"|invite|wish) (?P<who>{SEVERAL}|[a-z][\w-]*)(?:,|(?=\s|$))(?P<tail>.*)",
    re.IGNORECASE | re.DOTALL,
)
_DIRECT = re.compile(
    rf"(?P<verb>e-?mail|mail|message|write(?: to)?|ping|text) (?P<who>{SEVERAL}|(?!(?:an?|the"
    rf"|my|our|all"
    rf"|to|about|from|both|every|everyone|this|that|it|some|one)\b)[a-z][\w-]*),? (?P<tail>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_NOT_SAID = re.compile(
    r"(?:about|regarding|re|an?|the|with|cc|bcc|copy|from|on|by|via|in|to|and|asap|now|back|please"
    r"|my|subject|again|today|tomorrow)\b(?! [\w-]+(?: [\w-]+)? (?:is|are|was|were|has|have|had"
    r"|will"
    r"|won't|isn't|aren't|can|can't|must|needs|starts|ends|went|got)\b)",
    re.IGNORECASE,
)
_DRAFT = re.compile(
    r"draft\b|(?:write|create|prepare|make|save|compose|start|leave)(?: me| up)?"
    r"(?: an?| the)? (?:[\w-]+ )?drafts?\b|prepare\b",
    re.IGNORECASE,
)
_AS_DRAFT = re.compile(
    r"[,.]?\s*(?:but )?(?:and )?(?:just )?(?:save (?:it|this) as an? draft|as an? draft"
    r"|(?:but )?(?:don't|do not) send (?:it|this)(?: yet)?)\.?$",
    re.IGNORECASE,
)
_AND_SEND = re.compile(
    r",?\s*(?:and |then |and then )(?:please )?send (?:it|this|that)(?: (?:off|out|now|to"
    r" (?:him|her|them)))?\.?$",
    re.IGNORECASE,
)
_CHECKED = re.compile(
    r"[,.]?\s*(?:and |then |and then )(?:check|confirm|tell me|let me know|make sure|see)"
    r"(?: that| if| whether| when)? (?:it|the (?:mail|email|message)) (?:\w+ )?(?:arriv\w+"
    r"|deliver\w+"
    r"|bounc\w+|got through|goes through|went out)\.?$"
    r"|[,.]?\s*and (?:confirm|check) (?:the )?delivery(?: status)?\.?$",
    re.IGNORECASE,
)
_BY_MAIL = re.compile(
    r"\s*\b(?:by|via|in an?|per|through|over) (?:e-?mail|mail)\b,?(?: to)?", re.IGNORECASE
)
_COPIES = (
    re.compile(
        rf",?\s*\b(?:and |with (?:a )?)?(?P<kind>b?cc|copy(?:ing)?|copies)(?:'?ing|'?ed)?(?: in"
        rf"| to)?:?"
        rf" (?P<who>{SEVERAL})",
        re.IGNORECASE,
    ),
    re.compile(
        rf",?\s*\b(?:and |with |put |keep |have )+(?P<who>{SEVERAL}) (?:in|on) (?:the )?"
        rf"(?P<kind>b?cc|copy|loop)\b",
        re.IGNORECASE,
    ),
)
_SUBJECT = re.compile(
    r",?\s*\b(?:with |and |under )*(?:the |a )?(?:subject|title)(?: line)?:?(?: is| of| as)?:?"
    r' (?:"(?P<quoted>[^"]+)"|(?P<plain>[^,;"]+?))(?=$|,|;| and (?:say|tell|the)\b|\s+to (?='
    rf"{WHO}))",
    re.IGNORECASE,
)
_TOPIC = re.compile(
    rf"\s*\b(?:about|regarding|concerning|re:?|on the subject of) (?P<topic>.+?)"
    rf"(?=$| to {WHO}\b|[,;])",
    re.IGNORECASE,
)
_THING = rf"(?:(?:an?|the|another|my|one|this|that|some|our) )?(?:[\w-]+ ){{0,2}}?{NOUN}s?"
_TELLS_ITSELF = re.compile(
    r"(?:(?:an?|the|our|my|this|that|some|another) )*(?P<plain>(?!(?:an?|the|our|my|this|that"
    r"|some|another|quick|short|brief|small|new|little"
    r"|nice|friendly|polite|gentle|email|mail)\b)[\w&-]+(?: [\w&-]+)? (?:update|reminder|memo"
    r"|summary))",
    re.IGNORECASE,
)
"""A kind of message that says by its name what it is about."""
_TO = re.compile(rf"(?:(?:me )?(?P<thing>{_THING}|.+?) )?(?:to|for) (?P<who>.+)", re.IGNORECASE)
_GIVEN = re.compile(
    rf"(?P<who>.+?) (?:an?|the|another|some|this|one|my)(?: [\w-]+){{0,2}}? {NOUN}", re.IGNORECASE
)
_NOBODY = re.compile(rf"(?:me )?{_THING}|", re.IGNORECASE)


@dataclass(frozen=True)
class Written:
    """A mail as it was ordered: `to`, `cc` and `bcc` as written, and what it should say."""

    to: str = ""
    cc: str = ""
    bcc: str = ""
    topic: str = ""
    said: str = ""
    draft: bool = False
    checked: bool = False
    thing: str = ""


def plan_writing(written: str, request: PlanRequest) -> ToolPlan:
    """Plan a new mail or a draft of one; says what is missing. Raises Unknown."""
    account = find_accounts(written, request.profile)
    mail = read_order(account.rest if account.addresses else written)
    if account.unknown:
        return refused(account.unknown)
    if not mail.to:
        return refused(
            "Who should it go to? Say for example “email sarah@acme.com saying the meeting is "
            "moved to Friday”."
        )
    said = mail.said or _handed_over(mail.thing)
    if not said:
        return refused(NO_CONTENT.format(order=f"email {mail.to}"))
    to = people(mail.to, request)
    cc = people(mail.cc, request, len(to.lookups))
    bcc = people(mail.bcc, request, len(to.lookups) + len(cc.lookups))
    sender = account.addresses[0] if account.addresses else ""
    lookups = (*to.lookups, *cc.lookups, *bcc.lookups)
    write = step(
        DRAFT if mail.draft else SEND,
        "Keep the email as a draft" if mail.draft else "Send the email",
        to=to.argument(),
        cc=cc.argument(),
        bcc=bcc.argument(),
        subject=subject_of(said, mail.topic),
        body=letter(said, to.names, request.profile),
        account="" if mail.draft else sender,
    )
    check = (
        (step(DELIVERY, "See what became of it", message_id=f"{{{len(lookups) + 1}.sent.id}}"),)
        if mail.checked and not mail.draft
        else ()
    )
    return ToolPlan(steps=(*lookups, write, *check))


def read_order(written: str) -> Written:
    """Take an order to write apart."""
    rest, checked = _without(written, _CHECKED)
    rest, kept = _without(rest, _AS_DRAFT)
    rest, sent = _without(rest, _AND_SEND)
    copies = {"cc": "", "bcc": ""}
    for pattern in _COPIES:
        while found := pattern.search(rest):
            kind = "bcc" if found["kind"].casefold().startswith("b") else "cc"
            copies[kind] = ", ".join(filter(None, (copies[kind], found["who"])))
            rest = f"{rest[: found.start()]}{rest[found.end() :]}"
    rest = _BY_MAIL.sub("", rest, count=1).strip()
    if told := _TELLING.fullmatch(rest):
        return Written(to=told["who"], said=_said(told), checked=checked, draft=kept, **copies)
    head, said = split_order(rest)
    if not said and (direct := _DIRECT.fullmatch(rest)) and not _NOT_SAID.match(direct["tail"]):
        head, said = f"{direct['verb']} {direct['who']}", worded("tell", direct["tail"])
    draft = (kept or _DRAFT.match(head) is not None) and not sent
    topic, head = _topic(_VERB.sub("", head, count=1))
    thing, to = _addressed(head)
    to = re.sub(r"^both (?=.+ and )", "", to, flags=re.IGNORECASE)
    return Written(
        to, topic=topic or thing, said=said, draft=draft, checked=checked, thing=thing, **copies
    )


def _handed_over(thing: str) -> str:
    """Return what to say where an order names no more than what is to be sent."""
    found = _TELLS_ITSELF.fullmatch(thing.strip())
    return f"Here is the {found['plain']}." if found else ""


def _said(told: re.Match[str]) -> str:
    verb, tail = told["verb"].casefold(), told["tail"].strip(" ,")
    if verb == "let":
        tail = re.sub(r"^know(?: that)?:?\s*", "", tail, flags=re.IGNORECASE)
        return worded("tell", tail)
    if verb == "wish":
        return worded("say", f"I wish you {tail}") if tail else ""
    tail = re.sub(r"^(?:that|:)\s*", "", tail) if verb in {"inform", "notify", "warn"} else tail
    plain = {"inform": "tell", "notify": "tell", "warn": "tell", "update": "tell"}
    return worded("apologise" if verb.startswith("apolog") else plain.get(verb, verb), tail)


def _topic(head: str) -> tuple[str, str]:
    """Return the subject an order names, and the order without it."""
    for pattern in (_SUBJECT, _TOPIC):
        if found := pattern.search(head):
            slots = found.groupdict()
            topic = slots.get("quoted") or slots.get("plain") or slots.get("topic") or ""
            rest = f"{head[: found.start()]} {head[found.end() :]}"
            return topic.strip(' "'), " ".join(rest.split())
    return "", head


def _addressed(head: str) -> tuple[str, str]:
    """Return what is sent, unless it is simply a mail, and to whom."""
    head = head.strip(" ,;:")
    if given := _GIVEN.fullmatch(head):
        thing = head.removeprefix(given["who"]).strip()
        return _tells_itself(thing), re.sub(r"^(?:to|for) ", "", given["who"])
    if found := _TO.fullmatch(head):
        thing = found["thing"] or ""
        plain = not thing or re.fullmatch(_THING, thing, re.IGNORECASE)
        return _tells_itself(thing) if plain else thing, found["who"].strip()
    return "", "" if _NOBODY.fullmatch(head) else head


def _tells_itself(thing: str) -> str:
    found = _TELLS_ITSELF.fullmatch(thing.strip())
    return found["plain"] if found else ""


def _without(text: str, pattern: re.Pattern[str]) -> tuple[str, bool]:
    rest = pattern.sub("", text)
    return rest.strip(), rest != text
