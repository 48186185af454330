"""Whether words that make up an agent's name mean the agent, by how and where they are written."""

from typing import NamedTuple

AGENT_NOUNS = frozenset({"agent", "agents", "bot", "bots", "assistant", "automation", "subagent"})

_LOOSE_NOUNS = frozenset({"thing", "thingy", "helper", "guy", "workflow", "tool"})
_ARTICLES = frozenset({"the", "our", "my", "this", "that", "your"})
_ADDRESSING = frozenset(
    {"ask", "tell", "use", "run", "have", "let", "via", "through", "pause", "launch", "tag"}
    | {"rename", "disable", "resume", "retire", "stop"}
)
_CITING = frozenset(
    {"says", "said", "told", "tells", "showed", "shows", "shown", "found", "flagged", "warned"}
    | {"claims", "claimed", "reckons", "thinks", "reported", "stated", "mentioned", "pinged"}
)
_QUOTES = frozenset("\"'`\u2018\u2019\u201c\u201d\u00ab\u00bb")
_DOER = ("er", "or", "bot", "ist")
_DOER_LETTERS = 5


class Window(NamedTuple):
    """Neighbouring words of a text, `first` to `last`; words are (folded, start, end)."""

    text: str
    words: list[tuple[str, int, int]]
    first: int
    last: int

    @property
    def start(self) -> int:
        """Offset of the first word."""
        return self.words[self.first][1]

    @property
    def end(self) -> int:
        """Offset behind the last word."""
        return self.words[self.last][2]

    @property
    def written(self) -> str:
        """As it stands in the text."""
        return self.text[self.start : self.end]

    @property
    def joined(self) -> str:
        """Its letters, folded and run together."""
        return "".join(word for word, _, _ in self.words[self.first : self.last + 1])

    @property
    def length(self) -> int:
        """How many words it has."""
        return self.last - self.first + 1

    @property
    def ends(self) -> str:
        """Its last word."""
        return self.words[self.last][0]

    @property
    def before(self) -> str:
        """The word before it, if any."""
        return self.words[self.first - 1][0] if self.first else ""

    @property
    def after(self) -> str:
        """The word after it, if any."""
        return self.words[self.last + 1][0] if self.last + 1 < len(self.words) else ""

    @property
    def quoted(self) -> bool:
        """Between quotation marks."""
        around = self.text[max(self.start - 1, 0) : self.start] + self.text[self.end : self.end + 1]
        return len(around) == 2 and _QUOTES.issuperset(around)  # noqa: PLR2004

    @property
    def cited(self) -> bool:
        """Followed by what it said, in words such as "X told me that ..."."""
        return self.after in _CITING and not self.handle

    @property
    def handle(self) -> bool:
        """Behind an @."""
        return self.text[max(self.start - 1, 0) : self.start] == "@"

    @property
    def titled(self) -> bool:
        """In Capitals where the rest of the text is not; a first word's capital says nothing."""
        inner = [word for word in self.written.replace("-", " ").split() if word[:1].isalpha()]
        opens = self.length == 1 and not self.text[: self.start].strip(" \"'(")
        return not opens and all(w[0].isupper() for w in inner) and not self.text.isupper()


def whole_sureness(window: Window, *, rare: bool) -> float:
    """Return how sure a whole name is meant as one; 0 for an ordinary word on its own.

    `rare`: the name has a word that ordinary requests do not use.
    """
    several = window.length > 1
    if window.handle:
        return 1.0
    if several and not {"-", "_"}.isdisjoint(window.written):
        return 0.97
    if AGENT_NOUNS & {window.before, window.after} or (several and window.ends in AGENT_NOUNS):
        return 0.95
    if window.quoted:
        return 0.9
    if window.titled:
        return 0.9 if several or rare else 0.75
    addressed = window.before in _ADDRESSING
    if not several:
        return (0.85 if addressed else 0.75) if rare else 0.0
    return _lower_case(window, rare=rare, addressed=addressed)


def _lower_case(window: Window, *, rare: bool, addressed: bool) -> float:
    doer = len(window.ends) >= _DOER_LETTERS and window.ends.removesuffix("s").endswith(_DOER)
    if rare or doer:
        return 0.85 if addressed or doer else 0.75
    if addressed or len(window.words) == window.length:
        return 0.75
    return 0.55 if window.before in _ARTICLES else 0.45


def part_sureness(window: Window) -> float:
    """Return how sure one word of a name is meant as the agent: "the deck agent", "deck bot"."""
    if window.after in AGENT_NOUNS:
        return 0.85
    if window.after in _LOOSE_NOUNS and window.before in _ARTICLES:
        return 0.72
    return 0.0
