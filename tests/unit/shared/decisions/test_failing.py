import pytest

from shared.decisions.failing import again, failure, no_answer
from shared.errors import ToolFailed
from shared.models.profile import Account

GOOGLE = Account(id="a", provider="google", domains=("email", "calendar"))
MICROSOFT = Account(id="b", provider="microsoft", domains=("email",))


@pytest.mark.parametrize(
    ("kind", "recoverable", "passes"),
    [
        ("network", True, True),
        ("tool_error", True, True),
        ("network", False, False),
        ("tool_error", False, False),
        ("rate_limit", True, False),
        ("auth", True, False),
        ("permission", True, False),
        ("params", True, False),
    ],
)
def test_what_may_be_over_in_a_moment_is_to_be_asked_for_again(kind, recoverable, passes):
    error = failure("find", ToolFailed("Google failed.", kind, recoverable=recoverable))

    assert (error.type, error.tool, error.recoverable) == (kind, "find", recoverable)
    waited_for = passes or kind == "rate_limit"
    assert again("Show it", error) == ("Show it",) * waited_for
    assert error.message == "Google failed." + " Please ask me again in a moment." * passes


@pytest.mark.parametrize(
    ("domain", "who"),
    [("calendar", "Google"), ("email", "Google and Microsoft"), ("slack", "It")],
)
def test_whose_answer_did_not_come_is_named(domain, who):
    error = no_answer("find", domain, (MICROSOFT, GOOGLE), 30)

    assert error.message.startswith(f"{who} did not answer within 30 seconds. Please")
    assert (error.type, error.recoverable) == ("network", True)


def test_where_it_can_be_put_right_is_linked():
    class SignedOut(ToolFailed):
        link = "https://here.example/start"

    assert failure("find", SignedOut("Sign in.", "auth")).link == "https://here.example/start"
    assert not failure("find", ToolFailed("Sign in.", "auth")).link
