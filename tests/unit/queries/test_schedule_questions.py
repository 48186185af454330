"""What people ask about schedules."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from shared.errors import QueryHandlerError
from shared.models.person import Person
from shared.models.profile import Preferred
from shared.models.schedule import Recurrence, Schedule, ScheduledRun
from shared.queries import BUILT_IN, QueryHandlers
from shared.queries.schedules import SHOWN, ScheduleQuestions
from tests.unit.queries.company import NOON, HashedWords, World

BERLIN = "Europe/Berlin"
HANDLERS = QueryHandlers(
    (ScheduleQuestions(), *(one for one in BUILT_IN if one.id != ScheduleQuestions.id))
)


def schedule(agent, cron, **fields):
    row = {
        "id": f"{agent}1",
        "tenant": "acme",
        "owner": "ada",
        "agent": agent,
        "request": "do the\nusual",
        "recurrence": Recurrence(cron=cron, zone=BERLIN),
        "thread": "t",
        "next_at": NOON + timedelta(hours=1),
        "created_at": NOON,
        "updated_at": NOON,
    }
    return Schedule(**{**row, **fields})


def run(state, hours, reason=""):
    at = NOON - timedelta(hours=hours)
    return ScheduledRun(planned=at, at=at + timedelta(seconds=1), state=state, reason=reason)


@dataclass
class Desk:
    world: World
    mine: list = field(default_factory=list)

    async def asked(self, text, **how):
        ask = await self.world.ask(text, **how)
        handler = HANDLERS.find(ask)

        self.world.schedules = self.mine
        services = self.world.services
        return handler.id, "".join([p async for p in handler.answer(ask, services)])


@pytest.fixture
def desk(tenants):
    person = Person(preferred=Preferred(time_zone=BERLIN))
    return Desk(World(tenants, HashedWords(), person=person))


MINE = [
    "List all my scheduled agents",
    "show my schedules",
    "which agents are scheduled?",
    "what schedules do I have",
    "do I have any scheduled runs?",
    "What runs on Monday?",
    "which agents run tomorrow",
    "what is scheduled for Friday?",
    "When does Newsletter Writer run next?",
    "when will the newsletter writer run",
    "when is the next run of Trip Planner?",
    "What ran tonight?",
    "what ran last night",
    "did anything fail?",
    "Did any of my scheduled runs fail?",
    "is Press Desk scheduled?",
]
NOT_MINE = [
    "how do I schedule an agent to run every Monday",
    "list my agents",
    "which agents ran today?",
    "has anything failed overnight",
    "what does Newsletter Writer do?",
    "when did Fleet Tracker last run?",
    "show me my schedule",
    "what would happen if I schedule it",
]


@pytest.mark.parametrize("question", MINE)
async def test_questions_about_schedules_are_taken(desk, question):
    assert HANDLERS.find(await desk.world.ask(question)).id == "schedules"


@pytest.mark.parametrize("question", NOT_MINE)
async def test_other_questions_are_left_alone(desk, question):
    assert HANDLERS.find(await desk.world.ask(question)).id != "schedules"


async def test_the_list_says_when_in_words_and_in_local_time(desk):
    desk.mine = [
        schedule("newsletter-writer", "0 9 * * 1", next_at=datetime(2026, 11, 9, 8, tzinfo=UTC)),
        schedule("press-desk", "0 7 * * *", paused=True, next_at=None),
        schedule("gone", "0 7 * * *", next_at=None),
    ]
    _, text = await desk.asked("List all my scheduled agents")
    newsletter = "every Monday at 9:00, next Monday 9 November at 9:00"
    assert text.splitlines() == [
        "You have 3 schedules:",
        f'- **Newsletter Writer**: {newsletter} ("do the usual")',
        '- **Press Desk**: every day at 7:00, paused ("do the usual")',
        '- **gone**: every day at 7:00, over ("do the usual")',
    ]


async def test_a_long_list_is_cut(desk):
    desk.mine = [schedule("press-desk", "0 7 * * *")] * (SHOWN + 2)
    _, text = await desk.asked("show my schedules")
    assert text.endswith("and 2 more.")


@pytest.mark.parametrize(
    ("question", "lines"),
    [
        (
            "What runs on Monday?",
            [
                "This runs on Monday:",
                "- today at 13:00: **Press Desk**",
                "- today at 18:00: **Trip Planner**",
            ],
        ),
        (
            "what runs today",
            [
                "This runs today:",
                "- today at 13:00: **Press Desk**",
                "- today at 18:00: **Trip Planner**",
            ],
        ),
        ("what runs tomorrow", ["This runs tomorrow:", "- tomorrow at 18:00: **Trip Planner**"]),
        (
            "which agents run on Saturday",
            ["This runs on Saturday:", "- Saturday 7 November at 18:00: **Trip Planner**"],
        ),
        ("what runs this week", None),
        ("what runs next week", None),
    ],
)
async def test_what_runs_on_a_day(desk, question, lines):
    desk.mine = [
        schedule("press-desk", "0 13 * * 1"),
        schedule("trip-planner", "0 18 * * *"),
        schedule("fleet-tracker", "0 18 * * *", paused=True),
    ]
    _, text = await desk.asked(question)
    if lines is None:
        assert len(text.splitlines()) == 9
    else:
        assert text.splitlines() == lines


async def test_nothing_runs_on_a_day(desk):
    desk.mine = [schedule("press-desk", "0 13 * * 1")]
    assert (await desk.asked("what runs on Tuesday"))[1] == (
        "None of your schedules runs on Tuesday."
    )


async def test_when_an_agent_runs_next(desk):
    desk.mine = [schedule("press-desk", "0 14 * * *"), schedule("trip-planner", "0 18 * * *")]
    _, text = await desk.asked("When does Press Desk run next?")
    assert text == "**Press Desk** runs every day at 14:00: next today at 14:00."
    _, text = await desk.asked("When does it run next?", routes=("trip-planner",))
    assert text.startswith("**Trip Planner**")
    _, text = await desk.asked("When does Fleet Tracker run next?")
    assert text == "You have no schedule for **Fleet Tracker**."


async def test_what_ran(desk):
    desk.mine = [
        schedule(
            "press-desk",
            "0 * * * *",
            runs=(run("delivered", 200), run("skipped", 30, "it was busy"), run("delivered", 3)),
        ),
        schedule("trip-planner", "0 * * * *", runs=(run("failed", 10, "it is switched off"),)),
    ]
    _, text = await desk.asked("What ran tonight?")
    assert text.splitlines() == [
        "Your schedules since yesterday evening:",
        "- today at 10:00: **Press Desk** started",
        "- today at 3:00: **Trip Planner** failed: it is switched off",
    ]
    _, text = await desk.asked("did anything fail?")
    assert text.splitlines() == [
        "These did not run in the last 7 days:",
        "- today at 3:00: **Trip Planner** failed: it is switched off",
        "- yesterday at 7:00: **Press Desk** skipped: it was busy",
    ]
    _, text = await desk.asked("what ran yesterday")
    assert len(text.splitlines()) == 2
    _, text = await desk.asked("what ran today")
    assert len(text.splitlines()) == 3


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("what ran tonight", "None of your schedules ran since yesterday evening"),
        ("did anything fail", "None of your schedules failed or was missed in the last 7 days"),
    ],
)
async def test_nothing_ran_or_failed(desk, question, text):
    desk.mine = [schedule("press-desk", "0 * * * *")]
    assert (await desk.asked(question))[1].startswith(text)


async def test_without_schedules_what_is_not_about_them_is_left_to_the_next_handler(desk):
    with pytest.raises(QueryHandlerError):
        await desk.asked("did anything fail?")
    assert (await desk.asked("show my schedules"))[1].startswith("You have no schedules")
