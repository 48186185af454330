"""What people ask about schedules."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from shared.errors import QueryHandlerError
from shared.models.person import Person
from shared.models.profile import Preferred
from shared.models.rows import RUN_TICKET, TURN, Change, Put, Stored
from shared.models.schedule import Recurrence, Schedule, ScheduledRun, StandingApproval
from shared.models.thread import RunTicket, Thread
from shared.naming import thread_key
from shared.queries import BUILT_IN, QueryHandlers
from shared.queries.schedules import SHOWN, ScheduleQuestions
from shared.storage.due import StoredDue
from shared.storage.memory import MemoryRows
from shared.storage.threads import StoredThreads
from tests.unit.queries.company import NOON, HashedWords, World
from tests.unit.shared.decisions.values import decision, turn

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


def run(state, hours, reason="", name=""):
    at = NOON - timedelta(hours=hours)
    return ScheduledRun(
        planned=at, at=at + timedelta(seconds=1), state=state, reason=reason, run=name, thread="t"
    )


@dataclass
class Desk:
    world: World
    mine: list = field(default_factory=list)
    threads: StoredThreads = field(default_factory=lambda: StoredThreads(MemoryRows()))

    async def asked(self, text, **how):
        ask = await self.world.ask(text, **how)
        handler = HANDLERS.find(ask)

        self.world.schedules = self.mine
        services = SimpleNamespace(**vars(self.world.services))
        services.threads, services.schedules = self.threads, self
        services.due = StoredDue(MemoryRows())
        return handler.id, "".join([p async for p in handler.answer(ask, services)])

    async def of(self, tenant, owner):
        return await self.world._schedules(tenant, owner)

    async def get(self, tenant, name):
        assert tenant == "acme"
        return next((Stored(one, "e") for one in self.mine if one.id == name), None)

    def key(self, tenant, name):
        return f"{tenant}.{name}"

    async def put(self, schedule, etag):
        assert etag == "e"
        self.mine = [schedule if one.id == schedule.id else one for one in self.mine]

    async def keep(self, **turns):
        """Keep a thread with these turns, each the closed or open turn of the run of its name."""
        key = thread_key("acme", "ada", "t")
        head = Thread(key=key, tenant="acme", owner="ada", id="t", created_at=NOON, updated_at=NOON)
        puts = []
        for number, (name, changes) in enumerate(turns.items(), 1):
            row = turn(number=number, status="closed", outcome="answered").model_copy(
                update=changes
            )
            ticket = RunTicket(run_id=name, digest="", turn=number)
            puts += [Put(TURN, number, row), Put(RUN_TICKET, name, ticket)]
        await self.threads.commit(None, Change(head, tuple(puts)))


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
    "how did my schedules go?",
    "how did the last scheduled runs go",
    "did my scheduled runs succeed?",
    "what happened with my schedules?",
    "what are my standing approvals?",
    "forget my standing choices",
    "take back the standing approval of Press Desk",
    "please ask me again before the Monday report posts",
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
    "forget my choices",
    "how is my schedule going to work on Friday?",
    "will you ask me before the report posts?",
    "how do I forget my standing choices",
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
    newsletter = "every Monday at 9:00, Berlin time, next Monday 9 November at 9:00"
    assert text.splitlines() == [
        "You have 3 schedules:",
        f'- **Newsletter Writer**: {newsletter} ("do the usual")',
        '- **Press Desk**: every day at 7:00, Berlin time, paused ("do the usual")',
        '- **gone**: every day at 7:00, Berlin time, over ("do the usual")',
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
    assert text == "**Press Desk** runs every day at 14:00, Berlin time: next today at 14:00."
    _, text = await desk.asked("When does it run next?", routes=("trip-planner",))
    assert text.startswith("**Trip Planner**")
    _, text = await desk.asked("When does Fleet Tracker run next?")
    assert text == "You have no schedule for **Fleet Tracker**."


async def test_what_ran(desk):
    await desk.keep(fine={})
    desk.mine = [
        schedule(
            "press-desk",
            "0 * * * *",
            runs=(
                run("delivered", 200),
                run("skipped", 30, "it was busy"),
                run("delivered", 3, name="fine"),
            ),
        ),
        schedule("trip-planner", "0 * * * *", runs=(run("failed", 10, "it is switched off"),)),
    ]
    _, text = await desk.asked("What ran tonight?")
    assert text.splitlines() == [
        "Your schedules since yesterday evening:",
        "- today at 10:00: **Press Desk** did what it was asked",
        "- today at 3:00: **Trip Planner** failed: it is switched off",
    ]
    _, text = await desk.asked("did anything fail?")
    assert text.splitlines() == [
        "These did not work out in the last 7 days:",
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


async def test_each_run_is_told_with_how_it_went(desk):
    refused = {"decision": decision("say", text="There is no\nsuch [sheet](https://evil.test).")}
    await desk.keep(
        good={},
        bad=refused,
        late={"outcome": "expired"},
        busy={"status": "open", "outcome": None},
    )
    runs = [run("delivered", 5 - n, name=name) for n, name in enumerate(("good", "bad", "late"))]
    runs += [run("delivered", 2, name="busy"), run("delivered", 1, name="purged")]
    desk.mine = [schedule("press-desk", "0 * * * *", runs=tuple(runs))]
    _, text = await desk.asked("how did my schedules go?")
    assert text.splitlines() == [
        "Your schedules in the last 7 days:",
        "- today at 12:00: **Press Desk** started: its conversation is no longer there",
        "- today at 11:00: **Press Desk** is still at work",
        "- today at 10:00: **Press Desk** stopped: nobody answered its question in time",
        "- today at 9:00: **Press Desk** failed: There is no such [sheet] (https://evil.test).",
        "- today at 8:00: **Press Desk** did what it was asked",
    ]
    _, text = await desk.asked("did any of my scheduled runs fail?")
    assert [line.split(" ")[6] for line in text.splitlines()[1:]] == ["stopped:", "failed:"]


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("good",), ""),
        (("bad", "good"), ""),
        (("good", "bad"), "; its last run failed"),
        (("good", "bad", "worse"), "; its last 2 runs failed"),
        (("bad", "ask"), "; its last run failed"),
        (("good", "ask"), "; its last run is waiting for your answer"),
    ],
)
async def test_the_list_says_what_does_not_work_at_the_moment(desk, names, told):
    broken = {"decision": decision("say", text="No.")}
    await desk.keep(good={}, bad=broken, worse=broken, ask={"status": "open", "outcome": None})
    head = await desk.threads.head(thread_key("acme", "ada", "t"))
    asking = turn(number=4, decision=decision("ask"))
    waits = head.value.model_copy(update={"phase": "waiting", "open_turn": 4, "request": "q-4-1"})
    stored = await desk.threads.get(head.value.key, TURN, 4)
    await desk.threads.commit(head, Change(waits, (Put(TURN, 4, asking, stored.etag),)))
    runs = tuple(run("delivered", 9 - n, name=name) for n, name in enumerate(names))
    desk.mine = [schedule("press-desk", "0 14 * * *", runs=runs)]
    _, text = await desk.asked("show my schedules")
    assert text.splitlines()[1].endswith(f'next today at 14:00{told} ("do the usual")')


# --- what is done without asking


def leave(told):
    return StandingApproval(
        tool="post", action=told, told=f"Post to\n{told}", given_by="ada", given_at=NOON, exact=True
    )


@pytest.fixture
def trusted(desk):
    desk.mine = [
        schedule("press-desk", "0 14 * * *", approvals=(leave("#a"), leave("#b"))),
        schedule("trip-planner", "0 14 * * *", approvals=(leave("#c"),)),
        schedule("newsletter-writer", "0 14 * * *"),
    ]
    return desk


def given(desk):
    return {one.agent: len(one.approvals) for one in desk.mine}


async def test_what_is_done_without_asking_is_listed(trusted):
    _, text = await trusted.asked("what are my standing approvals?")
    assert text.splitlines() == [
        "Scheduled runs do this without asking you:",
        '- **Press Desk**: "Post to #a"',
        '- **Press Desk**: "Post to #b"',
        '- **Trip Planner**: "Post to #c"',
        'Say "forget my standing choices" and I ask again.',
    ]
    assert given(trusted) == {"press-desk": 2, "trip-planner": 1, "newsletter-writer": 0}


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("forget my standing choices", (0, 0)),
        ("please ask me again before the Monday report posts", (0, 0)),
        ("take back the standing approval of Press Desk", (0, 1)),
        ("Ask me again before Trip Planner runs", (2, 0)),
    ],
)
async def test_it_is_taken_back_of_the_agents_named_or_of_all(trusted, words, left):
    _, text = await trusted.asked(words)
    assert text.startswith("From now on scheduled runs ask you again before this:\n- **")
    kept = given(trusted)
    assert (kept["press-desk"], kept["trip-planner"]) == left


@pytest.mark.parametrize("words", ["forget my standing choices", "what are my standing approvals"])
async def test_where_nothing_is_done_without_asking_that_is_said(desk, words):
    _, text = await desk.asked(words)
    assert text == "Nothing that is scheduled here is done without asking you first."
