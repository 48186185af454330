"""What an agent was made to do: its procedure, and all it was told."""

import re
from collections.abc import Iterator

from shared.models.agent import Agent, Skill

_ITEM = re.compile(r" {0,2}\d{1,3}[.)][ \t]+(?P<text>\S.*)")
_MORE = re.compile(r"[ \t]{2,}(?P<text>\S.*)")
_FENCE = re.compile(r" {0,3}(?:```|~~~)")
_BACK = re.compile(
    r"(?:(?:then|finally|and|at the end),? )*"
    r"(?:(?:hand|give|pass|return) (?:the |this )?(?:conversation|chat|control|person|user)"
    r"(?: back)?"
    r"(?: to (?:the |my )?(?:main |master )?(?:assistant|agent|omniforge))?"
    r"|(?:end|finish|close) the (?:handoff|conversation))\W*",
    re.IGNORECASE,
)
"""The order to return a conversation that was handed over, once the others are carried out."""
_MARKUP = re.compile(r"\*\*|`")


def procedure_of(agent: Agent) -> tuple[str, ...]:
    """Return the orders in the numbered lists of its skills, in order; empty if it has none."""
    return tuple(item for skill in _leading(agent) for item in _items(skill.instructions))


def work_of(agent: Agent) -> tuple[str, ...]:
    """Return the orders of its procedure that take tools."""
    return tuple(order for order in procedure_of(agent) if not _BACK.fullmatch(order))


def gives_back(agent: Agent) -> bool:
    """Return whether its procedure says to return a conversation when all else is done."""
    return any(_BACK.fullmatch(order) for order in procedure_of(agent))


def instructions_of(agent: Agent) -> str:
    """Return all it was told, as Markdown: about itself, then skill by skill."""
    parts = [agent.instructions.strip()]
    parts += [
        f"## {' '.join(skill.name.split())}\n\n{skill.instructions.strip()}"
        for skill in _leading(agent)
        if skill.instructions.strip()
    ]
    return "\n\n".join(part for part in parts if part)


def _leading(agent: Agent) -> list[Skill]:
    return sorted(agent.skills, key=lambda skill: -skill.priority)


def _items(markdown: str) -> Iterator[str]:
    """Yield the items of the numbered lists, each on one line; what is fenced is an example."""
    item, fenced = "", False
    for line in markdown.splitlines():
        if _FENCE.match(line):
            fenced = not fenced
        begun = None if fenced else _ITEM.match(line)
        more = None if fenced or begun else _MORE.match(line)
        if item and more:
            item = f"{item} {more['text']}"
            continue
        if item:
            yield _plain(item)
        item = begun["text"] if begun else ""
    if item:
        yield _plain(item)


def _plain(item: str) -> str:
    return " ".join(_MARKUP.sub("", item).split())
