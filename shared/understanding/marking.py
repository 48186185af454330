"""From a score for each word's tags to spans of the message."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from shared.understanding.folding import word_set
from shared.understanding.people_said import CIVIL
from shared.understanding.words import Word

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_GLUED = re.compile(r"[^\s\w,;!?\u2012-\u2015\"\u201c\u201d]*\w\S*")
"""What is written on to the last word of what is to be said, and belongs to it: "the {1.id}"."""


@dataclass(frozen=True)
class Span:
    """Words of a message that say something of a kind, and where they stand."""

    kind: str
    text: str
    start: int
    end: int


class Stretch(Protocol):
    """Anything that has a beginning and an end in a message."""

    @property
    def start(self) -> int:
        """Return where its first character is."""
        ...

    @property
    def end(self) -> int:
        """Return where the first behind it is."""
        ...


def meets(one: Stretch, other: Stretch) -> bool:
    """Whether two stretches of a message have words in common."""
    return one.start < other.end and other.start < one.end


class Cut(NamedTuple):
    """Words that may join another command to the one before, and how likely they do."""

    start: int
    end: int
    likely: float


_GLUE: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("time", "newtime"), frozenset({",", "at", "on", "around", "about", "@"})),
    **dict.fromkeys(
        ("topic", "file", "place", "which"),
        frozenset({"of", "for", "the", "a", "my", "our", "in", "-", "'s"}),
    ),
    **dict.fromkeys(("field", "value", "organisation"), frozenset()),
}
"""What may stand between two pieces of one span of a kind, at most two words of it."""
_QUOTES = {'"': '"', "\u201c": "\u201d", "'": "'"}
_SAYING = frozenset({"saying", "says"})
_MARKS = _SAYING | {"note", "message", "text"}
_THAT = frozenset({"that", ":", ","})
_JOINTS = word_set(", and but because so as since while")
_OPENING_WORDS = 6
_VERB = (
    r"(?:can|could|will|would|is|isn't|was|are|were|has|have|had|should|may|might|must|does|did"
    r"|do|don't|won't|can't|got|gets|needs|knows|came|comes|goes|said|says)"
)
_IS = re.compile(_VERB, re.IGNORECASE)
_STATES = re.compile(
    r"(?:(?:he|she|they|it|we|i)(?:'(?:re|s|ve|ll))?(?! (?:also )?(?:need|want|would like)\b)\b"
    r"|i'(?:m|d)\b(?! like\b)|(?:that|this|there)(?:'s\b|(?:'s)? "
    rf"{_VERB}\b)"
    rf"|(?-i:[A-Z])[\w'-]+ (?:also )?{_VERB}\b|(?:the|our|my|his|her|their) [\w-]+(?: [\w-]+)?"
    rf" {_VERB}\b)",
    re.IGNORECASE,
)
"""How a clause begins that says what is so, rather than what is to be done."""
_GOES_ON = re.compile(
    r"(?:that|which|who|whose|because|about|of|with|than|regarding|(?:the )?ones?|the other)\b",
    re.IGNORECASE,
)
"""How no command begins."""
_NEAR = 6
"""So many words before what is to be said a word that leads to it may stand."""
_OPENING = frozenset(":,;-")
_LEADING = word_set(". ! ? : ; that him her them us")
"""What stands before the subject of what is to be said."""
_STOPS = frozenset(".!?;")
_COURTESY = word_set("please thanks thank you thx pls ok now very much many so , - : ) \" '")
_TOLD = word_set("him her them us everyone everybody")
_CLAUSE_ENDS = word_set(". ! ? ; : , that saying")
_LEADS = word_set("to in on at cc bcc for from with by via and , then but copy subject under as")
"""What leads on from what is to be said to whom, where or when it goes."""
TIMES = frozenset({"time", "newtime"})
"""Kinds that one time may be marked as in pieces."""
_THINGS = frozenset({"topic", "file", "place", "organisation", "value"})
_CIVIL = re.compile(CIVIL, re.IGNORECASE)
_ASKED = word_set(
    """
    can could do does did is are was will would shall should may have has who what when where why
    how which
    """
)
"""How a question begins that is to be said as it stands."""
_GAP = 2
_EVEN = 0.5
_MAY_JOIN = 0.1
"""The least probability of a word to join two commands; reading both decides."""


def spans_in(
    text: str,
    words: Sequence[Word],
    scores: "Sequence[NDArray[np.float32] | None]",
    tags: Sequence[str],
    kinds: Sequence[str],
) -> list[Span]:
    """Return the spans, of `kinds` and "next" alone, that the words' best tags make.

    Pieces with hardly anything between them are one span; what is to be said is a single run.
    """
    known = {"", "next", *kinds}
    places = [at for at, tag in enumerate(tags) if tag[2:] in known]
    spoken = [at for at in places if tags[at][2:] != "next"]
    told = _told_on(words, known)
    runs: list[tuple[str, int, int]] = []
    open_kind = ""
    for at, score in enumerate(scores):
        among = spoken if at in told else places
        best = "O" if score is None else tags[max(among, key=score.__getitem__)]
        kind = best[2:]
        if kind and best[0] == "I" and kind == open_kind:
            runs[-1] = (kind, runs[-1][1], at)
        elif kind:
            runs.append((kind, at, at))
        open_kind = kind
    if "body" in known:
        runs = _said_plainly(runs, words)
    spans = (_span(text, words, run) for run in _joined(runs, words))
    return [span for span in spans if any(letter.isalnum() for letter in span.text)]


def unsaid(
    scores: "Sequence[NDArray[np.float32] | None]", tags: Sequence[str]
) -> tuple[float, ...]:
    """Return how likely each word says nothing by itself, as orders and courtesy do."""
    told = _shares(scores, [at for at, tag in enumerate(tags) if tag[2:] in {"", "next"}])
    return tuple(1.0 if share is None else share for share in told)


def _shares(
    scores: "Sequence[NDArray[np.float32] | None]", places: Sequence[int]
) -> list[float | None]:
    """Return how likely the tag of each word is one at these places; None without a score."""
    import numpy as np  # noqa: PLC0415 - 0.1 s to import

    known = [score for score in scores if score is not None]
    if not known:
        return [None] * len(scores)
    table = np.stack(known)
    raised = np.exp(table - table.max(axis=1, keepdims=True))
    found = iter((raised[:, places].sum(axis=1) / raised.sum(axis=1)).tolist())
    return [None if score is None else next(found) for score in scores]


def explained(words: Sequence[Word], nothing: Sequence[float], spans: Sequence[Span]) -> float:
    """Return how likely the spans have all that a message says; 1 where nothing seems left out.

    Left out is a word in no span that says something more likely than not; `nothing` is `unsaid`.
    """
    left_out = (
        likely
        for word, likely in zip(words, nothing, strict=True)
        if likely < _EVEN
        and any(letter.isalnum() for letter in word.text)
        and not any(span.start <= word.start < span.end for span in spans)
    )
    return min(left_out, default=1.0)


def cuts_in(
    words: Sequence[Word],
    scores: "Sequence[NDArray[np.float32] | None]",
    tags: Sequence[str],
    kinds: Sequence[str],
) -> list[Cut]:
    """Return where another command may begin: in what is to be said, not before a statement."""
    told = _told_on(words, kinds)
    joining = _shares(scores, [at for at, tag in enumerate(tags) if tag[2:] == "next"])
    found: list[Cut] = []
    for at, (word, likely) in enumerate(zip(words, joining, strict=True)):
        if likely is None:
            break
        if at in told or likely < _MAY_JOIN:
            continue
        last = found[-1] if found else None
        if last is not None and word.start - last.end <= 1:
            found[-1] = Cut(last.start, word.end, max(likely, last.likely))
        else:
            found.append(Cut(word.start, word.end, likely))
    return found


def _told_on(words: Sequence[Word], kinds: Collection[str]) -> frozenset[int]:
    """Return the words that join no command, but more of what stands before them.

    That may be a statement only where something is to be said.
    """
    says = "body" in kinds
    found: set[int] = set()
    for at, word in enumerate(words):
        if word.text.casefold() not in _JOINTS:
            continue
        rest = words[at + 1 : at + 1 + _OPENING_WORDS]
        while rest and rest[0].text.casefold() in _JOINTS:
            rest = rest[1:]
        opening = " ".join(one.text for one in rest)
        if _GOES_ON.match(opening) or (says and _STATES.match(opening)):
            found.add(at)
    return frozenset(found)


def _joined(runs: list[tuple[str, int, int]], words: Sequence[Word]) -> list[tuple[str, int, int]]:
    runs = _behind_saying(_one_said(_with_names(runs, words), words), words)
    runs = [_whole_said(run, runs, words) if run[0] == "body" else run for run in runs]
    said = [run for run in runs if run[0] == "body"]
    runs = [
        run
        for run in runs
        if not any(one[1] <= run[1] <= one[2] and one is not run for one in said)
    ]
    found: list[tuple[str, int, int]] = []
    for run in runs:
        if found and _goes_on(found[-1], run, words):
            found[-1] = (found[-1][0], found[-1][1], run[2])
        else:
            found.append(run)
    return found


def _said_plainly(
    runs: list[tuple[str, int, int]], words: Sequence[Word]
) -> list[tuple[str, int, int]]:
    """Return the runs with what stands behind "saying" as what is to be said, if nothing is.

    Likewise what a message ends with behind a colon, and in quotes.
    """
    ends = words[-1].text if words else ""
    marks = [
        at
        for at, word in enumerate(words[:-1])
        if word.text.casefold() == "saying"
        or (at and words[at - 1].text == ":" and _QUOTES.get(word.text) == ends)
    ]
    said = [run[1] for run in runs if run[0] == "body"]
    if not marks or (said and (words[marks[0]].text not in _QUOTES or said[0] < marks[0])):
        return runs
    kept = [run for run in runs if run[2] < marks[0]]
    return [*kept, ("body", marks[0] + 1, len(words) - 1)]


def _with_names(
    runs: list[tuple[str, int, int]], words: Sequence[Word]
) -> list[tuple[str, int, int]]:
    """Return the runs of things with the capitalised words right before them.

    The first word of a sentence has a capital anyway.
    """
    taken = {at for run in runs for at in range(run[1], run[2] + 1)}
    found: list[tuple[str, int, int]] = []
    for kind, begin, last in runs:
        first, end = begin, last
        while kind in _THINGS and _named_on(words, first, taken):
            first -= 1
        if kind == "value" and _ends_with_of(words, first, end, taken):
            end += 1
        while kind == "value" and _goes_on_with_of(words, end, taken):
            end += 2
        found.append((kind, first, end))
    return found


def _named_on(words: Sequence[Word], first: int, taken: Collection[int]) -> bool:
    """Whether the word before a name is one of it, by its capital."""
    inside = first > 1 and words[first - 2].text not in _STOPS
    return inside and _is_name(words[first - 1], first - 1, taken)


def _goes_on_with_of(words: Sequence[Word], end: int, taken: Collection[int]) -> bool:
    """Whether a title goes on: "Chief of Staff"."""
    if end + 2 >= len(words) or not words[end].text[:1].isupper():
        return False
    return words[end + 1].text == "of" and _is_name(words[end + 2], end + 2, taken)


def _ends_with_of(words: Sequence[Word], first: int, end: int, taken: Collection[int]) -> bool:
    """Whether a title breaks off at its "of", where its last word follows: "Head of" IT."""
    of = first < end < len(words) - 1 and words[end].text == "of"
    return of and _is_name(words[end + 1], end + 1, taken)


def _is_name(word: Word, at: int, taken: Collection[int]) -> bool:
    return (
        at not in taken and word.text[:1].isupper() and word.text.isalpha() and len(word.text) > 1
    )


def _behind_saying(
    runs: list[tuple[str, int, int]], words: Sequence[Word]
) -> list[tuple[str, int, int]]:
    """Return the runs with what is to be said beginning behind "saying", wherever that is near.

    What was taken for it before that word says what it is about.
    """
    found: list[tuple[str, int, int]] = []
    for run in runs:
        near = range(max(0, run[1] - _NEAR), run[2]) if run[0] == "body" else ()
        marks = [at for at in near if words[at].text.casefold() in _SAYING]
        if not marks:
            found.append(run)
            continue
        start = marks[-1] + 1
        while start < run[2] and words[start].text.casefold() in _THAT:
            start += 1
        found = [one for one in found if one[2] < marks[-1]]
        if run[1] < marks[-1]:
            found.append(("topic", run[1], marks[-1] - 1))
        found.append(("body", start, run[2]))
    return found


def _one_said(
    runs: list[tuple[str, int, int]], words: Sequence[Word]
) -> list[tuple[str, int, int]]:
    """Return the runs with what is to be said as a single one, as far as one command goes."""
    found: list[tuple[str, int, int]] = []
    last = -1
    for run in runs:
        if run[0] == "next":
            last = -1
        between = words[found[last][2] + 1 : run[1]] if last >= 0 else ()
        marked = any(word.text.casefold() in _MARKS for word in between)
        if run[0] == "body" and marked:
            found[last] = ("topic", *found[last][1:])
        elif run[0] == "body" and last >= 0:
            found[last] = ("body", found[last][1], run[2])
            del found[last + 1 :]
            continue
        found.append(run)
        if run[0] == "body":
            last = len(found) - 1
    return found


def _whole_said(
    said: tuple[str, int, int], runs: list[tuple[str, int, int]], words: Sequence[Word]
) -> tuple[str, int, int]:
    """Return what is to be said from where its clause begins to its end, without courtesy."""
    _, first, last = _to_the_end(_from_its_subject(said, runs, words), runs, words)
    end = last
    while end > first and words[end].text.casefold() in _COURTESY:
        end -= 1
    ended = end < last and words[end + 1].text in ",-"
    if end > first and (ended or words[end].text in _STOPS):
        last = end - (0 if ended else 1)
    return ("body", first, last)


def _from_its_subject(
    said: tuple[str, int, int], runs: list[tuple[str, int, int]], words: Sequence[Word]
) -> tuple[str, int, int]:
    """Return what is to be said with the subject of its clause, where only the rest is marked."""
    _, first, last = said
    if (subject := _people_before(first, runs, words)) is not None:
        return ("body", subject, last)
    at = first
    while at and not any(run[1] <= at - 1 <= run[2] for run in runs):
        at -= 1
        begins = at == 0 or words[at - 1].text.casefold() in _CLAUSE_ENDS
        begins = begins or any(run[2] == at - 1 for run in runs)
        begins = begins or words[at - 1].text.casefold() in _TOLD
        opening = " ".join(one.text for one in words[at : at + _OPENING_WORDS])
        if begins and _STATES.match(opening):
            return ("body", at, last)
        if words[at].text.casefold() in _CLAUSE_ENDS:
            break
    return said


def _people_before(
    first: int, runs: list[tuple[str, int, int]], words: Sequence[Word]
) -> int | None:
    """Return where a clause begins whose subject was taken for whom it is said to, or about.

    "Tell him Tom and Ann will come", "that Ann and I agree", "The texts from Ann are in".
    """
    if not first:
        return None
    last = next((run for run in runs if run[2] in {first - 1, first - 2}), None)
    if last is None or words[last[2]].text.casefold() in _TOLD:
        return None
    lead = words[last[1] - 1].text.casefold() if last[1] else ""
    if last[0] == "person" and last[2] == first - 1 and lead == "that":
        return last[1]  # "that Ann goes", "that Ann and I agree": a clause needs a subject
    if words[first - 1].text.casefold() == "and" and last[0] == "person":
        return last[1] if lead in _LEADING else None
    if last[2] != first - 1 or not _IS.fullmatch(words[first].text):
        return None
    begins = range(first - 1, max(first - _OPENING_WORDS, 1) - 1, -1)
    return next((at for at in begins if words[at - 1].text in _STOPS | {":"}), None)


def _to_the_end(
    said: tuple[str, int, int], runs: list[tuple[str, int, int]], words: Sequence[Word]
) -> tuple[str, int, int]:
    """Return what is to be said with the rest of its sentence, unless that is about the sending."""
    while said[1] < said[2] and words[said[1]].text in _OPENING | _STOPS:
        said = ("body", said[1] + 1, said[2])
    before = words[said[1] - 1].text if said[1] else ""
    if closing := _QUOTES.get(before):
        quoted = (at for at in range(said[1], len(words)) if words[at].text == closing)
        if (end := next(quoted, said[1])) > said[1]:
            return ("body", said[1], end - 1)
    rest = range(said[2] + 1, len(words))
    ends = next((at for at in rest if _stops(words, at)), len(words))
    left = [words[at].text.casefold() for at in range(said[2] + 1, ends)]
    if all(word in _COURTESY for word in left):
        return said
    others = [run for run in runs if said[2] < run[1] < ends]
    leads = left[0] in _LEADS and others and said[2] + 1 not in _told_on(words, ("body",))
    if leads or any(run[0] == "next" for run in others):
        return said
    return ("body", said[1], ends - 1)


def _stops(words: Sequence[Word], at: int) -> bool:
    """Whether a sentence ends there: a dot within an address or a version ends none."""
    last = at + 1 == len(words) or words[at + 1].start > words[at].end
    return last and words[at].text in _STOPS


def _goes_on(one: tuple[str, int, int], other: tuple[str, int, int], words: Sequence[Word]) -> bool:
    gap = [word.text.casefold() for word in words[one[2] + 1 : other[1]]]
    if one[0] == "person" == other[0]:
        titled = one[1] == one[2] and _CIVIL.fullmatch(words[one[1]].text)
        return bool(titled) and gap in ([], ["."])
    glue = _GLUE.get(one[0])
    same = one[0] == other[0] or (not gap and frozenset((one[0], other[0])) == TIMES)
    together = glue is not None and same and len(gap) <= _GAP
    return together and set(gap) <= (glue or frozenset())


def _span(text: str, words: Sequence[Word], run: tuple[str, int, int]) -> Span:
    kind, first, last = run
    start, end = words[first].start, words[last].end
    glued = _GLUED.match(text, end) if kind == "body" else None
    end = glued.end() if glued else end
    if kind == "body" and text[end : end + 1] == "?" and words[first].text.casefold() in _ASKED:
        end += 1
    return Span(kind, text[start:end], start, end)
