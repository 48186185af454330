"""What a topic or a title is about: its telling words, without those that fit everything."""

import re

from shared.workspace.email.port import Mail

_WORD = re.compile(r"\w[\w.@&'+-]*\w|\w")


def words_of(text: str) -> list[str]:
    """Return the words of a text, small, each once."""
    return list(dict.fromkeys(_WORD.findall(text.casefold())))


_FILLERS = frozenset(
    words_of(
        "a about account all and at biweekly call catch catchup chat check client daily deal "
        "discuss discussion everything follow for fwd in intro kickoff latest meet meeting "
        "meetings monthly my news of on our planning project quarterly quick re review session "
        "standup status stuff sync team the thing things to topic touchpoint up update updates "
        "weekly with workshop"
    )
)


def telling(text: str) -> list[str]:
    """Return the words that tell a topic from others."""
    return [word for word in words_of(text) if word not in _FILLERS and len(word) > 1]


def search_words(topic: str) -> str:
    """Return what to search for: plain words, so that nothing in a topic is search syntax."""
    return " ".join(telling(topic) or words_of(topic))


def touches(title: str, mail: Mail) -> bool:
    """Return whether a mail's subject or beginning shares a telling word with a title."""
    said = set(words_of(f"{mail.subject} {mail.snippet}"))
    return not said.isdisjoint(telling(title))
