"""A model's words as far as what it was given bears them out: the rest is not said.

Each sentence cites the sources it is from ("[2]"). It is said if they are there and have all of its
addresses, ids, numbers and names; one that cites none, if a single source has them.
"""

import re
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from math import inf

from shared.decisions.grounding import Ground, counts_in, facts_of, sources_of
from shared.errors import UpstreamMalformed, UpstreamUnavailable
from shared.models.base import Json
from shared.models.reasoning import SynthesisRequest, Usage
from shared.ports import TextStream
from shared.reasoning.claims import BEGINNING, effects_in, says_found
from shared.reasoning.model.streaming import LEFT_OUT

MAX_SOURCES = 60
_CITED = re.compile(r"\s?\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\]")
_END = re.compile(r"[.!?:](?:\s?\[[\d,\s]+\])*(?=\s)|\n")
"""Where a sentence ends for sure: what it cites comes after its full stop, if not before."""
_LEFT_OUT = "(left out)"
_OPEN = re.compile(r"\s*\[[\d,\s]*\Z|\s+\Z")


@dataclass(frozen=True)
class Sources:
    """What an answer is made from, one by one, in the order of the numbers to cite.

    `counts` are how many things each list in it has.
    """

    items: tuple[Json, ...]
    counts: tuple[float, ...]


def sources_for(request: SynthesisRequest) -> Sources:
    """Return what an answer is made from."""
    found: list[Json] = [
        {"agent": one.agent, "found": one.text} for one in request.earlier if one.text
    ]
    for done in request.done:
        parts = sources_of(done.result) if done.result is not None else ()
        found += parts or ((done.text,) if done.text else ())
        if done.error:
            found.append({"failed": done.error})
    items = tuple(found[:MAX_SOURCES])
    results = [done.result for done in request.done]
    return Sources(items, (float(len(items)), *counts_in(results)))


class Sifted:
    """A stream of words without those parts that `shown` returns None for.

    `parts` are those of a text so far, the last of them not over yet.
    """

    def __init__(
        self,
        written: TextStream,
        shown: Callable[[str], str | None],
        parts: Callable[[str], Iterator[str]],
    ) -> None:
        self.usage = Usage()
        self.fallback = ""
        self._written = written
        self._shown = shown
        self._parts = parts

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield the parts; raise UpstreamMalformed where none is left of them.

        One that breaks off while its first part is held back has begun: an empty piece says so.
        """
        held, said, dropped = "", False, False
        pieces = aiter(self._written)
        try:
            async for piece in pieces:
                *whole, held = self._parts(held + piece)
                parts = [self._shown(part) for part in whole]
                dropped = dropped or None in parts
                if text := "".join(filter(None, parts)):
                    said = said or _says(text)
                    yield text
            last = self._shown(held) if held else ""
            dropped = dropped or last is None
            if last:
                said = said or _says(last)
                yield last
        except UpstreamUnavailable:
            if held and not said:
                yield ""
            raise
        finally:
            if isinstance(pieces, AsyncGenerator):
                await pieces.aclose()
            self.usage, self.fallback = self._written.usage, self._written.fallback
        if dropped and not said:
            raise UpstreamMalformed("the model said nothing that was found")


def _says(text: str) -> bool:
    return bool(text.strip().removesuffix(LEFT_OUT).strip())


def grounded(written: TextStream, sources: Sources, asked: str) -> Sifted:
    """Return a stream of those sentences that what was found bears out."""

    def ground(*items: Json) -> Ground:
        """Return what some of the sources say, and the person; how many there are, all of them."""
        return Ground(asked, *sources.counts, *items)

    whole = ground(*sources.items)

    def borne_out(sentence: str) -> str | None:
        cited = [int(n) for found in _CITED.findall(sentence) for n in re.findall(r"\d+", found)]
        plain = _CITED.sub("", sentence)
        if not all(whole.says(effect) for effect in effects_in(plain)):
            return None
        if not facts_of(plain):
            return plain
        if not whole.holds(plain) or any(not 0 < n <= len(sources.items) for n in cited):
            return None
        if cited:
            said = ground(*(sources.items[n - 1] for n in cited)).holds(plain)
        else:
            said = any(ground(one).holds(plain) for one in sources.items)
        return plain if said else None

    return Sifted(written, borne_out, _sentences)


def known(written: TextStream, *given: Json, told: Json = ()) -> Sifted:
    """Return a stream of words in which no address or link stands that was not given.

    It is for what is answered in general: that cites nothing, and may say what everybody knows. It
    does nothing either: one that says it did, and `told` (what was said to the person before) does
    not, raises UpstreamMalformed.
    """
    ground, before = Ground(*given), Ground(told)

    def said(part: str) -> str:
        done = any(not before.says(effect) for effect in effects_in(part, by_anybody=True))
        if done or (says_found(part) and not before.says("found")):
            raise UpstreamMalformed("the model told of something done that was not")
        return "".join(word(one) for one in re.split(r"(?<=\s)(?=\S)", part))

    def word(one: str) -> str:
        space = one[len(one.rstrip()) :]
        return f"{_LEFT_OUT}{space}" if ground.made_up(one, inf) else one

    return Sifted(written, said, _phrases)


def _phrases(text: str) -> Iterator[str]:
    """Yield the words of a text with the white space after each, and what is not over yet.

    From where it may begin to say that something was done, all of a sentence is one part.
    """
    start = 0
    while begins := BEGINNING.search(text, start):
        yield from filter(None, re.split(r"(?<=\s)(?=\S)", text[start : begins.start()]))
        ends = _END.search(text, begins.start())
        if ends is None or ends.end() == len(text):
            yield text[begins.start() :]
            return
        yield text[begins.start() : ends.end()]
        start = ends.end()
    *whole, last = re.split(r"(?<=\s)(?=\S)", text[start:]) or [""]
    yield from (*whole, last, "") if last[-1:].isspace() else (*whole, last)


def _sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text, its white space included, and what is not over yet."""
    start = 0
    for end in _END.finditer(text):
        after = text[end.end() :]
        if end[0] != "\n" and (not after.strip() or _OPEN.fullmatch(after)):
            break  # a citation may still come
        yield text[start : end.end()]
        start = end.end()
    yield text[start:]
