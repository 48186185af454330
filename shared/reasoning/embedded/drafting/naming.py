"""What somebody wants an agent to be called.

A name is what stands in quotes, or a run of capitalised words, beside a word of naming, or what is
nearly all that a sentence says. One in small letters needs such a word right before it.
"""

import calendar
import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from shared.decisions.building.naming import RESERVED
from shared.decisions.building.unread import SMALL, word_set
from shared.models.building import Known

_AGENT = re.compile(r"\b(?:agent|bot|assistant|helper|automation)\b", re.IGNORECASE)
_CAPITAL = r"[A-Z][\w&-]*+(?:['\u2019]s(?! (?:its|the) name\b)|(?!['\u2019][a-rt-z]))"
_NAMES = re.compile(
    r"[\"\u201c](?P<double>[^\"\u201d]+)[\"\u201d]|(?<!\w)'(?P<single>[^']+)'(?!\w)"
    rf"|(?<![\w#@'\u2019-])(?P<run>{_CAPITAL}(?: (?:{_CAPITAL}|\d[\w&-]*"
    r"|(?:of|the|and|for)(?= (?:the )?[A-Z])))*)"
)
_IT = (
    r"(?:it|this|that|him|her|them|(?:the|this|that|our|my) (?:[a-z]+ )?"
    r"(?:agent|bot|helper|assistant|thing|one))\b"
)
_NAMING = re.compile(
    r"(?:,? ?\b(?:and|please|you|can|could|may|we(?:['\u2019]ll)?|let(?:['\u2019]?s)?|by|with|under"
    r"|has|have|bears?|put|gives?|it(?:['\u2019]?s)?|his|the|an?|in|is|(?:agent|bot|helper)['\u2019]?s"
    r"|to|be|will|shall|should|must) )*"
    rf"\b(?P<word>(?P<gives>(?:call|(?:re)?name|title|christen|dub|style) {_IT}"
    r"|rename (?:\S+ )?to\b)|(?P<given>(?:called|named|titled|styled|christened|baptised|dubbed"
    r"|known as)\b)|(?:name|title|designation)\b)(?P<says> ?[:=](?!\w))?",
    re.IGNORECASE,
)
"""A word of naming, with what leads to it; `says`: the name has to follow."""
_LINKS = SMALL.union(
    word_set(
        "actually agent as better changed er hm hmm instead kept may maybe must nah no now oh"
    ),
    word_set("name rather s say simply take think try uh uhh um umm ummm under use yes"),
)
_LINK = re.compile(r"(?:[\s:=?,'\"\u2019\u2026]|\.{2,}|\b[a-z]+\b)*")
_WORD = re.compile(r"\w+(?:['\u2019]\w+)?")
_IS = re.compile(r"['\u2019](?:s|ll|d)\b|\b(?:is|be|we|i|as)\b")
_NOT = re.compile(r"\b(?:not|instead of|rather than|no longer)\W*$", re.IGNORECASE)
_BEGINS = re.compile(r"(?:^|[.!?:;,\n\u2013\u2014\u2026-])\W*$")
_NONE = (
    r"(?!(?:when(?:ever)?|if|every|each|at|by|from|only|up|back|is|it|what(?:ever)?|something|an?"
    r"|in|on|and|or|that|so|after|please|pls)\b)"
)
_SMALL_NAME = re.compile(
    rf"(?<!\bi call it)(?: (?:to|as|the)\b)* ?{_NONE}"
    rf"(?P<run>(?:(?:{'|'.join(calendar.day_name)}) {_NONE})?[a-z\d][\w&-]*)"
)
"""A name in small letters, which a day may stand before: "called Friday wrap"."""
_END = re.compile(
    r"$|[,.:;!?(\"\u2026]| (?:and|that|which|to|who|whose|its?|it['\u2019]s|should|every"
    r"|each|please|pls|because|since|so|as|for|instead|rather|not|but|on (?:every|each)|at (?=\d)"
    r"|when(?:ever)?)\b",
    re.IGNORECASE,
)
_APPOSED = re.compile(rf"{_AGENT.pattern}(?P<apart>[,:]?) $", re.IGNORECASE)
_ENDS = re.compile(r"$|[,.:;]| (?:that|which)\b")
_SENTENCE = re.compile(r"[^.!?\n]+")
_AGENT_LED = re.compile(r"(?:New |An |The )?Agents?,? (?=\S)")
_NO_NAMES = _LINKS.union(
    RESERVED,
    (day.casefold() for day in (*calendar.day_name, *calendar.day_abbr, *calendar.month_name)),
    (f"{day.casefold()}s" for day in calendar.day_name),
    word_set("builder but call excel gmail google notion outlook please then well wiki"),
)
_DAY = re.compile(rf"\b(?:{'|'.join(calendar.day_name)}) $")
"""A day of the week that a name begins with."""
_TWO_WORDS, _NO_MORE = 2, 3
_MOST = 2000


class Named(NamedTuple):
    """A name for the agent, and the text without it."""

    name: str
    rest: str


def name_in(text: str, known: Known | None = None, *, of_agent: bool = False) -> Named:
    """Return the name a text gives the agent; "" when it gives none.

    `known`: what is called so already is meant only where that is plain. `of_agent`: it has to be
    plain that the agent is called so, as something else is asked about. Nothing is looked for
    behind the first 2,000 characters.
    """
    named = _name_in(text[:_MOST], known, of_agent=of_agent)
    return named._replace(rest=f"{named.rest}{text[_MOST:]}")


def _name_in(text: str, known: Known | None, *, of_agent: bool) -> Named:
    runs = list(_runs(text))
    for word in _NAMING.finditer(text):
        if not _names_agent(word, of_agent=of_agent):
            continue
        if found := _behind(word, runs):
            return _without(text, word.start(), found.end, found.name)
        if not of_agent and (before := _before(word, runs)):
            day = _DAY.search(text, 0, before.start())  # "Friday Till it's called"
            start = day.start() if day else before.start()
            return _without(text, start, word.end(), text[start : before.start()] + _said(before))
    things = (one for each in (known or Known()).names.values() for one in each)
    aside = _aside(text, runs, {one.casefold().lstrip("#") for one in things})
    return Named("", text) if of_agent or aside is None else aside


def _runs(text: str) -> Iterator[re.Match[str]]:
    """Yield what may be names: quotes, and capitalised words that are no others of a sentence."""
    at = 0
    while found := _NAMES.search(text, at):
        at = found.end()
        first, *more = found[0].split(" ")
        begins = _BEGINS.search(text[: found.start()])
        bare = re.sub(r"['\u2019]s$", "", first.casefold())
        none = first.casefold() in _NO_NAMES or bare in _LINKS
        if found["run"] and none and (begins or not more):
            at = found.start() + len(first)
        else:
            yield found


def _said(run: re.Match[str]) -> str:
    said = run["double"] or run["single"] or run["run"].removesuffix("'s").removesuffix("\u2019s")
    return _AGENT_LED.sub("", said.strip(" .,"))


def _names_agent(word: re.Match[str], *, of_agent: bool) -> bool:
    """Whether a word of naming is about the agent: "a sheet called Log" and "her name" are not."""
    if word["gives"]:
        return True
    before = word.string[: word.start("word")]
    spoken_of = _AGENT.search(before) is not None
    if _BEGINS.search(before):
        return spoken_of or not (of_agent or (word["given"] and before.strip()))
    last = before.split()[-1].casefold()
    its = last in _LINKS or last in {"one", "thing"} or _AGENT.search(last) is not None
    return its and (spoken_of or not of_agent)


class _Ends(NamedTuple):
    name: str
    end: int


def _behind(word: re.Match[str], runs: Sequence[re.Match[str]]) -> _Ends | None:
    """Return the name that follows a word of naming, and where it ends."""
    text, at = word.string, word.end()
    run = next((one for one in runs if one.start() >= at), None)
    between = text[at : run.start()] if run else ""
    apart = between.strip() == "," and not _BEGINS.search(text[: word.start("word")])
    if run and not apart and _links(between):
        return _as_far_as_a_name(run)
    led = word["gives"] or word["given"] or word["says"]
    small = _SMALL_NAME.match(text, at) if led else None
    return _as_far_as_a_name(small) if small else None


def _before(word: re.Match[str], runs: Sequence[re.Match[str]]) -> re.Match[str] | None:
    """Return the name that a word of naming follows: "Late Bus is its name", "Owl, call it"."""
    text = word.string
    run = next((one for one in reversed(runs) if one.end() <= word.start("word")), None)
    between = text[run.end() : word.start("word")] if run else ""
    if run and run[0].endswith(("'s", "\u2019s")):
        between = f" is{between}"
    plain = _IS.search(between) and "," not in between.lstrip(",") and _links(between)
    if run and word["gives"]:
        plain = plain or (between.strip(" ") == "," and _BEGINS.search(text[: run.start()]))
    return run if plain and re.match(r"\W*(?:$|[,.;!?])", text[word.end() :]) else None


def _links(between: str) -> bool:
    words = (re.split("['\u2019]", one.casefold())[0] for one in _WORD.findall(between))
    return _LINK.fullmatch(between) is not None and all(one in _LINKS for one in words)


def _as_far_as_a_name(run: re.Match[str]) -> _Ends:
    """Return a name and where it ends, without what is said on: "Dock Door no schedule on it"."""
    if not run["run"]:
        return _Ends(_said(run), run.end())
    text, (start, end) = run.string, run.span("run")
    found = _END.search(text, end)
    further = found.start() if found else end
    words, more = len(text[start:end].split()), len(text[start:further].split())
    cut = run.re is _NAMES and more > words and (words >= _TWO_WORDS or more > _NO_MORE)
    end = end if cut else further
    return _Ends(_AGENT_LED.sub("", text[start:end].strip()), end)


def _aside(text: str, runs: Sequence[re.Match[str]], things: Collection[str]) -> Named | None:
    """Return a name that stands by itself: behind "agent", or as nearly all of a sentence."""
    spoken_of = _NAMING.search(text) is not None
    for run in runs:
        before, behind = text[: run.start()], text[run.end() :]
        if _said(run).casefold() in things or _NOT.search(before):
            continue
        apposed = _APPOSED.search(before)
        ends = _ENDS.match(behind) and (behind[:1] == "," or not apposed or apposed["apart"] != ",")
        if apposed and (not run["run"] or ends):
            return _without(text, run.start(), run.end(), _said(run))
        for sentence in _SENTENCE.finditer(text):
            if sentence.start() <= run.start() < sentence.end() and (spoken_of or not run["run"]):
                rest = text[sentence.start() : run.start()], text[run.end() : sentence.end()]
                apart = not run["run"] or " " in run["run"] or rest[0].strip()
                if apart and all(_links(one.lower()) for one in rest):
                    end = max(sentence.end(), run.end())
                    return _without(text, sentence.start(), end, _said(run))
    return None


def _without(text: str, start: int, end: int, name: str) -> Named:
    """Return a name and the text without what gives it; that it is an agent's stays there."""
    agent = "agent" if _AGENT.search(text[start:end].replace(name, "")) else ""
    rest = f"{text[:start]} {agent} {text[end:]}"
    rest = re.sub(rf"\b(agent|bot|helper) {re.escape(name)}(?![\w-])", r"\1", rest)
    return Named(name, " ".join(rest.split()).strip(" ,."))
