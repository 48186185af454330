"""What a conversation is called: its first request, cut to a line, without asking any model."""

import re

MOST = 60
"""Characters of a title made here; people may give longer ones."""
UNTITLED = "New conversation"

_MENTION = re.compile(r"^@[a-z0-9-]+[\s:,]*")
_COURTESY = re.compile(
    r"^(?:(?:hi|hello|hey|good (?:morning|afternoon|evening))\b(?: there)?[\s,.!]+|please[\s,]+"
    r"|(?:can|could|would|will) you(?: please)?[\s,]+|i(?:'d| would) like (?:you )?to[\s,]+)",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s|\n")
_LEAST = 12
"""Characters: a first sentence shorter than that says too little by itself."""


def title_of(text: str) -> str:
    """Return the title of a conversation that begins with this text."""
    words = _MENTION.sub("", text.strip())
    while (rest := _COURTESY.sub("", words)) and rest != words:
        words = rest
    first = _SENTENCE_END.split(words, maxsplit=1)[0]
    line = " ".join((first if len(first) >= _LEAST else words).split()).rstrip(" .,;:")
    return _cut(line[:1].upper() + line[1:]) or UNTITLED


def _cut(line: str) -> str:
    if len(line) <= MOST:
        return line
    whole, _, _ = line[: MOST - 1].rpartition(" ")
    return f"{(whole or line[: MOST - 1]).rstrip(' .,;:')}…"
