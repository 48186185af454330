"""What cells of a row and fields of a contact say: a card changed in words."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.readings import ReadBefore
from tests.support.revising import different, revised


@pytest.mark.parametrize(
    ("wish", "row"),
    [
        (
            "wait, Grace says 4500 actual, so the difference is -25%",
            ["Training", 6000, 4500, "-25%"],
        ),
        ("plan 7000, the actual is 4300", ["Training", 7000, 4300, "-30%"]),
        ("it's 4100 actual", ["Training", 6000, 4100, "-30%"]),
    ],
)
def test_a_cell_is_named_before_or_after_what_it_is_to_say(wish, row):
    call = {
        "columns": ["Item", "Plan", "Actual", "Difference"],
        "row": ["Training", 6000, 4200, "-30%"],
    }
    assert different(wish, call, ("sheet", "row")) == {"row": row}


@pytest.mark.parametrize(
    ("wish", "after"),
    [
        ("the title is Head of Sales", {"title": "Head of Sales"}),
        ("and the phone is +1 555 0100", {"title": "Sales Lead", "phone": "+1 555 0100"}),
        ("sorry, Chief of Staff, I misread it", {"title": "Chief of Staff"}),
        ("the right word is Senior, not Lead", {"title": "Sales Senior"}),
        ("the title is Sales Head, not Sales Lead", {"title": "Sales Head"}),
    ],
)
def test_a_field_of_a_contact_is_changed_or_added(wish, after):
    before = {"contact_id": "c1", "title": "Sales Lead"}
    answer = revised(wish, before, ("contact_id", "title", "phone", "company"), "contacts_update")
    assert answer.arguments == {"contact_id": "c1"} | after


@pytest.mark.parametrize(
    ("wish", "after"),
    [
        ("oops, it ends in 99", "+44 20 7946 0099"),
        ("typo, ends with 1 21", "+44 20 7946 0121"),
    ],
)
def test_the_last_digits_of_a_number_are_put_right(wish, after):
    before = {"name": "Ann Lee", "phone": "+44 20 7946 0000"}
    answer = revised(wish, before, ("name", "phone", "email"), "contacts_create")
    assert answer.arguments == before | {"phone": after}


@pytest.mark.parametrize(
    ("wish", "name"),
    [
        ("sorry, it's Ann Leigh", "Ann Leigh"),
        ("her last name is Leek", "Ann Leek"),
        ("she spells it Änn, with the dots", "Änn Bergman"),
        ("I must correct myself: the surname is Bergmann, with two n", "Ann Bergmann"),
    ],
)
def test_the_name_of_somebody_is_put_right(wish, name):
    before = {"name": "Ann Bergman", "company": "Acme", "phone": "+44 20 7946 0000"}
    answer = revised(wish, before, ("name", "company", "phone", "email"), "contacts_create")
    assert answer.arguments == before | {"name": name}


def test_figures_are_no_company():
    before = {"name": "Ann Lee", "company": "Acme", "phone": "+44 20 7946 0188"}
    wish = "Can't read my own scrawl. The number ends in 89, not 88."
    answer = revised(wish, before, ("name", "company", "phone", "email"), "contacts_create")
    assert answer.arguments == before | {"phone": "+44 20 7946 0189"}


@pytest.mark.parametrize(
    ("wish", "phone"),
    [
        ("hang on it ends one nine eight not one nine nine, the rest is right", "0198"),
        ("the last three are one nine eight", "0198"),
        ("it should end in double nine", "0099"),
        ("It finishes 0199, the rest is as I said.", "0199"),
    ],
)
def test_the_end_of_a_number_is_said_digit_by_digit_and_is_no_job(wish, phone):
    before = {"name": "Ann Lee", "title": "Buyer", "phone": "+44 20 7946 0000"}
    answer = revised(wish, before, ("name", "title", "phone", "email"), "contacts_create")
    assert answer.arguments == before | {"phone": f"+44 20 7946 {phone}"}


ROW = {
    "sheet": "s1",
    "row": ["Paint", 200, 180, "-10%", "open"],
    "columns": ["Item", "Planned (EUR)", "Spent (EUR)", "Difference", "Status"],
}

ROW_HAS = ("sheet", "tab", "row", "values", "columns")


@pytest.mark.parametrize(
    ("wish", "cells"),
    [
        ("wrong, spent 190 and difference is -5%", {2: 190, 3: "-5%"}),
        ("planned should be 250", {1: 250}),
        ("sorry, -5%", {3: "-5%"}),
        ("the spent was 190, so -5%", {2: 190, 3: "-5%"}),
        ("180 was wrong, 190", {2: 190}),
        ("diff -5 %, that was an old bill", {3: "-5 %"}),
        ("the status is done", {4: "done"}),
        ("it dries slowly, so the item should be Varnish instead", {0: "Varnish"}),
        ("and the status is On hold, please", {4: "On hold"}),
        ("status is Done and the item should be Salt and Sand", {4: "Done", 0: "Salt and Sand"}),
    ],
)
def test_cells_of_a_row_are_put_right_by_column_or_as_the_only_one_of_their_kind(wish, cells):
    answer = revised(wish, ROW, ROW_HAS, "sheets_append_row")
    row = [cells.get(at, one) for at, one in enumerate(ROW["row"])]
    assert answer.arguments == ROW | {"row": row}


def test_a_number_that_two_cells_could_be_changes_none_and_names_them():
    answer = revised("make it 210", ROW, ROW_HAS, "sheets_append_row")
    assert answer.arguments is None
    assert "Planned (EUR) (200) or Spent (EUR) (180)" in answer.why


def test_the_only_cell_of_a_change_takes_another_value():
    change = {"sheet": "s1", "row": "Paint", "values": [{"column": "Spent", "value": 180}]}
    answer = revised("no, 195", change, ROW_HAS, "sheets_update_row")
    assert answer.arguments == change | {"values": [{"column": "Spent", "value": 195}]}


@pytest.mark.parametrize(
    ("wish", "value"),
    [
        ("no hang on, the lid is missing. Put Half done instead", "Half done"),
        ("state better Half done", "Half done"),
        ("not Done yet, sorry. It should say Half done", "Half done"),
        ("sorry, that should be On hold", "On hold"),
        ("state rather On hold", "On hold"),
        ("Ann calls it differently, the text should be On hold", "On hold"),
        ("no, the new wording must rather be Half done", "Half done"),
        ("the entry there needs to read: On hold", "On hold"),
    ],
)
def test_the_only_cell_of_a_change_says_what_is_to_be_put(wish, value):
    change = {"sheet": "s1", "row": "Paint", "values": [{"column": "State", "value": "Done"}]}
    answer = revised(wish, change, ROW_HAS, "sheets_update_row", ReadBefore({}))
    assert answer.arguments == change | {"values": [{"column": "State", "value": value}]}


@pytest.mark.parametrize(
    "wish", ["the text should be shorter", "it must be a bit clearer", "the value should be that"]
)
def test_what_is_wrong_with_a_cell_is_not_what_it_says(wish):
    change = {"sheet": "s1", "row": "Paint", "values": [{"column": "State", "value": "Done"}]}
    answer = revised(wish, change, ROW_HAS, "sheets_update_row", ReadBefore({}))
    assert answer.arguments is None


MORE_OF_CONTACTS = {"name", "email", "company", "phone", "relation", "notes"}


@settings(max_examples=25)  # a hundred by hand, when what is read of cells changes
@given(st.text(max_size=60))
def test_cells_and_fields_hold_against_any_wish(wish):
    for arguments, has, tool in (
        (ROW, ROW_HAS, "sheets_append_row"),
        ({"contact_id": "c1", "title": "Buyer"}, ("contact_id", "title"), "contacts_update"),
    ):
        answer = revised(wish, arguments, has, tool, ReadBefore({}))
        left_out = answer.why.startswith("I did not use ")  # then it is followed but for that
        assert (answer.arguments is None) == (bool(answer.why) and not left_out)
        more = set(answer.arguments or arguments) ^ set(arguments)
        assert more <= (MORE_OF_CONTACTS if "contact_id" in arguments else set())


@pytest.mark.parametrize(
    ("wish", "more"), [("00000000", {"phone": "00000000"}), ("a@b.org", {"email": "a@b.org"})]
)
def test_what_a_value_is_tells_its_field_though_no_other_is_set(wish, more):
    before = {"contact_id": "c1", "title": "Buyer"}
    answer = revised(wish, before, ("contact_id", "title"), "contacts_update", ReadBefore({}))
    assert answer.arguments == before | more


def test_a_column_is_named_before_what_it_is_to_say():
    row = {"sheet": "s", "row": ["Leeds", "Planned"], "columns": ["Site", "Status"]}
    answer = revised("status Idea rather, nobody planned that", row, row, "sheets_append_row")
    assert answer.arguments["row"] == ["Leeds", "Idea"]


SHEET_ROW = {
    "sheet": "s1",
    "tab": "Sites",
    "number": 3,
    "key_column": 1,
    "key": "Mexico City",
    "cells": [{"column": 2}],
    "values": [{"column": "Status", "value": "Planned"}],
}


@pytest.mark.parametrize(
    ("wish", "row", "value"),
    [
        (
            "it's Monterrey that changed: there the status is Printers ready",
            "Monterrey",
            "Printers ready",
        ),
        ("not Mexico City, Monterrey", "Monterrey", "Planned"),
        ("toledo, not mexico city", "toledo", "Planned"),
        ("other row: Toledo", "Toledo", "Planned"),
    ],
)
def test_another_row_is_the_one_that_changes(wish, row, value):
    answer = revised(wish, SHEET_ROW, (*SHEET_ROW, "row"), "sheets_update_row", ReadBefore({}))
    assert answer.arguments["row"] == row
    assert answer.arguments["number"] == 0
    assert not answer.arguments["cells"]
    assert answer.arguments["values"] == [{"column": "Status", "value": value}]


@pytest.mark.parametrize(
    ("wish", "phone"),
    [
        ("can't read my own writing, the last two digits should be 99", "+44 20 7946 0099"),
        ("0121 at the end, not 0000", "+44 20 7946 0121"),
        ("0121 at the end. and mail is ann@x.org", "+44 20 7946 0121"),
    ],
)
def test_the_end_of_a_number_is_named_in_other_words(wish, phone):
    before = {"contact_id": "c", "phone": "+44 20 7946 0000"}
    answer = revised(wish, before, (*before, "email"), "contacts_update", ReadBefore({}))
    mail = {"email": "ann@x.org"} if "@" in wish else {}
    assert answer.arguments == before | {"phone": phone} | mail


def test_what_a_cell_is_to_say_is_no_other_row():
    for wish in ("not Planned yet, sorry. It should say Texts approved", "no, it must read Ready"):
        answer = revised(wish, SHEET_ROW, (*SHEET_ROW, "row"), "sheets_update_row", ReadBefore({}))
        assert answer.arguments["number"] == SHEET_ROW["number"]
        assert answer.arguments["values"][0]["value"] in {"Texts approved", "Ready"}


def test_the_only_number_of_a_single_cell_is_meant_and_no_pointer_to_it():
    before = {"sheet": "s", "row": "Acme", "values": [{"column": "Revenue", "value": 146000}]}
    for wish in ("Grace put 145500 this morning, put hers", "145500. The rest can stay."):
        answer = revised(wish, before, (*before, "cells"), "sheets_update_row", ReadBefore({}))
        assert answer.arguments["values"] == [{"column": "Revenue", "value": 145500}]


def test_no_figure_becomes_the_name_of_a_row():
    row = {"row": ["Training", 6000, 5100], "columns": ["Line", "Plan", "Actual"]}
    has = ("row", "columns")
    assert revised("make it 6500", row, has).arguments is None
    assert different("make the plan 6500 and the actual 5000", row, has) == {
        "row": ["Training", 6500, 5000]
    }


STOCK = {"values": [{"column": "Boxes", "value": 24}, {"column": "Status", "value": "Packed"}]}


@pytest.mark.parametrize(
    "wish",
    [
        "no, 23 boxes. the status is right though",
        "Boxes are 23. Status is fine.",
        "status stays as it is, but 23 boxes",
    ],
)
def test_what_is_said_to_be_right_is_no_value(wish):
    answer = revised(wish, STOCK, (*STOCK, "row"), "sheets_update_row")
    assert answer.arguments is not None
    values = answer.arguments["values"]
    assert [one["value"] for one in values] == [23, "Packed"]


SITE = {"columns": ["Site", "Go-live", "Users", "Status"], "row": ["Puebla", None, 18, "Open"]}


@pytest.mark.parametrize(
    ("wish", "row"),
    [
        ("Correction from the site just now: 19 users.", ["Puebla", None, 19, "Open"]),
        ("19 users, status Ready", ["Puebla", None, 19, "Ready"]),
    ],
)
def test_the_column_right_beside_a_value_is_meant(wish, row):
    assert different(wish, SITE, ("sheet", "row"), "sheets_append_row") == {"row": row}


def test_a_number_stands_for_one_with_its_unit():
    cell = {"values": [{"column": "Actual", "value": "9,650 pounds"}], "row": ""}
    wish = "I transposed two digits. The voucher states 9,560."
    after = different(wish, cell, ("sheet", "row", "values"), "sheets_update_row")
    assert after["values"] == [{"column": "Actual", "value": 9560}]


@pytest.mark.parametrize(
    "wish",
    [
        "She is Sales Manager there, write this also.",
        "I left out her title, which is Sales Manager.",
    ],
)
def test_what_somebody_does_is_no_number_name_or_company(wish):
    before = {"name": "Ida", "phone": "+20 2 5550 0188", "company": "Nile"}
    answer = revised(wish, before, (*before, "title"), "contacts_create")
    assert {**(answer.arguments or before), "title": ""} == {**before, "title": ""}


SHOWN = {
    "sheet": "s1",
    "tab": "Sites",
    "number": 3,
    "key_column": 1,
    "key": "Oban",
    "columns": ["Site", "Go-live", "Users", "Status"],
    "cells": [{"column": 4, "name": "Status"}],
    "values": [{"column": "Status", "value": "Printers ordered"}],
}


@pytest.mark.parametrize(
    ("wish", "values"),
    [
        ("and also the users have become more, it is 24 now and not 22", {"Users": 24}),
        ("also put the users at twenty four", {"Users": 24}),
        ("and go-live is 2026-12-20", {"Go-live": "2026-12-20"}),
        ("Mm, who is ever ready. Write instead: Printers there.", {"Status": "Printers there"}),
        ("the boss calls it Printers on site. put that insted", {"Status": "Printers on site"}),
    ],
)
def test_a_card_of_one_cell_takes_what_another_column_is_to_say(wish, values):
    answer = revised(wish, SHOWN, (*SHOWN, "row"), "sheets_update_row")
    told = {one["column"]: one["value"] for one in answer.arguments["values"]}
    assert told == {"Status": "Printers ordered"} | values
    assert answer.arguments["number"] == SHOWN["number"]


@pytest.mark.parametrize(
    ("wish", "value"),
    [
        ("sarah is waving at me nine thousand six hundred and fifty she says", 9650),
        ("9.7k sorry", 9700),
        ("no, ninety eight hundred", 9800),
    ],
)
def test_a_number_is_said_in_words(wish, value):
    cell = {"values": [{"column": "Plan", "value": 9600}], "number": 5, "columns": ["Line", "Plan"]}
    answer = revised(wish, cell, (*cell, "row"), "sheets_update_row")
    assert answer.arguments["values"] == [{"column": "Plan", "value": value}]


def test_digits_one_by_one_are_no_number_of_a_cell():
    cell = {"values": [{"column": "Plan", "value": 9600}], "number": 5, "columns": ["Line", "Plan"]}
    wish = "actually nine six fifty"
    assert revised(wish, cell, (*cell, "row"), "sheets_update_row").arguments is None


def test_as_many_figures_as_cells_of_their_kind_are_in_their_order():
    row = {"row": ["Paint", 200, 180, "-10%"], "columns": ["Item", "Planned", "Spent", "Off"]}
    wish = "Plan was five thousand. So 5000, 4500, and the off is -10%."
    assert different(wish, row, ("sheet", "row"), "sheets_append_row") == {
        "row": ["Paint", 5000, 4500, "-10%"]
    }


CELL = {
    "sheet": "finance",
    "columns": ["Line", "Plan", "Actual", "Difference"],
    "values": [{"column": "Actual", "value": 81500}],
    "number": 2,
    "cells": [{"column": 3, "name": "Actual", "before": 84000, "after": 81500}],
    "key_column": 1,
    "key": "Contractors",
}


def test_a_line_that_is_pointed_at_is_no_column():
    wish = "Then also the difference in this line is not right, there must stand 9%. Please both."
    after = different(wish, CELL, (*CELL, "row"), "sheets_update_row")
    assert {one["column"]: one["value"] for one in after["values"]} == {
        "Actual": 81500,
        "Difference": "9%",
    }


def test_a_figure_with_the_name_of_another_row_changes_none():
    found = revised("Ann as well: make Monterrey 24.", CELL, (*CELL, "row"), "sheets_update_row")
    assert found.arguments is None
    assert found.why == "Monterrey is another row. Tell me of it when this is done."


@pytest.mark.parametrize(
    ("wish", "after"),
    [
        ("it's Mayer with a y, in the address too", ("Ida Mayer", "ida.mayer@x.org")),
        ("sorry, Mayer, so ida.mayer@x.org", ("Ida Mayer", "ida.mayer@x.org")),
        (
            "I have my glasses on now: its mayer. the mail likewise",
            ("Ida Mayer", "ida.mayer@x.org"),
        ),
        ("it's Mayer", ("Ida Mayer", "ida.maier@x.org")),
        ("Melzer it is, so ida.melzer@x.org as well", ("Ida Melzer", "ida.melzer@x.org")),
    ],
)
def test_a_name_is_put_right_in_the_address_too_where_that_is_said(wish, after):
    before = {"name": "Ida Maier", "email": "ida.maier@x.org", "company": "Oak Ltd"}
    answer = revised(wish, before, ("name", "company", "phone", "email"), "contacts_create")
    assert answer.arguments == before | {"name": after[0], "email": after[1]}
