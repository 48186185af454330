"""Between Slack's way of writing text and words."""

import re
from collections.abc import Callable

_BRACKETS = re.compile(r"<([^<>\n]+)>")
_MENTION = re.compile(r"<@([A-Z0-9]+)(?:\|[^<>]*)?>")
_BROADCAST = re.compile(r"(?<![\w@.])@(here|channel|everyone)\b")


def mentioned(text: str) -> set[str]:
    """Return the ids of the people a text mentions."""
    return set(_MENTION.findall(text))


def in_words(text: str, name_of: Callable[[str], str]) -> str:
    """Return a text with mentions, channels and links in words; `name_of` gives a user's name."""
    words = _BRACKETS.sub(lambda found: _word(found[1], name_of), text)
    return words.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def as_slack(text: str) -> str:
    """Return words as Slack wants them.

    Only a plain @here, @channel or @everyone calls everyone: nothing else in a text is a command.
    """
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _BROADCAST.sub(r"<!\1>", escaped)


def _word(inside: str, name_of: Callable[[str], str]) -> str:
    """Return what is meant by something in brackets; Slack writes no other brackets than these."""
    target, _, label = inside.partition("|")
    match target[:1]:
        case "@":
            return f"@{name_of(target[1:])}"
        case "#":
            return f"#{label or target[1:]}"
        case "!":
            return _command(target[1:], label)
        case _ if ":" not in target:
            return f"<{inside}>"
        case _:
            address = target.removeprefix("mailto:")
            return f"{label} ({address})" if label and label not in address else address


def _command(command: str, label: str) -> str:
    """Return what stands for everyone, a group (its label begins with @) or a date."""
    name = command.partition("^")[0]
    if name == "date" and label:
        return label
    return f"@{(label or ('group' if name == 'subteam' else name)).removeprefix('@')}"
