"""The text of a page in which a passage is made to read otherwise."""

import re

from shared.workspace.pages.passages import edit_of, lines_of

_ITEM = re.compile(r"\s*(?:[-*•]|\d{1,3}[.)]) |-$")
"""A line that nothing before it runs on into."""
_NUMBERED = re.compile(r"(?P<indent>\s*)(?P<number>\d{1,3})(?P<rest>[.)] .*)")


def edited(text: str, passage: str, becomes: str) -> str:
    """Return a page's text with a passage as it becomes; raise ToolFailed as `edit_of` does.

    The items of a numbered list that it is in keep their order.
    """
    edit = edit_of(lines_of(text), passage, becomes)
    lines = [line.rstrip() for line in text.splitlines()]
    places = [at for at, line in enumerate(lines) if line]
    first = places[edit.at] if edit.taken else places[edit.at - 1] + 1 if edit.at else 0
    end = places[edit.at + len(edit.taken) - 1] + 1 if edit.taken else first
    put = list(edit.put)
    if put and not edit.taken and not _joins(put[0], lines[first - 1] if first else "#"):
        put.insert(0, "")
    if put and lines[end : end + 1] and not _joins(lines[end] or "-", put[-1]):
        put.append("")
    after = _counted([*lines[:first], *put, *lines[end:]], first)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(after)).strip("\n") + "\n"


def _joins(line: str, above: str) -> bool:
    """Whether a line may stand right below another one: items do, and what a heading is above."""
    return not line.startswith("#") and (above.startswith("#") or _ITEM.match(line) is not None)


def _counted(lines: list[str], changed: int) -> list[str]:
    """Return lines with the items of the list beside a changed line counted on from the first."""
    begins = changed
    while begins and lines[begins - 1]:
        begins -= 1
    last: dict[str, int] = {}
    for at in range(begins, len(lines)):
        if at > changed and not lines[at]:
            break
        if item := _NUMBERED.fullmatch(lines[at]):
            number = last.get(item["indent"], int(item["number"]) - 1) + 1
            last[item["indent"]] = number
            lines[at] = f"{item['indent']}{number}{item['rest']}"
    return lines
