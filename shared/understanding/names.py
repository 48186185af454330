"""How a text names a thing: its words, and what beside them says that they are a name."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from shared.language.lexicon import Lexicon, read_lexicon
from shared.models.world import Thing, ThingKind
from shared.understanding.folding import content_words, fold, word_set
from shared.understanding.people_said import CIVIL
from shared.words import ASIDE

_TOKEN = re.compile(r"[\w.+-]{1,64}@[\w.-]+\w|#[\w-]+|[^\W_]+(?:['\u2019][^\W_]+)*")
_OWNED = re.compile(r"['\u2019]s$", re.IGNORECASE)
_OWNER = re.compile(r"^['\u2019]?s(?!\w)", re.IGNORECASE)
_WITHIN_NAMES = re.compile(r"[ \t\u00a0-]{1,3}")
_WITHIN_TITLES = re.compile(r"[^\w.!?;\n]{1,4}|_")
_BESIDE = re.compile(r"[ \t\u00a0]{1,2}")
_SENTENCE_BEGINS = re.compile(r"(?:^|[.!?:;\n•*])[\s\"'“\u2018(-]*$")
_JOINED = re.compile(r"[^\W_][-_/:][^\W_]")
_QUOTES = frozenset({'""', "''", "``", "“”", "\u2018\u2019", "«»"})
_CIVIL = re.compile(CIVIL)
_NEW = word_set("a an another new some")
"""Before a title, these say that it is nothing there is already."""
_KINDS: dict[str, frozenset[str]] = {
    **dict.fromkeys(word_set("spreadsheet workbook excel"), frozenset({"file"})),
    **dict.fromkeys(word_set("doc document file"), frozenset({"file", "page"})),
    **dict.fromkeys(word_set("page wiki article"), frozenset({"page"})),
    **dict.fromkeys(word_set("channel chanel chat slack"), frozenset({"channel"})),
    **dict.fromkeys(word_set("label tag category folder"), frozenset({"label"})),
    **dict.fromkeys(
        word_set("meeting event appointment call invite invitation session"), frozenset({"event"})
    ),
    "sheet": frozenset({"file", "tab"}),
    "table": frozenset({"file", "tab", "page"}),
    "tab": frozenset({"tab"}),
    "worksheet": frozenset({"tab"}),
}
"""What says of a name beside it which kinds of thing it is."""
_BETWEEN = word_set("google slack excel notion called named titled of for the our")
"""What may stand between a name and the word for its kind."""
_VERBS = word_set("call invite file table tag")
"""Before a name, these are what is to be done."""
_WRITING = word_set(
    "write wrote written writing post posted posting share shared say says said ask asks asked"
    " asking want wants wanted wanting announced tell told mention mentioned put decide decided"
)
_WROTE_WITHIN = 4
"""What is done in a channel, and within so many words before its name."""
_IN_OTHERWISE = word_set(
    "common design development engineering finance general legal marketing operations ops people"
    " practice private product production public sales security short support testing"
)
"""What anything may be "in" that is no channel, unless something was written there."""
_CAPITALISED = frozenset({"person", "organisation", "event", "file", "tab", "page"})
"""Kinds whose names people write with capitals, so that a capital says something."""
_TITLED = frozenset({"event", "file", "page", "tab", "organisation"})
"""Kinds that have titles, which may be of words that are common one by one."""
_FILED = frozenset({"file", "page"})
"""Kinds that people call by the end of their titles: "the alpha plan" is "Project Alpha plan"."""
_SORTS = re.compile(r"plan|list|report|notes|minutes|sheet|table|tracker|log|runbook|budget")
"""What such a title may end with, and begin with as well: "the plan of Project Alpha"."""
_RARE = 2500
"""The rank from which a word is rare enough to tell one title from others."""
_LEGAL = word_set("ab ag bv co company corp corporation gmbh inc limited llc ltd oy plc sa srl")
"""What a company is called only where it matters."""
_DATES = word_set(
    """
    jan january feb february mar march apr april may jun june jul july aug august sep sept
    september oct october nov november dec december mon monday tue tues tuesday wed wednesday thu
    thurs thursday fri friday sat saturday sun sunday today tomorrow
    """
)
"""Never somebody's name by themselves."""
_GOES_ON = ASIDE | _DATES | word_set("yesterday last recently lately again if whether")
"""How a sentence goes on behind a name that is whole."""
_FIRST_NAMES = word_set(
    """
    aaron abby adam adele adrian agnes aidan alan albert alex alexander alexandra alfred alice
    alicia alison allan allen amanda amelia amy ana andrea andreas andrew andy angela anita ann
    anna anne annie anthony antonio arnold arthur ashley barbara beatrice becky ben benjamin
    bernard beth bob bobby brad bradley brandon brenda brian bruce bruno bryan caleb carl carla
    carlos carmen carol caroline catherine charles charlie charlotte chris christina christine
    christopher cindy claire clara claudia colin connor craig cynthia dan daniel danielle danny
    darren dave david debbie deborah denise dennis derek diana diane diego dominic donald donna
    doris dorothy douglas duncan dylan ed eddie edgar edith edward edwin eileen elaine eleanor
    elena eli elias elizabeth ella ellen emily emma eric erica erik ernest ethan eugene eva
    evan evelyn fatima felix fernando fiona frances francesca francis francisco fred gabriel
    gareth gary gavin geoffrey george gerald gilbert giovanni gloria gordon greg gregory gustav
    hannah hans harold harriet harry harvey heidi helen helena henry herbert howard hugh hugo
    ian igor imran ines ingrid irene isaac isabel isabella ivan jack jackie jackson jacob jake
    james jamie jan jane janet jason javier jean jeff jeffrey jennifer jenny jeremy jerome
    jerry jesse jessica jill jim jimmy joan joanna joe joel johanna john johnny jon jonathan
    jordan jorge jose joseph joshua juan judith judy julia julian julie justin karen karin karl
    kate katherine kathleen kathy katie keith kelly ken kenneth kevin kim kimberly klaus kurt
    kyle lars laura lauren laurence lawrence lea leah lee lena leo leon leonard lewis liam
    linda lisa liz logan lorenzo louis louisa louise lucas lucia lucy luis luke lydia lynn
    madeleine maggie malcolm marcel marco marcus margaret maria marie mario marion marta martha
    martin mary mathias matteo matthew maurice melissa mia michael michelle miguel mikhail
    milan miriam mohammed molly monica muhammad nadia nancy naomi natalie natasha nathan neil
    nicholas nick nicola nicole nigel nina noah noel nora norman oliver olivia omar oscar owen
    pablo pamela patricia patrick paul paula pauline pedro pete peter phil philip phillip
    phyllis rachel ralph raymond rebecca ricardo richard rick rita robert roberta roberto
    rodney roger roland roman ron ronald rosa ross roy rupert russell ruth ryan sam samantha
    samuel sara sarah scott sean sebastian sergio shane sharon shaun sheila simon sofia sophia
    sophie stanley stefan stella stephanie stephen steve steven stewart stuart susan susanna
    sylvia ted teresa terry theo theodore theresa thomas tim timothy tina tobias todd tom tommy
    toni tony tracy ursula valerie vanessa vera veronica vicky victor victoria vincent vivian
    walter wanda warren wayne wendy william xavier yvonne zoe
    """
)
"""First names that nobody takes for another word, though a list of words has them."""
_SKIPPED = 2
"""Small words that may stand between two words of a title, where it has none or others."""
_INITIALS = 4
"""A first or last name has so many letters, or a capital."""
_HARDLY_EVER = 18_000
"""From this place among the words by how often they are used, one is mostly part of a name."""

Mend = Callable[[str], str]


@dataclass(frozen=True)
class Token:
    """A word of a text without its possessive ending; `key` is what it is looked up by."""

    key: str
    raw: str
    start: int
    end: int

    @property
    def titled(self) -> bool:
        """Whether it begins with a capital, and has other letters too."""
        return self.raw[0].isupper() and not self.raw.isupper()


@dataclass(frozen=True)
class Name:
    """One way of naming things.

    `by` says how: by a person's whole "name", their "first" or "last" one; by a whole title
    ("title"), or with its last word first ("turned": "the plan of Alpha"); by words so common that
    something else must say that they are a name ("common"); or a channel by a word of its name,
    beside "channel" ("part").
    `joined` is the name as it is written, where its words are joined ("project-alpha").
    """

    keys: tuple[str, ...]
    kind: ThingKind
    by: str
    joined: str = ""


def tokens_of(text: str) -> list[Token]:
    """Return the words of a text; an address or a #channel is one."""
    return list(_tokens(text))


def _tokens(text: str) -> Iterator[Token]:
    for found in _TOKEN.finditer(text):
        raw = _OWNED.sub("", found[0])
        key = raw.casefold() if raw.isascii() else fold(raw)
        if key := key.replace("'", "").replace("\u2019", ""):
            yield Token(key, raw, found.start(), found.start() + len(raw))


@cache
def lexicon() -> Lexicon:
    """Return the words there are, which are read from disk once."""
    return read_lexicon()


def known_word(key: str) -> bool:
    """Whether a word, or what it is the plural of, is in a dictionary or a list of names."""
    known = lexicon().known
    return key in known or (key[-1:] == "s" and key[:-1] in known)


def _said_of_nothing_else(keys: Sequence[str]) -> bool:
    """Whether words are hardly ever said but as a name: "acme", however it is written."""
    ranks = lexicon().ranks
    return all(
        len(key) >= _INITIALS and ranks.get(key, _HARDLY_EVER) >= _HARDLY_EVER for key in keys
    )


def _small(key: str) -> bool:
    return not content_words(key)


def _ordinary(key: str) -> bool:
    """Whether a word by itself tells no thing from another."""
    ranks = lexicon().ranks
    short = len(key) < _INITIALS or key.isdigit()
    return short or key in ranks or (key[-1] == "s" and key[:-1] in ranks) or _small(key)


def initials_of(person: str) -> set[str]:
    """Return what somebody may be called by initials, folded: of all names, or first and last."""
    keys = names_of(person)
    return {"".join(key[0] for key in some) for some in (keys, (*keys[:1], *keys[-1:]))}


def names_of(person: str) -> tuple[str, ...]:
    """Return the keys of a person's names, the first name first; none for an address."""
    if "@" in person:
        return ()
    last, comma, first = person.partition(",")
    keys = (token.key for token in tokens_of(f"{first} {last}" if comma else last))
    return tuple(key for key in keys if not _CIVIL.fullmatch(key))


def names_for(thing: Thing) -> list[Name]:
    """Return the ways of naming a thing."""
    if thing.kind == "person":
        return _person(names_of(thing.name))
    keys = tuple(token.key.removeprefix("#") for token in tokens_of(thing.name))
    telling = tuple(key for key in keys if not _small(key))
    if thing.kind == "organisation":
        telling = tuple(key for key in telling if key not in _LEGAL) or telling
    common = all(map(_ordinary, telling))
    if thing.kind in _TITLED:  # two words in their order are no accident
        common = common and len(telling) < 2  # noqa: PLR2004
    joined = thing.name.casefold() if _JOINED.search(thing.name) else ""
    by = "common" if common else "title"
    ending = telling[-2:] if thing.kind in _FILED and len(telling) > 2 else ()  # noqa: PLR2004
    if not any(lexicon().ranks.get(key, _RARE) >= _RARE for key in ending):
        ending = ()  # "meeting notes" may be anybody's
    ways = dict.fromkeys(way for way in (keys, telling, ending) if way)
    named = [Name(way, thing.kind, by, joined) for way in ways]
    within = thing.within if thing.kind == "tab" else ""
    named += [Name(way, thing.kind, "title") for way in _between(telling, within)]
    if thing.kind == "event" and "with" in keys:  # "the finance catch-up", with whomever
        at = keys.index("with")
        if sum(not _small(key) for key in keys[:at]) > 1:
            named.append(Name(keys[:at], "event", "title"))
        named.append(Name(keys[: at + 2], "event", "title"))  # "lunch with Mei"
    if thing.kind in _FILED:
        turned = ((*way[-1:], *way[:-1]) for way in (telling, ending) if len(way) > 1)
        named += [Name(way, thing.kind, "turned") for way in turned if _SORTS.fullmatch(way[0])]
    if thing.kind == "channel" and len(telling) > 1:  # "the alpha channel" is #project-alpha
        named += [Name((key,), thing.kind, "part") for key in telling]
    first = telling[:1]
    if thing.kind == "organisation" and first not in ways and not known_word(*first):
        named.append(Name(first, thing.kind, "title"))
    return named


def _between(tab: tuple[str, ...], sheet: str) -> Iterator[tuple[str, ...]]:
    """Yield the words of a tab between those of its sheet: "roll-out plan" of "Alpha plan"."""
    every = tuple(token.key for token in tokens_of(sheet) if not _small(token.key))
    if tab and every and every[-1] not in tab:
        yield from ((*every[at:-1], *tab, every[-1]) for at in range(len(every)))


def _person(keys: tuple[str, ...]) -> list[Name]:
    ways = [Name(keys[:1], "person", "first")] if keys else []
    if len(keys) > 1:
        whole = dict.fromkeys((keys, (keys[0], keys[-1])))
        ways += [Name(way, "person", "name") for way in whole]
        ways.append(Name(keys[-1:], "person", "last"))
    return ways


def _meant(token: Token, key: str) -> Token:
    """Return a token as the word it is a slip of: "bens" is what Ben has."""
    owns = int(token.key == f"{key}s")
    return Token(key, token.raw, token.start, token.end - owns)


class Text:
    """A text in which names are looked for; `mended` gives the word that one is a slip of."""

    def __init__(self, text: str, mended: Mend) -> None:
        self.text = text
        self.tokens = [_meant(one, mended(one.key)) for one in tokens_of(text)]
        self._keys = frozenset(one.key for one in self.tokens)
        self._small = [_small(one.key) for one in self.tokens]
        self.cased = any(one.raw.islower() for one in self.tokens)
        """Whether capitals tell anything: in "SEND IT TO BILL" they do not."""

    def end_of(self, name: Name, first: int) -> int | None:
        """Return the last token of a name that begins at a token; None where it does not."""
        if not self._keys.issuperset(name.keys):
            return None
        person = name.kind == "person"
        gap, skips = (_WITHIN_NAMES, 0) if person else (_WITHIN_TITLES, _SKIPPED)
        at, left, skipped = first, len(name.keys) - 1, 0
        while left:
            at += 1
            if at >= len(self.tokens):
                return None
            between = self._between(at - 1)
            if not gap.fullmatch(between if person else _OWNER.sub("", between)):
                return None
            if self.tokens[at].key == name.keys[-left]:
                left, skipped = left - 1, 0
            elif skipped < skips and self._small[at]:
                skipped += 1
            else:
                return None
        return at

    def sureness(self, name: Name, first: int, last: int) -> int:
        """Return how sure it is that these tokens are a name: 0 not at all, 1, or 2 certain."""
        if name.by == "name":
            return 1
        if name.kind == "person":
            return int(self._alone(name, first))
        if name.by == "turned":
            return int(self.tokens[first + 1].key in {"of", "for"})
        if name.by == "part":
            beside = self.tokens[max(first - 1, 0) : first] + self.tokens[last + 1 : last + 2]
            return int(any(one.key == "channel" for one in beside))
        before, after = self._kind_before(first), self._kind_after(last)
        if after and name.kind not in after:
            return 0
        if name.kind in before | after or self._quoted(first, last):
            return 0 if self._new(first) else 2
        joined = name.joined and name.joined == self._said(first, last).casefold()
        if joined and (name.kind == "event" or len(name.keys) > 1):
            return 0 if self._new(first) else 2
        told = name.by == "title" or (name.kind in _CAPITALISED and self._capital(first, last))
        told = told or (name.kind == "organisation" and _said_of_nothing_else(name.keys))
        told = told or (name.kind == "channel" and self._said_in(name, first, last))
        return int(told and not self._new(first))

    def _said_in(self, name: Name, first: int, last: int) -> bool:
        """Whether something was said in it: "Ann wrote in general about it", no "general terms"."""
        before = [one.key for one in self.tokens[max(0, first - _WROTE_WITHIN) : first]]
        wrote = not (_WRITING.isdisjoint(before) or "that" in before)
        if before[-1:] != ["in"] or not (wrote or _IN_OTHERWISE.isdisjoint(name.keys)):
            return False
        if last + 1 == len(self.tokens):
            return True
        beside = _BESIDE.fullmatch(self._between(last)) and self.tokens[last + 1].key in _GOES_ON
        return bool(beside) or self._begins(last + 1)

    def _alone(self, name: Name, at: int) -> bool:
        """Whether a first or last name by itself is one here, and of nobody else."""
        token, key = self.tokens[at], name.keys[0]
        if key in _DATES or self._goes_on(at) or (name.by == "last" and self._went_before(at)):
            return False
        if token.start and self.text[token.start - 1] == "@":
            return True
        words = lexicon().ranks
        plain = key not in words and len(key) >= _INITIALS and not _small(key)
        if plain or (name.by == "first" and key in _FIRST_NAMES and len(key) > 2):  # noqa: PLR2004
            return True
        return self.cased and token.raw[0].isupper() and not self._begins(at)

    def _capital(self, first: int, last: int) -> bool:
        """Whether words are written as a name is, within a sentence, and none beside them is."""
        some = self.tokens[first : last + 1]
        if not self.cased or self._goes_on(last) or self._went_before(first):
            return False
        return not self._begins(first) and all(not one.raw[0].islower() for one in some)

    def _goes_on(self, at: int) -> bool:
        """Whether a longer name begins here, of somebody or something that is not known."""
        after = self.tokens[at + 1 : at + 2]
        beside = bool(after) and _BESIDE.fullmatch(self._between(at)) is not None
        return beside and after[0].titled and after[0].key not in _DATES

    def _went_before(self, at: int) -> bool:
        if not at or not _BESIDE.fullmatch(self._between(at - 1)) or self._begins(at - 1):
            return False
        before = self.tokens[at - 1]
        return before.titled and before.key not in _DATES and not _CIVIL.fullmatch(before.key)

    def _begins(self, at: int) -> bool:
        """Whether a sentence begins with this word, which then has a capital anyway."""
        start = self.tokens[at].start
        return _SENTENCE_BEGINS.search(self.text[max(0, start - 20) : start]) is not None

    def _quoted(self, first: int, last: int) -> bool:
        start, end = self.tokens[first].start, self.tokens[last].end
        return self.text[max(0, start - 1) : start] + self.text[end : end + 1] in _QUOTES

    def _new(self, first: int) -> bool:
        return bool(first) and self.tokens[first - 1].key in _NEW

    def _kind_after(self, last: int) -> frozenset[str]:
        stop = last + 1
        while stop < min(last + 3, len(self.tokens)) and _BESIDE.fullmatch(self._between(stop - 1)):
            stop += 1
        return _kind_in([one.key for one in self.tokens[last + 1 : stop]])

    def _kind_before(self, first: int) -> frozenset[str]:
        start = first
        while start > max(0, first - 3) and self._between(start - 1).strip(" \t\"'“\u2018:") == "":
            start -= 1
        words = [one.key for one in reversed(self.tokens[start:first])]
        return frozenset() if _VERBS.intersection(words[:1]) else _kind_in(words)

    def _between(self, at: int) -> str:
        """Return what stands between a token and the next."""
        return self.text[self.tokens[at].end : self.tokens[at + 1].start]

    def _said(self, first: int, last: int) -> str:
        return self.text[self.tokens[first].start : self.tokens[last].end]


def _kind_in(words: Sequence[str]) -> frozenset[str]:
    """Return the kinds that the words beside a name say it is of, the nearest word first."""
    for word in words:
        if found := _KINDS.get(word) or _KINDS.get(word.removesuffix("s")):
            return found
        if word not in _BETWEEN:
            break
    return frozenset()
