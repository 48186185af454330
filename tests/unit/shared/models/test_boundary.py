"""What crosses the durable boundary comes out as it went in, and stays small."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shared import catalog
from shared.durable import Activity

ACTIVITIES = [made for made in vars(catalog).values() if isinstance(made, Activity)]
PAYLOADS = sorted(
    {model for made in ACTIVITIES for model in (made.takes, made.gives)}, key=lambda m: m.__name__
)


@pytest.mark.parametrize("model", PAYLOADS)
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_every_payload_survives_json(model, data):
    payload = data.draw(st.from_type(model))

    raw = json.loads(json.dumps(payload.model_dump(mode="json")))

    assert model.model_validate(raw) == payload


def test_every_activity_has_a_name_of_its_own():
    names = [made.name for made in ACTIVITIES]

    assert len(names) == len(set(names))
    assert {name.lower() for name in names} == {
        name.lower() for name, made in vars(catalog).items() if isinstance(made, Activity)
    }


@pytest.mark.parametrize("model", PAYLOADS)
def test_no_payload_carries_what_was_said(model):
    assert not {"text", "messages", "transcript", "result"} & set(model.model_fields)
