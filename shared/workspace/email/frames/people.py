"""Who is named in a command about mail: a name with its address is one person."""

import re
from collections.abc import Sequence

from shared.understanding.folding import fold
from shared.understanding.marking import Span
from shared.understanding.parties import one_more
from shared.understanding.people_said import CIVIL

_TITLE = re.compile(rf"^(?:(?:{CIVIL})\.? )+")
PRONOUN = re.compile(r"(?:him|her|his|hers|them|their|theirs|they|he|she)\b")
_BESIDE = re.compile(r"\s*(?:[<(\[:-]|at|in|of)?\s*")
"""What may stand between a name and its address, or "everyone" and an organisation."""
_WORKS = re.compile(r" (?:over )?(?:at|from|of) (?:the )?$", re.IGNORECASE)
"""What stands between somebody and the organisation that tells who of that name is meant."""
_EVERYONE = re.compile(
    r"(?:all|every(?:one|body)|anyone|people|folks|team|guys|staff)\b", re.IGNORECASE
)

_LETTERS = re.compile(r" (?:e?-?mails?|messages?|letters?|notes?)\b", re.IGNORECASE)


def is_called(name: str, address: str) -> bool:
    """Whether an address is plainly of someone of that name, or the very one that is said."""
    if "@" in name:
        return name == fold(address)
    said = _TITLE.sub("", re.sub(r"['\u2019]s$", "", name)).split()
    parts = re.split(r"[._-]", fold(address).partition("@")[0])
    return bool(said) and all(word in parts for word in said)


def those_named(parties: Sequence[Span], text: str = "") -> list[Span]:
    """Return who is named; whoever is only a pronoun where nobody is, or beside those in a list.

    `text` is what the parties are of.
    """
    named = [one for one in parties if not PRONOUN.fullmatch(fold(one.text))]
    return [one for one in parties if one in named or one_more(one, named, text)] or list(parties)


def whose(parties: Sequence[Span], text: str) -> list[Span]:
    """Return those whose mail it is: "it's settled with Ann, archive Bob's mail" is Bob's."""
    owners = [
        one
        for one in parties
        if re.search(r"['\u2019]s?$", one.text) and _LETTERS.match(text, one.end)
    ]
    return [
        one
        for one in parties
        if not owners or one in owners or not _in_another_clause(one, owners[0], text)
    ]


def _in_another_clause(one: Span, owner: Span, text: str) -> bool:
    """Whether somebody is only talked of before, or after, it is said whose mail is meant."""
    first, last = sorted((one, owner), key=lambda each: each.start)
    return re.search(r"[,.;!?]\s", text[first.end : last.start]) is not None


def parties_in(spans: Sequence[Span], text: str = "") -> list[Span]:
    """Return who is named: a name with its address is one, "everyone at" an organisation is it.

    `text` is what the spans are of, but for carried ones.
    """
    found: list[Span] = []
    for span in outside_letter(spans, text):
        if span.kind not in {"person", "organisation"}:
            continue
        gap = range(found[-1].end, span.start) if found else range(0)
        own = bool(found) and _stands(found[-1], text) and _stands(span, text)
        between = text[gap.start : gap.stop] if own else " " * len(gap)
        beside = found and found[-1].kind == "person" and len(gap) in {1, 2, 3, 4}
        if (
            beside
            and _BESIDE.fullmatch(between)
            and ("@" in span.text or _EVERYONE.match(found[-1].text))
        ):
            found.pop()
        elif found and own and _is_what(found[-1], span, between, text):
            continue
        elif own and _works_there(found[-1], span, between):
            start = found[-1].start
            found[-1] = Span("person", text[start : span.end], start, span.end)
            continue
        found.append(span)
    return found


def _is_what(person: Span, span: Span, between: str, text: str) -> bool:
    """Whether words only say what somebody is: "Claire, the translator, ..."."""
    role = re.fullmatch(r"\s*,\s*(?:the|our|my) [a-z][a-z -]*", f"{between}{span.text}")
    ends = re.match(r"\s*(?:[,.:;)]|$)", text[span.end :])
    named = person.kind == "person" and person.text[:1].isupper()
    return named and role is not None and ends is not None


def _works_there(person: Span, span: Span, between: str) -> bool:
    """Whether an organisation only says who somebody is: "Monica over at the printer's"."""
    told = person.kind == "person" and span.kind == "organisation"
    named = not _EVERYONE.match(person.text) and not PRONOUN.fullmatch(fold(person.text))
    works = _WORKS.search(f"{person.text}{between}")
    return told and named and works is not None and works.start() <= len(person.text)


def _stands(span: Span, text: str) -> bool:
    return text[span.start : span.end] == span.text


def outside_letter(spans: Sequence[Span], text: str) -> list[Span]:
    """Return the spans that are not inside a letter of several lines."""
    letters = (span for span in spans if span.kind == "body" and _stands(span, text))
    start = next((one.start for one in letters if "\n" in text[one.start :].strip()), len(text))
    return [span for span in spans if span.start < start or not _stands(span, text)]


def who_is(span: Span) -> str:
    """Return a name as contacts know it; all of an organisation where that is meant."""
    if span.kind == "organisation":
        return f"everyone at {re.sub(r'^(?:the|our) ', '', span.text)}"
    return span.text
