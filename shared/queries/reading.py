"""A question in the form that handlers look for their cues in."""

import re
from collections.abc import Sequence

from rapidfuzz import process
from rapidfuzz.distance import OSA

from shared.words import fold

NAME = "X"
"""Stands for an agent's name; the only capital letter of a question read."""

_READ_CHARACTERS = 500  # what a question asks for is said by then; bounds what patterns cost
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_QUOTES = str.maketrans({"\u2018": "'", "\u2019": "'", "`": "'", "\u00b4": "'"})
_HANDLE = re.compile(r"(?<!\w)@")
_NAMED_AGENT = re.compile(
    r"\b(?:mention )?(?:(?:the|my|our|your|this|that) )?X(?: (?:agent|bot|one|assistant))?\b"
)
_CHAT = {
    "wht": "what",
    "wat": "what",
    "wot": "what",
    "whats": "what is",
    "wots": "what is",
    "whos": "who is",
    "hows": "how is",
    "wheres": "where is",
    "im": "i am",
    "ive": "i have",
    "u": "you",
    "r": "are",
    "ur": "your",
    "hv": "have",
    "cant": "cannot",
    "dont": "do not",
    "didnt": "did not",
    "doesnt": "does not",
    "isnt": "is not",
    "thx": "thanks",
    "hw": "how",
    "n": "and",
    "abt": "about",
    "gimme": "give me",
    "wich": "which",
    "whch": "which",
    "agt": "agent",
    "agts": "agents",
    "prefs": "preferences",
    "can't": "cannot",
    "won't": "will not",
    "favourite": "favorite",
}
_FULL = {"'ve": " have", "'re": " are", "'ll": " will", "'d": " would", "'m": " am"}
_IS = frozenset({"what", "who", "how", "where", "when", "it", "that", "there", "here", "he", "she"})
_CUES = (
    *("agent", "agents", "assistant", "assistants", "automation", "automations", "available"),
    *("choices", "preferences", "remember", "everything", "difference", "statistics", "schedule"),
    *("permission", "platform", "capabilities", "version", "workflow", "privacy"),
    *("which", "anything", "thanks", "successful", "delete", "failed", "running", "organisation"),
    "automatic",
)
_REPAIRED_LETTERS = 5
_TWO_SLIPS_LETTERS = 8


def plain(text: str, names: Sequence[tuple[int, int]]) -> str:
    """Return the first words of a text with a space between; `names` are where it names agents."""
    words: list[str] = []
    at = 0
    for start, end in sorted(names):
        if start < at:
            continue
        words += [*_words(text[at:start]), NAME]
        at = end
    words += _words(text[at : at + _READ_CHARACTERS])
    return _NAMED_AGENT.sub(NAME, " ".join(words)[:_READ_CHARACTERS])


def _words(text: str) -> list[str]:
    folded = fold(text[:_READ_CHARACTERS].translate(_QUOTES))
    folded = _HANDLE.sub(" mention ", folded)
    return [_word(word) for word in _WORD.findall(folded)]


def _word(word: str) -> str:
    if word in _CHAT:
        return _CHAT[word]
    stem, apostrophe, ending = word.partition("'")
    if apostrophe:
        if ending == "s":
            return f"{stem} is" if stem in _IS else stem
        if ending == "t" and stem.endswith("n"):
            return f"{stem[:-1]} not"
        return stem + _FULL.get("'" + ending, " " + ending)
    return _repaired(word)


def _repaired(word: str) -> str:
    if len(word) < _REPAIRED_LETTERS or word in _CUES or not word.isascii():
        return word
    slips = 2 if len(word) >= _TWO_SLIPS_LETTERS else 1
    near = process.extractOne(word, _CUES, scorer=OSA.distance, score_cutoff=slips)
    return near[0] if near and near[0][0] == word[0] else word
