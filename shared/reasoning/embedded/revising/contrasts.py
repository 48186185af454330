"""Words of a reply that take the place of others: "chairs, I meant, the desks are ordered".

What a reply says of words that are shown tells which of them are not meant, and what it says by
itself, or after "say" or "I meant", what is meant instead.
"""

import re

from shared.reasoning.embedded.revising.call import TEXTS, TITLES, Call
from shared.reasoning.embedded.revising.values import clauses, same_kind, small
from shared.understanding.folding import fold, word_set
from shared.words import ASIDE

_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")
_CUES = word_set("say write put use meant mean mention wanted rather better instead it's its")
"""What stands beside words that are meant."""
_NOT = word_set("not don't dont never no without forget wrong")
_NOT_DONE = re.compile(r"\b(?:don't|do not) \w+", re.IGNORECASE)
_AROUND = word_set("we at all for the to i you he she they of only just")
_SAYS = word_set("say write put that")
_SUBJECTS = word_set("there i we you he she they it that")
"""What begins a whole sentence to be said, and no words of one."""
_JOINS = ASIDE | word_set("but if or nor than because while so")
"""Words that only hold others together: none of them gives way, whatever is said against it."""
_FEW = 2


def contrasted(wish: str, call: Call) -> bool:
    """Put words in the place of those shown that a wish speaks against; False where unclear."""
    names = (*TEXTS, *TITLES, "company")
    held = {name: call.text(name) for name in names if call.text(name)}
    shown = {fold(word) for text in held.values() for word in _WORD.findall(text)}
    shown = {word for word in shown if not small(word) and word not in _JOINS}
    new, old = list[str](), list[str]()
    alone, denied = dict[int, str](), set[int]()
    for at, clause in enumerate(clauses(wish)):
        said = [fold(word) for word in _WORD.findall(_NOT_DONE.sub("not", clause))]
        known = [word for word in said if word in shown]
        meant, cued = _meant(clause)
        if _NOT & set(said) or (known and not cued):
            old += known
            denied |= {at} if known and _NOT & set(said) else set()
        elif meant and cued:
            new.append(meant)
        elif len(meant.split()) == 1:
            alone[at] = meant
    # "no" by itself speaks against nothing that is shown, and what stands further off is a cry
    new += [one for at, one in alone.items() if {at - 1, at + 1} & denied]
    changing = [name for name, text in held.items() if any(_holds(text, word) for word in old)]
    if len({fold(one) for one in new}) != 1 or len(set(old)) != 1 or not changing:
        return False
    phrase, word = new[0], old[0]
    if not same_kind(phrase, word):
        return False
    shared = [one for one in map(fold, _WORD.findall(phrase)) if one in shown and one != word]
    if not shared and len(phrase.split()) > _FEW:
        return False
    changed = {name: _exchanged(held[name], word, phrase, shared) for name in changing}
    call.arguments |= changed
    return changed != {name: held[name] for name in changing}


def _meant(clause: str) -> tuple[str, bool]:
    """Return what a clause says without the words around it, and whether they say it is meant."""
    words = list(_WORD.finditer(clause))
    first, last, cued = 0, len(words), False
    while first < last and _around(words[first][0]):
        cued = cued or fold(words[first][0]) in _CUES
        first += 1
    while last > first and _around(words[last - 1][0]):
        cued = cued or fold(words[last - 1][0]) in _CUES
        last -= 1
    lead = [fold(one[0]) for one in words[:first]]
    if lead[-1:] == ["to"]:  # whom it goes to, and no words of it
        return "", cued
    if any(one in _SAYS and _SUBJECTS & set(lead[at + 1 :]) for at, one in enumerate(lead)):
        return "", False
    meant = clause[words[first].start() : words[last - 1].end()] if first < last else ""
    return meant, cued


def _around(word: str) -> bool:
    return small(word) or fold(word) in _CUES or fold(word) in _AROUND


def _holds(text: str, word: str) -> bool:
    return any(fold(one) == word for one in _WORD.findall(text))


def _exchanged(text: str, old: str, phrase: str, shared: list[str]) -> str:
    """Return a text with a phrase where a word stands, with what of the phrase stands beside it."""
    for clause in re.finditer(r"[^,;.!?\n]+", text):
        found = [one for one in _WORD.finditer(clause[0]) if fold(one[0]) in {old, *shared}]
        if any(fold(one[0]) == old for one in found):
            start, end = clause.start() + found[0].start(), clause.start() + found[-1].end()
            upper = text[start].isupper()
            new = phrase[:1].upper() + phrase[1:] if upper else phrase[:1].lower() + phrase[1:]
            return text[:start] + new + text[end:]
    return text
