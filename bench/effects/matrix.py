"""Every change of every provider, disturbed at every boundary: what came of it, as a table."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from bench.effects.cases import BOUNDARIES, CONVERSATIONS, Boundary, Case
from bench.effects.conversations import conversation
from bench.effects.crashes import crashes, undisturbed
from bench.effects.places import PLACES
from bench.effects.stage import Stage
from evals.report import table
from shared.decisions.undoing import UNDO
from shared.workspace.registry import TOOLS
from tests.support.fakes import ManualClock


async def effects() -> list[Case]:
    """Disturb everything."""
    found: list[Case] = []
    async with Stage() as stage:
        for provider, tool in await changes():
            opening = PLACES[provider]
            found += await crashes(opening, tool)
            whole = await undisturbed(opening, tool)
            for boundary in CONVERSATIONS:
                found.append(await conversation(stage, opening, tool, boundary, whole))
    return found


async def changes() -> list[tuple[str, str]]:
    """Return every provider with every tool that changes something there.

    Raises RuntimeError if a tool changes something but is tried nowhere.
    """
    asked: list[tuple[str, str]] = []
    for provider, opening in PLACES.items():
        async with opening(ManualClock()) as place:
            asked += [(provider, tool) for tool in place.asks]
    changing = {name for name, tool in TOOLS.items() if tool.rules.changes} - {UNDO}
    if missing := changing - {tool for _, tool in asked}:
        raise RuntimeError(f"nobody tries {', '.join(sorted(missing))}")
    return asked


def report(cases: Sequence[Case]) -> str:
    """Return what came of each tool at each provider, boundary by boundary."""
    by_row = _grouped(cases, lambda case: (case.tool, case.provider))
    return _table(("tool", "provider"), by_row)


def providers(cases: Sequence[Case]) -> str:
    """Return what came of all tools of each provider, boundary by boundary."""
    by_row = _grouped(cases, lambda case: (case.provider,))
    return _table(("provider",), by_row)


def told(cases: Sequence[Case]) -> str:
    """Return what the person is told where it is not one effect."""
    lines = (
        f"{case.kind}: {case.tool} at {case.provider}, {case.boundary}: {case.why}"
        for case in cases
        if case.kind != "one"
    )
    return "\n".join(dict.fromkeys(lines))


def summary(cases: Sequence[Case]) -> dict[str, int]:
    """Return the figures for machines."""
    kinds = Counter(case.kind for case in cases)
    return {
        "cases": len(cases),
        "duplicates": kinds["duplicate"],
        "lost": kinds["lost"],
        "unknown": kinds["unknown"],
    }


def _grouped(
    cases: Sequence[Case], row: Callable[[Case], tuple[str, ...]]
) -> dict[tuple[str, ...], list[Case]]:
    grouped: dict[tuple[str, ...], list[Case]] = {}
    for case in cases:
        grouped.setdefault(row(case), []).append(case)
    return grouped


def _table(headings: tuple[str, ...], by_row: Mapping[tuple[str, ...], Sequence[Case]]) -> str:
    rows = [
        (*row, *(_cell(cases, boundary) for boundary in BOUNDARIES))
        for row, cases in by_row.items()
    ]
    return table((*headings, *BOUNDARIES), rows)


def _cell(cases: Sequence[Case], boundary: Boundary) -> str:
    """Return how many cases came to what: `2` are two in which it was made once."""
    kinds = Counter(case.kind for case in cases if case.boundary == boundary)
    words = {"one": "", "unknown": " unknown", "lost": " LOST", "duplicate": " DUPLICATE"}
    return ", ".join(f"{kinds[kind]}{word}" for kind, word in words.items() if kinds[kind])
