"""What the handlers say."""

from datetime import timedelta

import pytest

from shared.models.agent import Agent, AgentRecord, RunOutcome
from shared.models.person import Habit, Person, Preference
from shared.models.principal import Principal
from shared.models.reasoning import Usage
from tests.unit.queries.company import NOON, HashedWords, World, Written, indexed

RIVAL = Principal(tenant="rival", user="ada")
NOBODY = Principal(tenant="empty", user="ada")
SECRETS = ("Payroll Vault", "payroll-vault", "salary", "Rival Plans")


def chosen(text, agent, turn="t1"):
    return Preference(
        turn=turn, text=text, among=("press-desk", agent), agent=agent, point="", at=NOON
    )


def used(*agents):
    return Person(
        habits=tuple(
            Habit(turn=str(turn), agent=agent, at=NOON) for turn, agent in enumerate(agents)
        )
    )


def record(agent, *runs):
    """`runs` are (hours ago, succeeded)."""
    return AgentRecord(
        agent=agent,
        outcomes=tuple(
            RunOutcome(
                turn=str(hours), succeeded=good, milliseconds=1500, at=NOON - timedelta(hours=hours)
            )
            for hours, good in runs
        ),
    )


async def test_the_list_begins_with_what_is_used_often_and_goes_on_by_name(world):
    world.person = used("trip-planner", "press-desk", "trip-planner")
    handler, answer = await world.answered("list my agents")
    names = [line.split("**")[1] for line in answer.splitlines() if line.startswith("- ")]
    assert handler == "agent-list"
    assert answer.startswith("You can use 7 agents, the ones you use most first:")
    assert names[:4] == ["Trip Planner", "Press Desk", "Fleet Tracker", "Invoice Scanner"]


async def test_ten_thousand_agents_are_counted_and_fifteen_shown():
    encoder = HashedWords()
    crowd = [Agent(id=f"a{n}", name=f"Agent {n:05}", description="") for n in range(10_000)]
    world = World({"acme": indexed(crowd, encoder)}, encoder)
    _, answer = await world.answered("which agents do I have?")
    assert "You can use 10,000 agents" in answer
    assert answer.count("\n- ") == 15
    assert "9,985 more" in answer
    assert "narrow it down" in answer
    _, statistics = await world.answered("which agents ran today?")
    assert len(world.read) == 200
    assert "200 of your agents" in statistics


async def test_a_list_for_something_shows_who_fits_and_why(world):
    _, answer = await world.answered("which of my agents use the GPS data")
    assert "Fleet Tracker" in answer
    assert "gps" in answer.lower()
    assert "Leave Desk" not in answer


async def test_a_list_for_what_nobody_does_says_so(world):
    _, answer = await world.answered("which agents can translate Mongolian")
    assert answer.startswith("None of the 7 agents you can use seems to be made for that.")


async def test_an_agent_that_keeps_failing_is_listed_as_such(world):
    world.runs = {"fleet-tracker": record("fleet-tracker", *[(n / 1e4, False) for n in (4, 3, 2)])}
    _, answer = await world.answered("which of my agents use the GPS data")
    assert "keeps failing" in answer


async def test_switched_off_agents_are_listed_to_those_who_could_run_them(world):
    _, answer = await world.answered("which agents are switched off")
    assert "Night Audit" in answer
    assert "Payroll" not in answer


async def test_what_is_new_is_listed_by_date(world):
    _, answer = await world.answered("any new agents since last week?")
    assert "Invoice Scanner" in answer
    assert "version 3, 1 October 2026" in answer


@pytest.mark.parametrize(
    "question",
    [
        "list my agents",
        "what can you do?",
        "which agents ran today?",
        "which agents send email",
        "surprise me",
        "hello",
    ],
)
async def test_without_agents_that_is_said(world, question):
    _, answer = await world.answered(question, NOBODY)
    assert "agent" in answer.lower()
    assert "yet" in answer or "None" in answer


@pytest.mark.parametrize(
    "question",
    [
        "list my agents",
        "which agents know every salary",
        "what does Payroll Vault do?",
        "when did payroll-vault last run",
        "what does the payroll vault agent do",
        "difference between Payroll Vault and Press Desk",
        "forget that I chose Payroll Vault",
        "what do you remember about me",
        "which agents ran today?",
        "tell me about Rival Plans",
        "which agent keeps the plans of another organisation",
        "surprise me",
    ],
)
async def test_no_answer_shows_an_agent_out_of_reach(world, question):
    world.person = Person(
        habits=used("payroll-vault", "rival-plans").habits,
        preferences=(chosen("pay them", "payroll-vault"),),
    )
    world.runs = {"payroll-vault": record("payroll-vault", (1, True))}
    world.answers = [Written(["I can't answer that."], Usage())]
    _, answer = await world.answered(question, routes=("payroll-vault",))
    shown = answer.replace('"payroll vault"', "")  # the asker's own words, given back
    assert not any(secret in shown for secret in SECRETS)
    assert "payroll-vault" not in world.read
    assert not any("payroll" in str(r.agents).lower() for r in world.requests)


async def test_another_tenant_sees_only_its_own(world):
    _, answer = await world.answered("list my agents", RIVAL)
    assert "Rival Plans" in answer
    assert "Press Desk" not in answer


async def test_an_agent_is_described_with_skills_examples_and_users(world):
    _, answer = await world.answered("what does Social Studio do?")
    assert "Writes and plans social media posts" in answer
    assert "- social media posts" in answer
    assert '"Post our new van on Instagram"' in answer
    assert "You and 1 other person" in answer
    assert "bob" not in answer


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("what version is Invoice Scanner on", "version 3, last changed on 1 October 2026"),
        ("who may use Trip Planner?", "Everyone in your organisation"),
        ("who built the Trip Planner?", "I can't tell you here"),
        ("is Night Audit switched off?", "**Night Audit** (switched off)"),
        ("is Press Desk enabled", "It is switched on."),
        ("what does the Weather Oracle agent do?", 'don\'t know an agent called "weather oracle"'),
        ("what does the pres dsk agent do?", "Did you mean **Press Desk**?"),
        ("Press Desk vs Pegasus, what's the difference", "only agent in your question"),
        ("what skills does the Leave Desk have", "holiday requests"),
    ],
)
async def test_details_asked_for_are_given(world, question, part):
    handler, answer = await world.answered(question)
    assert handler == "agent-detail"
    assert part in answer


async def test_two_agents_are_set_side_by_side(world):
    _, answer = await world.answered("difference between Press Desk and Social Studio?")
    assert "journalists" in answer
    assert "social media" in answer


async def test_it_is_the_agent_used_last(world):
    _, answer = await world.answered("what else can it do?", routes=("trip-planner",))
    assert "Trip Planner" in answer
    world.runs = {"trip-planner": record("trip-planner", (5, True))}
    _, answer = await world.answered("when did it last run?", routes=("trip-planner",))
    assert "5 hours ago" in answer


async def test_runs_are_reported_as_recorded(world):
    world.runs = {
        "press-desk": record("press-desk", (72, True), (30, False), (2, True), (1, False))
    }
    _, answer = await world.answered("how many times was Press Desk used?")
    assert "last ran 1 hour ago (2026-11-02 11:00 UTC) and failed" in answer
    assert "4 runs are recorded, 2 of them successful (50%), taking 1.5 s" in answer
    assert "last 50 runs are kept" in answer


async def test_an_agent_without_runs_and_one_that_keeps_failing(world):
    _, answer = await world.answered("when did Trip Planner last run")
    assert answer == "**Trip Planner** has no recorded runs yet."
    world.runs = {"trip-planner": record("trip-planner", *[(n / 1e4, False) for n in (4, 3, 2)])}
    _, answer = await world.answered("is Trip Planner up?")
    assert "left alone for a few minutes" in answer
    assert "just now" in answer


@pytest.mark.parametrize(
    ("question", "there", "missing"),
    [
        ("which agents ran today?", ["Press Desk**: 2 runs, 1 failed"], ["Trip"]),
        ("has anything failed this week", ["1 agent had failures in the last 7 days"], ["Trip"]),
        ("did anything run yesterday", ["Trip Planner"], []),
        ("how many runs this month?", ["2 agents ran in the last 31 days (4 runs in all)"], []),
        ("are there any agents nobody uses", ["Without a recorded run", "Leave Desk"], ["Trip"]),
    ],
)
async def test_all_agents_are_reported_for_the_time_asked_about(world, question, there, missing):
    world.runs = {
        "press-desk": record("press-desk", (2, True), (1, False)),
        "trip-planner": record("trip-planner", (50, True), (20, True)),
    }
    _, answer = await world.answered(question)
    assert all(part in answer for part in there), answer
    assert not any(part in answer for part in missing), answer


async def test_nothing_failed_is_not_nothing_ran(world):
    world.runs = {"press-desk": record("press-desk", (2, True))}
    _, answer = await world.answered("has anything failed today?")
    assert answer.startswith("None of the agents you can use failed today")


async def test_choices_are_shown_with_what_is_used_most(world):
    world.person = Person(
        habits=used("press-desk").habits,
        preferences=(chosen("post the news", "social-studio"), chosen("old", "gone", "t2")),
    )
    _, answer = await world.answered("what do you remember about me?")
    assert '- "post the news": Social Studio' in answer
    assert '- "old": an agent you can no longer use' in answer
    assert "use most: Press Desk" in answer


async def test_all_choices_are_forgotten_and_habits_stay(world):
    world.person = Person(
        habits=used("press-desk").habits, preferences=(chosen("post the news", "social-studio"),)
    )
    handler, answer = await world.answered("forget my choices")
    assert handler == "choices"
    assert answer.startswith("I forgot 1 choice")
    assert "post the news" in answer
    assert world.person.preferences == ()
    assert world.person.habits
    _, again = await world.answered("forget my choices")
    assert "nothing had to be forgotten" in again


async def test_only_the_choices_of_an_agent_named_are_forgotten(world):
    kept = chosen("fly", "trip-planner", "t2")
    world.person = Person(preferences=(chosen("post", "social-studio"), kept))
    await world.answered("stop assuming Social Studio")
    assert world.person.preferences == (kept,)


async def test_many_choices_are_cut_short(world):
    several = tuple(chosen(f"text {n}", "press-desk", str(n)) for n in range(14))
    world.person = Person(preferences=several)
    _, answer = await world.answered("show my preferences")
    assert "- and 4 more" in answer


async def test_what_can_be_done_in_a_service_is_what_its_agent_can_do():
    encoder = HashedWords()
    agents = [
        Agent(id="slack", name="Slack", description="Reads channels"),
        Agent(id="pay", name="Payroll", description="Pays", users=("bob",)),
    ]
    world = World({"acme": indexed(agents, encoder)}, encoder)
    handler, answer = await world.answered("what can you do for me in slack?")
    assert (handler, answer.splitlines()[0]) == ("help", "**Slack**: Reads channels")
    _, answer = await world.answered("what can you do for me in payroll?")
    assert "Pays" not in answer


async def test_help_offers_what_this_person_can_do(world):
    world.person = used("trip-planner")
    _, answer = await world.answered("what can you do?")
    assert '- "Fly me to Rome" (Trip Planner)' in answer
    assert answer.count("\n- ") == 3
    assert '"I need an agent that ..."' in answer
    _, hello = await world.answered("hello!")
    assert hello.startswith("Hello!")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("how do I create an agent", "hand you over to the Agent Builder"),
        ("how do I rename Press Desk", "say what should be different"),
        ("how do I delete an agent", "can bring it back for 30 days"),
        ("how do I set a schedule", "every Monday at 9am"),
        ("what can't you do?", "I show you first"),
    ],
)
async def test_how_agents_are_made_changed_and_scheduled_is_told(world, question, told):
    handler, answer = await world.answered(question)
    assert handler == "help"
    assert told in answer


async def test_other_questions_go_to_the_model_with_agents_in_reach(world):
    world.answers = [Written(["Li", "ma."], Usage(calls=1))]
    handler, answer = await world.answered("what is the capital of Peru?")
    assert (handler, answer) == ("general", "Lima.")
    [request] = world.requests
    assert len(request.agents) == 7
    assert request.text == "what is the capital of Peru?"
