"""Questions about a person's own tables, what goes on from them, and cells and rows they change."""

import pytest

from shared.models.reasoning import ConversationContext, Exchange, PlanRequest
from shared.models.world import KnownTable, Link, Thing
from shared.understanding.reader import Reader
from shared.understanding.said import Said
from shared.understanding.work import Work
from shared.workspace.sheets.asking.added import row_told
from shared.workspace.sheets.asking.answering import answered, ask_of
from shared.workspace.sheets.asking.asked import asked
from shared.workspace.sheets.asking.changed import cells_meant
from shared.workspace.sheets.asking.onward import (
    asked_before,
    asked_of_tables,
    cells_of_tables,
    of_tables,
    rows_out_of_tables,
)
from shared.workspace.sheets.frames import remove_rows
from shared.workspace.sheets.port import Sheet, Table

READER = Reader()

COURSES = KnownTable(
    sheet="school",
    name="School",
    tab="Courses",
    rows=(
        ("Course", "Teacher", "Starts", "Pupils", "Budget (EUR)", "Spent (EUR)", "State"),
        ("Pottery", "Ida Holm", "2026-12-01", 9, 1200, 1450, "Running"),
        ("Drawing", "Tom Berg", "2026-12-08", 14, 800, 640, "Full"),
        ("Choir", "Ida Holm", "2027-01-11", 31, 500, 500, "Open for booking"),
        ("Film night", "Sam Okafor", "2027-02-02", 22, 900, 930, "Open for booking"),
    ),
)
MONTHS = KnownTable(
    sheet="school",
    name="School",
    tab="Months",
    rows=(
        ("Month", "Income (EUR)", "Costs (EUR)", "Visitors"),
        ("August", 4200, 3900, 310),
        ("September", 5100, 4000, 420),
        ("October", 4800, 4500, 395),
        ("November", 6100, 4700, 510),
    ),
)
STOCK = KnownTable(
    sheet="shop",
    name="Workshop",
    tab="Stock",
    rows=(
        ("Item", "Supplier", "In stock", "Price (EUR)", "Margin", "Shelf"),
        ("Hand saws", "Lindqvist", 12, 19.5, "12%", "A1"),
        ("Hammers", "Torsten AG", 40, 12, "9%", "A2"),
        ("Work gloves", "Lindqvist", 150, 4.2, "-2%", "B1"),
    ),
)
TABLES = (COURSES, MONTHS, STOCK)


def told(*messages):
    """Return what is answered to the last of some messages; "" where it is not understood."""
    state = []
    for one in messages:
        last = asked(one, TABLES, state)
        state += last
    return " ".join(map(answer_to, last))


def answer_to(query):
    own = query.table
    table = Table(sheet=Sheet(id=own.sheet, name=own.name), tab=own.tab, rows=own.rows)
    return answered([ask_of(query)], table).told


def changed(*messages):
    """Return the row, column and value of the cell that the last of some messages changes."""
    state = [query for one in messages[:-1] for query in asked(one, TABLES, [])]
    cells = cells_meant(messages[-1], TABLES, state)
    told = [(one.shape.name(one.row), one.shape.titles[one.column], one.value) for one in cells]
    return told[0] if len(told) == 1 else told or None


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        (["Who teaches pottery?"], "Teacher of Pottery: Ida Holm."),
        (["Who teaches pottery?", "and how many pupils does she have"], "Pupils of Pottery: 9."),
        (["pottery teacher??", "what about the choir?"], "Teacher of Choir: Ida Holm."),
        (["what did pottery cost us?"], "Spent (EUR) of Pottery: 1,450."),
        (
            ["what did pottery cost us?", "so how much over budget is that"],
            "Spent (EUR) of Pottery is 250 more than Budget (EUR).",
        ),
        (
            ["what was the budget for film night?", "which courses are over budget?"],
            "Pottery and Film night.",
        ),
        (["Is drawing full?"], "State of Drawing: Full."),
        (["how many pupils has drawing, and is anyone below 10?"], ""),
        (["which courses have more than 20 pupils?"], ""),
        (["which courses are still open for booking?"], "Choir and Film night."),
        (["how many courses does Ida Holm give?"], "2 rows say Ida Holm."),
        (["how many courses does Ida Holm give?", "which ones"], "Pottery and Choir."),
        (
            ["Which course has the fewest pupils, and when does it start?"],
            "4 rows. Pupils at its lowest: 9 (Pottery). Starts of Pottery: 2026-12-01.",
        ),
        (["average income per month?"], "4 rows. Income (EUR) on average: 5,050."),
        (
            ["average income per month?", "Thank you. And the same for the costs, please."],
            "4 rows. Costs (EUR) on average: 4,275.",
        ),
        (["average income per month?", "costs?"], "4 rows. Costs (EUR) on average: 4,275."),
        (
            ["all visitors from August to October together?"],
            "3 rows. Visitors altogether: 1,125.",
        ),
        (
            ["how many visitors in the last two months?", "and the first two?"],
            "2 rows. Visitors altogether: 730.",
        ),
        (
            ["income of August?", "and of November?", "how far apart are those two"],
            "Income (EUR): 1,900 between November (6,100) and August (4,200).",
        ),
        (
            ["Income of November, costs of November.", "Difference?"],
            "Income (EUR) of November is 1,400 more than Costs (EUR).",
        ),
        (
            ["What's the most expensive item?"],
            "3 rows. Price (EUR) at its highest: 19.5 (Hand saws).",
        ),
        (["price of hammers?", "and the cheapest"], "3 rows. Price (EUR) at its lowest: 4.2 (Work"),
        (
            ["wots the most vstrs we had in a mnth", "n the fewest?", "k n avg of them all?"],
            "4 rows. Visitors on average: 408.8.",
        ),
        (["pupils of all courses, pottery, drawing and so on, altogether?"], "4 rows. Pupils alt"),
        (["how many courses are open for booking?", "n which ones arent"], "Pottery and Drawing."),
        (["how many courses does Ida Holm give?", "and Tom Berg?"], "1 row says Tom Berg."),
        (
            ["how many courses does Ida Holm give?", "the running one, when does it start?"],
            "Starts of Pottery: 2026-12-01.",
        ),
        (["how many different teachers are there in the courses?"], "3 different in Teacher: Ida"),
        (
            ["all visitors of the months together, and income on average?"],
            "4 rows. Visitors altogether: 1,635. 4 rows. Income (EUR) on average: 5,050.",
        ),
        (["income of August?", "and of November?", "sum of those two?"], "2 rows. Income (EUR) al"),
        (["state of the choir?", "is it full?"], "State of Choir: Open for booking."),
        (["budget without the choir, in total?"], "3 rows. Budget (EUR) altogether: 2,900."),
        (["budget of the choir and the band in total?"], ""),
        (["total budget of all courses, and I have a bet with Ann on it"], ""),
        (["Total budget? Then mail it to Grace."], ""),
        (["what time is my meeting with Ida Holm tomorrow?"], ""),
        (["tell me how the choir is doing"], ""),
        (["remind me to order hammers"], ""),
    ],
)
def test_a_question_is_answered_by_the_table_whose_words_it_says(messages, expected):
    answer = told(*messages)
    assert answer.startswith(expected)
    assert bool(answer) == bool(expected)


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        (["pupils in drawing?", "no that's 16, fix it"], ("Drawing", "Pupils", 16)),
        (["pupils in the film night: 22 is wrong, 25 it must be"], ("Film night", "Pupils", 25)),
        (["pupils in drawing?", "wrong. 15, no sorry 16, put it right"], ("Drawing", "Pupils", 16)),
        (["who supplies the hammers?", "change it to Holm"], ("Hammers", "Supplier", "Holm")),
        (["supplier of the hammers?", "change it to Holm AG"], ("Hammers", "Supplier", "Holm AG")),
        (["shelf of the hammers isn't right, it's B2 now"], ("Hammers", "Shelf", "B2")),
        (["state of the choir?", "set that to Full"], ("Choir", "State", "Full")),
        (["state of drawing?", "give the choir the same"], ("Choir", "State", "Full")),
        (["give the choir the same teacher as drawing"], ("Choir", "Teacher", "Tom Berg")),
        (["budget of the choir?", "spent must be the same"], ("Choir", "Spent (EUR)", 500)),
        (["state of pottery?", "the course below it is Running"], None),
        (["state of pottery?", "set the one below it to Running"], None),
        (["drawing's pupil count is obsolete, it's 16"], ("Drawing", "Pupils", 16)),
        (
            ["drawing, no, choir, the state of that. Make it Full. Wait. Make it Gone."],
            ("Choir", "State", "Gone"),
        ),
        (["margin of the hammers?", "ah put 8% there"], ("Hammers", "Margin", "8%")),
        (
            [
                "state of the choir?",
                "make the state Full and while you're at it put the pupils to 33",
            ],
            [("Choir", "State", "Full"), ("Choir", "Pupils", 33)],
        ),
        (["spent for choir?", "set it to 510 and send that to Ann"], None),
        (
            ["state of the choir?", "That is settled now. Change it to Full."],
            ("Choir", "State", "Full"),
        ),
        (["pupils in drawing?", "and pottery goes up to 11"], ("Pottery", "Pupils", 11)),
        (["pupils in drawing?", "that's wrong, fix it"], ("Drawing", "Pupils", None)),
        (["pupils in drawing?", "what should it be?"], None),
        (["pupils in drawing?", "if it is 16 tell me"], None),
        (["pupils in drawing?", "is it 16?"], None),
        (["pupils in drawing?", "set the teacher to 16"], None),
        (["set the budget to 900"], None),
        (["choir: budget is right, spent ought to be 510"], ("Choir", "Spent (EUR)", 510)),
        (["choir got two more, that makes 33 pupils"], ("Choir", "Pupils", 33)),
        (
            ["give the choir the same teacher that drawing has"],
            ("Choir", "Teacher", "Tom Berg"),
        ),
        (
            ["the Choir: 33 pupils now n state Nearly full pls"],
            [("Choir", "Pupils", 33), ("Choir", "State", "Nearly full")],
        ),
        (
            ["pupils in drawing?", 'state there should be "Half full", pupils 7'],
            [("Drawing", "Pupils", 7), ("Drawing", "State", "Half full")],
        ),
        (
            ["Choir has 33 pupils now. And Pottery loses two, so that is 7."],
            [("Choir", "Pupils", 33), ("Pottery", "Pupils", 7)],
        ),
        (
            ["the choir in courses says Open for booking, it must say Booked out"],
            ("Choir", "State", "Booked out"),
        ),
        (
            ["courses, choir, pupils: the figure 31 is to be replaced by 34"],
            ("Choir", "Pupils", 34),
        ),
        (['for the choir please give state "Booked out"'], ("Choir", "State", "Booked out")),
        (["drawing, in courses: put in Running, but there is more to do, leave it"], None),
    ],
)
def test_a_change_is_of_the_cell_that_is_named_or_was_told(messages, expected):
    assert changed(*messages) == expected


MOVES = """**Moves** (Sites (all)), about x:

| Site | Ready by | Seats (no.) | State |
| --- | --- | --- | --- |
| Oslo | 2027-01-10 | 48 | Open |
| Bergen | 2027-01-10 | 1,200 | Waits for paint |
| New Harbour |  | 22 | Boxes ordered |
| Old Harbour | 2027-02-01 | 27 | Boxes ordered |
"""


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("set the seats of oslo to 50", ("Oslo", "Seats (no.)", 50)),
        ("put 50 for Oslo's seats", ("Oslo", "Seats (no.)", 50)),
        ("for oslo, enter 50 under seats please", ("Oslo", "Seats (no.)", 50)),
        ("oslo has 50 seats now", ("Oslo", "Seats (no.)", 50)),
        ("the seats of oslo should be 50 and not 48", ("Oslo", "Seats (no.)", 50)),
        ("oslo's seats are wrong, it's 50", ("Oslo", "Seats (no.)", 50)),
        ("set the state of oslo to ready to go", ("Oslo", "State", "ready to go")),
        ("bergen is painted. its state must read Open", ("Bergen", "State", "Open")),
        ("bergen is open now, please write that down", ("Bergen", "State", "Open")),
        ("set the state of oslo to Done in the Moves sheet", ("Oslo", "State", "Done")),
        ('for oslo, make the state "keys here"', ("Oslo", "State", "keys here")),
        ("oslo gets the same state like old harbour has", ("Oslo", "State", "Boxes ordered")),
        ("the people in oslo want the same state as bergen", ("Oslo", "State", "Waits for paint")),
        ("set the state to Done", None),
        ("set oslo to Done", None),
        ("set the state of the attic to Done", None),
        ("don't set oslo's seats to 50", None),
        ("please keep oslo's seats at 50", None),
        ("if oslo is ready, set its state to Done", None),
        ("when oslo has 50 seats let me know", None),
        ("why is oslo's state Open", None),
        ("put it there", None),
        ("tell ann that oslo's state is Done", None),
    ],
)
def test_a_table_that_was_just_shown_is_known_though_it_is_none_of_those(text, cell):
    told = talk(text, ("user", "show me the moves"), ("assistant", MOVES))
    cells = cells_of_tables(told, text)
    assert [(o.shape.name(o.row), o.shape.titles[o.column], o.value) for o in cells] == (
        [cell] if cell else []
    )


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("and the seats of them all together?", "total"),
        ("which site has the fewest seats?", "least"),
        ("without Oslo, the seats altogether?", "total"),
        ("whats the state of bergen there", "value"),
    ],
)
def test_questions_go_on_from_a_table_that_was_just_shown(text, figure):
    told = talk(text, ("user", "show me the moves"), ("assistant", MOVES))
    found = asked_of_tables(told, text)
    assert [one.figure for one in found] == ([figure] if figure else [])
    assert all(one.table.tab == "Sites (all)" for one in found)


@pytest.mark.parametrize(
    ("text", "before", "expected"),
    [
        (
            "put another line on there: December, 4100, 90 and 3",
            "visitors in August?",
            (MONTHS, ((0, "December"), (1, 4100), (2, 90), (3, 3))),
        ),
        (
            "and a new month please: December, 4100, costs 90",
            "visitors in August?",
            None,
        ),
        ("There's a course missing, Pliers. Price 9.5. Add it?", "price of hammers?", None),
        (
            "A line is missing, Pliers. Price 9.5. Add it?",
            "price of hammers?",
            (STOCK, ((0, "Pliers"), (3, 9.5))),
        ),
        (
            "for the courses a course is missing: Clay, pupils 3, teacher Ann. Could you add it?",
            "price of hammers?",
            (COURSES, ((0, "Clay"), (1, "Ann"), (3, 3))),
        ),
        ("add Clay, pupils 3, teacher Ann", "", (COURSES, ((0, "Clay"), (1, "Ann"), (3, 3)))),
        ("add Clay, pupils 3", "", None),
        ("another item for Pliers", "price of hammers?", None),
    ],
)
def test_a_row_goes_to_the_table_named_or_shown_or_the_one_that_has_its_columns(
    text, before, expected
):
    row = row_told(text, TABLES, asked(before, TABLES, []), ordered=True)
    assert (row and (row.table, row.cells)) == expected


@pytest.mark.parametrize(
    ("text", "ordered", "cells"),
    [
        (
            "We lost a hammer. Months in School lacks December. Income 4 100, costs 90, visitors 3",
            False,
            ((0, "December"), (1, 4100), (2, 90), (3, 3)),
        ),
        ("In Months: August, income 4100, costs 90, visitors 3", True, None),
        ("In Months: December, income 4100, costs 90", False, None),
        ("In Months: December, income 4100, costs 90", True, ((0, "December"), (1, 4100), (2, 90))),
        ("December, income 4100, costs 90", False, None),
    ],
)
def test_a_row_is_told_by_the_columns_of_the_table_that_is_named(text, ordered, cells):
    row = row_told(text, TABLES, [], ordered=ordered)
    assert (row and row.cells) == cells


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("in Courses set the pupils of pottery to 10 and of drawing to 15", [10, 15]),
        ("School, Courses: pottery has 10 pupils now, drawing 15 and the choir 30", [10, 15, 30]),
        ("Pupils of pottery are 10, of drawing 15. Leave the choir, Ida does that.", [10, 15]),
        ("pottery has 10 pupils, not 9, and drawing still 14", []),
        ("pottery and drawing have 10 pupils", []),
    ],
)
def test_rows_get_numbers_of_their_own(text, cells):
    found = cells_meant(text, TABLES, [])
    assert [one.value for one in found] == cells
    assert [one.row for one in found] == [*range(len(cells))]
    assert {one.shape.titles[one.column] for one in found} <= {"Pupils"}


def test_numbers_beside_the_names_of_several_columns_are_all_changed():
    cells = cells_meant("In Months, October: the income is 4900, visitors are 400", TABLES, [])
    assert [(one.row, one.column, one.value) for one in cells] == [(2, 1, 4900), (2, 3, 400)]


ANSWER = "Pupils of Drawing: 14.\n\n**School** (Courses):\n\n| Course | Pupils |"


def talk(text, *exchanges, links=()):
    context = ConversationContext(exchanges=tuple(Exchange(role=r, text=t) for r, t in exchanges))
    return PlanRequest(
        agent="action", command=text, today="2026-11-28", tools=(), context=context,
        tables=TABLES, links=links,
    )  # fmt: skip


def test_what_was_asked_stays_while_an_answer_shows_its_table():
    own = ("user", "pupils in drawing?")
    [query] = asked_before(talk("", own, ("assistant", ANSWER)).context, TABLES)
    assert query.found == (1,)
    assert asked_before(talk("", own, ("assistant", "You have one mail.")).context, TABLES) == []


def test_what_is_wrong_with_a_cell_that_was_told_is_no_new_row():
    own = ("user", "pupils in drawing?")
    text = "Is wrong, they are 24 now. Correct it please."
    told = talk(text, own, ("assistant", ANSWER))
    found = of_tables(Said("sheet_set", 0.9, text, ()), told, READER.revisions)
    assert found is not None
    assert found.task == "sheet_set"


PAGE = Link(kind="page", start=0, end=5, things=(Thing(kind="page", name="Choir", id="p"),))


@pytest.mark.parametrize(
    ("task", "sure", "text", "links", "expected"),
    [
        ("other", 0.97, "how many pupils are in drawing", (), "sheet_read"),
        ("mail_label", 0.97, "Pupils in drawing?", (), "sheet_read"),
        ("mail_label", 0.97, "Pupils in drawing?", (PAGE,), None),
        ("cal_list", 0.97, "when does the choir start, roughly?", (), None),
        ("cal_update", 0.6, "set the state of drawing to Running", (), "sheet_set"),
        ("cal_update", 0.9, "set the state of drawing to Running", (), None),
        ("update_agent", 0.5, "let the agent set the state of drawing to Running", (), None),
    ],
)
def test_what_is_plainly_another_task_stays_that(task, sure, text, links, expected):
    found = of_tables(Said(task, sure, text, ()), talk(text, links=links), READER.revisions)
    assert (found and found.task) == expected


@pytest.mark.parametrize(
    ("text", "task"),
    [
        ("lol and which of them has the tiniest number of seats", "sheet_read"),
        ("whats the state of bergen there. do not change anything", "sheet_read"),
        ("what's the weather like in Bergen?", None),
        ("book a table for two in Bergen", None),
    ],
)
def test_what_is_said_after_a_table_asks_it_where_it_is_about_that(text, task):
    told = talk(text, ("user", "show me the moves"), ("assistant", MOVES))
    found = of_tables(Said("other", 0.6, text, ()), told, READER.revisions)
    assert (found and found.task) == task


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        (
            ["which of our dear courses pulls in the plumpest crowd of pupils"],
            "4 rows. Pupils at its highest: 31 (Choir).",
        ),
        (["list the courses where spent exceeds budget"], "Pottery and Film night."),
        (
            ["list the courses where spent exceeds budget", "by how much, for pottery alone?"],
            "Spent (EUR) of Pottery is 250 more than Budget (EUR).",
        ),
        (
            ["by how much is the spent of pottery higher than its budget"],
            "Spent (EUR) of Pottery is 250 more than Budget (EUR).",
        ),
        (
            ["We heard pottery ran away a little. What did we plan for it, and what did we spend?"],
            "Budget (EUR) of Pottery: 1,200. Spent (EUR) of Pottery: 1,450.",
        ),
    ],
)
def test_what_surely_asks_a_table_may_say_more_than_that_tells(messages, expected):
    state = []
    for one in messages:
        last = asked(one, TABLES, state, surely=True)
        state += last
    assert " ".join(answer_to(one) for one in last) == expected


GONE = (
    ("Take the hammers line out of the Stock tab.", STOCK, (1,)),
    ("Drawing is over for good. That row can go from Courses.", COURSES, (1,)),
    ("get shot of the whole row for Film night", COURSES, (3,)),
    (
        "Both Pottery and Choir have moved away. Take those two lines out of Courses.",
        COURSES,
        (0, 2),
    ),
    ("scrap the last row of Stock", STOCK, (2,)),
    ("in Months, delete row 3", MONTHS, (1,)),
    ("Could you drop Work gloves from the Stock sheet?", STOCK, (2,)),
    ("Ida is ill. The line for the choir may be struck from Courses altogether.", COURSES, (2,)),
    ("Hammers do not belong in Stock, kindly take that line away", STOCK, (1,)),
    (
        "The choir should not appear in Courses any more, that line is somebody else's",
        COURSES,
        (2,),
    ),
    ("Stock: nuke the hammers line, old junk", STOCK, (1,)),
    ("Courses, the choir: it moved to the church. Could that row go, please?", COURSES, (2,)),
)


@pytest.mark.parametrize(("text", "table", "rows"), GONE)
def test_rows_are_taken_out_of_the_table_that_has_them(text, table, rows):
    request = talk(text)

    said = of_tables(Said("undo", 0.4, text, ()), request, READER.revisions)

    assert said is not None
    assert said.task == "sheet_remove"
    assert rows_out_of_tables(request, said) == (table, rows)


def test_a_row_is_taken_out_that_was_told_before():
    own = ("user", "pupils in drawing?")
    request = talk("Then delete that line.", own, ("assistant", ANSWER))

    said = of_tables(Said("other", 0.4, request.command, ()), request, READER.revisions)

    assert said is not None
    assert rows_out_of_tables(request, said) == (COURSES, (1,))


@pytest.mark.parametrize(
    "text",
    [
        "don't take the hammers line out of Stock",
        "Do not remove the Hammers line from Stock",
        "Leave the Hammers line in Stock where it is.",
        "Pottery is over at last. What does Courses say of its state?",
        "why did somebody delete the row of Film night from Courses?",
        "delete the Shelf column of Stock",
        "empty the cell of Hammers in Stock, please delete what it says",
        "Take the line about hammers out of the Stock page",
        "delete Hammers",
        "remove the line from Courses",
    ],
)
def test_no_row_is_taken_out_where_that_is_not_plainly_ordered(text):
    said = of_tables(Said("other", 0.4, text, ()), talk(text), READER.revisions)

    assert said is None or said.task != "sheet_remove"


def test_a_table_that_is_known_loses_its_lower_rows_first():
    text = "Take Pottery and Choir out of the Courses tab, both rows."
    request = talk(text)
    work = Work(of_tables(Said("other", 0.4, text, ()), request, READER.revisions), request)

    remove_rows(work)

    named = [(one.tool, one.arguments["named"]) for one in work.plan().steps]
    assert named == [("sheets_remove_row", "Choir"), ("sheets_remove_row", "Pottery")]
