"""Words that a wish gives exactly: quoted, after a colon, or all that is said and more."""

import re

from shared.reasoning.embedded.revising.call import TEXTS, Call
from shared.reasoning.embedded.revising.texts import letter_of, say_besides, single_sentences, swap
from shared.understanding.folding import fold
from shared.understanding.letters import sentence

_QUOTED = re.compile(r'"([^"]+)"')
_PUT_BESIDE = re.compile(
    r"\b(?:add|insert|append|include|after|before|behind|between)\b", re.IGNORECASE
)
"""That words in quotation marks come besides others."""
_DICTATED = re.compile(
    r"(?P<lead>(?:(?:and|also|oh|ok|please|then|now|well|yes|no)\b[\s,]*)*"
    r"(?:(?:add|append|put|write|note)\b[^:\"]{0,40})?"
    r"(?:\b(?:add|append|under(?:neath)?|beneath|below|(?:at|on) the (?:very )?(?:end|bottom))\b)"
    r"(?![^:\"]*\b(?:subject|title|b?cc|copy|place|location|time|questions?|lines?|points?|things?"
    r"|items?|greeting|start|beginning|top)\b)"
    r"[^:\"]{0,50}):\s+(?P<text>.+)",
    re.IGNORECASE | re.DOTALL,
)
"""What is to stand there besides, all of it, behind a colon: "and underneath: Emma pays"."""
_LEAST_SAID, _PAIR = 3, 2


def dictated(wish: str, call: Call) -> bool:
    """Say in the text what a wish has in quotation marks for what stands there, or after a colon.

    Likewise all of what is said so far where the wish says that, and more.

    False for a wish that does neither, and for a call that is about more than its text.
    """
    name = call.first(TEXTS)
    if not call.text(name) or call.has("row") or call.has("attendees") or call.has("company"):
        return False
    quoted = [one.strip(" .,") for one in _QUOTED.findall(wish)]
    there = [one for one in quoted if one and one in letter_of(call.text(name)).said]
    if len(quoted) == _PAIR and len(there) == 1 and not _PUT_BESIDE.search(wish):
        [new] = [one for one in quoted if one not in there] or [""]
        return bool(new) and swap(there[0], new, call)
    said = letter_of(call.text(name)).said
    longer = [one for one in single_sentences(wish) if len(one) > len(said) and _begins(one, said)]
    if len(longer) == 1:
        return call.set(name, letter_of(call.text(name)).saying(sentence(longer[0])))
    found = None if quoted else _DICTATED.fullmatch(wish)
    return found is not None and say_besides(found["text"], call)


def _begins(text: str, said: str) -> bool:
    """Whether a text is what is said so far, and more."""
    return len(said.split()) >= _LEAST_SAID and fold(text).startswith(
        f"{fold(said).rstrip('.!?')} "
    )
