import pytest
from pydantic import ValidationError

from shared.tools.lent.forms import MAX_ARGUMENTS, exactly, form_of
from shared.tools.lent.schemas import ACCEPTED, checked

SCHEMA = checked(
    {
        "properties": {
            "title": {"type": "string", "maxLength": 5},
            "level": {"enum": ["low", "high"]},
            "many": {"type": "array", "items": {"type": "integer"}},
        },
        "required": ["title", "level"],
    }
)


def faults(schema, arguments):
    with pytest.raises(ValidationError) as refused:
        form_of("mcp_there_act", schema).model_validate(arguments)
    return {one["loc"]: one["msg"] for one in refused.value.errors()}


def test_arguments_that_fit_are_taken_as_they_are():
    arguments = {"title": "Fire", "level": "low", "many": [1, 2]}
    assert form_of("t", SCHEMA).model_validate(arguments).arguments == arguments


def test_all_that_is_wrong_is_told_by_its_place_and_repeats_nothing_that_was_given():
    assert faults(SCHEMA, {"level": "{secret}", "many": [1, "x"], "odd": 1}) == {
        ("title",): "is needed",
        ("level",): "must be one of low, high",
        ("many", 1): "must be of type integer",
        ("odd",): "is not among what it takes",
    }
    assert faults(SCHEMA, {}) == {("title",): "is needed", ("level",): "is needed"}


@pytest.mark.parametrize("arguments", [None, [], "x", {"title": "x" * MAX_ARGUMENTS}])
def test_what_is_no_object_or_too_long_is_refused(arguments):
    assert list(faults(SCHEMA, arguments)) == [()]


def test_what_was_made_ready_for_one_form_of_a_tool_fits_no_other():
    ready = {"title": "Fire", "level": "low", ACCEPTED: "old"}
    assert form_of("t", exactly(SCHEMA, "old")).model_validate(ready)
    assert (ACCEPTED,) in faults(exactly(SCHEMA, "new"), ready)
    assert form_of("t", exactly(SCHEMA, "new")).field_names() == {
        "title",
        "level",
        "many",
        ACCEPTED,
    }
