"""Route templates match as ASP.NET's do."""

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devhost.routing import RouteTable, Template


@pytest.mark.parametrize(
    ("template", "path", "values"),
    [
        ("v1/chat", "/v1/chat", {}),
        ("v1/chat", "/V1/Chat/", {}),
        ("v1/chat", "/v1/chats", None),
        ("", "/", {}),
        ("", "/x", None),
        (".well-known/agent-card.json", "/.well-known/agent-card.json", {}),
        (".well-known/agent-card.json", "/.well-known/agent-cardxjson", None),
        ("a/{id}", "/a/42", {"id": "42"}),
        ("a/{id}", "/a/", None),
        ("a/{id}", "/a/1/2", None),
        ("a/{id}", "/a/b%20c%2Fd%C3%A9", {"id": "b c%2Fdé"}),
        ("a/{id?}", "/a", {}),
        ("a/{id?}", "/a/1", {"id": "1"}),
        ("a/{*rest}", "/a/b/c", {"rest": "b/c"}),
        ("a/{*rest}", "/a", {}),
        ("{*rest}", "/", {}),
        ("a/{id:int}", "/a/-7", {"id": "-7"}),
        ("a/{id:int}", "/a/x", None),
        ("a/{id:int}", "/a/2147483648", None),
        ("a/{id:int?}", "/a", {}),
        ("a/{id:guid}", "/a/0f8fad5b-d9cb-469f-a165-70867728950e", ...),
        ("a/{id:guid}", "/a/7", None),
        ("a/{id:alpha:minlength(2)}", "/a/xy", {"id": "xy"}),
        ("a/{id:alpha:minlength(2)}", "/a/x", None),
        ("a/{n:range(1,3)}", "/a/3", {"n": "3"}),
        ("a/{n:range(1,3)}", "/a/4", None),
        ("a/{n:length(2)}", "/a/123", None),
        ("a/{yes:bool}", "/a/True", {"yes": "True"}),
        ("a/{x:regex(^\\d+-[a-z]$)}", "/a/12-x", {"x": "12-x"}),
        ("a/{x:double}", "/a/1.5", {"x": "1.5"}),
        ("files/{name}.{kind}", "/files/notes.txt", {"name": "notes", "kind": "txt"}),
    ],
)
def test_templates_match_paths(template, path, values):
    found = Template(template).match(path)
    assert found == values or (values is ... and found)


@given(st.text(min_size=1).filter(lambda text: "/" not in text and not text.isspace()))
def test_a_parameter_gives_back_the_text_the_client_encoded(text):
    wanted = text.replace("%2f", "%2F")
    found = Template("a/{id}/b").match(f"/a/{quote(text, safe='')}/b")
    assert found is not None
    assert found["id"].replace("%2f", "%2F") == wanted


def test_the_most_specific_route_wins_whatever_the_order():
    rows = {
        "rest": ("a/{*rest}", ("GET",)),
        "any": ("a/{id}", ("GET",)),
        "number": ("a/{id:int}", ("GET",)),
        "literal": ("a/7", ("GET",)),
    }
    table = RouteTable(rows)
    found = [table.find("GET", path) for path in ("/a/7", "/a/8", "/a/x", "/a/x/y")]
    assert [row[0] for row in found if row] == ["literal", "number", "any", "rest"]


def test_methods_choose_between_equal_routes():
    table = RouteTable({"read": ("a", ("GET",)), "write": ("a", ("post",))})
    assert table.find("POST", "/a") == ("write", {})


def test_another_method_is_not_found():
    assert RouteTable({"read": ("a", ("GET",))}).find("PUT", "/a") is None
