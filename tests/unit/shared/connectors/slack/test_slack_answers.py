import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.connectors.rest import LONGEST_WAIT_SECONDS, REPEATS, NotThere, ReauthNeeded
from shared.connectors.slack.answers import Answer, pause_after
from shared.errors import ToolFailed
from shared.tools.effect import OutcomeUnknown

UNREACHED = Answer(fault="unreached")
SILENT = Answer(fault="unanswered")
BROKEN = Answer(503)
LIMITED = Answer(429, {"ok": False, "error": "ratelimited"}, "2")


def refusal(code, **more):
    return Answer(200, {"ok": False, "error": code, **more})


def raised(answer, attempt=0, *, once=False):
    with pytest.raises(ToolFailed) as failed:
        pause_after(answer, attempt, once=once)
    return failed.value


@pytest.mark.parametrize("once", [False, True])
@pytest.mark.parametrize(
    ("code", "error", "kind", "says"),
    [
        ("invalid_auth", ReauthNeeded, "auth", "sign in"),
        ("token_revoked", ReauthNeeded, "auth", "sign in"),
        ("account_inactive", ReauthNeeded, "auth", "sign in"),
        ("channel_not_found", NotThere, "params", "no such channel"),
        ("thread_not_found", NotThere, "params", "no such thread"),
        ("users_not_found", NotThere, "params", "Nobody"),
        ("not_in_channel", ToolFailed, "permission", "join it"),
        ("is_archived", ToolFailed, "params", "archived"),
        ("restricted_action_read_only_channel", ToolFailed, "permission", "workspace"),
        ("no_permission", ToolFailed, "permission", "workspace"),
        ("invalid_arguments", ToolFailed, "params", "invalid_arguments"),
        ("<script>", ToolFailed, "params", "refused the request."),
    ],
)
def test_refusals_say_who_must_do_what(once, code, error, kind, says):
    failed = raised(refusal(code), once=once)

    assert type(failed) is error
    assert failed.kind == kind
    assert says in str(failed)


def test_a_missing_permission_is_named():
    failed = raised(refusal("missing_scope", needed="search:read", provided="chat:write"))

    assert failed.kind == "permission"
    assert "search:read" in str(failed)
    assert raised(refusal("missing_scope")).kind == "permission"


@pytest.mark.parametrize("answer", [UNREACHED, SILENT, BROKEN, LIMITED, refusal("internal_error")])
def test_reading_is_repeated_then_given_up(answer):
    pauses = [pause_after(answer, attempt, once=False) for attempt in range(REPEATS)]
    failed = raised(answer, REPEATS)

    assert all(0 < pause <= LONGEST_WAIT_SECONDS for pause in pauses)
    assert failed.kind == ("rate_limit" if answer is LIMITED else "network")
    assert failed.recoverable


@pytest.mark.parametrize(
    "answer",
    [
        SILENT,
        BROKEN,
        Answer(500, {"ok": True}),
        Answer(200),
        Answer(200, {"ok": "yes"}),
        refusal("internal_error"),
        refusal("fatal_error"),
        refusal("service_unavailable"),
    ],
)
def test_what_may_have_happened_is_never_repeated(answer):
    assert isinstance(raised(answer, once=True), OutcomeUnknown)


@pytest.mark.parametrize("answer", [UNREACHED, LIMITED])
def test_what_surely_did_not_happen_is_repeated(answer):
    assert pause_after(answer, 0, once=True) > 0
    assert not isinstance(raised(answer, REPEATS, once=True), OutcomeUnknown)


def test_a_long_limit_is_not_waited_for():
    failed = raised(Answer(429, {}, "60"))

    assert failed.kind == "rate_limit"
    assert "60 seconds" in str(failed)


@pytest.mark.parametrize("answer", [Answer(200), Answer(200, {"ok": False}), Answer(204)])
def test_an_answer_of_another_form_is_said_to_be_one(answer):
    assert "unexpected form" in str(raised(answer))


def test_a_refusal_without_a_code_is_told_by_its_status():
    assert "403" in str(raised(Answer(403)))


@given(
    status=st.integers(min_value=200, max_value=599),
    code=st.text() | st.integers() | st.none(),
    retry_after=st.text(),
    attempt=st.integers(min_value=0, max_value=5),
    once=st.booleans(),
)
def test_there_is_a_pause_or_a_reason_for_everything(status, code, retry_after, attempt, once):
    answer = Answer(status, {"ok": False, "error": code}, retry_after)
    with contextlib.suppress(ToolFailed):
        assert 0 <= pause_after(answer, attempt, once=once) <= LONGEST_WAIT_SECONDS
        assert attempt < REPEATS
