"""Two of this product talk by A2A: what is delegated, asked back, and ended on either side."""

import asyncio
import socket
import threading

import pytest
from a2a.types import Part
from google.protobuf.json_format import ParseDict

from shared.decisions import wording
from tests.support.a2a_peer import peer
from tests.support.agui_client import converse
from tests.support.devhost import ROOT, RunningHost
from tests.support.http import Conversation, http_client, interrupt, outcome, spoken
from tests.support.remote_agents import CARD, Traveller, answers, asks

SARAH = "Show me emails from Sarah about the budget"
JOHN = "Show me emails from John"
MAIL = "Send an email to sarah.chen@company.com that the report is ready"
EMBEDDED = {"REASONER": "embedded"}


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return str(listener.getsockname()[1])


@pytest.fixture(scope="module")
def hosts(tmp_path_factory):
    """The host that people talk to, and the one that its remote agent lives on."""
    with (
        RunningHost(
            ROOT, tmp_path_factory.mktemp("asking"), EMBEDDED, ("--port", free_port())
        ) as asking,
        RunningHost(
            ROOT, tmp_path_factory.mktemp("asked"), EMBEDDED, ("--port", free_port())
        ) as asked,
    ):
        yield asking, asked


@pytest.fixture
async def client(hosts):
    async with http_client(hosts[0].url) as made:
        yield made


@pytest.fixture
async def there(hosts):
    async with http_client(hosts[1].url) as made:
        yield made


@pytest.fixture
async def talk(client, hosts):
    await registered(client, "partner", f"{hosts[1].url}{CARD}")
    yield Conversation(client)
    await client.delete("/api/v1/remote-agents/partner")


async def registered(client, name, card):
    answer = await client.post("/api/v1/remote-agents", json={"id": name, "url": card})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def threads(client):
    return (await client.get("/api/v1/threads")).json()["threads"]


async def sent(client):
    changed = (await client.get("/api/v1/effects")).json()["effects"]
    return [one["tool"] for one in changed if one["state"] == "done" and "send" in one["tool"]]


async def test_what_is_asked_of_the_other_is_answered_by_it_and_told_as_its_words(talk):
    frames = await talk.ask(f"@partner {SARAH}")
    assert spoken(frames).startswith("OmniForge:\n\nI found 5 emails from Sarah Chen about budget:")
    assert outcome(frames)["type"] == "success"


async def test_a_question_of_the_other_is_passed_up_and_the_answer_goes_back(talk, there):
    before = len(await threads(there))
    asked = await talk.ask(f"@partner {JOHN}")
    assert interrupt(asked)["message"].startswith(
        "OmniForge asks:\n\nI found 3 contacts named John. Which one?"
    )
    answered = await talk.ask("The client")
    assert "John Doe" in spoken(answered)
    assert len(await threads(there)) == before + 1


async def test_what_the_other_wants_to_change_is_agreed_to_there_and_done_once(talk, client, there):
    before = await sent(there)
    shown = await talk.ask(f"@partner {MAIL}")
    assert "sarah.chen@company.com" in interrupt(shown)["message"]
    assert await sent(there) == before
    done = await talk.ask("yes")
    assert outcome(done)["type"] == "success"
    assert len(await sent(there)) == len(before) + 1
    assert await sent(client) == []


async def test_a_conversation_is_handed_to_the_other_and_comes_back(talk, there):
    before = len(await threads(there))
    handed = await talk.ask(f"@partner I'd like to talk to you. {SARAH}")
    assert outcome(handed)["type"] in {"success", "interrupt"}
    found = await talk.ask(SARAH)
    assert "I found 5 emails from Sarah Chen about budget:" in spoken(found)
    assert len(await threads(there)) == before + 1
    back = await talk.ask("back to the assistant")
    assert spoken(back) == wording.handed_back("OmniForge")
    assert not spoken(await talk.ask("help")).startswith("OmniForge:")


async def test_either_side_ends_between_the_question_and_the_answer(talk, client, hosts, there):
    asking, asked_host = hosts
    asked = await talk.ask(f"@partner {MAIL}")
    before = await sent(there)
    assert "sarah.chen@company.com" in interrupt(asked)["message"]
    await asyncio.to_thread(asked_host.restart)
    await asyncio.to_thread(asking.restart)
    assert outcome(await talk.ask("yes"))["type"] == "success"
    assert len(await sent(there)) == len(before) + 1
    assert await sent(client) == []


async def test_two_that_would_ask_each_other_for_ever_come_to_an_end(talk, client, hosts, there):
    await registered(there, "back", f"{hosts[0].url}{CARD}")
    said = f"@partner @back @partner {SARAH}"
    frames = await talk.ask(said)
    await there.delete("/api/v1/remote-agents/back")
    assert "this request has come through" in spoken(frames)


async def test_the_asking_host_ends_while_the_other_works_and_asks_what_became_of_it(client, hosts):
    go_on = threading.Event()

    async def works(work):
        await work.told.start_work()
        await asyncio.to_thread(go_on.wait)
        await answers("The 9:10 by Prague.")(work)

    traveller = Traveller(works, capabilities={"streaming": False})
    traveller.binding = "HTTP+JSON"
    with traveller.served() as card:
        await registered(client, "travel", card)
        talk = Conversation(client)
        asking = asyncio.ensure_future(talk.ask("@travel find me a train to Vienna"))
        await asyncio.to_thread(traveller.looked.wait)
        await asyncio.to_thread(hosts[0].kill)
        with pytest.raises(Exception):  # noqa: B017, PT011 - however the connection ends
            await asking
        await asyncio.to_thread(hosts[0].start)
        go_on.set()
        said = await talk.ask("help")
        shown = (await client.get(f"/api/v1/threads/{talk.thread}/messages")).json()
        await client.delete("/api/v1/remote-agents/travel")
    assert said
    texts = [one["text"] for one in shown["messages"]]
    assert any("The 9:10 by Prague." in text for text in texts), texts
    assert len(traveller.sent) == 1


async def test_what_the_other_says_is_heard_while_it_says_it(client, node):
    heard = threading.Event()

    async def works(work):
        await work.told.add_artifact([Part(text="The 9:10 ")], artifact_id="answer")
        await asyncio.to_thread(heard.wait)
        await work.told.add_artifact([Part(text="by Prague.")], artifact_id="answer", append=True)
        await work.told.complete()

    traveller = Traveller(works)
    with traveller.served() as card:
        await registered(client, "railway", card)
        talk = Conversation(client)
        said = {"message": "@railway find me a train to Vienna"}
        pieces = []
        async with talk.stream("POST", f"{talk.path}/messages", json=said) as frames:
            async for frame in frames:
                pieces += [frame.event] if frame.type == "TEXT_MESSAGE_CONTENT" else []
                if pieces:
                    heard.set()
        traveller.does = [asks("From where?"), answers("The 7:40.")]
        _, results = await converse(
            node,
            str(client.base_url).rstrip("/"),
            {"say": "@railway find me another"},
            {"resume": {"text": "Berlin"}},
        )
        await client.delete("/api/v1/remote-agents/railway")
    assert pieces[0]["delta"] == "Travel Desk:\n\nThe 9:10 "
    last = [one["delta"] for one in pieces if one["messageId"] == pieces[-1]["messageId"]]
    assert "".join(last) == "Travel Desk:\n\nThe 9:10 by Prague."
    assert results[-1]["messages"][-1]["content"] == "Travel Desk:\n\nThe 7:40."


async def test_a_file_of_the_other_reaches_the_person_and_whoever_asks_by_a2a(client):
    ticket = b"%PDF-1.7 a ticket"

    async def works(work):
        await work.told.add_artifact([Part(text="Have a good journey.")], name="answer")
        pdf = Part(raw=ticket, filename="ticket.pdf", media_type="application/pdf")
        await work.told.add_artifact([pdf, ParseDict({"data": {"seat": 4}}, Part())], name="seats")
        await work.told.complete()

    with Traveller(works).served() as card:
        await registered(client, "tram", card)
        talk = Conversation(client)
        await talk.ask("@tram my ticket please")
        shown = (await client.get(f"{talk.path}/messages")).json()["messages"]
        async with peer(client, streaming=True) as agent:
            task = await agent.say("@tram my ticket please")
        await client.delete("/api/v1/remote-agents/tram")

    answered = "Travel Desk:\n\nHave a good journey.\n\n(It sent ticket.pdf.)"
    assert shown[-1]["text"] == answered
    [file] = shown[-1]["files"]
    assert (file["name"], file["type"]) == ("ticket.pdf", "application/pdf")
    assert (await client.get(file["links"]["content"])).content == ticket
    data, pdf, answer, *_ = task.artifacts
    assert data.parts[0].data.struct_value["seat"] == 4
    assert (pdf.parts[0].raw, pdf.parts[0].filename) == (ticket, "ticket.pdf")
    assert (pdf.description, pdf.parts[0].media_type) == ("From Travel Desk", "application/pdf")
    assert answer.parts[0].text == answered
    told = [
        one.artifact_update.artifact.name for one in agent.told if one.HasField("artifact_update")
    ]
    assert "ticket.pdf" in told
