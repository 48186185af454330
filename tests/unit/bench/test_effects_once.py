"""At every provider and every boundary a change is made once; and the bench would see if not."""

from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from bench.effects import matrix
from bench.effects.cases import BOUNDARIES, CONVERSATIONS, CRASHES, Case, judged, worse
from bench.effects.conversations import conversation
from bench.effects.crashes import crashes, undisturbed
from bench.effects.places import PLACES
from bench.effects.stage import Stage
from bench.effects.undoing import undoing
from shared.tools.effect import OutcomeUnknown
from shared.tools.workspace import Workspace
from shared.workspace.email.port import Mailbox
from shared.workspace.registry import TOOLS
from shared.workspace.slack.port import Chat

TRIED = (
    ("sandbox", "calendar_create_event"),
    ("google", "gmail_send_email"),
    ("microsoft", "gmail_send_draft"),
    ("slack", "slack_post_message"),
)


class ForgetfulMailbox:
    """Sends as if nobody had tried before."""

    def __init__(self, mailbox):
        self._mailbox = mailbox

    async def send(self, mail, effect):
        return await self._mailbox.send(mail, replace(effect, again=False, handle=""))


@asynccontextmanager
async def forgetful(clock):
    async with PLACES["google"](clock) as place:

        async def opened():
            workspace = await place.open()
            ports = {Mailbox: ForgetfulMailbox(workspace[Mailbox])}
            return Workspace(ports, workspace.accounts)

        yield replace(place, open=opened)


class SilentChat:
    """Never says what became of a message."""

    def __init__(self, chat):
        self._chat = chat

    async def post(self, *_):
        raise OutcomeUnknown("Slack did not answer.")

    def __getattr__(self, name):
        return getattr(self._chat, name)


@asynccontextmanager
async def silent(clock):
    async with PLACES["slack"](clock) as place:

        async def opened():
            workspace = await place.open()
            return Workspace({Chat: SilentChat(workspace[Chat])}, workspace.accounts)

        yield replace(place, open=opened)


@pytest.mark.parametrize(("provider", "tool"), TRIED)
async def test_whoever_dies_and_whatever_is_lost_a_change_is_made_once(provider, tool):
    cases = await crashes(PLACES[provider], tool)

    assert {case.boundary for case in cases} == set(CRASHES)
    asked = {case for case in cases if case.kind != "one"}
    if provider == "slack":  # what is not there may have been deleted: absence proves nothing
        assert {(c.boundary, c.kind) for c in asked} == {("dies before the call", "unknown")}
        assert len(asked) < len([c for c in cases if c.boundary == "dies before the call"])
        assert all(c.why.startswith("I don't know whether it was done") for c in asked)
    else:
        assert asked == set()


async def test_whoever_insists_a_change_is_made_once():
    async with Stage() as stage:
        for provider, tool in TRIED:
            whole = await undisturbed(PLACES[provider], tool)
            for boundary in CONVERSATIONS:
                case = await conversation(stage, PLACES[provider], tool, boundary, whole)

                assert case.kind == "one", case


async def test_where_nobody_can_tell_the_person_is_told_so():
    async with Stage() as stage:
        case = await conversation(stage, silent, "slack_post_message", "approval replayed", 1)

    assert case.kind == "unknown"
    assert "I don't know whether it was done: Slack did not answer." in case.why


async def test_a_connector_that_does_not_ask_what_became_of_it_is_seen_to_send_twice():
    cases = await crashes(forgetful, "gmail_send_email")

    kinds = {case.boundary: case.kind for case in cases}
    assert kinds["dies during it"] == "duplicate"
    assert kinds["dies before the record"] == "duplicate"
    assert kinds["dies after the record"] == "one"


async def test_every_tool_that_changes_something_is_tried():
    tried = {tool for _, tool in await matrix.changes()}

    changing = {name for name, tool in TOOLS.items() if tool.rules.changes}
    assert tried == changing - {"undo"}  # which takes back what each of these does


@pytest.mark.parametrize(
    ("made", "error", "kind"),
    [
        (1, None, "one"),
        (0, None, "lost"),
        (2, None, "duplicate"),
        (0, OutcomeUnknown("?"), "unknown"),
        (1, OutcomeUnknown("?"), "unknown"),
        (2, OutcomeUnknown("?"), "duplicate"),
        (1, ValueError("no"), "lost"),
    ],
)
def test_what_a_change_came_to(made, error, kind):
    assert judged(made, 1, error) == kind


def test_half_a_change_is_lost():
    assert judged(1, 2, None) == "lost"


def test_the_worse_of_two_outcomes_counts():
    assert worse("one", "duplicate") == worse("duplicate", "lost") == "duplicate"
    assert worse("unknown", "one") == worse("one", "unknown") == "unknown"


def test_the_matrix_says_what_came_of_each_boundary():
    cases = [
        Case("send", "google", "dies during it", "one"),
        Case("send", "google", "dies during it", "one"),
        Case("send", "google", "answer lost", "unknown", "Who knows?"),
        Case("send", "slack", "said twice", "duplicate", "Sent."),
    ]

    head, _, google, slack = [
        [cell.strip() for cell in line.strip("| ").split("|")]
        for line in matrix.report(cases).splitlines()
    ]
    assert head == ["tool", "provider", *BOUNDARIES]
    assert google[:5] == ["send", "google", "", "2", "1 unknown"]
    assert slack[-1] == "1 DUPLICATE"
    assert len(matrix.providers(cases).splitlines()) == 4
    assert matrix.told(cases).splitlines() == [
        "unknown: send at google, answer lost: Who knows?",
        "duplicate: send at slack, said twice: Sent.",
    ]
    assert matrix.summary(cases) == {"cases": 4, "duplicates": 1, "lost": 0, "unknown": 1}


@pytest.mark.parametrize(
    ("provider", "tool"),
    [
        ("sandbox", "sheets_append_row"),
        ("google", "gmail_create_draft"),
        ("slack", "slack_post_message"),
    ],
)
async def test_what_is_taken_back_is_taken_back_once_wherever_it_is_disturbed(provider, tool):
    cases = await undoing(PLACES[provider], tool)

    assert {case.boundary for case in cases} == set(CRASHES)
    assert {case.kind for case in cases} == {"one"}


async def test_what_nothing_takes_back_is_not_tried():
    assert await undoing(PLACES["sandbox"], "gmail_send_email") == []
