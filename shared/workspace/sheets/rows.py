"""Which row of a table somebody means, and what a change of it makes different."""

from collections.abc import Callable, Sequence

from shared.models.cell import Cell
from shared.tools.wording import one_line
from shared.workspace.sheets.cells import cell_of, same
from shared.workspace.sheets.places import MAX_ROWS, column_named, heads_of
from shared.workspace.sheets.port import CellChange, RowChange, Table
from shared.workspace.sheets.selecting import Condition, plain, said, selected, words

_SHOWN, _FITTING = 4, 5


def rows_meant(table: Table, row: str, where: Sequence[Condition]) -> list[tuple[int, int]]:
    """Return the rows that are meant, each with the column of the cell by which it is known.

    A cell that says `row` counts before cells that only have its words in them. Raises
    UnknownColumn when a condition names one.
    """
    numbered = [(at, one) for at, one in enumerate(table.rows[1:], 2)]
    if where:
        first = column_named(where[0].column, table)
        fits = [selected((table.rows[0], one), (), where) for _, one in numbered]
        return [(at, first) for (at, _), fit in zip(numbered, fits, strict=True) if len(fit) > 1]
    exact = [(at, _first(one, lambda cell: plain(cell) == plain(row))) for at, one in numbered]
    wanted = words(row)
    loose = [(at, _first(one, lambda cell: wanted <= words(said(cell)))) for at, one in numbered]
    return [found for found in exact if found[1]] or [found for found in loose if found[1]]


def change_of(
    table: Table, number: int, known_by: int, cells: Sequence[tuple[int, Cell]]
) -> RowChange:
    """Return the change that makes cells of a row say something else, from what they say now.

    The row is known by the cell in a column that stays; by none where nothing else is in it.
    """
    row = table.rows[number - 1] if number <= len(table.rows) else ()
    heads = heads_of(table) if number > 1 else ()
    touched = {column for column, _ in cells}
    others = [at for at in range(1, len(row) + 1) if at not in touched]
    stays = [at for at in (known_by, *others) if at in others and not same(cell_of(row, at), None)]
    key = stays[0] if stays else 0
    return RowChange(
        number=number,
        cells=tuple(
            CellChange(
                column=column,
                name=heads[column - 1] if column <= len(heads) else "",
                before=cell_of(row, column),
                after=after,
            )
            for column, after in cells
        ),
        key_column=key,
        key=cell_of(row, key),
    )


def unclear(asked: str, tabs: Sequence[Table], fitting: Sequence[tuple[Table, int]]) -> str:
    """Return why no one row of some tabs is meant: several fit what was asked for, or none."""
    if fitting:
        some = "; ".join(_told(table, at) for table, at in fitting[:_FITTING])
        return f"Several rows fit {asked}: {some}. Which one? You can say its number."
    more = f" in its first {MAX_ROWS:,} rows" if any(table.cut for table in tabs) else ""
    return f"{one_line(tabs[0].sheet.name)} has no row that says {asked}{more}."


def _told(table: Table, number: int) -> str:
    """Return a row in a few words, to tell it from others: "row 5 (Training, In progress)"."""
    row = [one_line(cell, 40) for cell in table.rows[number - 1] if not same(cell, None)]
    return f"row {number} ({', '.join(row[:_SHOWN])})"


def _first(row: Sequence[Cell], fits: Callable[[Cell], bool]) -> int:
    """Return the number of the first cell that fits; 0 for none."""
    return next((at for at, cell in enumerate(row, 1) if fits(cell)), 0)
