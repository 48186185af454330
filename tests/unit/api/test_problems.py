import json

import pytest

from api.parsing import FieldError, InvalidFields
from api.problems import STATUS, problem, status_of
from shared import errors


def all_errors(kind=errors.OmniForgeError):
    """Errors of the app; what stands beside it has some of its own."""
    below = {each for sub in kind.__subclasses__() for each in all_errors(sub)}
    return {one for one in (kind, *below) if one.__module__.partition(".")[0] in {"shared", "api"}}


def test_every_error_class_has_a_status():
    ours = {kind for kind in all_errors() if kind.__module__ == errors.__name__}

    assert set(STATUS) >= ours
    assert all(issubclass(kind, errors.ToolFailed) for kind in all_errors() - set(STATUS))


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (errors.NotFound("No such thing."), 404, "not_found"),
        (errors.Unauthenticated("Sign in."), 401, "unauthenticated"),
        (errors.TokenRefused("Over.", "token_expired"), 401, "token_expired"),
        (errors.ClaimsNeeded("Prove it.", "{}"), 401, "insufficient_claims"),
        (errors.NotAdmitted("Not you.", "guest_not_admitted"), 403, "guest_not_admitted"),
        (errors.ToolFailed("The mailbox is full."), 502, "tool_failed"),
        (errors.TooLarge("Too much."), 413, "too_large"),
        (errors.CircularRoutingError("Round in circles."), 409, "circular_routing"),
    ],
)
def test_errors_meant_for_people_are_told(error, status, code):
    body = json.loads(problem(error, "abc").body)
    assert (body["status"], body["code"], body["detail"]) == (status, code, str(error))
    assert body["trace_id"] == "abc"


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (errors.StorageUnavailable("table host.example"), 503, "upstream_unavailable"),
        (errors.StorageRejected("key sk-1"), 502, "upstream_rejected"),
        (errors.Misconfigured("OPENAI_API_KEY"), 500, "misconfigured"),
        (errors.RoutingError("option 7"), 500, "no_route"),
        (errors.AgentDiscoveryError("encoder.onnx"), 500, "agent_discovery_failed"),
        (KeyError("secret"), 500, "internal_error"),
    ],
)
def test_inner_workings_are_not_told(error, status, code):
    response = problem(error, "abc")
    body = json.loads(response.body)
    assert (response.status_code, body["code"]) == (status, code)
    assert str(error) not in body["detail"]


@pytest.mark.parametrize(
    ("error", "challenge"),
    [
        (errors.Unauthenticated("Sign in."), "Bearer"),
        (errors.TokenRefused("Over.", "token_expired"), 'Bearer error="invalid_token"'),
        (
            errors.ClaimsNeeded("Prove it.", '{"access_token":{}}'),
            'Bearer error="insufficient_claims", claims="eyJhY2Nlc3NfdG9rZW4iOnt9fQ=="',
        ),
    ],
)
def test_clients_are_told_what_was_wrong_with_their_token(error, challenge):
    assert problem(error, "t").headers["www-authenticate"] == challenge


def test_claims_that_are_wanted_are_passed_on():
    body = json.loads(problem(errors.ClaimsNeeded("Prove it.", '{"a": 1}'), "t").body)
    assert body["claims"] == '{"a": 1}'


def test_fields_are_named():
    body = json.loads(problem(InvalidFields((FieldError("a.b", "must be text"),)), "t").body)
    assert body["errors"] == [{"field": "a.b", "message": "must be text"}]


def test_derived_error_has_its_parents_status():
    kind = type("Derived", (KeyError,), {})
    assert status_of(kind()).value == 500
