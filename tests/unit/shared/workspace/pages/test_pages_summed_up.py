"""Pages counted by a field, in the words people use for how things stand."""

import pytest

from shared.workspace.pages.tools import TOOLS
from tests.unit.shared.tools.accounts import said

SEARCH = next(tool for tool in TOOLS if tool.name == "pages_search")


def summed(*states, by="status"):
    pages = [
        {"title": f"P{number}", "properties": [["Status", state]] if state else []}
        for number, state in enumerate(states, 1)
    ]
    return SEARCH.say(said({"pages": pages}, query="projects", by=by)).splitlines()


@pytest.mark.parametrize(
    ("states", "lines"),
    [
        (("Done", "In progress", "BLOCKED", "on track"), [
            "4 pages about projects by status:",
            "- **2 on track**: P2, P4",
            "- **1 at risk**: P3",
            "- **1 completed**: P1",
        ]),
        (("Waiting", "", ""), [
            "1 page about projects by status:",
            "- **1 waiting**: P1",
            "- 2 other pages without a status",
        ]),
        (("",), ["None of the 1 page about projects has a status."]),
    ],
)  # fmt: skip
def test_pages_are_summed_up_by_how_things_stand(states, lines):
    assert summed(*states) == lines


def test_without_a_field_they_are_listed():
    assert summed("Done", by="")[0] == "I found 1 page about projects:"
