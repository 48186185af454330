"""One command as it was read: its task, and what its spans say."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from shared.decisions.agreement import plainly_agrees
from shared.english.clocks import CLOCK
from shared.english.scanning import rule
from shared.models.reasoning import ConversationContext
from shared.understanding.described import for_one, passed_on, with_descriptions
from shared.understanding.folding import fold
from shared.understanding.following import FOLLOWING, shown_in
from shared.understanding.going_on import ASKS, kinds_of, left_by, pointing_at_it, surely_the_same
from shared.understanding.likewise import Order, asked_likewise, likewise, wants_too
from shared.understanding.linked import AGENTS, CHANGES_PAGES, NEAR_PAGES, RENAMES
from shared.understanding.marking import TIMES, Cut, Span
from shared.understanding.names import known_word
from shared.understanding.page_changes import orders_text
from shared.understanding.pointing import place_named
from shared.understanding.reader import Before, Reader, Reading
from shared.understanding.shown import about_shown
from shared.understanding.shown_event import of_event
from shared.understanding.tasks import IN_WORDS, service_of
from shared.understanding.unlisted import of_contact
from shared.words import ONE_TO_ONE, similar

_CARRIED = 3
"""So many commands back a follow-up may go."""
_ALONE = 0.6
"""Read without what was said before, a message of a surer task stands on its own."""
_AGAIN = re.compile(
    r"^(?:and|also|what about|how about|only|just|but|or|actually|no|instead|make (?:it|that)|same"
    r"|i meant?|sorry|then|now|ok|okay|wait|rather|better)\b",
    re.IGNORECASE,
)
"""How a message begins that takes up the one before."""
_DROPPED = re.compile(
    r"\b(?:not|instead of|rather than|except)(?: (?:in|on|at|to|for|from|the))*\s*$", re.IGNORECASE
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
    r"\b(?:no(?! (?:[\w-]+ ){1,2}yet\b)|nope|not|sorry|wait|i mean|actually|rather|lie"
    r"|scratch that|correction"
    r"|make (?:it|that)|oops)\b",
    re.IGNORECASE,
)
"""What stands between something and what is said in its place."""
_ANSWERED_APART = re.compile(
    r"\b(?:and|but),? (?:a )?no\b|\b(?:no|not) (?:to|for)\b"
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
_POINTS_BACK = re.compile(
    rf"{PUT_THERE.pattern}|"
    r"\b(?:that|the same) (?:very )?(?:hour|time|slot|day|date|week)\b"
    r"|\bthen\b(?=[\s,.!?]*$|[,.]| and\b)",
    re.IGNORECASE,
)
"""A time that was talked about before."""

_TAKES_UP = re.compile(
    r"him|her|his|hers|them|they|he|she|it|(?:the )?same(?: \w+)?"
    r"|(?:the |all )?(?:both|two|three|four|all)(?: of(?: them| those)?)?"
)
_ONWARD: Mapping[str, frozenset[str]] = {
    "cal_slots": frozenset({"cal_create", "cal_availability"}),
    "cal_availability": frozenset({"cal_create", "cal_slots"}),
    "cal_list": frozenset(
        {
            *("cal_create", "cal_conflicts", "cal_availability", "cal_slots"),
            *("cal_update", "cal_cancel", "cal_respond"),
        }
    ),
    "cal_create": frozenset({"cal_slots", "cal_availability", "cal_update"}),
    "contact_find": frozenset({"contact_update"}),
}
"""What goes on from a task: booking from slots, changing what was listed or looked up."""
_WHO = {"person", "organisation"}
_NAMES = {*_WHO, "topic"}
_STOP = re.compile(r"[.!?]+\s+(?=\S)")
PROPER = re.compile(r"(?<=[\w,] )(?!I\b)[A-Z]")
"""How a name begins within a sentence."""
_PLACES = ("file", "channel")
"""Kinds of span that say where something is."""
_TALKED = frozenset({"message", "channel"})
_TO_SOMEBODY = frozenset({"mail_send", "mail_reply"})
"""What is to be written to nobody who is told is for the channel that was shown."""
_LETTERS = _TO_SOMEBODY | {"mail_draft"}
_MAIL = re.compile(r"\b(?:e-?)?mails?\b|@|\bdrafts?\b", re.IGNORECASE)
_ANSWERS = re.compile(r"\b(?:reply|answer|respond)\b", re.IGNORECASE)
_THERE = re.compile(
    r"\b(?:threads?|channel|slack|posts?|under(?:neath)?|beneath|below)\b", re.IGNORECASE
)
"""Where it is answered what was read in a channel, whoever wrote that."""
_OPENED = frozenset({"sheet", "page"})
"""What is talked about once it was opened, though no list had it."""
_LISTS: Mapping[str, str] = {"event": "cal_list", "mail": "mail_search", "email": "mail_search"}
"""How more is told of what was shown, where its name is asked about."""
_NARROWS = re.compile(
    r"\W*(?:(?:no|nope|ok|okay|hm+|well|sorry|too (?:many|much)|that'?s too many)\W+)*"
    r"(?:just|only)\b(?:\W+(?:just|only|please|pls|plz|thanks|those|these|them|the|ones?|mails?"
    r"|e-?mails?|messages?|that|which|who|are|is|were|was|still|from|by|of|to|with|about|on|in|since"
    r"|and|or|me|my|for|show))*\W*",
    re.IGNORECASE,
)
"""What may be said around what a list is to be narrowed to; no word of it orders anything else."""
_POINTS_AT_IT = re.compile(r"\b(?:it|them|this one|that one)\b", re.IGNORECASE)
_READS = ("mail_read", "page_read", "sheet_read")
"""Tasks that are said alike, whatever is read."""
_AT_AN_HOUR = rule(
    r"(?:^|\b(?:for|at|from)\b)\W*"
    r"(?:(?:ok|okay|yes|then|take|go for|how about|let'?s do|let'?s take)\W+)*"
    rf"(?P<hour>{CLOCK})(?=\W*(?:$|[,.;]|\b(?:then|it is|please|pls|thanks|and)\b))"
)
_TAKES = rule(
    rf"\W*(?:(?:ok|okay|yes|right|fine|let'?s|take|say|do|go for|at|then|we'?ll)\W+)*{CLOCK}"
    r"\W*(?:(?:then|please|pls|thanks|it is|works|is fine|sounds good|suits me|would be great)\W*)*"
)
"""How one of the times on offer is taken, or one beside them."""
_IN_COPY = re.compile(
    r"\b(?:in|on) (?:copy|cc|the cc)\b|\bcc'?e?d\b|\bcopied (?:in|on)\b", re.IGNORECASE
)
"""Who else a mail went to, which its head says."""
_FEW, _SHOWN = 6, 20
"""Words of a message that does no more than point, and so many things it may point among."""
_FOR_NOBODY = frozenset({"other", "product", "smalltalk", "update_agent", "create_agent"})
_OTHER_FIELD = (
    r"\b(?:the|its|his|her|their|an?|another|new|different)(?: (?:new|other|different))? (?:{0})\b"
)
_HAVE = (
    (
        "event",
        "cal_update",
        "place|venue|location|room|title|name|start|end|length|time|date|notes?",
    ),
    (
        "contact",
        "contact_update",
        "(?:phone|mobile)(?: number)?|number|(?:e-?mail )?address|(?:job )?title|role|company",
    ),
)
"""What things have that may be said to be different, and the task that makes it so."""
_POINTS = frozenset({"which", "count"})
_UNTIL = frozenset({"mail_snooze"})
"""Tasks that are done once more where nothing but another time is said."""
_UNSURE = 0.5
_POSSIBLE = 0.15
"""How likely a task is to be by its words, where what was shown speaks for it."""
_CLEAR, _BARELY = 0.8, 0.05
"""Likewise where a message takes something back, which is mostly what was just done."""
_PLAIN_CUT = 0.9
"""So likely another command begins that what it says is none of the first one's."""
_PRODUCT = re.compile(
    r"(?:in |the |our |my |that |this |same )*(?:channel|file|sheet|page|notion|slack|gmail"
    r"|google(?: sheets?| calendar| docs?)?|excel|outlook|wiki|knowledge base)"
)
"""A kind of thing, or where everything of a kind is kept: no file's or channel's name."""
_SAY = re.compile(r"\b(?:say(?:s|ing)?|that|writ(?:e|ing)|mention(?:ing)?)\s+$", re.IGNORECASE)
_LEAD = 3
"""So many words before a colon may just say to whom, and of what kind it is."""
_TO_END = re.compile(r"(?:\b(?:to|till?|until)|[-\u2013])\s*$", re.IGNORECASE)
_CLOCK = re.compile(r"\d{1,2}h(?:\d{2})?", re.IGNORECASE)
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
_OF_THOSE = re.compile(
    r"\W*(?:and )?(?:which|who|what|any|how many) of (?:those|these|them)\b", re.IGNORECASE
)
_WITH_FILES = re.compile(
    r"\b(?:e-?mails|mails|messages|ones|anything|everything|of (?:those|these|them))\b[^.;!]{0,40}"
    r"\b(?:with|had|has|have|having|carr(?:y|ied)|contain\w*|includ\w*)\b[^.;!]{0,20}"
    r"\b(?:files?|attach\w*|documents?|pdfs?)\b",
    re.IGNORECASE,
)
"""Mails that are wanted because something was attached to them."""
_IS_NEW = re.compile(
    r"^(?!.*\?|\W*(?:what|who|where|which|how|do|does|did|can|could|find|look|show|give)\b)"
    r".*\b(?:has|['\u2019]s) (?:changed (?:his|her|their)|(?:got )?an? (?:new|different))"
    r" (?:\w+ )?(?:number|phone|mobile|e?-?mail|address|title|job|name)\b",
    re.IGNORECASE | re.DOTALL,
)
"""How it is told that something known of somebody is not so any more."""
_ASKS_WHICH = re.compile(
    r"\W*(?:(?:and|ok|of (?:those|them|these))\W+)*"
    r"(?:(?:which|what(?! about\b)|how many)\b|(?:do|have|did) i\b|are there\b)",
    re.IGNORECASE,
)
"""How it is asked what was done already."""
_WEEKDAY = re.compile(
    r"(?:on )?(?:the )?(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|satur|sat|sun)(?:day)?s?\b"
    r"(?! (?:next|this|after|of|in|\d))",
    re.IGNORECASE,
)
"""A day that may be of any week."""
_WEEK = re.compile(
    r"\b(?:the )?week after next\b|\b(?:next|this|(?:the )?following) week\b"
    r"|\bin (?:a|two) weeks?\b",
    re.IGNORECASE,
)
_PLAINLY = re.compile(r"it|that|this|those|these|them", re.IGNORECASE)
"""What points at what was pointed at in more words."""
_OWNED = re.compile(r"(?P<who>\S.*?['\u2019]s) (?P<what>[^\W\dA-Z].*)")
_LETTER = re.compile(
    r"\s+(?:e-?mails?|mails?|messages?|letters?|notes?|invit\w+|meetings?|questions?|requests?)\b",
    re.IGNORECASE,
)
"""What has somebody it is from, and a subject."""
_THANKS = re.compile(
    r"(?:(?:many|muito|muchas|mille|vielen) )?(?:thanks|thank you|cheers|obrigad[oa]|gracias|danke"
    r"|merci(?: beaucoup)?|grazie|bedankt|tack|takk|dziekuje)",
)
"""What people say at the end in any language, and names no place."""
_NOBODY = re.compile(
    r"(?:(?:of|the|and|over|in|at|by|to|from|new|other|two|three|four|some|any)\b\s*)+"
)
"""Small words that name nobody by themselves."""
_ABOUT = re.compile(
    r"\b(?:about|regarding|concerning|re:?)(?: (?:his|her|the|my|our|their|its|a|an))?\s*$",
    re.IGNORECASE,
)
_BETWEEN_PEOPLE = frozenset({"mail", "slack", "cal"})
"""Services whose messages and meetings are between people, and about something."""
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
_SLIPPED = ("answer", "archive", "forward", "please", "reply", "respond")
_ADDED = frozenset({"time", "newtime", "repeat", "value"})
"""What an answer adds to rather than replaces: "friday", then "at 3"."""


@dataclass(frozen=True)
class Said:
    """A command: its task and how sure that is, its words, and its spans in their order.

    `carried` are spans that an earlier command said and this one leaves as they were. `near` is how
    likely any task of the same service is, `explained` how likely the spans have all that is said.
    `wishes` say how what it changes should be otherwise, in words of their own.
    """

    task: str
    sure: float
    text: str
    spans: tuple[Span, ...]
    carried: tuple[Span, ...] = ()
    near: float = 1.0
    explained: float = 1.0
    wishes: tuple[str, ...] = ()

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
        left, at = "", self._begins
        for span in sorted(self.spans, key=lambda one: one.start):
            if span.kind in _MADE and span.start >= at:
                left += self.text[at : span.start]
                at = span.end
        carried = " ".join(span.text for span in self.carried if span.kind not in _MADE)
        told = ONE_TO_ONE.sub("1:1", f"{left}{self.text[at:]} {carried}")
        words = _ORDERS.sub(" ", told).split()
        return " ".join(one for one in words if not _slip(one))

    @property
    def _begins(self) -> int:
        """Where the first sentence begins that names something; 0 if none does."""
        named = (span.start for span in self.spans if span.kind in _NAMES)
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
    if reading.task in _DONE_TO and _ASKS_WHICH.match(reading.text):
        end = len(reading.text)
        reading = _with_task(reading, "mail_search", Span("flag", _DONE_TO[reading.task], end, end))
    if reading.task == "mail_attachment" and _WITH_FILES.search(reading.text):
        reading = _with_task(reading, "mail_search", Span("file", "files", 0, 0))
    if reading.task == "contact_find" and _IS_NEW.search(reading.text):
        reading = _with_task(reading, "contact_update")
    service = f"{service_of(reading.task)}_"
    near = sum(share for task, share in reading.tasks if task.startswith(service))
    spans = _settled(reading)
    return Said(
        reading.task,
        reading.sure,
        reading.text,
        with_descriptions(spans, reading.text) if service == "mail_" else spans,
        near=min(1.0, max(near, reading.sure)),
        explained=reading.explained,
    )


def _with_task(reading: Reading, task: str, *spans: Span) -> Reading:
    """Return a reading as one of another task, as sure, that says something besides."""
    tasks = ((task, reading.sure), *(one for one in reading.tasks[1:] if one[0] != task))
    return replace(reading, tasks=tasks, spans=(*reading.spans, *spans))


def _settled(reading: Reading) -> tuple[Span, ...]:
    """Leave out what a person takes back within the sentence, and who is only counted."""
    kept: list[Span] = []
    for span in (one for each in reading.spans for one in _owned(each, reading.text)):
        if _says_nothing(span, reading.text):
            continue
        if span.kind == "person" and _talked_of(span, reading, kept):
            kept.append(replace(span, kind="topic"))
            continue
        if span.kind == "topic" and kept and _room(kept[-1], span, reading.text):
            kept[-1] = _joined(kept[-1], span, reading.text)
            continue
        if span.kind == "duration" and kept and _ends_at(kept[-1], span, reading.text):
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
            thanks = _THANKS.fullmatch(fold(span.text).strip(" .!"))
            return thanks is not None or re.search(r"\bsame\s+$", before) is not None
        case "flag":
            return _NOT_ONLY.search(before) is not None
        case _:
            return span.kind in _PLACES and _PRODUCT.fullmatch(said) is not None


def _owned(span: Span, text: str) -> tuple[Span, ...]:
    """Return the owner and the subject of "Ann's laptop mail", marked as one, or the span."""
    found = _OWNED.fullmatch(span.text) if span.kind == "person" else None
    if found is None or _LETTER.match(text, span.end) is None:
        return (span,)
    at = span.start + found.end("who")
    who = Span("person", found["who"], span.start, at)
    return who, Span("topic", found["what"], span.end - len(found["what"]), span.end)


def _room(place: Span, name: Span, text: str) -> bool:
    """Whether words are the name of a room whose kind stands right before them: "room tyne"."""
    kind = place.kind == "place" and _KIND_OF_ROOM.fullmatch(place.text) is not None
    return kind and text[place.end : name.start].isspace() and len(name.text.split()) == 1


def _ends_at(time: Span, clock: Span, text: str) -> bool:
    """Whether what looks like a length is when something ends: "10h00 to 10h30"."""
    open_end = time.kind in TIMES and _TO_END.search(text[time.start : clock.start]) is not None
    return open_end and _CLOCK.fullmatch(clock.text) is not None


def _begins_body(name: Span, body: Span, text: str) -> bool:
    """Whether a name is the first of the words to be said: "say Luis should see this".

    So it is behind the colon that ends an order: "post this in the channel: Luis has seen it".
    """
    before = text[: name.start]
    ordered = before.rstrip().endswith(":") and len(before.split()) > _LEAD
    said = name.kind == "person" and (ordered or _SAY.search(before) is not None)
    return said and text[name.end : body.start].isspace()


def _joined(first: Span, last: Span, text: str) -> Span:
    return replace(first, text=text[first.start : last.end], end=last.end)


def _talked_of(span: Span, reading: Reading, kept: Sequence[Span]) -> bool:
    """Whether somebody is what a message to or from somebody else is about."""
    told = service_of(reading.task) in _BETWEEN_PEOPLE
    others = any(one.kind == "person" for one in kept)
    return told and others and _ABOUT.search(reading.text[: span.start]) is not None


def before_in(context: ConversationContext) -> Before | None:
    """Return what was said before a message, and what kind of answer it got."""
    exchanges = context.exchanges
    for at in range(len(exchanges) - 1, -1, -1):
        if exchanges[at].role == "user" and not plainly_agrees(exchanges[at].text, ""):
            return Before(exchanges[at].text, _answered(context))
    return None


def _answered(context: ConversationContext) -> str:
    """Tell the kind of the last answer from what it left to point at."""
    last = context.exchanges[-1]
    if last.role == "user":
        return "none"
    if context.question:
        return "question"
    if not context.references:
        return "question" if last.text.rstrip().endswith("?") else "done"
    listed = {one.id for one in context.references if one.ordinal}
    opened = any(one.kind in _OPENED and not one.ordinal for one in context.references)
    return "list" if len(listed) > 1 else "item" if listed or opened else "done"


_SENTENCES = re.compile(r"(?<=[.!?])\s+(?=\S)")
"""Where the last sentence of several says what is wanted, and those before it why."""


def follow(text: str, context: ConversationContext, reader: Reader) -> Said:
    """Read a message as it goes on from what was said before.

    What stands on its own is read by itself; a message that only makes sense after the last one
    takes over what that one said and this one does not.
    """
    said = _followed(text, context, reader, _CARRIED)
    if said.task in _LETTERS and (answer := for_one(text)) != text:
        return follow(answer, context, reader)
    if said.task in {"other", "mail_forward"} and (order := passed_on(text)) != text:
        return follow(order, context, reader)
    *reasons, last = _SENTENCES.split(text.strip())
    if not reasons:
        return said
    wish = _followed(last, context, reader, _CARRIED)
    goes_on = bool(wish.carried) and wish.sure >= _UNSURE
    elsewhere = not said.carried and said.sure < _CLEAR
    return wish if goes_on and (said.sure < _UNSURE or elsewhere) else said


def _followed(text: str, context: ConversationContext, reader: Reader, depth: int) -> Said:
    before = before_in(context)
    if before is None or depth == 0:
        return said_in(reader.read(text))
    alone, after = reader.read(text), reader.read(text, before)
    share = FOLLOWING.of(text, left_by(context, before, reader), shown_in(context))
    same = context.references and surely_the_same(share)
    blurred = after.sure < _ALONE < alone.sure and not (same or _AGAIN.match(text))
    civil = alone.task == "smalltalk" and alone.sure >= _CLEAR  # "ok thanks" wants nothing more
    clear = blurred or civil or text.casefold() == before.text.casefold()  # asked once more
    reading = _of_what_is_there(alone if clear else after, before, context, reader)
    reading = pointing_at_it(reading, before, context, reader, share)
    said = said_in(reading)
    part = _part_for(said.task, before.text, reader)
    earlier = _followed(part, _until(context, before), reader, depth - 1)
    if part == before.text:
        earlier = _first_of(earlier, reader.read(before.text).cuts)
    if (again := _likewise(text, earlier, before, reader)) is not None:
        return again
    if asked_likewise(text) and earlier.task in IN_WORDS:
        likely = max(reading.sure, _CLEAR)
        meant = reader.read_as(earlier.task, text, before)
        reading = replace(meant, tasks=((earlier.task, likely),))
        said = said_in(reading)
    onward = said.task in _ONWARD.get(earlier.task, frozenset())
    elliptic = alone.sure < _ALONE or alone.task != reading.task or _AGAIN.match(text)
    elliptic = elliptic or (
        before.answered == "list" and (_narrows(reading) or _OF_THOSE.match(text) is not None)
    )
    nameless = onward and not said.has("topic", "person", "organisation")
    back = onward and (_POINTS_BACK.search(text) or any(pronoun(one) for one in said.spans))
    offered = any(one.kind == "slot" for one in context.references)
    taking = onward and offered and not said.has("person", "organisation")
    if not (elliptic or nameless or back or taking or said.has("which")):
        return said
    if onward or earlier.task == said.task:
        said = _of_that_week(said, earlier)
        return replace(said, carried=_carried(said, earlier, onward=onward))
    return _about_the_same(said, earlier)


def _likewise(text: str, earlier: Said, before: Before, reader: Reader) -> Said | None:
    """Read what is wanted of another, too, as the order before with that in it.

    "The same for Ann" changes Ann's, as Al's was, and invites nobody. Where it is unclear what of a
    change it stands for, nothing is said. None for any other message.
    """
    meant = reader.read_as(earlier.task, text, before)
    order = Order(earlier.task, earlier.text, earlier.spans)
    if again := likewise(text, said_in(meant).spans, order):
        return replace(earlier, sure=_CLEAR, text=again.text, spans=again.spans, carried=())
    kinds = {one.kind for one in meant.spans}
    whose = kinds <= _NAMES and asked_likewise(text)
    if earlier.task == "cal_update" and kinds and (whose or (kinds <= TIMES and wants_too(text))):
        return replace(said_in(meant), task=earlier.task, spans=())
    return None


def _first_of(said: Said, cuts: Sequence[Cut]) -> Said:
    """Return a message as its first command, where it plainly goes on with another."""
    end = next((cut.start for cut in cuts if cut.likely >= _PLAIN_CUT), len(said.text))
    return replace(said, spans=tuple(one for one in said.spans if one.start < end))


def _part_for(task: str, text: str, reader: Reader) -> str:
    """Return the command of a message of several that another of its task goes on from."""
    parts, at = list[str](), 0
    for cut in reader.read(text).cuts:
        if cut.likely >= _UNSURE:
            parts.append(text[at : cut.start])
            at = cut.end
    every = [one.strip(" ,;.") for one in (*parts, text[at:]) if parts]
    return next((one for one in reversed(every) if one and reader.read(one).task == task), text)


def _of_what_is_there(
    reading: Reading, before: Before, context: ConversationContext, reader: Reader
) -> Reading:
    """Read what is about nothing there is to point at as the likeliest that is.

    "Read it to me" means the page just found, where no mail is known; and where it is unclear what
    is to be changed, it is what was just shown.
    """
    latest = {one.kind for one in context.references if one.ordinal == 0}
    known = latest or {one.kind for one in context.references}
    kinds = (one.kind for one in context.references if one.kind in known)
    listing = next((_LISTS[kind] for kind in kinds if kind in _LISTS), "")
    if before.answered == "list" and listing and _narrows(reading):
        meant = reader.read_as(listing, reading.text, before)
        return replace(meant, tasks=((listing, max(reading.sure, _CLEAR)),))
    offered = "slot" in known and "event" not in known
    if offered and reading.task == "cal_create":
        return _at_its_hour(reading)
    if offered and (_takes_a_time(reading) or _only_points(reading)):
        booked = reader.read_as("cal_create", reading.text, before)  # a time on offer, or beside
        tasks = (("cal_create", max(reading.sure, _CLEAR)), *reading.tasks[1:])
        return replace(_at_its_hour(booked), tasks=tasks)
    events = {one.id: one.ordinal for one in context.references if one.kind == "event"}
    there = known | {"event"} if len(events) == 1 or 1 in events.values() else known
    shown = _of_the_page(reading, before, known, reader) or of_event(reading, before, there, reader)
    shown = shown or of_contact(reading, before, known, reader)
    shown = shown or about_shown(reading, before, context, reader)
    if meant := shown or _of_the_mail(reading, before, known, reader):
        return meant
    if instead := _to_whom_was_read(reading, known):
        meant = reader.read_as(instead, reading.text, before)
        return replace(meant, tasks=((instead, max(reading.sure, _CLEAR)), *reading.tasks))
    if not known or known & kinds_of(reading.task):
        return reading
    for task, share in _likely_instead(reading, before, context, reader):
        if known <= kinds_of(task):
            meant = reader.read_as(task, reading.text, before)
            return replace(meant, tasks=((task, reading.sure + share),))
    return reading


def _to_whom_was_read(reading: Reading, known: set[str]) -> str:
    """Return the task that writes where was just read, for a message that is for nobody else."""
    outside = Said(reading.task, reading.sure, reading.text, reading.spans).unmarked
    mail = _MAIL.search(outside) is not None
    names = any(one.kind in {"person", "channel"} and not takes_up(one) for one in reading.spans)
    if reading.task == "slack_post" and _ANSWERS.search(outside):
        answered = not names and known and known <= kinds_of("mail_")
        return "mail_reply" if mail or answered else ""
    there = _THERE.search(outside) is not None
    talked = bool(known & _TALKED) if there else bool(known) and known <= _TALKED
    talked = talked and reading.task in _TO_SOMEBODY
    return "slack_post" if talked and not mail and (there or not names) else ""


def _takes_a_time(reading: Reading) -> bool:
    """Whether a message after times were offered says, or points at, one of them and no more."""
    if reading.task in {"cal_update", "cal_slots"}:
        times = {span.kind for span in reading.spans} & (TIMES | {"duration"})
        return reading.task == "cal_update" or (
            bool(times) and _TAKES.fullmatch(reading.text) is not None
        )
    return reading.task in _FOR_NOBODY and _AT_AN_HOUR.search(reading.text) is not None


def _only_points(reading: Reading) -> bool:
    """Whether a message for another service does no more than point at one of what is shown."""
    elsewhere = service_of(reading.task) != "cal"
    short = len(reading.text.split()) <= _FEW
    return elsewhere and short and place_named(reading.text, _SHOWN) is not None


def _of_the_page(
    reading: Reading, before: Before, known: set[str], reader: Reader
) -> Reading | None:
    """Read an order to change what is written, which names nothing, as one for the page shown."""
    if "page" not in known or reading.task not in CHANGES_PAGES:
        return None
    if not orders_text(reading.text, likely=reading.task in NEAR_PAGES):
        return None
    meant = reader.read_as("page_write", reading.text, before)
    return replace(meant, tasks=(("page_write", _CLEAR), *reading.tasks))


def _of_the_mail(
    reading: Reading, before: Before, known: set[str], reader: Reader
) -> Reading | None:
    """Read who else got a mail as a wish to see it: the one described, or "it"."""
    text, end = reading.text, len(reading.text)
    if not (known & kinds_of("mail_") and _IN_COPY.search(text) and ASKS.search(text)):
        return None
    meant = reader.read_as("mail_read", text, before)
    told = any(one.kind in {"topic", "which"} for one in meant.spans)
    it = () if told else (Span("which", "it", end, end),)
    return replace(meant, tasks=(("mail_read", _CLEAR),), spans=(*meant.spans, *it))


def _at_its_hour(reading: Reading) -> Reading:
    """Return a message that takes a time with that marked, where it is not: "put us down for 2"."""
    found = _AT_AN_HOUR.search(reading.text)
    if found is None or any(span.kind in TIMES for span in reading.spans):
        return reading
    hour = Span("time", found["hour"], *found.span("hour"))
    kept = (one for one in reading.spans if one.end <= hour.start or hour.end <= one.start)
    return replace(reading, spans=(*kept, hour))


def _narrows(reading: Reading) -> bool:
    """Whether a message after a list says nothing but which of it are wanted: "just the unread"."""
    said = Said(reading.task, reading.sure, reading.text, reading.spans)
    told = any(span.kind != "which" for span in said.spans)
    return told and _NARROWS.fullmatch(said.unmarked) is not None


def _likely_instead(
    reading: Reading, before: Before, context: ConversationContext, reader: Reader
) -> Sequence[tuple[str, float]]:
    """Return the tasks a message may be for, each with what speaks for it besides its words."""
    if task := _at_another_time(reading, before, reader):
        return [(task, 0.0)]
    if told := _field_of(reading, context):
        return [(told, max(0.0, _CLEAR - reading.sure))]
    if reading.task in _READS and {span.kind for span in reading.spans} <= _POINTS:
        return [(task, 0.0) for task in _READS]
    if reading.task == "other" and _POINTS_AT_IT.search(reading.text):
        return [one for one in reading.tasks[1:] if one[1] >= _BARELY]
    if reading.sure < _UNSURE:
        return [one for one in reading.tasks if one[1] >= _POSSIBLE]
    if TAKEN_BACK.search(reading.text) and reading.sure < _CLEAR:
        return [one for one in reading.tasks if one[1] >= _BARELY]
    return []


def _field_of(reading: Reading, context: ConversationContext) -> str:
    """Return the task that changes what was just shown, where what it has is to be different.

    "Swap the place for The Garden" is about the lunch that was asked about.
    """
    text = reading.text
    if reading.task not in _FOR_NOBODY or ASKS.search(text) or AGENTS.search(text):
        return ""
    kinds = {one.kind for one in context.references}
    for kind, task, has in _HAVE:
        if kind in kinds and re.search(_OTHER_FIELD.format(has), text, re.IGNORECASE):
            return task
    return "cal_update" if "event" in kinds and RENAMES.search(text) else ""


def _at_another_time(reading: Reading, before: Before, reader: Reader) -> str:
    """Return the task before that a message only says another time for; "" where it says more."""
    timed = bool(reading.spans) and {span.kind for span in reading.spans} <= TIMES
    task = reader.read(before.text).task if timed and "?" not in reading.text else ""
    return task if task in _UNTIL else ""


def _carried(said: Said, earlier: Said, *, onward: bool) -> tuple[Span, ...]:
    """Return what an earlier command said that a follow-up goes on from.

    Mail is looked for anew by what is said anew; in the calendar another hour is of the same day.
    """
    newer = {span.kind for span in earlier.spans}
    kept = (*(span for span in earlier.carried if span.kind not in newer), *earlier.spans)
    kept = tuple(span for span in kept if span.kind != "body" or _again(said))
    if onward or said.task in _ONWARD:
        return kept
    own = {span.kind for span in said.spans if not takes_up(span)}
    own |= _WHO if own & _WHO else set()
    return tuple(span for span in kept if span.kind not in own)


def _of_that_week(said: Said, earlier: Said) -> Said:
    """Put a weekday that stands alone into the week the command before was about.

    After "Thursday next week", "and Friday?" is the Friday after that Thursday.
    """
    weeks = [found[0] for one in earlier.all("time") if (found := _WEEK.search(one))]
    if not weeks or any(_WEEK.search(one) for one in said.all("time")):
        return said
    spans = (
        replace(one, text=f"{one.text} {weeks[-1]}")
        if one.kind == "time" and _WEEKDAY.match(one.text)
        else one
        for one in said.spans
    )
    return replace(said, spans=tuple(spans))


def pronoun(span: Span) -> bool:
    """Whether a span is a person who is named elsewhere."""
    return span.kind == "person" and takes_up(span)


def _again(said: Said) -> bool:
    """Whether the same words are to be said once more; else nobody's words are said twice."""
    return said.says("same") or any(takes_up(one) for one in said.spans if one.kind == "body")


def takes_up(span: Span) -> bool:
    """Whether a span only takes up what was said before ("her", "the same")."""
    return _TAKES_UP.fullmatch(span.text.casefold()) is not None


def _about_the_same(said: Said, earlier: Said) -> Said:
    """Take over what an earlier command of the same service was about: its file or channel."""
    same = service_of(said.task) == service_of(earlier.task)
    if not same or said.has(*_PLACES) or said.task == "slack_post":
        return said
    kept = (*earlier.carried, *earlier.spans)
    return replace(said, carried=tuple(span for span in kept if span.kind in _PLACES))


def _until(context: ConversationContext, before: Before) -> ConversationContext:
    """Return what was known when the message before was said."""
    exchanges = context.exchanges
    at = max(
        place
        for place, one in enumerate(exchanges)
        if one.role == "user" and one.text == before.text
    )
    return ConversationContext(exchanges=exchanges[:at])
