"""What is to be written on a page, from where it begins."""

import pytest

from shared.workspace.pages.frames.texts import with_text
from tests.support.marked import said


@pytest.mark.parametrize(
    ("marked", "text"),
    [
        ("add a line at the end: {person:Bo} {body:likes mornings}", "Bo likes mornings"),
        ("note one more thing on the {file:Plan} page? {topic:Bo} {body:is back}", "Bo is back"),
        ("put one more step at the end, 5. {body:Call} {person:Bo}", "5. Call Bo"),
        ("In {file:Plan}, at the end, please add: {body:5. Call} {person:Bo}", "5. Call Bo"),
        ("add to {file:Plan} that {person:Bo} {body:likes mornings}", "Bo likes mornings"),
        ("add to {file:Plan}: {body:tea}, {body:milk} please", "tea, milk"),
        ("add {body:tea} to {file:Plan}", "tea"),
        ("a page called: {topic:Plan} with the text {body:tea}", "tea"),
        ("write: {body:tea} on the {file:Plan} page", "tea"),
        ('add "{body:tea}: {person:Bo}"', "tea: Bo"),
        ("open {file:Plan}", ""),
    ],
)
def test_a_text_goes_on_from_where_it_is_said_to_begin(marked, text):
    assert with_text(said("page_write", marked)).joined("body") == text
