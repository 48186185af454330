import pytest

from shared.connectors.notion.properties import fields_of, in_words, saying, title_of
from shared.connectors.notion.wire import Entry
from tests.support.wire.notion import database, field, page, source, text


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (field("rich_text", [text("a "), text("b", bold=True)]), "a b"),
        (field("rich_text", []), ""),
        (field("number", 3), "3"),
        (field("number", 2.5), "2.5"),
        (field("number", 0), "0"),
        (field("number", None), ""),
        (field("select", {"id": "1", "name": "High", "color": "red"}), "High"),
        (field("select", None), ""),
        (field("status", {"name": "In progress"}), "In progress"),
        (field("multi_select", [{"name": "a"}, {"name": "b"}]), "a, b"),
        (field("date", {"start": "2026-11-01", "end": None}), "2026-11-01"),
        (field("date", {"start": "2026-11-01", "end": "2026-11-03"}), "2026-11-01 to 2026-11-03"),
        (field("date", None), ""),
        (field("people", [{"object": "user", "id": "1", "name": "Ana"}, {"id": "2"}]), "Ana"),
        (field("files", [{"name": "plan.pdf"}]), "plan.pdf"),
        (field("checkbox", value=True), "yes"),
        (field("checkbox", value=False), "no"),
        (field("url", "https://acme.com"), "https://acme.com"),
        (field("email", None), ""),
        (field("formula", {"type": "string", "string": "x"}), "x"),
        (field("formula", {"type": "number", "number": 7}), "7"),
        (field("formula", {"type": "boolean", "boolean": True}), "yes"),
        (field("formula", {"type": "date", "date": {"start": "2026-11-01"}}), "2026-11-01"),
        (field("rollup", {"type": "array", "array": [{"type": "number", "number": 1}]}), "1"),
        (field("rollup", {"type": "incomplete"}), ""),
        (field("unique_id", {"prefix": "TASK", "number": 12}), "TASK-12"),
        (field("unique_id", {"prefix": None, "number": 12}), "12"),
        (field("created_by", {"object": "user", "id": "1", "name": "Ana"}), "Ana"),
        (field("relation", [{"id": "1"}]), ""),
        (field("button", {}), ""),
        ({"id": "x"}, ""),
        ({"id": "x", "type": ["odd"]}, ""),
        (field("people", "odd"), ""),
    ],
)
def test_fields_are_said_in_words(given, words):
    assert in_words(given) == words


def test_a_page_has_its_title_and_its_fields_apart():
    entry = Entry.model_validate(
        page("Roadmap", Status=field("status", {"name": "Live"}), Notes=field("rich_text", []))
    )

    assert title_of(entry) == "Roadmap"
    assert fields_of(entry) == (("Status", "Live"),)


def test_what_has_no_title_is_untitled():
    assert title_of(Entry.model_validate(page(""))) == "Untitled"
    assert title_of(Entry.model_validate(page("x") | {"properties": {}})) == "Untitled"
    assert title_of(Entry.model_validate(database("") | {"title": []})) == "Untitled"


def test_rows_are_asked_for_by_every_field_that_may_say_a_text():
    options = {"options": [{"name": "Acme Ltd"}, {"name": "Beta"}]}
    tasks = Entry.model_validate(
        source(
            "Tasks",
            Client=field("select", options),
            Tags=field("multi_select", options),
            State=field("status", {"options": [{"name": "Done"}]}),
            Notes=field("rich_text", {}),
            Due=field("date", {}),
        )
    )

    assert saying("acme", tasks) == {
        "or": [
            {"property": "Client", "select": {"equals": "Acme Ltd"}},
            {"property": "Tags", "multi_select": {"contains": "Acme Ltd"}},
            {"property": "Notes", "rich_text": {"contains": "acme"}},
            {"property": "Name", "title": {"contains": "acme"}},
        ]
    }


def test_without_such_fields_there_is_nothing_to_ask_for():
    bare = Entry.model_validate(source("Bare") | {"properties": {"Due": field("date", {})}})

    assert saying("acme", bare) is None
