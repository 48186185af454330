from dataclasses import replace

import pytest

from activities.analyze_intent import analyze_intent
from activities.close_turn import close_turn
from activities.compose_reply import compose_reply
from activities.discover_agents import discover_agents
from activities.follow_decision import follow_decision
from shared.conversation.turns import CONTEXT_EXCHANGES
from shared.errors import (
    IntentAnalysisError,
    QueryHandlerError,
    UpstreamMalformed,
    UpstreamUnavailable,
)
from shared.models.agent import Agent
from shared.models.intent import ActionType, Command, Decision, IntentAnalysis
from shared.models.reasoning import Clarified, Usage
from shared.models.rows import AGENT_RUN, TURN, Change, Put
from shared.models.steps import (
    Analysis,
    CloseTurn,
    DiscoverRequest,
    Discovery,
    FollowRequest,
    Progress,
)
from shared.ports import Reasoned
from tests.support.fakes import NOON, TENANT, to_agent

COMMANDS = (
    Command(agent="email", command="find it"),
    Command(agent="contacts", command="who", order=2),
    Command(agent="email", command="read it", order=3),
)
INTENT = IntentAnalysis(
    action=ActionType.EXECUTE,
    primary_intent="find mail",
    confidence=0.7,
    ambiguous=True,
    ambiguity_reason="which?",
    commands=COMMANDS,
)
SPENT = Usage(calls=1, input_tokens=10, output_tokens=5, model="m")


async def test_the_intent_is_kept_and_what_deciding_needs_is_returned(talk):
    ref = await talk.turn_for()
    talk.script(analyze_intent=[Reasoned(INTENT, SPENT)])

    analysis = await analyze_intent(ref, talk.services)

    assert analysis == Analysis(
        action=ActionType.EXECUTE,
        confidence=0.7,
        ambiguity_reason="which?",
        agents=("email", "contacts"),
        reads=True,
    )
    turn = await talk.turn()
    assert turn.intent == INTENT
    assert turn.usage == SPENT
    assert [(entry.name, entry.usage) for entry in turn.trace] == [("intent", SPENT)]


async def test_the_reasoner_gets_the_day_the_agents_and_what_was_said_before(talk):
    ref = await talk.turn_for("hello", "m1")
    await talk.follow(ref, Decision(kind="say", text="hi"))
    await compose_reply(ref, talk.services)
    await close_turn(CloseTurn(thread=talk.key, turn=1), talk.services)
    ref = await talk.turn_for("find the budget mail", "m2")
    talk.script(analyze_intent=[INTENT])

    await analyze_intent(ref, talk.services)

    (request,) = talk.reasoner.requests("analyze_intent")
    assert request.text == "find the budget mail"
    assert request.today == NOON.date().isoformat()
    assert {agent.agent for agent in request.agents} == {"email", "contacts", "action"}
    assert [(e.role, e.text) for e in request.context.exchanges] == [
        ("user", "hello"),
        ("assistant", "hi"),
    ]


async def test_no_more_than_the_last_exchanges_are_context(talk):
    count = CONTEXT_EXCHANGES + 3
    for number in range(1, count + 1):
        ref = await talk.turn_for(f"message {number}", f"m{number}")
        await talk.follow(ref, Decision(kind="say", text=f"reply {number}"))
        await compose_reply(ref, talk.services)
        await close_turn(CloseTurn(thread=talk.key, turn=number), talk.services)
    ref = await talk.turn_for("last", "last")
    talk.script(analyze_intent=[INTENT])

    await analyze_intent(ref, talk.services)

    (request,) = talk.reasoner.requests("analyze_intent")
    said = [exchange.text for exchange in request.context.exchanges]
    assert said == [f"{what} {n}" for n in range(4, count + 1) for what in ("message", "reply")]


async def test_a_reasoner_that_fails_is_a_value(talk):
    for number, error in enumerate([UpstreamUnavailable("busy"), UpstreamMalformed("?")], 1):
        ref = await talk.turn_for("hello", f"m{number}")
        talk.script(analyze_intent=[error])
        assert await analyze_intent(ref, talk.services) == Analysis(failed=True)
        turn = await talk.turn()
        assert turn.intent is None
        assert turn.trace[0].detail == {"error": "busy"}


async def test_of_two_analyses_the_first_stays(talk):
    ref = await talk.turn_for()
    other = INTENT.model_copy(update={"primary_intent": "something else"})
    talk.script(analyze_intent=[other, INTENT])

    async def overtake():
        await analyze_intent(ref, talk.services)

    talk.threads.rivals = [overtake]
    await analyze_intent(ref, talk.services)

    turn = await talk.turn()
    assert turn.intent == INTENT
    assert len(turn.trace) == 1


async def test_an_intent_analysed_before_is_returned_as_it_was_kept(talk):
    ref = await talk.turn_for()
    talk.script(analyze_intent=[INTENT])
    first = await analyze_intent(ref, talk.services)
    stored = await talk.stored()

    assert await analyze_intent(ref, talk.services) == first
    assert await talk.stored() == stored


async def test_a_message_is_analysed_with_what_was_told_when_asked(talk):
    ref = await talk.turn_for("@email my mail")
    await tell(talk, "from Bob")
    talk.script(analyze_intent=[INTENT])

    await analyze_intent(ref, talk.services)

    (request,) = talk.reasoner.requests("analyze_intent")
    assert request.text == "my mail\nfrom Bob"
    assert request.context.clarified == (TOLD,)


@pytest.mark.parametrize("error", [IntentAnalysisError("?"), QueryHandlerError("?")])
async def test_understanding_that_goes_wrong_in_our_own_words_is_a_value_too(talk, error):
    ref = await talk.turn_for()
    talk.script(analyze_intent=[error])
    assert await analyze_intent(ref, talk.services) == Analysis(failed=True)


class NoEncoder:
    space = "none"

    def encode(self, texts):
        raise OSError("no model")


async def test_without_an_encoder_the_intent_is_had_and_the_search_says_that_it_failed(talk):
    ref = await talk.turn_for()
    talk.script(analyze_intent=[INTENT])
    services = replace(talk.services, encoder=NoEncoder())

    assert not (await analyze_intent(ref, services)).failed
    assert talk.reasoner.requests("analyze_intent")[0].agents == ()
    assert await discover_agents(search(ref), services) == Discovery(failed=True)


def search(ref, name=None):
    return DiscoverRequest(thread=ref.thread, turn=ref.turn, name=name)


TOLD = Clarified(question="Whose?", answer="from Bob")


async def tell(talk, answer):
    turn = await talk.threads.get(talk.key, TURN, 1)
    told = TOLD.model_copy(update={"answer": answer})
    value = turn.value.model_copy(update={"clarified": (told,), "rounds": 1})
    await talk.transact(lambda head: Change(head.value, (Put(TURN, 1, value, turn.etag),)))


async def test_discovery_finds_the_agents_a_person_has(talk):
    ref = await talk.turn_for("show me mail from Sarah")
    found = await discover_agents(search(ref), talk.services)
    assert {candidate.agent for candidate in found.candidates} == {"email", "contacts", "action"}
    assert found.rounds == 0

    talk.services.workspaces.domains = frozenset({"contacts"})
    found = await discover_agents(search(ref), talk.services)
    assert [candidate.agent for candidate in found.candidates] == ["contacts"]


async def test_discovery_searches_for_what_was_told_as_well(talk):
    rent = Agent(id="rent", name="Rent", description="", examples=("who owes rent",))
    await talk.services.agents.save(TENANT, rent, None)
    ref = await talk.turn_for("hm")
    await tell(talk, "who owes rent")

    found = await discover_agents(search(ref), talk.services)

    assert (found.candidates[0].agent, found.rounds) == ("rent", 1)
    assert found.candidates[0].reasons


async def test_discovery_by_name_finds_that_agent_alone(talk):
    ref = await talk.turn_for("@Email my mail")
    found = await discover_agents(search(ref, "Email"), talk.services)
    assert [(c.agent, c.named) for c in found.candidates] == [("email", True)]


async def test_a_decision_to_run_sets_the_agent_run_up(talk):
    ref = await talk.turn_for("@contacts who is John?")
    assert await talk.follow(ref, to_agent()) == Progress(move="plan")
    run = await talk.run()
    assert (run.agent, run.request, run.status) == ("contacts", "who is John?", "planning")


async def test_a_decision_to_speak_sets_no_run_up(talk):
    ref = await talk.turn_for()
    assert await talk.follow(ref, Decision(kind="query")) == Progress(move="compose")
    assert await talk.threads.get(talk.key, AGENT_RUN, 1) is None


async def test_the_first_decision_stays(talk):
    ref = await talk.turn_for()

    async def overtake():
        await talk.follow(ref, Decision(kind="say", text="first"))

    talk.threads.rivals = [overtake]
    request = FollowRequest(thread=ref.thread, turn=1, decision=to_agent())
    assert await follow_decision(request, talk.services) == Progress(move="compose")
    assert (await talk.turn()).decision.text == "first"
    assert await talk.threads.get(talk.key, AGENT_RUN, 1) is None
