"""What of a message only asks for an agent, apart from what the agent is to do."""

import re

from shared.decisions.building.unread import OF_AGENTS, SMALL, word_set

_AGENT = re.compile(
    r"\b(?:one of (?:them|those|these|your) )?(?:agents?|bots?|assistants?|helpers?|automations?)\b"
    r"(?! (?:fees?|contracts?|sheet|page|list)\b)",
    re.IGNORECASE,
)
SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<!\s)\s*\n\s*")
"""What stands between two sentences, or two lines."""
_WORD = re.compile(r"[^\s,.:;!?()\u2026-]+(?:-[^\s,.:;!?()]+)*")
_BEFORE_IT = SMALL.union(
    OF_AGENTS,
    word_set(
        """
    afternoon bears bot called d day evening getting gimme give going gonna good got hello helper
    hey hi idea kindly lil like likes listen little long love morning needed needing nice prepare
    preparing put require required right setting shall small speaking thinking time u want wanted
    wanting wants wee well wish wished would x yes yo you'd have having had get done do doing think
    thought maybe perhaps could possible possibly sort kind tiny bit just really very much first
    second then next also another more 1 please pls
    """
    ),
)
"""Words that say no more before it than that an agent is wanted."""
_BEHIND_IT = word_set(
    """
    called does for idea is it it's its job just must named name on only pls please purpose shall
    should spec task that this to what whatever whats what's which who whose will would and can has
    have could be supposed needs
    """
)
_ONLY_ASIDE = _BEFORE_IT.union(
    _BEHIND_IT,
    word_set(
        """
    task trigger purpose source output that's thats that'd this all only alone else nothing nobody
    myself made show see how fine ok okay no not none thx ta cheers job it'd i'll i'd won't don't
    """
    ),
)
"""A sentence of no other words asks, thanks or leads on: "Only for me.", "That's all."."""
_HEADING = re.compile(
    r"(?:^|(?<=[.,;!?] ))\W{0,20}(?:what|task|job|source|purpose|to do|does|what it does(?: is)?"
    r"|and what it does(?: is)?(?: it)?)\s*(?::|,? it\b|\bis\b:?|,)\s*",
    re.IGNORECASE,
)


def without_asking(text: str) -> str:
    """Return what an agent is to do, in the words in which a message says it."""
    kept = (_rest_of(one) for one in SENTENCE.split(text))
    return ". ".join(one.rstrip(" .,:;") for one in kept if one)


def _rest_of(sentence: str) -> str:
    for found in reversed(list(_AGENT.finditer(sentence))):
        start, end = _from(sentence, found.start()), _until(sentence, found.end())
        sentence = f"{sentence[:start].rstrip()} {sentence[end:].lstrip()}"
    sentence = _HEADING.sub(" ", sentence).strip(" .,:;-?!")
    return "" if _only_aside(sentence) else " ".join(sentence.split())


def _only_aside(sentence: str) -> bool:
    return all(_plain(word[0]) in _ONLY_ASIDE for word in _WORD.finditer(sentence))


def _from(sentence: str, at: int) -> int:
    """Return where what asks for an agent begins, before the word at a place."""
    for word in reversed(list(_WORD.finditer(sentence, 0, at))):
        if _plain(word[0]) not in _BEFORE_IT:
            break
        at = word.start()
    return at


def _until(sentence: str, at: int) -> int:
    """Return where what asks for an agent ends, behind the word at a place."""
    for word in _WORD.finditer(sentence, at):
        if _plain(word[0]) not in _BEHIND_IT or re.search(r"[.;]", sentence[at : word.start()]):
            break
        at = word.end()
    lead = re.match(r"[\s,.:;?!-]*", sentence[at:])
    return at + (lead.end() if lead else 0)


def _plain(word: str) -> str:
    return word.casefold().replace("\u2019", "'").strip("'\"")
