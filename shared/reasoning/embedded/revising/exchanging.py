"""Words that a wish names and what is to stand there: "replace Ann with Tom", "5 instead of 4"."""

import re
from dataclasses import replace

from shared.reasoning.embedded.revising.call import PEOPLE, TEXTS, Call
from shared.reasoning.embedded.revising.labels import revise_labelled
from shared.reasoning.embedded.revising.mentions import is_called
from shared.reasoning.embedded.revising.people import put_for
from shared.reasoning.embedded.revising.texts import swap, timed
from shared.understanding.folding import fold, word_set

_FOR = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        (
            r"(?:strike|cross out|scratch|delete|remove|take out|change|replace|swap)(?: out)?"
            r' "(?P<old>[^"]+)",?(?: (?:and|to|with|into|for|by|instead))*'
            r'(?: (?:write|put|say|use|insert))? "(?P<new>[^"]+)"(?: instead)?'
        ),
        (
            r"(?:change|replace|swap|switch|exchange|strike(?=.* and (?:write|put|say) ))"
            r' (?P<old>[^,;:"]+?) (?:to|with|into|for|by|and (?:write|put|say)) (?P<new>[^,;:"]+)'
        ),
        (
            r'(?:(?:use|say|write|put|make it) |(?=\S+ \w+ (?:of|than) ))"?(?P<new>[^,;:"]+?)"?,? '
            r'(?:instead of|rather than) "?(?P<old>[^,;:"]+)"?'
        ),
    )
)
_LAST = re.compile(r"[\s,]+(?:please|pls|instead|then)$", re.IGNORECASE)
_POINTERS = word_set("it that this him her them me you us")
_NAME = 3
"""Words that a name has at most."""


def exchanged_as_named(wish: str, call: Call) -> bool:
    """Put what a wish names in the place of words, or of somebody, shown just so.

    False, and nothing changed, for any other wish.
    """
    said = _LAST.sub("", wish)
    found = next((one for form in _FOR if (one := form.fullmatch(said))), None)
    if found is None or revise_labelled(wish, replace(call, arguments=dict(call.arguments))):
        return False
    old, new = (found[slot].strip(" \"'.!?") for slot in ("old", "new"))
    if not (old and new) or {fold(old), fold(new)} & _POINTERS or timed(wish, call):
        return False
    before = dict(call.arguments)
    reached = [one for where in (*PEOPLE, "user") for one in call.listed(where)]
    named = len(new.split()) <= _NAME and any(is_called(old, one, domain=False) for one in reached)
    if named:
        done = put_for([old], [new], call)
    else:
        texts = bool(call.first(TEXTS)) and not call.has("row")
        done = texts and swap(old, new, call, quoted='"' in wish)
    if not done:
        call.arguments = before
    return done
