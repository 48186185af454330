"""What a command tells of a contact, set right by the words themselves and their places.

An address and a number show by their form what they are; a company and what somebody does by the
words before them, or by an address that spells one.
"""

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace

from shared.language.lexicon import read_given_names
from shared.understanding.folding import fold
from shared.understanding.marking import Span, meets
from shared.understanding.named_contact import REMOVES
from shared.understanding.parties import named
from shared.understanding.people_said import ADDRESS
from shared.understanding.said import Said
from shared.understanding.spoken import spoken_address

_WORD = r"[A-Z][\w&'\u2019-]*"
_RUN = rf"{_WORD}(?: (?:(?:of|&|de|for) )?{_WORD})*"
"""Words with capitals that are one name, or what somebody does."""
_MORE = re.compile(rf"(?:\s+(?:&\s+)?{_WORD}(?:\.(?=\s+[A-Z]{{2}}))?)+")
"""The rest of a company's name: " Corp", " GmbH & Co. KG"."""
_LEGAL = re.compile(r"(?:AB|AG|BV|Corp|GmbH|Inc|KG|LLC|LLP|Ltd|Limited|Oy|PLC|SA|SE)\.?")
_NUMBER = r"\+?\(?\d[\d ()/.-]{6,}\d"
_LED = re.compile(
    rf"(?P<field>(?!plus\b)[A-Za-z][A-Za-z. -]*?(?=[\s:.]+[+(\d])"
    rf"|job(?: title)?|title|role|position)[\s:.]+(?P<value>{_NUMBER}|{_RUN})"
)
"""A number, or what somebody does, in one with the name of its field before it."""
_FORMED = re.compile(rf"(?<![\w@.+-])(?:{ADDRESS}|{_NUMBER})(?![\w@])")
"""An address, or a number that is a telephone's by its length."""
_DOES = re.compile(
    r"\b(?:(?i:(?:he|she|they)(?:['\u2019]?(?:s|re)| is| are)(?: (?:an?|the|their|our))?"
    r"|(?:job(?: title)?|title|role|position)(?:['\u2019]s| is|:)?) )"
    rf"(?P<job>{_RUN})(?=[,.;!?]|$| (?:and|at|with|from|there|now|so|btw|by|please|pls)\b)"
)
"""What somebody does, right behind that: "he is Buyer", "job's Gate Security"."""
_AT = re.compile(r",? (?:over |who works )?(?:at|from|of)(?: the)?\s+|\s*\(", re.IGNORECASE)
"""What stands between somebody and the name of their company, that only tells who they are."""
_FIRM = re.compile(
    r"\b(?:company|firm|employer|shop|business|studio)(?: is|:)? (?:the )?$", re.IGNORECASE
)
_INTO = re.compile(r" (?:as|for|in|under) (?:his|her|their|the) (?:job |new )?(?:title|role|job)\b")
"""What stands behind what somebody does, and tells that."""
_AS = re.compile(r"\b(?:job|title|role|position)\b[^,.;:!?]{0,24}(?<! to)(?<! by) $", re.IGNORECASE)
"""And what leads to it: "for the job you write"."""
_AN = re.compile(r"\b(?:an?|the|their|our) $", re.IGNORECASE)
_ROLE = re.compile(r"(?:.*['\u2019]s )?[^A-Z]+")
"""Somebody by what they do, without a name: "payroll lady", "Acme's lawyer"."""
_OTHERS = re.compile(r"\b(?:and|or|also|plus|as well as)\b|&", re.IGNORECASE)
_PART_OF_NAME = re.compile(r"\b(?:first |given |sur|last |family )name\W*$", re.IGNORECASE)
_APART = re.compile(
    r"\W*(?:(?:and|with|her|his|their|the) )*"
    r"(?:(?P<given>first |given |christian )|sur|last |family )name(?:['\u2019]s| is)?\W*",
    re.IGNORECASE,
)
"""What stands between two parts of one name: "Ms Larsson, first name Ebba"."""
_NAMES = frozenset({"person", "organisation", "value"})
_STAYS = re.compile(
    r"(?:(?<=[.!?;]\s)|,? but (?=keep|leave|not\b))"
    rf"(?:(?!{REMOVES}|[.!?;](?:\s|$)).)*\b(?:still need\w*|(?:leave|keep)\b(?! in touch)[^.!?;]*"
    r"\b(?:him|her|them|as (?:s?he|they|it)|alone|there|where)|(?:keep|leave) (?-i:[A-Z])"
    rf"|(?:do not|don['\u2019]?t|not|never) (?:touch|change|{REMOVES}))"
    r"(?:(?![.!?;](?:\s|$)).)*|(?<=\s)\d\)(?=\s)",
    re.IGNORECASE,
)
"""A sentence, or what "but" begins, that says who is to stay as they are; and "1)"."""


def in_form(said: Said) -> Said:
    """Return a command with its spans set right by their own form.

    An address beside somebody's name is a value; two halves are one; "Ann from" is "Ann". Who is to
    stay as they are is none of it, nor is "1)".
    """
    text = _STAYS.sub(lambda one: " " * len(one[0]), said.text)
    told = [one for one in said.spans if one.text in text[one.start : one.end]]
    said = replace(said, text=text)
    spans = _whole(text, _formed(text, sorted(told, key=lambda one: one.start)))
    spans = _without_roles(said, _placed(said, spans))
    spans = _named_apart(text, spans)
    people = [one for one in spans if one.kind == "person"]
    addresses = [one for one in people if is_address(one.text)]
    names = [one for one in people if one not in addresses]
    theirs = [one for one in names if len(addresses) == 1 and _spells(addresses[0], one)]
    if len(names) in {1, len(addresses)} or len(theirs) == 1 or said.task == "contact_validate":
        spans = [replace(one, kind="value") if one in addresses else one for one in spans]
    roles = [one for one in said.carried if one.kind == "person" and _is_role(one)]
    some = any(one.kind == "person" and one not in roles for one in said.carried)
    carried = tuple(one for one in said.carried if not (some and one in roles))
    return replace(said, spans=tuple(spans), carried=carried)


def _named_apart(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return spans in which the two parts of a name that are said apart are one name."""
    people = [one for one in spans if one.kind == "person"]
    for one, other in itertools.pairwise(people):
        if apart := _APART.fullmatch(text, one.end, other.start):
            first, second = named(one.text).name, named(other.text).name
            whole = f"{second} {first}" if apart["given"] else f"{first} {second}"
            label = _PART_OF_NAME.search(text, 0, one.start)
            new = Span("person", whole, label.start() if label else one.start, other.end)
            return [new, *(each for each in spans if not meets(each, new))]
    return list(spans)


def tells_apart(said: Said, company: Span) -> bool:
    """Whether a company stands right behind somebody only to tell who that is."""
    ends = (one.end for one in said.spans if one.kind == "person")
    return any(_AT.fullmatch(said.text, end, company.start) for end in ends)


def is_address(text: str) -> bool:
    """Whether a text is a mail address, written or spoken."""
    return re.fullmatch(ADDRESS, spoken_address(text)) is not None


def _formed(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return spans with all that has the form of an address or a number, apart from its field."""
    found: list[Span] = []
    for span in (_with_plus(text, one) for one in spans):
        led = _LED.fullmatch(span.text) if span.kind == "value" else None
        if led is None:
            found.append(span)
            continue
        start, end = (span.start + at for at in led.span("field"))
        found += [
            Span("field", led["field"], start, end),
            Span("value", led["value"], span.start + led.start("value"), span.end),
        ]
    jobs = [Span("value", one["job"], *one.span("job")) for one in _DOES.finditer(text)]
    formed = (Span("value", one[0], *one.span()) for one in _FORMED.finditer(text))
    titled = [one for one in jobs if _AN.search(text[: one.start])]  # with that it is no name
    found = [one for one in found if not any(meets(one, other) for other in titled)]
    return _with(_with(found, [*formed]), jobs)


def _with_plus(text: str, span: Span) -> Span:
    """Return a number with the "plus" that is said before it."""
    if span.kind != "value" or not text[: span.start].endswith("plus "):
        return span
    return replace(span, text=f"plus {span.text}", start=span.start - len("plus "))


def _with(spans: Sequence[Span], more: Sequence[Span]) -> list[Span]:
    """Return spans with those of others that nothing is marked in."""
    free = [one for one in more if not any(meets(one, other) for other in spans)]
    return sorted((*spans, *free), key=lambda one: one.start)


def _whole(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return spans in which two halves are one, and a name has all of its words."""
    found: list[Span] = []
    for at, one in enumerate(spans):
        last, span = found[-1] if found else None, one
        kind = _joined(text, found, span) if last else ""
        if last and kind:
            found.pop()
            span = Span(kind, text[last.start : span.end], last.start, span.end)
        following = spans[at + 1].start if at + 1 < len(spans) else len(text)
        called = span.kind in {"organisation", "person"} and not is_address(span.text)
        more = _MORE.match(text, span.end, following) if called else None
        end = more.end() if more else span.end
        found.append(replace(span, text=text[span.start : end], end=end) if more else span)
    return found


def _joined(text: str, found: Sequence[Span], span: Span) -> str:
    """Return the kind of what the last one and a span are together; "" where they are two."""
    last, between = found[-1], text[found[-1].end : span.start]
    if any(_FORMED.fullmatch(one.text) for one in (last, span)):
        return ""
    if last.kind == span.kind:
        head = last.kind == "value" and between == " of "
        return last.kind if head or between.isspace() else ""
    word = span.text.isalpha() and span.text.istitle()
    if between != " " or not {last.kind, span.kind} <= _NAMES:
        return ""
    match last.kind:
        case "value":
            if f"{last.text}{span.text}".islower() and span.kind == "person":
                return "value"  # "branch manager"
            title = last.text.endswith(" of") or span.text.startswith("of ")
            if not (title or (last.text.isalpha() and last.text.istitle())):
                return ""
            someone = any(one.kind == "person" for one in found) or _INTO.match(text, span.end)
            titled = title or (span.kind == "person" and word and someone)
            return "value" if titled else "organisation" * (span.kind == "organisation")
        case "organisation":
            return "organisation" if " " not in span.text and span.text.isalpha() else ""
        case _:
            word = word or re.match(rf"{_WORD} (?:of|at|from) {_WORD}", span.text) is not None
            ends = word and span.kind == "value" and " " not in last.text
            firm = _LEGAL.fullmatch(span.text) or _FIRM.search(text[: last.start])
            in_name = span.kind == "organisation" and firm
            return "person" if ends else "organisation" * bool(in_name)


def _spells(address: Span, name: Span) -> bool:
    """Whether an address has a word of somebody's name before the @."""
    told = set(re.findall(r"[a-z]{2,}", fold(address.text.partition("@")[0])))
    return not told.isdisjoint(re.findall(r"[a-z]{2,}", fold(name.text)))


def _placed(said: Said, spans: Sequence[Span]) -> list[Span]:
    """Return spans in which where somebody works is that, whatever it was taken for."""
    found: list[Span] = []
    for span in spans:
        last = found[-1] if found else None
        named = span.kind in {"person", "value"} and not is_address(span.text)
        behind = last if last and last.kind == "person" else None
        at = behind and _AT.fullmatch(said.text, behind.end, span.start)
        someone = any(one.kind == "person" for one in found)
        does = someone and _AS.search(said.text[: span.start])
        if named and does:
            found.append(replace(span, kind="value"))
        elif named and _FIRM.search(said.text[: span.start]):
            found.append(replace(span, kind="organisation"))
        elif named and behind and at:
            told = " " in behind.text and _is_role(behind)  # "the test consultant from india"
            if span.text[:1].isupper() or told:
                found.append(replace(span, kind="organisation"))
            elif span.kind == "value":  # but "Monica at the printer's" names no company
                found.append(span)
        else:
            found.append(span)
    return found


def _without_roles(said: Said, spans: Sequence[Span]) -> list[Span]:
    """Return spans without who is only told by what they do, beside somebody who is named.

    "Yuki, the payroll lady" is one, and so is "my dentist, Ada Pohl"; "Yuki and the payroll lady"
    are two.
    """
    people = [one for one in spans if one.kind == "person" and not _is_role(one)]

    def told(span: Span) -> bool:
        owned = span.kind == "organisation" and re.fullmatch(r".*['\u2019]s [a-z ]+", span.text)
        role = span.kind == "person" and _is_role(span) and not is_address(span.text)
        gaps = [said.text[min(one.end, span.end) : max(one.start, span.start)] for one in people]
        return bool((owned or role) and gaps) and not any(map(_OTHERS.search, gaps))

    return [one for one in spans if not told(one)]


def _is_role(person: Span) -> bool:
    named = fold(person.text).split()[0] in read_given_names()
    return not named and _ROLE.fullmatch(person.text) is not None
