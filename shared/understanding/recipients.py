"""Who a message is for, as the network marks it: who gets it, or a copy, and who does not.

Whoever is only spoken of, or left out, is nobody that it goes to.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from shared.understanding.copied import with_copies, without_copies
from shared.understanding.folding import fold
from shared.understanding.given_names import may_be
from shared.understanding.heads import Part
from shared.understanding.marking import Span, meets
from shared.understanding.parties import by_name, named, one_more
from shared.understanding.plain import PASSES
from shared.understanding.revision import Party
from shared.understanding.said import WHO, Said, pronoun

COPIED = "copied"
"""The kind of span of somebody who gets a copy."""
GETS: Mapping[str, str] = {"gets": "person", "all_get": "organisation"}
"""The kinds of span of whom a mail is passed on to, by those of who they are."""
_GETTING = {who: kind for kind, who in GETS.items()}
_PASSED_ON = frozenset({"mail_forward", "mail_attachment"})
SENDS = _PASSED_ON | {"mail_send", "mail_reply", "mail_draft", "slack_dm", "cal_create"}
"""Tasks whose people may get what is sent, or may not."""
_MAILS = SENDS - {"slack_dm", "cal_create"}
"""Those of them that have copies."""
_ANEW = frozenset({"mail_send", "slack_dm"})
"""Those of them that are about no mail that there is."""
_WRITTEN_TO = re.compile(
    r"(?:^|[,.;:!?] |\b(?:please|just|and|then|now|you) )\W*"
    r"(?:message|dm|pm|e-?mail|write(?: to)?)\s+$",
    re.IGNORECASE,
)
"""What orders, and forbids not, that whoever is named behind it is written to."""
_LED = re.compile(r"\b(?:to|with)(?: (?:the|my|our|his|her|their))?\s*$", re.IGNORECASE)
"""What leads to whom something is passed on to."""
_CLAUSE = re.compile(r"(?:\bthat|:)\s+(?=[^.;:!?]*$)", re.IGNORECASE)
"""What leads to a clause of what is to be said, where nothing ends it before that is marked."""
_TOLD = re.compile(r"(?<!\band)(?<!\bthen)(?<![,;]) (?:tell|ask|let)\s+$", re.IGNORECASE)
"""An order that is marked with the words to be said behind it."""
_THEIRS = re.compile(r"\b(?:for|of) (?:his|her|their) $")
_POSSESSIVE = re.compile(r"['\u2019]s$")


def with_parts(said: Said, marked: Sequence[Party], *, first: bool = False) -> Said:
    """Return a command with those people alone who get what it sends, or tell what it is about.

    `first`: nothing was shown before it that a pronoun may stand for.
    """
    marked = with_copies(marked, said.text)
    parties = _led_to([_not_to(one, said.text) for one in marked], said)
    if said.task in _MAILS:
        said = without_copies(said, parties)
    if first and said.task in {"mail_reply", *_ANEW}:
        said, parties = _with_unanswered(said, parties)
    owned = [o for o in said.spans if o.kind in WHO and _owned(o, said.text)]
    owned = [one for one in owned if not _part(one, parties)]
    parties += [Party("said", one.text, one.start, one.end) for one in owned]
    said = _behind_order(_with_subject(said, parties), parties)
    bodies = [one for one in said.spans if one.kind == "body"]
    outside = [
        one for one in parties if not any(each.start <= one.start < each.end for each in bodies)
    ]
    said = _with_missed(_of_mail(said, outside), outside)
    people = [one for one in said.spans if one.kind in WHO and not pronoun(one)]
    to_them = [one for one in people if _part(one, parties) == "to"]
    whom = next((fold(one.text) for one in reversed(parties) if one.part == "to"), "")
    of = [one for one in people if _part(one, parties) in {"of", ""}]
    sent = bool(
        to_them or (whom and of and said.task != "cal_create")
    )  # "her" may be who is spoken of
    others = [one for one in people if said.task == "mail_reply" and not may_be(whom, one.text)]
    others = others if len(others) < len(people) else []
    gets = _gets(said, parties) if said.task in _PASSED_ON else []
    spans: list[Span] = []
    for span in said.spans:
        part = _part(span, parties) if span.kind in WHO else ""
        other = part == "of" and (span in others or (said.task in _ANEW and to_them))
        passed = gets and part == "to"
        if span in gets:
            spans.append(replace(span, kind=_GETTING[span.kind]))
        elif part == "copy" and said.task != "cal_create" and not _hidden(span, said):
            spans.append(replace(span, kind=COPIED))
        elif not (part == "not" or other or passed or (part == "said" and sent)):
            spans.append(span)
    left_out = [one for one in parties if one.part == "not" and one.text[:1].isupper()]
    spans = [_said_to_others(one, left_out) for one in spans]
    seen = (one for one in spans if one.kind in WHO and not _hidden(one, said))
    if said.task in _ANEW and not any(seen):  # nobody has only copies
        copied = next((at for at, one in enumerate(spans) if one.kind == COPIED), None)
        spans = [replace(o, kind="person") if at == copied else o for at, o in enumerate(spans)]
    spoken = (one for one in parties if one.part == "said" and not named(one.text).pronoun)
    return replace(said, spans=tuple(spans), spoken=tuple(one.text for one in spoken))


def _owned(one: Span | Party, text: str) -> bool:
    """Whether somebody is only who another has something for: "to Ann for her board"."""
    return _THEIRS.search(text[max(0, one.start - len(" for their ")) : one.start]) is not None


def _not_to(party: Party, text: str) -> Party:
    """Return somebody with their part: Ann gets no offer of "Ann's", nor her board one "for" it.

    Who alone is ordered to be written to gets it: "message Ann, not in front of all the others".
    """
    part = "said" if _owned(party, text) else "of" if _POSSESSIVE.search(party.text) else "to"
    ordered = party.part == "not" and _WRITTEN_TO.search(text[: party.start])
    return party._replace(part=part) if party.part == "to" or ordered else party


def _behind_order(said: Said, parties: Sequence[Party]) -> Said:
    """Return a command whose words to be said begin behind an order that is marked with them.

    "About that list for her club tell her it's done" says that it is done.
    """
    body = next((one for one in said.spans if one.kind == "body"), None)
    for one in parties if body else ():
        if body is None or not body.start <= one.start < one.end + 1 < body.end:
            continue
        led = _TOLD.search(said.text[body.start : one.start])
        if one.part == "to" and named(one.text).pronoun and led:
            start = one.end + 1
            words = replace(body, text=said.text[start : body.end], start=start)
            spans = (words if each is body else each for each in said.spans)
            return replace(said, spans=tuple(spans))
    return said


def _led_to(parties: Sequence[Party], said: Said) -> list[Party]:
    """Return parties of whom a mail is passed on to none but the pronoun it goes "to", if any.

    "Al wrote about Bo. Pass his mail to her" is for Bo: whoever else gets it only wrote it.
    """
    to = [one for one in parties if one.part == "to" and said.task in _PASSED_ON]
    led = [one for one in to if _LED.search(said.text[: one.start])]
    whom = fold(led[0].text) if led and all(named(one.text).pronoun for one in led) else ""
    others = [one for one in to if whom and one not in led]
    wrote = [o for o in others if named(o.text).pronoun or not may_be(whom, o.text)]
    return [one._replace(part="of") if one in wrote else one for one in parties]


def _with_unanswered(said: Said, parties: Sequence[Party]) -> tuple[Said, list[Party]]:
    """Return a command to write to whom a pronoun stands for as one that names them.

    That is who was named before it, alone: "I never answered Ann. Tell her yes" answers Ann.
    """
    begun = min((one.start for one in said.spans if one.kind == "body"), default=len(said.text))
    to = [one for one in parties if one.part == "to" and one.start < begun]
    if not to or not all(named(one.text).pronoun for one in to):
        return said, [*parties]
    fits = [
        one
        for one in parties
        if one.end <= to[0].start
        and not named(one.text).pronoun
        and may_be(fold(to[0].text), one.text)
    ]
    if len(fits) != 1 or fits[0].part not in {"not", "said"}:
        return said, [*parties]
    if not any(meets(fits[0], one) for one in said.spans):
        said = replace(said, spans=(Span("person", *fits[0][1:]), *said.spans))
    return said, [one._replace(part="of") if one in fits else one for one in parties]


def _with_subject(said: Said, parties: Sequence[Party]) -> Said:
    """Return a command whose words to be said begin with what they tell of: "that Al and Bo may".

    Nobody who gets anything, or tells which mail it is, is part of them.
    """
    body = next((one for one in said.spans if one.kind == "body"), None)
    led = _CLAUSE.search(said.text, 0, body.start) if body else None
    if body is None or led is None:
        return said
    within = [one for one in said.spans if led.end() <= one.start < body.start]
    parts = [_part(one, parties) for one in within if one.kind in WHO]
    topic = within and all(one.kind == "topic" for one in within)  # "that the plan is late"
    begins = topic and said.text[within[-1].end : body.start].isspace()
    if not (begins or "said" in parts) or {"to", "of", "not"} & {*parts}:
        return said
    whole = replace(body, text=said.text[led.end() : body.end], start=led.end())
    spans = (whole if one is body else one for one in said.spans if one not in within)
    return replace(said, spans=tuple(spans))


def _of_mail(said: Said, parties: Sequence[Party]) -> Said:
    """Return a command to write to whoever a mail tells of as the answer, or what passes it on.

    "Ann has written about the roof. Let her know" answers Ann; "Ann's offer, send it to Bo" is Bo's
    then.
    """
    of = [one for one in parties if one.part == "of" and not named(one.text).pronoun]
    to = [one for one in parties if one.part == "to"]
    if said.task != "mail_send" or not of or not to:
        return said
    if all(_by_pronoun(one, said) for one in to):
        whom = fold(to[0].text).partition(" ")[0]
        theirs = any(may_be(whom, one.text) for one in of)
        return replace(said, task="mail_reply") if theirs else said
    return replace(said, task="mail_forward") if said.says(PASSES) else said


def _by_pronoun(party: Party, said: Said) -> bool:
    """Whether somebody is named elsewhere: "her" of "tell her the big one"."""
    marked = (one for one in said.spans if pronoun(one) and one.start == party.start)
    return named(party.text).pronoun or any(marked)


def _with_missed(said: Said, parties: Sequence[Party]) -> Said:
    """Return a command with whom it goes to, where nobody is marked who gets it."""
    passed = said.task in _PASSED_ON
    if said.task in {"cal_create", "mail_reply"} or (said.has(*WHO) and not passed):
        return said
    to = [Span("person", *one[1:]) for one in parties if one.part == "to"]
    read = [one for one in to if any(meets(each, one) for each in said.spans)]
    free = (
        one
        for one in to
        if (passed or not named(one.text).pronoun)
        and one not in read
        and (not read or one_more(one, read, said.text))
    )
    return replace(said, spans=tuple(sorted((*said.spans, *free), key=lambda one: one.start)))


def _gets(said: Said, parties: Sequence[Party]) -> list[Span]:
    """Return whom a mail is passed on to; for a pronoun whoever is spoken of before it."""
    to = [one for one in said.spans if one.kind in WHO and _part(one, parties) == "to"]
    called = by_name([one for one in to if not pronoun(one)], said.text)
    if called:
        led = [one for one in called if _LED.search(said.text[: one.start])]
        joined = (one for first in led for one in said.joined_to(first, called)) if led else called
        named_too = [*dict.fromkeys(joined)]
        return [*named_too, *(o for o in to if pronoun(o) and one_more(o, called, said.text))]
    people = [one for one in said.spans if one.kind == "person" and not pronoun(one)]
    fits = [o for o in people if to and o.end <= to[0].start and may_be(fold(to[0].text), o.text)]
    spoken = [one for one in fits if _part(one, parties) == "said"]
    spoken = spoken or (fits if len(people) > 1 else [])  # a single one only wrote it
    return spoken[-1:] or to[:1]


def _hidden(span: Span, said: Said) -> bool:
    """Whether a copy of a new mail is to be seen by nobody else."""
    return said.task in {"mail_send", "mail_draft"} and said.before(span) == "bcc"


def _said_to_others(body: Span, left_out: Sequence[Party]) -> Span:
    """Return what is said without how it is kept from somebody: "not Al, he knows: yes"."""
    lead, colon, words = body.text.partition(": ")
    end = body.start + len(lead)
    if body.kind != "body" or not any(body.start <= o.end + 2 and o.start < end for o in left_out):
        return body
    return replace(body, text=words, start=end + len(colon)) if colon else body


def _part(span: Span, parties: Sequence[Party]) -> Part | str:
    """Return the part of whoever a span names; "" where none is marked, or two differ."""
    told = {one.part for one in parties if meets(one, span)}
    return told.pop() if len(told) == 1 else ""
