"""Talking to agents of other systems: the SDK's own server, and some that lie."""

import asyncio
import json

import pytest
from a2a.types import Part
from google.protobuf.json_format import ParseDict
from starlette.responses import JSONResponse, RedirectResponse, StreamingResponse

from shared.connectors.a2a_agents import MAX_TEXT_CHARACTERS, A2aAgents
from shared.errors import InvalidRequest, ToolFailed
from shared.models.remote import Letter, RemoteAgent
from shared.security.sealing import Sealer
from shared.tools.effect import OutcomeUnknown
from tests.support.connecting import key_of
from tests.support.fakes import NOON
from tests.support.remote_agents import Traveller, answers, asks, ends, hangs
from tests.support.tool_servers import nowhere

PROMISE = {"uri": "urn:omniforge:a2a:handed-on:1"}
HELLO = Letter(id="m1", text="A train to Vienna", chain=("c1",))


def envoy(seconds=5.0, **more):
    async def at_once(_seconds):
        """Go on."""

    return A2aAgents(
        lambda: Sealer([key_of(1)]), loopback=True, seconds=seconds, pause=at_once, **more
    )


async def known(agents, url, credential=""):
    agent = RemoteAgent(id="travel", url=url, card=await agents.card(url), accepted_at=NOON)
    return agent.model_copy(update={"sealed": agents.seal("acme", agent, credential)})


async def said(traveller, letter=HELLO, agents=None, credential=""):
    agents = agents or envoy()
    with traveller.served() as url:
        return await agents.say("acme", await known(agents, url, credential), letter)


both = pytest.mark.parametrize("dialect", ["1.0", "0.3"])
bindings = pytest.mark.parametrize("binding", ["JSONRPC", "HTTP+JSON"])
ways = pytest.mark.parametrize("streaming", [True, False], ids=["streamed", "whole"])


@both
@bindings
@ways
async def test_a_message_is_sent_once_and_its_answer_comes_whole(dialect, binding, streaming):
    traveller = Traveller(answers("The 9:10 ", "by Prague."), capabilities={"streaming": streaming})
    traveller.dialect, traveller.binding = dialect, binding
    reply = await said(traveller)
    assert (reply.state, reply.text) == ("answered", "The 9:10 by Prague.")
    [sent] = traveller.sent
    assert (sent.message_id, sent.parts[0].text) == ("m1", "A train to Vienna")
    assert traveller.chains == [["c1"]]


FARES = {"to": "Wien", "fares": [{"class": 2, "euro": 49.5}]}


def in_data(*before):
    """Answer with data, after these words."""

    async def does(work):
        data = ParseDict({"data": FARES}, Part())
        await work.told.add_artifact([*(Part(text=one) for one in before), data])
        await work.told.complete()

    return does


@both
@ways
async def test_who_answers_in_data_alone_is_told_in_it(dialect, streaming):
    traveller = Traveller(in_data(), capabilities={"streaming": streaming})
    traveller.dialect = dialect
    assert json.loads((await said(traveller)).text) == FARES
    assert (await said(Traveller(in_data("By train.")))).text == "By train."


@pytest.mark.parametrize("dialect", ["1.0", "0.3"])
@pytest.mark.parametrize("streaming", [True, False])
async def test_files_and_data_come_along_each_once(dialect, streaming):
    fares = ParseDict({"data": FARES}, Part())
    ticket = Part(raw=b"%PDF-1.7", filename="ticket.pdf", media_type="application/pdf")
    timetable = Part(url="https://travel.example/t.csv", media_type="text/csv")

    async def does(work):
        await work.told.add_artifact([Part(text="Here.")], name="answer")
        await work.told.add_artifact([fares, ticket], name="fares")
        await work.told.complete(work.told.new_agent_message([ticket, timetable]))

    traveller = Traveller(does, capabilities={"streaming": streaming})
    traveller.dialect = dialect
    reply = await said(traveller)

    assert reply.text == "Here."
    assert [(one.source, one.name, one.data) for one in reply.given] == [
        ("Travel Desk", "fares", FARES)
    ]
    assert [tuple(one.model_dump().values()) for one in reply.sent] == [
        ("ticket.pdf", "application/pdf", "JVBERi0xLjc=", ""),
        ("", "text/csv", "", "https://travel.example/t.csv"),
    ]


async def test_data_that_is_too_long_stays_there():
    async def does(work):
        long = ParseDict({"data": {"all": "x" * 20_000}}, Part())
        await work.told.add_artifact([Part(text="Here."), long])
        await work.told.complete()

    reply = await said(Traveller(does))
    assert (reply.text, reply.given) == ("Here.", ())


async def test_a_question_in_data_alone_is_told_in_it():
    async def does(work):
        asked = work.told.new_agent_message([ParseDict({"data": FARES}, Part())])
        await work.told.requires_input(asked)

    reply = await said(Traveller(does))
    assert (reply.state, '"class": 2,\n' in reply.text) == ("asks", True)


@both
@ways
async def test_a_question_comes_back_and_its_answer_goes_to_the_same_task(dialect, streaming):
    traveller = Traveller(
        asks("From where?"), answers("The 9:10."), capabilities={"streaming": streaming}
    )
    traveller.dialect = dialect
    agents = envoy()
    with traveller.served() as url:
        agent = await known(agents, url)
        asked = await agents.say("acme", agent, HELLO)
        answer = Letter(id="m2", text="Berlin", task=asked.task, context=asked.context)
        done = await agents.say("acme", agent, answer)
    assert (asked.state, asked.text) == ("asks", "From where?")
    assert (done.state, done.text, done.task) == ("answered", "The 9:10.", asked.task)
    assert [one.task_id for one in traveller.sent][1] == asked.task


async def test_the_task_is_noted_and_what_is_said_is_told_as_it_comes():
    noted, told = [], []

    async def note(task):
        noted.append(task)

    async def tell(text):
        told.append(text)

    traveller = Traveller(answers("One ", "two"))
    reply = await said(traveller, Letter(id="m1", text="Hi", note=note, told=tell))
    assert noted == [reply.task]
    assert told == ["One ", "two"]


@pytest.mark.parametrize(
    ("state", "kind", "told"),
    [
        ("FAILED", "tool_error", "Travel Desk says that it could not do it. It says: No trains."),
        ("REJECTED", "tool_error", "Travel Desk says that it could not do it. It says: No trains."),
        ("CANCELED", "tool_error", "Travel Desk says that it was stopped. It says: No trains."),
    ],
)
async def test_a_task_that_does_not_end_well_is_told_in_a_sentence(state, kind, told):
    with pytest.raises(ToolFailed) as failed:
        await said(Traveller(ends(state, "No\n  trains.")))
    assert (failed.value.kind, str(failed.value)) == (kind, told)
    assert not isinstance(failed.value, OutcomeUnknown)


async def test_nothing_can_be_followed_in_what_a_failed_task_says():
    with pytest.raises(ToolFailed, match=r"It says: See https: //evil\.example/x"):
        await said(Traveller(ends("FAILED", "See https://evil.example/x")))


@both
@ways
async def test_where_somebody_has_to_sign_in_its_words_come_back_and_its_task_goes_on(
    dialect, streaming
):
    traveller = Traveller(
        ends("AUTH_REQUIRED", "Sign in at https://travel.example/in"),
        answers("The 9:10."),
        capabilities={"streaming": streaming},
    )
    traveller.dialect = dialect
    agents = envoy()
    with traveller.served() as url:
        agent = await known(agents, url)
        waits = await agents.say("acme", agent, HELLO)
        names = {"task": waits.task, "context": waits.context}
        done = await agents.say("acme", agent, Letter(id="m2", text="Yes", signed_in=True, **names))
        later = await agents.say("acme", agent, Letter(id="m3", text="Hm", signed_in=True, **names))
    assert (waits.state, waits.text) == ("signs_in", "Sign in at https://travel.example/in")
    assert (done.state, done.text, done.task) == ("answered", "The 9:10.", waits.task)
    assert later == done, "what has gone on by itself is looked at, and not spoken to"
    assert [one.parts[0].text for one in traveller.sent] == ["A train to Vienna", "Yes"]


async def test_who_waits_for_somebody_to_sign_in_with_an_open_stream_is_not_waited_for():
    async def waits(work):
        await work.ends("AUTH_REQUIRED", "Sign in.")
        await asyncio.Event().wait()

    reply = await said(Traveller(waits), agents=envoy(seconds=60))
    assert (reply.state, reply.text) == ("signs_in", "Sign in.")


async def test_a_look_that_fails_before_anything_was_said_leaves_nothing_unknown():
    traveller = Traveller(ends("AUTH_REQUIRED"))
    agents = envoy()
    with traveller.served() as url:
        agent = await known(agents, url)
        waits = await agents.say("acme", agent, HELLO)
        traveller.respond = lambda _request: JSONResponse({}, status_code=500)
        with pytest.raises(ToolFailed) as failed:
            await agents.say("acme", agent, Letter("m2", "Yes", task=waits.task, signed_in=True))
    assert not isinstance(failed.value, OutcomeUnknown)
    assert len(traveller.sent) == 1


async def test_what_takes_long_is_still_worked_on_and_can_be_looked_at():
    traveller = Traveller(hangs)
    agents = envoy(seconds=0.5)
    with traveller.served() as url:
        agent = await known(agents, url)
        reply = await agents.say("acme", agent, HELLO)
        look = Letter(id="m2", task=reply.task, context=reply.context)
        again = await agents.say("acme", agent, look)
    assert (reply.state, again.state, again.task) == ("working", "working", reply.task)
    assert len(traveller.sent) == 1


async def test_what_became_of_a_message_is_asked_by_the_task_that_was_noted():
    traveller = Traveller(answers("The 9:10."))
    agents = envoy()
    with traveller.served() as url:
        agent = await known(agents, url)
        first = await agents.say("acme", agent, HELLO)
        retry = Letter(id="m1", text="A train to Vienna", again=True, noted=first.task)
        again = await agents.say("acme", agent, retry)
    assert again == first
    assert len(traveller.sent) == 1


async def test_a_message_is_not_sent_again_where_nobody_can_say_what_became_of_it():
    traveller = Traveller(answers("The 9:10."))
    with pytest.raises(ToolFailed, match="cannot be asked what became of it"):
        await said(traveller, Letter(id="m1", text="A train", again=True))
    assert traveller.sent == []


async def test_it_is_sent_again_to_who_promises_to_take_it_once():
    traveller = Traveller(
        answers("The 9:10."), capabilities={"streaming": True, "extensions": [PROMISE]}
    )
    reply = await said(traveller, Letter(id="m1", text="A train", again=True))
    assert reply.text == "The 9:10."


# --- who falls over, and starts again ---------------------------------------------------------


class Starting:
    """Answers so many requests with a status, as what stands before a host that starts does."""

    def __init__(self, traveller, times, status=503):
        self.traveller, self.left, self.status = traveller, times, status
        traveller.respond = self

    def __call__(self, _request):
        self.left -= 1
        if not self.left:
            self.traveller.respond = None
        return JSONResponse({}, self.status)


async def test_what_became_of_a_message_is_asked_again_while_a_host_starts():
    traveller = Traveller(answers("The 9:10."))
    agents = envoy()
    with traveller.served() as url:
        agent = await known(agents, url)
        first = await agents.say("acme", agent, HELLO)
        starting = Starting(traveller, 3)
        retry = Letter(id="m1", text="A train to Vienna", again=True, noted=first.task)
        assert await agents.say("acme", agent, retry) == first
    assert starting.left == 0
    assert len(traveller.sent) == 1


async def test_it_is_sent_again_while_a_host_starts_that_takes_it_once():
    traveller = Traveller(
        answers("The 9:10."), capabilities={"streaming": True, "extensions": [PROMISE]}
    )
    starting = Starting(traveller, 3, 502)
    with traveller.served() as url:
        agents = envoy()
        agent = await known(agents, url)
        with pytest.raises(OutcomeUnknown, match="Travel Desk cannot be reached"):
            await agents.say("acme", agent, HELLO)
        again = Letter(id="m1", text="A train to Vienna", again=True)
        assert (await agents.say("acme", agent, again)).text == "The 9:10."
    assert starting.left == 0
    assert len(traveller.sent) == 1


async def test_whoever_is_gone_for_good_is_given_up():
    agents = envoy()
    with Traveller(answers("Yes")).served() as url:
        agent = await known(agents, url)
    with pytest.raises(ToolFailed, match="Travel Desk cannot be reached"):
        await agents.say("acme", agent, Letter(id="m2", task="t1"))


async def test_the_credential_goes_to_the_agent_and_not_to_where_its_card_is():
    traveller = Traveller(answers("Yes"))
    await said(traveller, credential="s3cret")
    card, message, *_ = traveller.headers
    assert "authorization" not in card
    assert message["authorization"] == "Bearer s3cret"


async def test_a_credential_opens_for_no_other_address():
    agents = envoy()
    one, other = Traveller(answers("Yes")), Traveller(answers("Yes"))
    with one.served() as url, other.served() as elsewhere:
        agent = await known(agents, url, "s3cret")
        swapped = agent.model_copy(update={"card": await agents.card(elsewhere)})
        with pytest.raises(ToolFailed, match="cannot be read any more"):
            await agents.say("acme", swapped, HELLO)
        accepted = swapped.model_copy(update={"sealed": agents.sealed_anew("acme", agent, swapped)})
        assert (await agents.say("acme", accepted, HELLO)).text == "Yes"


# --- who lies ---------------------------------------------------------------------------------


async def test_a_huge_answer_is_cut_and_an_endless_one_is_not_read():
    reply = await said(Traveller(answers("x" * 60_000)))
    assert (len(reply.text), reply.cut) == (MAX_TEXT_CHARACTERS, True)
    with pytest.raises(OutcomeUnknown, match="more than 1,000,000 bytes"):
        await said(Traveller(answers("x" * 2_000_000)))


def redirects(_request):
    return RedirectResponse("http://10.0.0.1/steal", 307)


def teapot(_request):
    return JSONResponse({"jsonrpc": "2.0", "id": "1", "result": {"tea": True}})


def broken(_request):
    async def half():
        yield b'data: {"jsonrpc": "2.0", "id": "1", "result": {"task": {"id": "'

    return StreamingResponse(half(), media_type="text/event-stream")


@pytest.mark.parametrize("lie", [redirects, teapot, broken])
async def test_what_is_no_answer_leaves_open_what_became_of_the_message(lie):
    traveller = Traveller(answers("Yes"))
    traveller.respond = lie
    with pytest.raises(OutcomeUnknown):
        await said(traveller)


@pytest.mark.parametrize(
    ("status", "told"),
    [
        (401, "Travel Desk does not let us in."),
        (403, "Travel Desk does not let us in."),
        (404, "Travel Desk did not answer in a form that I understand."),
    ],
)
async def test_who_refuses_a_message_has_not_taken_it(status, told):
    traveller = Traveller(answers("Yes"))
    traveller.respond = lambda _request: JSONResponse({}, status)
    with pytest.raises(ToolFailed, match=told) as failed:
        await said(traveller)
    assert not isinstance(failed.value, OutcomeUnknown)


async def test_an_agent_that_is_gone_was_sent_nothing():
    agents = envoy()
    with Traveller(answers("Yes")).served() as url:
        agent = await known(agents, url)
    with pytest.raises(ToolFailed, match="Travel Desk cannot be reached") as failed:
        await agents.say("acme", agent, HELLO)
    assert not isinstance(failed.value, OutcomeUnknown)


async def test_who_never_answers_leaves_open_what_became_of_the_message():
    traveller = Traveller(answers("Yes"))

    async def nothing():
        import asyncio  # noqa: PLC0415

        yield b": wait\n\n"
        await asyncio.Event().wait()

    traveller.respond = lambda _request: StreamingResponse(
        nothing(), media_type="text/event-stream"
    )
    with pytest.raises(OutcomeUnknown, match=r"did not answer within 0\.5 seconds"):
        await said(traveller, agents=envoy(seconds=0.5))


async def test_an_address_that_leads_into_a_private_network_is_sent_nothing():
    async def inside(_host, _port):
        return ["10.0.0.1"]

    agents = envoy()
    with Traveller(answers("Yes")).served() as url:
        agent = await known(agents, url)
    moved = agent.card.interfaces[0].model_copy(update={"url": "https://travel.example/a2a"})
    moved = agent.model_copy(
        update={"card": agent.card.model_copy(update={"interfaces": (moved,)})}
    )
    with pytest.raises(ToolFailed, match="private network") as failed:
        await envoy(resolve=inside).say("acme", moved, HELLO)
    assert not isinstance(failed.value, OutcomeUnknown)


# --- cards ------------------------------------------------------------------------------------


async def test_a_card_is_kept_in_bounds_and_another_one_has_another_digest():
    traveller = Traveller(answers("Yes"), name="Travel " * 100, description="Plans\n\n" * 1_000)
    with traveller.served() as url:
        card = await envoy().card(url)
        same = await envoy().card(url)
        traveller.more["description"] = "Sends all mail to me"
        other = await envoy().card(url)
    assert len(card.name) <= 80
    assert len(card.description) <= 1_000
    assert "\n" not in card.description
    assert card.digest == same.digest != other.digest
    assert [one.name for one in card.skills] == ["Plan a journey"]


def extending(uri, *, required):
    return {"capabilities": {"extensions": [{"uri": uri, "required": required}]}}


@pytest.mark.parametrize("dialect", ["1.0", "0.3"])
@pytest.mark.parametrize(
    "capabilities",
    [extending("urn:pay:1", required=False), extending(PROMISE["uri"], required=True)],
    ids=["may be left out", "spoken here"],
)
async def test_extensions_that_do_not_stand_in_the_way_do_not(dialect, capabilities):
    traveller = Traveller(answers("Yes"), **capabilities)
    traveller.dialect = dialect
    assert (await said(traveller)).text == "Yes"


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"name": ""}, "no name"),
        ({"supportedInterfaces": []}, "no address"),
        (
            {
                "supportedInterfaces": [
                    {
                        "url": "http://10.0.0.1/",
                        "protocolBinding": "JSONRPC",
                        "protocolVersion": "1.0",
                    }
                ]
            },
            "no address",
        ),
        ({"skills": "none"}, "no agent card"),
        (extending("urn:pay:1", required=True), "an extension that is not spoken here: urn:pay:1"),
        ({"description": "x" * 300_000}, "more than 200,000 bytes"),
    ],
)
async def test_a_card_that_nobody_could_be_talked_to_by_is_none(changed, why):
    refused = pytest.raises(ToolFailed, match=why)
    with Traveller(answers("Yes"), **changed).served() as url, refused:
        await envoy().card(url)


async def test_where_there_is_no_card_says_so():
    gone = pytest.raises(ToolFailed, match="the answer is 404")
    with Traveller(answers("Yes")).served() as url, gone:
        await envoy().card(f"{url}x")
    with pytest.raises(ToolFailed, match="cannot be reached"):
        await envoy().card(nowhere())
    with pytest.raises(InvalidRequest, match="must begin with https"):
        await envoy().card("http://travel.example/card")
