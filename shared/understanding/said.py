"""One command as it was read: its task, and what its spans say."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from shared.models.reasoning import Reference
from shared.understanding.described import with_descriptions
from shared.understanding.folding import fold
from shared.understanding.marking import Span
from shared.understanding.names import known_word
from shared.understanding.reader import Reading
from shared.understanding.revision import Party, Timed, Wished
from shared.understanding.tasks import service_of
from shared.words import ONE_TO_ONE, similar

_DROPPED = re.compile(
    r"\b(?:now\b[\s,;]*)?(?:not|(?:no (?:more|longer)|in(?:stead| place| lieu) of|rather than"
    r"|replacing|except)(?: (?:an?|his|her|their))?)"
    r"(?: (?:in|on|at|to|for|from|the))*\s*$",
    re.IGNORECASE,
)
"""What stands before something that is said not to be meant."""
_NOT_ONLY = re.compile(
    r"\bnot (?:only|just|merely)(?: (?:the|those|these|my|ones?|that|which|are|is))*\s*$",
    re.IGNORECASE,
)
"""What stands before a kind that is wanted beside others."""
_WORDS = re.compile(r"[^\W_]")
_JOINED = re.compile(
    r"\s*(?:,|;|&|\+|,?\s*\b(?:and|n|plus|or)\b)"
    r"(?:\s*\b(?:also|then|in|on|to|for|from|the|u[hm]|er)\b)*\s*",
    re.IGNORECASE,
)
"""What stands between things that are meant together."""
TAKEN_BACK = re.compile(
    r"\b(?:no(?! (?:(?:[\w-]+ ){1,2}yet|longer)\b)|nope|not|sorry|wait|i mean|actually|rather|lie"
    r"|scratch that|correction"
    r"|make (?:it|that)|oops)\b",
    re.IGNORECASE,
)
"""What stands between something and what is said in its place."""
_ANSWERED_APART = re.compile(
    r"\b(?:and|but),? (?:a )?no\b|\b(?:so|have|has|is|are|with|there['\u2019]?s) no (?=\w)"
    r"|\b(?:no|not) (?:to|for)\b"
    r"|\b(?:do(?:es)?|did|must|may|shall|should|will|would) not (?!to\b)(?=\w)"
    r"|\bnot (?:yet|sent)\b",
    re.IGNORECASE,
)
"""What takes nothing back: "yes to the lunch and no to the call", "it does not go out"."""
PUT_THERE = re.compile(
    r"\b(?:mov\w+|shift\w*|put|push\w*|pull|bring|resched\w*|slide|drag)\b[^,.;!?]*"
    r"\b(?:(?<!is )(?<!are )(?<!be )there\b(?!['\u2019]|,? (?:is|are|was|were|will|to)\b)"
    r"|to that (?:very )?(?:day|date)\b)",
    re.IGNORECASE,
)
"""How something is moved to the day, or the hour, that was asked about."""
_TAKES_UP = re.compile(
    r"him|her|his|hers|them|they|he|she|it|(?:the )?same(?: \w+)?"
    r"|(?:the |all )?(?:both|two|three|four|all)(?: of(?: them| those)?)?"
)
TOGETHER = re.compile(r"\b(?:us|we|our|together|both|them)\b", re.IGNORECASE)
"""That something is for those as well who were asked about."""
WHO = frozenset({"person", "organisation"})
"""Kinds of span that tell who."""
NAMES = WHO | {"topic"}
"""Kinds of span that name who, or what it is about."""
_STOP = re.compile(r"[.!?]+\s+(?=\S)")
PROPER = re.compile(r"(?<=[\w,] )(?!I\b)[A-Z]")
"""How a name begins within a sentence."""
PLACES = ("file", "channel")
"""Kinds of span that say where something is."""
_PRODUCT = re.compile(
    r"(?:in |the |our |my |that |this |same )*(?:channel|room|file|sheet|page|notion|slack|gmail"
    r"|google(?: sheets?| calendar| docs?)?|excel|outlook|wiki|knowledge base)"
)
"""A kind of thing, or where everything of a kind is kept: no file's or channel's name."""
_SAY = re.compile(r"\b(?:say(?:s|ing)?|that|writ(?:e|ing)|mention(?:ing)?)\s+$", re.IGNORECASE)
_TITLE = re.compile(r"\b(?:subject|re|topic|title|about)\W*$", re.IGNORECASE)
_LEAD = 3
"""So many words before a colon may just say to whom, and of what kind it is."""
_KIND_OF_ROOM = re.compile(r"(?:meeting |conference )?(?:room|hall|studio|lab)", re.IGNORECASE)
_COUNTED = re.compile(
    r"(?:the |all )?(?:two|three|four|both|all)?(?: of (?:us|you))?|us|we|i|all of us|my|our|your"
)
"""Whoever is meant, it is said elsewhere who."""
_DONE_TO: Mapping[str, str] = {
    "mail_star": "starred",
    "mail_archive": "archived",
}
"""What mail is called that something was done to."""
_WITH_FILES = re.compile(
    r"\b(?:e-?mails|mails|messages|ones|anything|everything|of (?:those|these|them))\b[^.;!]{0,40}"
    r"\b(?:with|had|has|have|having|carr(?:y|ied)|contain\w*|includ\w*)\b[^.;!]{0,20}"
    r"\b(?:files?|attach\w*|documents?|pdfs?)\b",
    re.IGNORECASE,
)
"""Mails that are wanted because something was attached to them."""
_PLAINLY = re.compile(r"it|that|this|those|these|them", re.IGNORECASE)
"""What points at what was pointed at in more words."""
_BEHIND_NAME = re.compile(
    r"(?<=\w)(?:-(?:san|sama|kun|chan|sensei|ji)| san| (?:from|at|of))$", re.IGNORECASE
)
"""How people are addressed, behind their names, or what leads to where they are from."""
_AT = re.compile(r"['\u2019]?s?,? (?:(?:up|over|down|out|in) )?at (?:the )?", re.IGNORECASE)
"""What stands between somebody and the firm they are at."""
_NOBODY = re.compile(
    r"(?:(?:of|the|and|over|in|at|by|to|from|new|other|two|three|four|some|any)\b\s*)+"
)
"""Small words that name nobody by themselves."""
_MADE = frozenset({"body", "newtime", "value", "label"})
"""Kinds of span that say what something becomes."""
_ORDERS = re.compile(
    r"\b(?:e-?mails?|messages?|repl(?:y|ies)|answer|respond|forward|send|sent|writ(?:e|es|ten)"
    r"|wrote|star|archive|label|mark(?: (?:it|them))?(?: as)?(?: read)?|snooze|find|show|open|read"
    r"|give|put|newest|latest|last|recent|new|one|thing|meetings?|events?|appointments?|cancel"
    r"|move|accept|decline|tell|ask|let|know|say|need|want|make|take|can't|won't|don't)\b",
    re.IGNORECASE,
)
"""What commands are made of, whichever thing they are about."""
_SAYS_SOMETHING = frozenset(
    {"mail_send", "mail_reply", "mail_draft", "mail_forward", "mail_send_draft"}
)
"""Tasks about mail in which something is to be said; in others what is said is a mail's own."""
_SLIPPED = ("answer", "archive", "forward", "please", "reply", "respond")
_ADDED = frozenset({"time", "newtime", "repeat", "value"})
"""What an answer adds to rather than replaces: "friday", then "at 3"."""


_NOTHING_WISHED = Wished({})


@dataclass(frozen=True)
class Said:
    """A command: its task and how sure that is, its words, and its spans in their order.

    `carried` are spans that an earlier command said and this one leaves as they were. `near` is how
    likely any task of the same service is, `explained` how likely the spans have all that is said.
    `wishes` say how what it changes should be otherwise, in words of their own. `times` is what its
    times are for, `parties` what part people have, `spoken` who is only spoken of, and `wished`
    what is to be different of the event or the page that is meant, as far as that is marked.
    `tasks` are all that it may be, the likeliest first, `listed` what it plainly is about of the
    things that were listed before it.
    """

    task: str
    sure: float
    text: str
    spans: tuple[Span, ...]
    carried: tuple[Span, ...] = ()
    near: float = 1.0
    explained: float = 1.0
    wishes: tuple[str, ...] = ()
    times: tuple[Timed, ...] = ()
    spoken: tuple[str, ...] = ()
    parties: tuple[Party, ...] = ()
    wished: Wished = _NOTHING_WISHED
    tasks: tuple[tuple[str, float], ...] = ()
    listed: tuple[Reference, ...] = ()

    @property
    def whole(self) -> float:
        """How likely it was read as it was meant, and all of it."""
        return min(max(self.sure, 0.0), 1.0, self.explained)

    def all(self, *kinds: str) -> tuple[str, ...]:
        """Return what the spans of some kinds say, in order; carried ones where none is said."""
        found = tuple(span.text for span in self.spans if span.kind in kinds)
        return found or tuple(span.text for span in self.carried if span.kind in kinds)

    def one(self, kind: str) -> str:
        """Return what the last span of a kind says: a correction comes last; "" for none."""
        return next(reversed(self.all(kind)), "")

    def joined(self, kind: str) -> str:
        """Return all that the spans of a kind say."""
        return " ".join(self.all(kind))

    def has(self, *kinds: str) -> bool:
        """Whether anything of some kinds is said in this command itself."""
        return any(span.kind in kinds for span in self.spans)

    def held(self, *kinds: str) -> tuple[Span, ...]:
        """Return the spans of some kinds said in this command itself, but for "not this one"."""
        return tuple(
            span
            for span in sorted(self.spans, key=lambda one: one.start)
            if span.kind in kinds and not _DROPPED.search(self.text[: span.start])
        )

    def meant(self, *kinds: str) -> tuple[Span, ...]:
        """Return the spans of some kinds that hold in the end; a carried one where none is said.

        Of "#ops, no, #dev" it is the last; "Ann and Bob" hold together.
        """
        if not self.has(*kinds):
            return tuple(span for span in self.carried if span.kind in kinds)[-1:]
        return self.last_joined(self.held(*kinds))

    def last_joined(self, spans: Sequence[Span]) -> tuple[Span, ...]:
        """Return the last of some spans, with those that are joined to it ("Ann and Bob")."""
        group = list(spans[-1:])
        for span in reversed(spans[:-1]):
            if not _JOINED.fullmatch(self.text[span.end : group[0].start]):
                break
            group.insert(0, span)
        return tuple(group)

    def joined_to(self, first: Span, spans: Sequence[Span]) -> tuple[Span, ...]:
        """Return a span with those of some spans behind it that are joined to it."""
        group = [first]
        for span in spans:
            if span.start >= group[-1].end and _JOINED.fullmatch(
                self.text[group[-1].end : span.start]
            ):
                group.append(span)
        return tuple(group)

    def corrects(self, start: int, end: int) -> bool:
        """Whether the words between two places take back what stands before them."""
        return TAKEN_BACK.search(self.text[start:end]) is not None

    def before(self, span: Span) -> str:
        """Return the word before a span, folded."""
        return next(iter(re.findall(r"[\w'\u2019]+", self.text[: span.start])[-1:]), "").casefold()

    @property
    def rest(self) -> str:
        """The words outside all spans, folded: verbs, courtesy and function words."""
        return self.unmarked.casefold()

    @property
    def unmarked(self) -> str:
        """The words outside all spans, as they are written."""
        left, at = "", 0
        for span in sorted(self.spans, key=lambda one: one.start):
            left += f"{self.text[at : span.start]} "
            at = max(at, span.end)
        return f" {left}{self.text[at:]} "

    @property
    def describing(self) -> str:
        """All words that may say which thing is meant: not those to be said, or made of it.

        Why it is wanted, in sentences before the first that names something, says nothing of it:
        "I can't be in two places. Decline the demo" is no two pages.
        """
        return self.describing_before(len(self.text))

    def describing_before(self, end: int) -> str:
        """Return the words that may say which thing is meant, up to some place."""
        left, at = "", self._begins
        for span in sorted(self.spans, key=lambda one: one.start):
            if span.kind in _MADE and at <= span.start < end:
                left += self.text[at : span.start]
                at = span.end
        carried = " ".join(span.text for span in self.carried if span.kind not in _MADE)
        told = ONE_TO_ONE.sub("1:1", f"{left}{self.text[at:end]} {carried}")
        words = _ORDERS.sub(" ", told).split()
        return " ".join(one for one in words if not _slip(one))

    @property
    def _begins(self) -> int:
        """Where the first sentence begins that names something; 0 if none does."""
        named = (span.start for span in self.spans if span.kind in NAMES)
        first = min(named, default=0)
        begins = max((one.end() for one in _STOP.finditer(self.text, 0, first)), default=0)
        return 0 if PROPER.search(self.text, 0, begins) else begins

    def says(self, words: str) -> bool:
        """Whether any of the words, written as an expression, stands outside all spans."""
        return re.search(rf"\b(?:{words})\b", self.rest) is not None

    def with_answer(self, lacks: str, more: Sequence[Span]) -> "Said":
        """Return the command with spans of an answer to a question that asked for `lacks`."""
        kept = (one for one in self.spans if one.kind != lacks or lacks in _ADDED)
        new = (one for one in more if one.kind == lacks or not takes_up(one))
        return replace(self, spans=(*kept, *new))


def _slip(word: str) -> bool:
    """Whether a word is an order with a slip of the keyboard: "answr"."""
    return not known_word(fold(word)) and any(similar(fold(word), one) for one in _SLIPPED)


def said_in(reading: Reading) -> Said:
    """Return what a message says that is one command: corrected is what was corrected.

    Asked which mails were starred, one looks for them and stars none.
    """
    if reading.task in _DONE_TO and reading.asks:
        end = len(reading.text)
        reading = _with_task(reading, "mail_search", Span("flag", _DONE_TO[reading.task], end, end))
    if reading.task == "mail_attachment" and _WITH_FILES.search(reading.text):
        reading = _with_task(reading, "mail_search", Span("file", "files", 0, 0))
    service = f"{service_of(reading.task)}_"
    near = sum(share for task, share in reading.tasks if task.startswith(service))
    spans = _settled(reading)
    if service == "mail_" and reading.task not in _SAYS_SOMETHING:
        spans = tuple(one for one in spans if one.kind != "body")
    return Said(
        reading.task,
        reading.sure,
        reading.text,
        with_descriptions(spans, reading.text) if service == "mail_" else spans,
        near=min(1.0, max(near, reading.sure)),
        explained=reading.explained,
        tasks=reading.tasks,
    )


def _with_task(reading: Reading, task: str, *spans: Span) -> Reading:
    """Return a reading as one of another task, as sure, that says something besides."""
    tasks = ((task, reading.sure), *(one for one in reading.tasks[1:] if one[0] != task))
    return replace(reading, tasks=tasks, spans=(*reading.spans, *spans))


def _settled(reading: Reading) -> tuple[Span, ...]:
    """Leave out what a person takes back within the sentence, and who is only counted."""
    kept: list[Span] = []
    for span in map(_plainly_named, _at_firms(reading.spans, reading.text)):
        if _says_nothing(span, reading.text):
            continue
        if span.kind == "topic" and kept and _room(kept[-1], span, reading.text):
            kept[-1] = _joined(kept[-1], span, reading.text)
            continue
        if span.kind == "body" and kept and _begins_body(kept[-1], span, reading.text):
            kept[-1] = replace(_joined(kept[-1], span, reading.text), kind="body")
            continue
        same = [at for at, one in enumerate(kept) if one.kind == span.kind]
        between = _unmarked(reading, kept[same[-1]].end, span.start) if same else ""
        if same and not _WORDS.search(_DROPPED.sub("", between)):
            if _DROPPED.search(between):  # "31 not 30": what follows is what is not meant
                continue
        elif span.kind != "body" and TAKEN_BACK.search(_ANSWERED_APART.sub(" ", between)):
            del kept[same[-1]]
        kept.append(span)
    telling = [one for one in kept if one.kind == "which" and not _PLAINLY.fullmatch(one.text)]
    return tuple(one for one in kept if one.kind != "which" or not telling or one in telling)


def _unmarked(reading: Reading, start: int, end: int) -> str:
    """Return what stands between two places but for what is to be said: it takes nothing back."""
    text = reading.text[start:end]
    for one in reading.spans:
        if one.kind == "body" and start <= one.start and one.end <= end:
            text = text.replace(one.text, " ", 1)
    return text


def _says_nothing(span: Span, text: str) -> bool:
    """Whether a span names nobody and nothing: "both of us", "my Slack", "the same room"."""
    said, before = span.text.casefold(), text[: span.start]
    match span.kind:
        case "person":
            return (_COUNTED.fullmatch(said) or _NOBODY.fullmatch(said)) is not None
        case "place":
            return re.search(r"\bsame\s+$", before) is not None
        case "flag":
            return _NOT_ONLY.search(before) is not None
        case _:
            return span.kind in PLACES and _PRODUCT.fullmatch(said) is not None


def _plainly_named(span: Span) -> Span:
    """Return a name without what stands behind it: "Tanaka-san", "Ben from"."""
    called = _BEHIND_NAME.search(span.text) if span.kind == "person" else None
    if called is None:
        return span
    return replace(span, text=span.text[: called.start()], end=span.start + called.start())


def _room(place: Span, name: Span, text: str) -> bool:
    """Whether words are the name of a room whose kind stands right before them: "room tyne"."""
    kind = place.kind == "place" and _KIND_OF_ROOM.fullmatch(place.text) is not None
    return kind and text[place.end : name.start].isspace() and len(name.text.split()) == 1


def _at_firms(spans: Sequence[Span], text: str) -> list[Span]:
    """Return spans in which whoever somebody is "at" is a firm: "Ann over at Acme"."""
    return [
        replace(one, kind="organisation")
        if last and last.kind == one.kind == "person" and _AT.fullmatch(text, last.end, one.start)
        else one
        for last, one in zip((None, *spans), spans, strict=False)
    ]


def _begins_body(name: Span, body: Span, text: str) -> bool:
    """Whether a name is the first of the words to be said: "say Luis should see this".

    So it is behind the colon that ends an order: "post this in the channel: Luis has seen it".
    """
    before = text[: name.start]
    colon = before.rstrip().endswith(":")
    ordered = colon and (name.kind == "topic" or len(before.split()) > _LEAD)
    said = name.kind == "person" and _SAY.search(before) is not None
    said = said or (ordered and name.kind in {"person", "topic"} and not _TITLE.search(before))
    return said and text[name.end : body.start].isspace()


def _joined(first: Span, last: Span, text: str) -> Span:
    return replace(first, text=text[first.start : last.end], end=last.end)


def pronoun(span: Span) -> bool:
    """Whether a span is a person who is named elsewhere."""
    return span.kind == "person" and takes_up(span)


def takes_up(span: Span) -> bool:
    """Whether a span only takes up what was said before ("her", "the same")."""
    return _TAKES_UP.fullmatch(span.text.casefold()) is not None
