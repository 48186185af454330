"""Writing mail: what it says, to whom it goes, and what goes along."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from shared.models.base import Json
from shared.understanding.drafts import KEEPING, keeps
from shared.understanding.folding import fold
from shared.understanding.letters import letter, sentence, subject_of, worded
from shared.understanding.marking import Span
from shared.understanding.people import first_name, name_in
from shared.understanding.plain import PASSES
from shared.understanding.pointing import MAIL_KINDS, person_meant, pointed_reference
from shared.understanding.recipients import COPIED, GETS
from shared.understanding.said import WHO, Said
from shared.understanding.steps import DELIVERY, DRAFT, FORWARD, REPLY, SEND
from shared.understanding.turned import turned
from shared.understanding.work import Asked, Work
from shared.workspace.email.frames.accounts import find_accounts
from shared.workspace.email.frames.meant import describes, one_mail
from shared.workspace.email.frames.people import (
    PRONOUN,
    is_called,
    outside_letter,
    parties_in,
    those_named,
    who_is,
)
from shared.workspace.email.frames.search import told_of

TO_ME = re.compile(r"(?:\bto|\bsend|\bforward|\be?-?mail|\bpass|\bgive|\bget|\bbring) me\b")
"""How it is said that something goes to oneself; what is done "for me" need not."""
_PLAIN_FILE = re.compile(r"(?:attach\w*|files?|documents?)(?: \w+)?", re.IGNORECASE)
_SAID_BEHIND = frozenset({"mail_reply", "mail_draft", "mail_send"})
_ALL = re.compile(r"\b(?:all|everyone|everybody|every one)\b")
_PASSES = re.compile(rf"(?:(?:please|kindly) )?{PASSES}(?: on| along)?")
"""How a mail is passed on."""
_WHY = re.compile(
    r"(?:,|\b(?:please|so|because|as|since|then))(?: that)? (?:he|she|they)\b", re.IGNORECASE
)
"""What a clause begins with that says of those who get a mail why they do."""
_LEAD = re.compile(
    r"^(?:and (?:state|say|write|tell (?:him|her|them)) that\s+)?"
    r"(?:(?:just|only) )?(?:saying|asking|telling \w+|stating|that|to say"
    r"|(?:(?:just|only|with|these|the|following|exact|exactly|very) )*words(?=:))(?: that)?:?\s+",
    re.IGNORECASE,
)
_NOT_SAID = re.compile(
    rf"(?:[,.;]?\s*\b(?:{KEEPING}"
    r"|send it(?: off)?|(?:please )?(?:tell|let) (?:him|her|them)"
    r"(?: know)?(?: that| this| so)?))+"
    r"(?:,? (?:please|pls|thanks|thank you|mind(?: you)?|ok(?:ay)?|though|yeah|will you"
    r"|(?:rather than|instead of|without) sending(?: (?:it|this|that|anything))?))*[.!?]*$",
    re.IGNORECASE,
)
"""What a person says of the mail behind what is to be said in it."""
_COPIED_TO = re.compile(r"\bcc(?: [\w-]+){1,3}:\s*$", re.IGNORECASE)
"""What stands, with who has a copy, right before all that is to be said."""
_TO_KEEP = r"drafts?|drafted|drafting|prepar\w+|save|keep|sketch|ready|later|unsent|outline|rough"
"""What tells a mail that is kept from one that is shown and goes out when that is agreed to."""
_VERBS = (
    ("ask", r"ask|asking|question|find out|check with|enquire|inquire|see (?:if|whether)"),
    ("thank", r"thank|thanking"),
    ("remind", r"remind|reminding"),
    ("invite", r"invite|inviting"),
    ("congratulate", r"congratulate|congratulating"),
    ("apologise", r"apologi[sz]e|apologi[sz]ing"),
    (
        "tell",
        r"say|saying|tell|telling|mention|mentioning|write|writing|stating|assur(?:e|ing)|inform",
    ),
    ("tell", r"(?<!in )(?<!an )(?<!the )(?<!your )(?<!my )(?:answer|reply|respond)"),
)
"""Verbs that shape what is said, by how they are written; the last one said counts."""
_NO_WORDS = re.compile(r"so|it|this|that", re.IGNORECASE)
"""What stands for words that were said before."""
_THANKS = re.compile(r"\bthank (?:him|her|them) (?:and|,)")
_ALSO_SAYS = re.compile(
    r"[,;.]?\s+(?:and|n|&|but|then)\s+(?:(?:also|then|please|just)\s+)*"
    r"(?:(?P<ask>ask) (?:him|her|them)"
    r"|(?P<thank>thank) (?:him|her|them)|(?:tell|let) (?:him|her|them)(?: know)?"
    r"|(?:say|mention|add|write)(?! (?:hi|hello|so|it|yes|no|thanks?)\b))(?: that)?:?\s+",
    re.IGNORECASE,
)
"""How it is told what is to be said besides: "thank her for it and say I'll come"."""
_FOR_THINGS = frozenset({"thank", "congratulate", "apologise"})
"""Verbs that what they are for, and no clause, follows: another one is an order, too."""
_TO_DO = re.compile(r"\bto (?!(?:the|an?|my|our|his|her|their|me|us)\b)[a-z]", re.IGNORECASE)
_TO_WHOM = re.compile(r"^(?:him|her|them) (?=for\b|on\b)", re.IGNORECASE)
_NOUN = re.compile(
    r"(?:['\u2019]s?|\b(?:the|his|her|their))(?: (?!and\b|or\b|to\b)[\w-]+){0,2}?"
    r" (?:question|ask|invite|thank|remind|say|tell|mention)\b"
    r"|\b(?:is|are|was|were|been) (?:\w+ )?(?:asking|saying|telling|writing)\b"
)
"""How one of them is a noun, or told of others: "Ravi's laptop question" asks nothing."""


def write_mail(work: Work) -> None:
    """Send a new mail; keep it where it is not to be sent yet."""
    _write(work, draft=_kept(work.said))


def _kept(said: Said) -> bool:
    """Whether it is said of a mail, and not in it, that it is not to be sent yet."""
    told = _told(said)
    return keeps(said.text.replace(told, " ", 1) if told else said.text)


def draft_mail(work: Work) -> None:
    """Keep a new mail, or an answer, as a draft."""
    said = work.said
    draft = _kept(said) or (said.says(_TO_KEEP) and not said.says(r"(?:and|then) send it"))
    answers = said.says(r"repl(?:y|ies|ying)|answer(?:ing)?|respond(?:ing)?|response")
    answers = answers and not said.says(
        r"(?:not|no|isn't|is not) (?:an? )?(?:reply|answer|response)"
    )
    if answers and _pointable(work):
        _answer(work, draft=draft)
    else:
        _write(work, draft=draft)


def reply(work: Work) -> None:
    """Answer a mail."""
    _answer(work, draft=_kept(work.said))


def _copied_apart(work: Work) -> list[Span]:
    """Take out of a command who should have a copy."""
    copied = [one for one in work.said.spans if one.kind == COPIED]
    others = tuple(one for one in work.said.spans if one.kind != COPIED)
    work.said = replace(work.said, spans=others)
    return copied


def forward(work: Work) -> None:
    """Pass a mail on, or files of it."""
    copied = _copied_apart(work)
    if work.said.has("body") and _no_note(work.said):
        others = tuple(one for one in work.said.spans if one.kind != "body")
        work.said = replace(work.said, spans=others)
    said = work.said
    gets = [replace(one, kind=GETS[one.kind]) for one in said.spans if one.kind in GETS]
    to = [who_is(one) for one in those_named(parties_in(gets, said.text), said.text)]
    if not to and TO_ME.search(said.rest):
        to = ["me"]
    if not to:
        raise Asked("Who should it go to?", "person")
    rest = [one for one in said.spans if one.kind not in {*GETS, "body"}]
    pointed = [one for one in rest if one.kind != "file" or file_called(one.text)[1]]
    described = not work.known(MAIL_KINDS) or describes(work, pointed)
    mail = one_mail(work, rest if described else pointed)
    people = work.people(to)
    cc = work.people([one.text for one in copied]).argument()
    again = [one.text for one in said.carried if one.kind == "body" and said.says("same")]
    note = sentence(" ".join(again))
    note = _body(work) if said.has("body") else note
    if file := said.one("file") or _named_file(f"{said.rest} {fold(said.joined('which'))}"):
        name, named = file_called(file)
        are = "are" if re.match(r"(?:attachment|file|document)s\b", name) else "is"
        attached: dict[str, Json] = {"mail_id": mail.ids[0], **({"name": name} if named else {})}
        work.add(
            SEND,
            "Send the files",
            to=people.argument(),
            cc=cc,
            subject=name[:1].upper() + name[1:],
            body=letter(note or f"Here {are} the {name}.", people.names, work.profile),
            attachments=[attached],
        )
        return
    work.add(
        FORWARD,
        "Forward the email",
        message_id=mail.ids[0],
        to=people.argument(),
        cc=cc,
        note=note,
    )


def _no_note(said: Said) -> bool:
    """Whether what is marked as a note is none: "please pass it", or why: "so he can book".

    Nor is what is told of a mail, in a sentence before the order.
    """
    body = next(one for one in said.spans if one.kind == "body")
    gets = next((one.start for one in said.spans if one.kind in GETS), 0)
    told = re.search(r"[.!?]\s", said.text[body.end : gets]) is not None
    return (
        (told and not said.says("say|tell|ask|write|add|note|mention|words?"))
        or _PASSES.fullmatch(fold(body.text)) is not None
        or any(one.start() <= body.start < one.end() for one in _WHY.finditer(said.text))
    )


def file_called(text: str) -> tuple[str, bool]:
    """Return what a file is called, and whether that is a name: "the attachment" is none."""
    name = re.sub(r"^(?:the|that|this|its|all|an?|my) ", "", text, flags=re.IGNORECASE)
    return name, bool(name) and _PLAIN_FILE.fullmatch(name) is None


def _named_file(words: str) -> str:
    found = re.search(
        r"(?<!\bwith )(?<!\bwith the )(?<!\bwith a )(?<!\bha[sd] the )(?<!\bha[sd] a )"
        r"\b(?:attachments?|pdf|csv|files?|spreadsheet|document|presentation)\b",
        words,
    )
    return found[0] if found else ""


def _write(work: Work, *, draft: bool) -> None:
    also = _copied_apart(work)
    said = work.said = turned(work.said)
    parties = parties_in(said.spans, said.text)
    to = those_named(parties, said.text) or parties_in(said.carried)
    own = [span for span in to if work.profile.own(span.text) and said.before(span) == "from"]
    to = [span for span in to if span not in own]
    blind = [span for span in to if said.before(span) == "bcc"]
    direct = [span for span in to if span not in blind]
    if not direct and not draft:
        raise Asked("Who should it go to?", "person")
    body = _body(work)
    topic = _about(said)
    if not body and re.search(r"\b(?:update|reminder|summary|report)\b", fold(topic)):
        body = f"Here is the {topic}."
    if not body and topic and said.says("ask|asking|requesting"):
        body = worded("ask", f"for {topic}")
    if not body:
        names = " and ".join(span.text for span in direct)
        raise Asked(f"What should it say{f' to {names}' if names else ''}?", "body")
    answers = len(direct) == 1 and _talked_about(work, direct[0])
    if not draft and answers and not blind:
        _answer(work, draft=False, also=also)
        return
    people = work.people([who_is(span) for span in direct])
    cc = work.people([who_is(span) for span in also])
    bcc = work.people([who_is(span) for span in blind])
    accounts = find_accounts(said.text, work.profile)
    sent = work.add(
        DRAFT if draft else SEND,
        "Keep the email as a draft" if draft else "Send the email",
        to=people.argument(),
        cc=cc.argument(),
        bcc=bcc.argument(),
        subject=subject_of(body, topic),
        body=letter(body, people.names, work.profile),
        account="" if draft or not accounts.addresses else accounts.addresses[0],
    )
    if not draft and said.says(r"delivered|arrived|arrives|went through|goes through|bounced?"):
        work.add(DELIVERY, "See what became of it", message_id=f"{{{sent}.sent.id}}")


def _about(said: Said) -> str:
    """Return what a mail is about: a thing that is named right in front of it belongs to it."""
    topic = next((one for one in reversed(said.spans) if one.kind == "topic"), None)
    if topic is None:
        return said.one("topic")
    beside = (one for one in said.spans if one.kind == "file" and one.end == topic.start - 1)
    start = next((one.start for one in beside), topic.start)
    return said.text[start : topic.end]


def _talked_about(work: Work, span: Span) -> bool:
    """Whether the mail talked about last is from the one named, whom to tell is to answer then."""
    last = pointed_reference("it", work.known(MAIL_KINDS), MAIL_KINDS)
    name, verbs = fold(span.text), work.said.says("tell|ask|thank|remind|let|inform")
    if last is None or not verbs or "@" in name:
        return False
    named = not PRONOUN.fullmatch(name)
    return is_called(name, last.who) if named else last.who == person_meant(name, work.request)


def _body(work: Work) -> str:
    """Return what is to be said, as a sentence to the one it is said to."""
    said = work.said
    told = _told(said)
    if not told or _NO_WORDS.fullmatch(told):
        return "Thank you." if said.says("thank") else ""
    start = next((span.start for span in said.spans if span.kind == "body"), len(said.text))
    lead = _NOUN.sub("", fold(said.text[:start]))
    if led := _LEAD.match(told):
        lead, told = f"{lead} {fold(led[0])}", told[led.end() :]
    found = [
        (one.start(), verb)
        for verb, words in _VERBS
        for one in re.finditer(rf"\b(?:{words})\b", lead)
    ]
    verb = max(found)[1] if found else "tell"
    dictated = said.text[:start].rstrip()[-1:] in {":", '"'}
    names = () if dictated else _told_to(said)
    thanks = "Thank you. " if verb == "tell" and _THANKS.search(lead) else ""
    return f"{thanks}{_worded(verb, told, names, said.spoken, apart=_apart(said))}"


def _told_to(said: Said) -> tuple[str, ...]:
    """Return how those are called whom something is told to: as a pronoun, where one stands."""
    people = [one.text for one in said.spans if one.kind in WHO or one.kind in GETS]
    pronouns = [one for one in people if PRONOUN.fullmatch(fold(one))]
    return tuple(pronouns[-1:] or [one for one in people if one[:1].isupper()] or people)


def _worded(
    verb: str, told: str, names: Sequence[str], spoken: Sequence[str], *, apart: bool
) -> str:
    """Return what is to be said in sentences, one for each verb that it is told with.

    `apart`: the reader marks what they tell apart. "Call Tom and ask him" is else one thing to do.
    """
    also = _ALSO_SAYS.search(told) if apart or verb in _FOR_THINGS else None
    if also and (apart or not _TO_DO.search(told[: also.start()])):
        more = _worded(also.lastgroup or "tell", told[also.end() :], names, spoken, apart=apart)
        return f"{_worded(verb, told[: also.start()], names, spoken, apart=False)} {more}"
    told = _TO_WHOM.sub("", told) if verb in _FOR_THINGS else told
    return worded(verb, told, names, spoken) or sentence(told)


def _apart(said: Said) -> bool:
    """Whether what is to be said is marked in pieces, between which it is told how each is said."""
    spans = [one for one in said.spans if one.kind == "body"]
    gaps = [said.text[one.end : after.start] for one, after in pairwise(spans)]
    return bool(gaps) and all(_ALSO_SAYS.fullmatch(gap) for gap in gaps)


def _told(said: Said) -> str:
    """Return the words to be said as they are written; a letter of several lines is all of it."""
    spans = [span for span in said.spans if span.kind == "body"]
    if spans and "\n" in said.text[spans[0].start :]:
        return said.text[spans[0].start :].strip()
    dictated = [one.text for one in spans if _COPIED_TO.search(said.text[: one.start])]
    told = "".join(dictated[-1:]) or said.joined("body") or _behind(said)
    if _apart(said):
        told = said.text[spans[0].start : spans[-1].end]
    return _NOT_SAID.sub("", told).strip(" ,")


def _behind(said: Said) -> str:
    """Return the sentences behind the order of an answer: "Reply to Tom. I'll come"."""
    order = re.match(r".{8,}?(?:[.:!]|\s[-\u2013\u2014])\s+(?=\S)", said.text)
    behind = said.text[order.end() :] if order is not None else ""
    return behind if said.task in _SAID_BEHIND and len(behind.split()) > 1 else ""


def _answer(work: Work, *, draft: bool, also: Sequence[Span] = ()) -> None:
    copied = [*also, *_copied_apart(work)]
    said = work.said = turned(work.said)
    body = _body(work)
    if not body:
        raise Asked("What should the reply say?", "body")
    everyone = any(_ALL.search(fold(name)) for name in said.all("person")) or said.says(
        r"(?:reply|answer|respond|write|back)[- ](?:to )?all|all of them|everyone|everybody"
    )
    described = [
        span
        for span in outside_letter(said.spans, said.text)
        if not (span.kind == "person" and _ALL.search(fold(span.text)))
    ]
    mail = one_mail(work, [span for span in described if span.kind != "body"])
    people = (one for one in said.spans if one.kind == "person")
    named = [one.text for one in people if not told_of(said, one)]
    name = name_in(mail.who) or _first(named or said.all("person"))
    text = letter(body, (name,) if name else (), work.profile)
    cc = work.people([one.text for one in copied]).argument()
    if draft:
        work.add(
            DRAFT,
            "Keep the reply as a draft",
            to=[mail.who] if mail.who else [],
            cc=cc,
            body=text,
            reply_to_message_id=mail.ids[0],
        )
        return
    work.add(
        REPLY,
        "Answer the email",
        message_id=mail.ids[0],
        body=text,
        cc=cc,
        reply_all=True if everyone else None,
    )


def _first(names: Sequence[str]) -> str:
    named = [re.sub(r"['\u2019]s?$", "", name) for name in names]
    usual = [
        n for n in named if n[:1].isupper() and not PRONOUN.fullmatch(fold(n)) and "@" not in n
    ]
    return first_name(usual[-1]) if usual else ""


def _pointable(work: Work) -> bool:
    return bool(work.known(MAIL_KINDS)) or work.said.has("person", "topic", "which")
