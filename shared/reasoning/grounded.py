"""A model's words as far as what it was given bears them out: the rest is not said.

Each sentence cites the sources it is from ("[2]"). It is said if they are there and have all of its
addresses, ids, numbers and names; one that cites none, if a single source has them.
"""

import re
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from dataclasses import dataclass

from shared.decisions.grounding import Ground, counts_in, facts_of, sources_of
from shared.errors import UpstreamMalformed
from shared.models.base import Json
from shared.models.reasoning import SynthesisRequest, Usage
from shared.ports import TextStream

MAX_SOURCES = 60
_CITED = re.compile(r"\s?\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\]")
_END = re.compile(r"[.!?:](?:\s?\[[\d,\s]+\])*(?=\s)|\n")
"""Where a sentence ends for sure: what it cites comes after its full stop, if not before."""
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


class GroundedText:
    """A stream of words without those sentences that nothing bears out."""

    def __init__(self, written: TextStream, sources: Sources, asked: str) -> None:
        self.usage = Usage()
        self.fallback = ""
        self._written = written
        self._asked = asked
        self._sources = sources
        self._whole = self._ground(*sources.items)

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield the sentences; raise UpstreamMalformed where none is left of them."""
        held, said, dropped = "", False, 0
        pieces = aiter(self._written)
        try:
            async for piece in pieces:
                held += piece
                *whole, held = _sentences(held)
                for sentence in whole:
                    shown = self._borne_out(sentence)
                    dropped += shown is None
                    if shown:
                        said = said or bool(shown.strip())
                        yield shown
            if held:
                shown = self._borne_out(held)
                dropped += shown is None
                if shown:
                    said = said or bool(shown.strip())
                    yield shown
        finally:
            self.usage, self.fallback = self._written.usage, self._written.fallback
            if isinstance(pieces, AsyncGenerator):
                await pieces.aclose()
        if dropped and not said:
            raise UpstreamMalformed("the model said nothing that was found")

    def _borne_out(self, sentence: str) -> str | None:
        """Return a sentence as it is said; None where nothing bears it out."""
        cited = [int(n) for found in _CITED.findall(sentence) for n in re.findall(r"\d+", found)]
        plain = _CITED.sub("", sentence)
        if not facts_of(plain):
            return plain
        if not self._whole.holds(plain) or any(
            not 0 < n <= len(self._sources.items) for n in cited
        ):
            return None
        if cited:
            said = self._ground(*(self._sources.items[n - 1] for n in cited)).holds(plain)
        else:
            said = any(self._ground(one).holds(plain) for one in self._sources.items)
        return plain if said else None

    def _ground(self, *items: Json) -> Ground:
        """Return what some of the sources say, and the person; how many there are, all of them."""
        return Ground(self._asked, *self._sources.counts, *items)


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
