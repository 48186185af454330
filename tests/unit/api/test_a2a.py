"""Other agents at the door: JSON-RPC over the conversations' rows. Turns are played by hand."""

import json
from dataclasses import replace
from itertools import count

import pytest
from a2a.client.card_resolver import parse_agent_card
from a2a.types import AgentCard
from google.protobuf.json_format import ParseDict

from shared.agents.domain import DOMAIN_AGENTS
from shared.conversation.uploads import keep
from shared.decisions.budgets import allowance
from shared.decisions.chains import EXTENSION
from shared.errors import StorageUnavailable
from shared.models.agent import Agent, Skill
from shared.models.given import Given
from shared.models.principal import Principal
from shared.models.rows import INBOX, TURN, Change, Put
from shared.models.signing_in import SignInWith
from shared.storage.budgets import StoredBudgets
from shared.storage.memory import MemoryRows
from shared.storage.threads import StoredThreads

CARD = "/.well-known/agent-card.json"
PATH = "/api/v1/a2a"
V1 = {"A2A-Version": "1.0"}
SARAH = "Show me emails from Sarah"
ANN = Principal(tenant="acme", user="ann", roles=("Member",))


@pytest.fixture
def send(rpc):
    """Send a message and return at once, with the task as it stands or the error."""
    numbers = count(1)

    async def say(text=SARAH, *, parts=None, **message):
        given = {"messageId": f"m{next(numbers)}", "role": "ROLE_USER", "contextId": "t1"} | message
        given["parts"] = parts or [{"text": text}]
        answer = await rpc(
            "SendMessage", {"message": given, "configuration": {"returnImmediately": True}}
        )
        return answer.get("task", answer)

    return say


def state(task):
    return task["status"]["state"].removeprefix("TASK_STATE_")


# --- the card ---------------------------------------------------------------------------------


async def test_the_card_says_in_both_versions_where_this_is_and_what_it_can(world):
    world.services = replace(
        world.services,
        domain_agents=DOMAIN_AGENTS,
        public_url="https://forge.example",
        sign_in=SignInWith(mode="entra", authority="https://login.example/t", scope="api://x/all"),
    )
    world.caller = None  # whoever asks has not signed in

    response = await world.call("GET", CARD)

    card = response.json()
    assert response.headers["cache-control"] == "public, max-age=300"
    here = "https://forge.example/api/v1/a2a"
    versions = [
        (one["protocolBinding"], one["protocolVersion"])
        for one in card["supportedInterfaces"]
        if one["url"] == here
    ]
    assert versions == [
        (binding, version) for version in ("1.0", "0.3") for binding in ("JSONRPC", "HTTP+JSON")
    ]
    assert (card["url"], card["protocolVersion"]) == (here, "0.3")
    assert card["preferredTransport"] == "JSONRPC"
    assert card["capabilities"]["streaming"] is True
    skills = {skill["id"]: skill for skill in card["skills"]}
    assert "email.search-mail" in skills
    assert "agent-builder" in skills
    assert "Show me emails from Sarah about the budget" in skills["email.search-mail"]["examples"]
    scheme = card["securitySchemes"]["signIn"]
    assert scheme["httpAuthSecurityScheme"]["scheme"] == scheme["scheme"] == "bearer"
    assert card["securityRequirements"]
    assert card["security"] == [{"signIn": []}]


@pytest.mark.parametrize(
    ("mode", "schemes"), [("open", 0), ("secret", 1), ("platform", 1), ("closed", 1)]
)
async def test_the_card_asks_for_a_token_unless_everybody_here_is_the_developer(
    world, mode, schemes
):
    world.services = replace(world.services, sign_in=SignInWith(mode=mode))

    card = (await world.call("GET", CARD)).json()

    assert len(card.get("securitySchemes", ())) == schemes
    assert card["supportedInterfaces"][0]["url"] == "http://localhost/api/v1/a2a"


async def test_a_card_that_is_known_is_not_sent_again(world):
    tag = (await world.call("GET", CARD)).headers["etag"]
    again = await world.call("GET", CARD, headers={"If-None-Match": tag})
    assert again.status_code == 304


async def test_who_asks_for_the_card_in_1_0_has_its_fields_alone(world):
    world.services = replace(world.services, sign_in=SignInWith(mode="secret"))
    both = await world.call("GET", CARD)
    headed = await world.call("GET", CARD, headers=V1)
    named = await world.call("GET", f"{CARD}?A2A-Version=1.0")

    card = headed.json()
    assert ParseDict(card, AgentCard()) == parse_agent_card(both.json())  # which knows every field
    assert card == named.json()
    assert both.json().keys() - card.keys() >= {"url", "protocolVersion", "preferredTransport"}
    assert [one["protocolVersion"] for one in card["supportedInterfaces"]] == ["1.0"] * 2 + [
        "0.3"
    ] * 2
    assert headed.headers["vary"] == both.headers["vary"] == "A2A-Version, Origin"
    tag = {"If-None-Match": headed.headers["etag"]}
    assert (await world.call("GET", CARD, headers=tag | V1)).status_code == 304


async def test_who_has_signed_in_reads_what_the_agents_of_their_organisation_can(world, rpc):
    skill = Skill(id="sum-up", name="Sum up", description="Sums up the week")
    own = Agent(id="weekly", name="Weekly", description="Weekly report", skills=(skill,))
    await world.services.agents.save(world.caller.tenant, own, None)
    off = own.model_copy(update={"id": "off", "enabled": False})
    await world.services.agents.save(world.caller.tenant, off, None)
    hidden = own.model_copy(update={"id": "hidden", "users": ("somebody-else",)})
    await world.services.agents.save(world.caller.tenant, hidden, None)

    public = (await world.call("GET", PATH)).json()
    extended = await rpc("GetExtendedAgentCard", {})
    older = await rpc("agent/getAuthenticatedExtendedCard", {}, {})

    assert public["capabilities"]["extendedAgentCard"] is True
    assert public["supportsAuthenticatedExtendedCard"] is True
    assert [one["id"] for one in public["skills"]] == ["agent-builder"]
    assert [one["id"] for one in extended["skills"]] == ["weekly.sum-up", "agent-builder"]
    assert [one["id"] for one in older["skills"]] == ["weekly.sum-up", "agent-builder"]


async def test_where_nobody_signs_in_there_is_no_card_for_those_who_did(world, rpc):
    world.services = replace(world.services, sign_in=SignInWith(mode="open"))
    public = (await world.call("GET", CARD)).json()
    assert not public["capabilities"].get("extendedAgentCard")
    assert "supportsAuthenticatedExtendedCard" not in public
    assert (await rpc("GetExtendedAgentCard", {}))["code"] == -32004


# --- a task's way -----------------------------------------------------------------------------


async def test_a_task_is_read_from_the_rows_of_its_turn(world, rpc, send):
    queued = await send()
    await world.open()
    working = await rpc("GetTask", {"id": queued["id"]})
    await world.close()
    done = await rpc("GetTask", {"id": queued["id"]})

    assert [state(one) for one in (queued, working, done)] == ["SUBMITTED", "WORKING", "COMPLETED"]
    assert {one["contextId"] for one in (queued, working, done)} == {"t1"}
    assert done["status"]["message"]["parts"] == [{"text": "Found 5 emails."}]
    assert done["artifacts"][0]["parts"] == [{"text": "Found 5 emails."}]
    assert [one["parts"] for one in done["history"]] == [[{"text": SARAH}]]
    assert (await rpc("GetTask", {"id": queued["id"], "historyLength": 0})).get("history") is None


async def test_the_older_dialect_tells_the_same(world, rpc):
    message = {"kind": "message", "messageId": "m1", "role": "user", "contextId": "t1"}
    message["parts"] = [{"kind": "text", "text": SARAH}]
    sent = await rpc("message/send", {"message": message, "configuration": {"blocking": False}}, {})
    await world.answer()
    done = await rpc("tasks/get", {"id": sent["id"]}, {})

    assert (sent["kind"], sent["status"]["state"]) == ("task", "submitted")
    assert done["status"]["state"] == "completed"
    assert done["artifacts"][0]["parts"][0] == {"kind": "text", "text": "Found 5 emails."}


async def test_without_a_context_a_message_begins_one_and_its_repeat_finds_it(world, rpc):
    def given(text, name="m1"):
        message = {"messageId": name, "role": "ROLE_USER", "parts": [{"text": text}]}
        return {"message": message, "configuration": {"returnImmediately": True}}

    first = (await rpc("SendMessage", given(SARAH)))["task"]
    again = (await rpc("SendMessage", given(SARAH)))["task"]
    other = (await rpc("SendMessage", given("Show me my calendar")))["task"]

    assert first["id"] == again["id"]
    assert other["contextId"] != first["contextId"]
    assert len(await world.services.conversations.of(world.caller)) == 2


async def test_a_repeat_in_a_context_is_the_same_task_and_another_text_is_refused(world, send):
    first, again = await send(messageId="m"), await send(messageId="m")
    await world.answer()
    later = await send(messageId="m")
    other = await send("Something else", messageId="m")

    assert first["id"] == again["id"] == later["id"]
    assert (await world.head()).value.accepted == 1
    assert other["code"] == -32602
    assert other["data"][0]["metadata"]["code"] == "message_reused"


async def test_each_message_without_a_task_is_one_of_its_own(world, send, rpc):
    first, second = await send(), await send("And from Bob")
    assert first["id"] != second["id"]
    await world.answer()
    assert state(await rpc("GetTask", {"id": first["id"]})) == "COMPLETED"
    assert state(await rpc("GetTask", {"id": second["id"]})) == "SUBMITTED"


# --- questions --------------------------------------------------------------------------------


async def asked_of(task):
    words, data = task["status"]["message"]["parts"]
    return words["text"], data["data"]


async def test_a_question_is_input_required_and_words_for_its_task_answer_it(world, rpc, send):
    task = await send()
    question = await world.ask()

    waiting = await rpc("GetTask", {"id": task["id"]})
    words, data = await asked_of(waiting)
    answered = await send("The client", taskId=task["id"], messageId="answer")

    assert state(waiting) == "INPUT_REQUIRED"
    assert words.startswith("Which John?\n\n1. **John Smith (colleague)**")
    assert (data["id"], data["reason"]) == (question, "input_required")
    assert [one["id"] for one in data["metadata"]["options"]] == ["john-smith", "john-doe"]
    assert (answered["id"], state(answered)) == (task["id"], "WORKING")
    assert (await world.question(question)).reply_seq == 2
    said = await world.threads.get(world.key(), INBOX, 2)
    assert (said.value.message_id, said.value.reply_to) == ("answer", question)


ANSWERS = {
    "an option": ({"option": "john-doe"}, ("option", "john-doe", "")),
    "words": ({"text": "The client"}, ("text", None, "The client")),
    "a bare option": ("john-doe", ("option", "john-doe", "")),
    "bare words": ("The client", ("text", None, "The client")),
}


@pytest.mark.parametrize(("payload", "meaning"), ANSWERS.values(), ids=ANSWERS)
async def test_data_answers_a_question_as_resume_does(world, send, payload, meaning):
    task = await send()
    question = await world.ask()

    data = {"interruptId": question, "status": "resolved", "payload": payload}
    answered = await send(parts=[{"data": data}], taskId=task["id"])

    answer = (await world.question(question)).answer
    assert (answer.action, answer.option, answer.text) == meaning
    assert state(answered) == "WORKING"


@pytest.mark.parametrize(
    ("payload", "action"),
    [
        ({"approved": True}, "accept"),
        ("accept", "accept"),
        ({"approved": False, "reason": "Too late"}, "reject"),
        ({"text": "Make it shorter"}, "text"),
    ],
)
async def test_an_approval_is_agreed_to_or_declined_by_its_name(world, send, payload, action):
    task = await send()
    question = await world.ask("approval")

    data = {"interruptId": question, "status": "resolved", "payload": payload}
    await send(parts=[{"data": data}], taskId=task["id"])

    assert (await world.question(question)).answer.action == action


async def test_whole_numbers_in_an_answer_stay_whole(world, send):
    task = await send()
    arguments = {"count": 3, "share": 0.5, "to": [1]}
    question = await world.ask("approval", arguments=arguments)

    payload = {"approved": True, "editedArgs": arguments}
    data = {"interruptId": question, "status": "resolved", "payload": payload}
    await send(parts=[{"data": data}], taskId=task["id"])

    assert (await world.question(question)).answer.action == "accept"


async def test_consent_names_what_it_is_for(world, send):
    """Whatever is asked by now may be another card than the one that was seen."""
    task = await send()
    question = await world.ask("approval")

    bare = await send(parts=[{"data": {"approved": True}}], taskId=task["id"])
    stale = {"interruptId": "q-1-9", "status": "resolved", "payload": {"approved": True}}
    other = await send(parts=[{"data": stale}], taskId=task["id"])
    open_one = {**stale, "interruptId": question}
    beside = await send(parts=[{"text": "No"}, {"data": open_one}], taskId=task["id"])

    assert bare["code"] == beside["code"] == -32602
    assert other["code"] == -32001
    assert (await world.question(question)).takes_answers


async def test_consent_that_takes_a_role_is_refused_to_others(world, send):
    world.caller = ANN
    task = await send()
    question = await world.ask("approval", role="Approver")

    data = {"interruptId": question, "status": "resolved", "payload": {"approved": True}}
    refused = await send(parts=[{"data": data}], taskId=task["id"])

    assert refused["code"] == -32004
    assert refused["data"][0]["metadata"]["code"] == "forbidden"
    assert (await world.question(question)).takes_answers


async def test_words_that_name_no_task_agree_to_nothing(world, send):
    await send()
    question = await world.ask("approval")

    other = await send("Yes")

    said = await world.threads.get(world.key(), INBOX, 2)
    assert said.value.anew
    assert state(other) == "SUBMITTED"
    assert (await world.question(question)).answer is None


async def test_a_repeated_answer_is_answered_as_the_first_was(world, send):
    task = await send()
    question = await world.ask()
    data = {"interruptId": question, "status": "resolved", "payload": {"option": "john-doe"}}

    first = await send(parts=[{"data": data}], taskId=task["id"], messageId="a")
    again = await send(parts=[{"data": data}], taskId=task["id"], messageId="a")

    assert (first["id"], state(first)) == (again["id"], state(again))


# --- what is refused --------------------------------------------------------------------------


async def test_a_task_that_is_over_takes_no_message(world, send):
    task = await send()
    await world.answer()
    refused = await send("More", taskId=task["id"])
    assert refused["code"] == -32004
    assert "is completed and takes no message" in refused["message"]


async def test_in_the_older_dialect_a_task_that_is_over_is_answered_by_another(world, rpc, send):
    task = await send()
    await world.answer()
    message = {"messageId": "more", "role": "user", "taskId": task["id"]}
    message["parts"] = [{"kind": "text", "text": "More"}]
    given = {"message": message, "configuration": {"blocking": False}}

    other = await rpc("message/send", given, {})
    await world.answer("More of it.")
    again = await rpc("message/send", given, {})
    stopped = await rpc("tasks/cancel", {"id": task["id"]}, {})

    assert other["id"] != task["id"]
    assert other["contextId"] == task["contextId"]
    assert (again["kind"], again["taskId"]) == ("message", other["id"])
    assert again["parts"][0]["text"] == "More of it."
    assert (await world.head()).value.accepted == 2
    assert stopped["status"]["state"] == "completed", "too late to stop it: it is as it is"


@pytest.mark.parametrize(
    ("call", "code"),
    [
        ({"method": "message/send", "params": {}}, -32602),
        ({"method": "message/send", "params": {"message": {"parts": "x"}}}, -32602),
        ({"method": "tasks/get"}, -32602),
        ({"method": "message/send", "params": {"": "x"}, "id": ...}, -32602),
        ({"method": "tasks/nothing"}, -32601),
        ({"method": {"no": "name"}}, -32601),
        ({"method": "SendMessage", "params": {"message": 1}}, -32602),
        ({"method": "message/send", "params": {}, "id": {"no": "id"}}, -32600),
        ({"method": "message/send", "params": {}, "jsonrpc": "1.0"}, -32600),
        ({"params": {}}, -32600),
    ],
)
async def test_a_call_that_is_none_says_why(world, call, code):
    given = {"jsonrpc": "2.0", "id": 1} | call
    body = {name: value for name, value in given.items() if value is not ...}
    answer = (await world.call("POST", PATH, body)).json()
    assert answer["error"]["code"] == code, answer


@pytest.mark.parametrize(("body", "code"), [(b"{", -32700), (b"[]", -32600), (b"7", -32600)])
async def test_a_body_that_is_no_call_says_why(world, body, code):
    assert (await world.call("POST", PATH, body)).json()["error"]["code"] == code


async def test_a_task_that_is_worked_on_takes_no_message(world, send):
    task = await send()
    assert (await send("More", taskId=task["id"]))["code"] == -32004


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"taskId": "t1.9"}, -32001),
        ({"taskId": "nothing"}, -32001),
        ({"taskId": "~%.1"}, -32001),
        ({"taskId": "t1.1", "contextId": "t2"}, -32602),
        ({"parts": [{"text": " "}]}, -32602),
        ({"parts": [{"url": "https://x.example/a.pdf"}]}, -32005),
        ({"parts": [{"text": SARAH}, {"raw": "AAAA", "mediaType": "image/png"}]}, -32005),
        ({"parts": [{"text": SARAH}, {"raw": "AAAA", "mediaType": "application/x-odd"}]}, -32005),
        ({"parts": [{"text": SARAH}, {"raw": "AAAA", "filename": "a.exe"}]}, -32005),
        ({"parts": [{"text": SARAH}, {"raw": "", "filename": "a.txt"}]}, -32602),
        ({"parts": [{"raw": "YSxi", "filename": "a.csv"}]}, -32602),
        ({"parts": [{"text": SARAH}] + [{"raw": "YSxi", "filename": "a.csv"}] * 11}, -32602),
        ({"parts": [{"text": SARAH}, {"text": "<b>hi</b>", "mediaType": "text/html"}]}, -32005),
        ({"parts": [{"data": {}, "mediaType": "application/xml"}]}, -32005),
        ({"parts": [{"text": "x" * 20_000}, {"data": "x" * 20_000}]}, -32602),
        ({"contextId": "\n"}, -32602),
        ({"role": "ROLE_AGENT"}, -32602),
        ({"messageId": ""}, -32602),
        ({"messageId": "x" * 300}, -32602),
    ],
)
async def test_what_cannot_be_is_refused_with_the_protocol_s_own_code(send, message, code):
    await send()
    refused = await send(**message)
    assert refused["code"] == code, refused


@pytest.mark.parametrize("given", ["text/plain", "text/markdown", "Text/Plain; charset=utf-8"])
async def test_words_may_say_of_which_type_they_are(world, send, given):
    task = await send(parts=[{"text": SARAH, "mediaType": given}])
    assert state(task) == "SUBMITTED"
    offered = (await world.call("GET", CARD)).json()["defaultInputModes"]
    assert given.partition(";")[0].lower() in offered


@pytest.mark.parametrize("headers", [V1, {}])
async def test_what_an_agent_says_is_no_message_to_anybody(world, rpc, headers):
    role, part = ("ROLE_AGENT", {}) if headers else ("agent", {"kind": "text"})
    message = {"messageId": "m", "role": role, "parts": [part | {"text": SARAH}]}
    method = "SendMessage" if headers else "message/send"
    assert (await rpc(method, {"message": message}, headers))["code"] == -32602
    assert await world.services.conversations.of(world.caller) == []


async def accepting(rpc, *modes):
    """Send the one message, to be answered in these types."""
    message = {"messageId": "m", "role": "ROLE_USER", "contextId": "t1", "parts": [{"text": SARAH}]}
    given = {"acceptedOutputModes": modes, "returnImmediately": True}
    answer = await rpc("SendMessage", {"message": message, "configuration": given})
    return answer.get("task", answer)


async def test_who_takes_no_answer_that_we_have_is_refused_and_nothing_is_begun(world, rpc):
    refused = await accepting(rpc, "application/x-odd", "image/png")
    assert refused["code"] == -32005
    assert "text/plain or application/json" in refused["message"]
    assert await world.services.conversations.of(world.caller) == []


async def test_an_answer_is_of_a_type_that_its_client_takes(world, rpc):
    await accepting(rpc, "application/json")
    await world.answer()
    as_data = {"data": {"text": "Found 5 emails."}, "mediaType": "application/json"}

    data = await accepting(rpc, "application/json")
    words = await accepting(rpc, "text/plain")

    assert data["status"]["message"]["parts"] == [as_data]
    assert [one["parts"] for one in data["artifacts"]] == [[as_data]]
    assert [one["parts"] for one in words["artifacts"]] == [[{"text": "Found 5 emails."}]]
    assert data["history"] == words["history"], "what was said to us stays as it was"


@pytest.mark.parametrize("headers", [V1, {}])
async def test_files_go_with_the_words_that_they_come_with(world, rpc, headers):
    file = {"raw": "YSxi", "filename": "rows", "mediaType": "text/csv"}
    message = {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "Read it"}, file]}
    method, asked = "SendMessage", {"returnImmediately": True}
    if not headers:
        inside = {"bytes": "YSxi", "name": "rows", "mimeType": "text/csv"}
        parts = [{"kind": "text", "text": "Read it"}, {"kind": "file", "file": inside}]
        message |= {"role": "user", "parts": parts, "kind": "message"}
        method, asked = "message/send", {"blocking": False}

    given = {"message": message, "configuration": asked}
    first, again = await rpc(method, given, headers), await rpc(method, given, headers)

    task = first.get("task", first)
    assert again.get("task", again)["id"] == task["id"], "a repeat is the same"
    [thread] = await world.services.conversations.of(world.caller)
    said = await world.threads.get(thread.thread, INBOX, 1)
    assert said.value.text == "Read it"
    [kept] = said.value.files
    assert (kept.name, kept.type) == ("rows.csv", "text/csv")
    assert await world.services.files.get(thread.thread, kept.id) == b"a,b"


async def test_another_file_under_an_id_that_was_used_is_refused(send):
    file = {"raw": "YSxi", "filename": "a.csv"}
    await send(messageId="m", parts=[{"text": "Read it"}, file])
    other = await send(messageId="m", parts=[{"text": "Read it"}, file | {"raw": "YSxj"}])
    assert other["data"][0]["metadata"]["code"] == "message_reused"


async def test_the_card_names_the_types_that_are_taken(world):
    offered = (await world.call("GET", CARD)).json()["defaultInputModes"]
    assert {"text/plain", "application/json", "text/csv", "application/pdf"} <= set(offered)
    assert len(offered) == len(set(offered))


async def test_a_file_that_was_given_comes_with_its_task_while_it_is_there(world, rpc, send):
    task = await send()
    await world.open()
    file = await keep(world.services, world.key(), "rows.csv", b"a,b")
    given = (Given(source="Tracker", name="rows.csv", type="text/csv", file=file),)
    head, turn, _ = await world._turn("t1")
    found = Put(TURN, 1, turn.value.model_copy(update={"given": given}), turn.etag)
    await world.threads.commit(head, Change(head.value, (found,)))
    await world.close()

    there = await rpc("GetTask", {"id": task["id"]})
    await world.services.files.erase(world.key())
    gone = await rpc("GetTask", {"id": task["id"]})

    raw = {"raw": "YSxi", "filename": "rows.csv", "mediaType": "text/csv"}
    assert [one["parts"] for one in there["artifacts"]] == [[raw], [{"text": "Found 5 emails."}]]
    assert [one["name"] for one in gone["artifacts"]] == ["answer"]


async def test_data_beside_words_is_more_of_what_is_said(world, send):
    parts = [{"text": "Add this row"}, {"data": {"Item": "Täxi", "Amount": 40}}]
    await send(parts=parts)
    said = await world.threads.get(world.key(), INBOX, 1)
    assert said.value.text == 'Add this row\n{"Amount": 40, "Item": "Täxi"}'


async def test_a_call_comes_as_json(world):
    headers = {"Content-Type": "text/plain", **V1}
    body = b'{"jsonrpc": "2.0", "id": 3, "method": "ListTasks", "params": {}}'
    refused = (await world.call("POST", PATH, body, headers=headers)).json()
    assert (refused["id"], refused["error"]["code"]) == (3, -32005)


async def test_by_rest_a_call_comes_as_json_too(world):
    message = {"messageId": "m1", "role": "ROLE_USER", "parts": [{"text": SARAH}]}
    body = json.dumps({"message": message}).encode()
    headers = {"Content-Type": "text/plain", **V1}

    refused = await world.call("POST", f"{PATH}/message:send", body, headers=headers)

    assert refused.status_code == refused.json()["error"]["code"] == 415
    [why] = refused.json()["error"]["details"]
    assert why["reason"] == "CONTENT_TYPE_NOT_SUPPORTED"
    assert await world.services.conversations.of(world.caller) == []


async def test_push_notifications_are_not_offered(rpc):
    message = {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": SARAH}]}
    config = {"taskPushNotificationConfig": {"url": "https://x.example/hook"}}
    refused = await rpc("SendMessage", {"message": message, "configuration": config})
    assert refused["code"] == -32003


async def test_nobody_finds_another_s_task(world, rpc, send):
    task = await send()
    for stranger in (ANN, Principal(tenant=world.caller.tenant, user="eve", roles=("Owner",))):
        world.caller = stranger
        assert (await rpc("GetTask", {"id": task["id"]}))["code"] == -32001
        assert (await rpc("CancelTask", {"id": task["id"]}))["code"] == -32001
        assert (await rpc("SubscribeToTask", {"id": task["id"]}))["code"] == -32001
        assert (await send("Yes", taskId=task["id"]))["code"] == -32001
        assert (await rpc("ListTasks", {"contextId": "t1"}))["tasks"] == []
        assert (await rpc("ListTasks", {}))["totalSize"] == 0


async def test_a_deleted_conversation_has_no_tasks(world, rpc, send):
    task = await send()
    await world.call("DELETE", "/api/v1/threads/t1")
    assert (await rpc("GetTask", {"id": task["id"]}))["code"] == -32001
    assert (await rpc("ListTasks", {}))["tasks"] == []


@pytest.mark.parametrize(("version", "code"), [("1.0", None), ("0.3", -32009), ("7.0", -32009)])
async def test_the_version_of_a_call_may_be_a_parameter(world, version, code):
    call = {"jsonrpc": "2.0", "id": 1, "method": "ListTasks", "params": {}}
    answer = await world.call("POST", f"{PATH}?A2A-Version={version}", call)
    assert answer.json().get("error", {}).get("code") == code
    rest = await world.call("GET", f"{PATH}/tasks?A2A-Version={version}&pageSize=3")
    assert (rest.status_code, rest.json().get("pageSize")) == ((400, None) if code else (200, 3))


async def test_the_header_of_a_call_goes_before_its_parameter(world):
    rest = await world.call("GET", f"{PATH}/tasks?A2A-Version=0.3", headers=V1)
    assert rest.status_code == 200


async def test_without_its_version_a_call_is_of_the_older_dialect(rpc):
    assert (await rpc("GetTask", {"id": "t1.1"}, {}))["code"] == -32009


# --- limits, and what breaks ------------------------------------------------------------------


@pytest.fixture
def one_turn(world):
    """Let whoever calls begin one turn, and no more."""
    kinds = ("requests", "streams", "turns", "tools", "tokens")
    limits = {kind: allowance(kind, 1 if kind == "turns" else 0, 0) for kind in kinds}
    budgets = StoredBudgets(MemoryRows(), world.clock, limits)
    world.services = replace(world.services, budgets=budgets)


METHODS = {"SendMessage": V1, "SendStreamingMessage": V1, "message/send": {}, "message/stream": {}}


@pytest.mark.usefixtures("one_turn")
@pytest.mark.parametrize(("method", "headers"), METHODS.items())
async def test_who_has_had_enough_is_told_as_anywhere(world, rpc, send, method, headers):
    assert (await send(" "))["code"] == -32602, "what is refused for itself takes no turn"
    task = await send()

    message = {"messageId": "m", "role": "user", "parts": [{"kind": "text", "text": SARAH}]}
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"message": message}}
    refused = await world.call("POST", PATH, body, headers=headers)

    assert refused.status_code == 429
    assert refused.json()["code"] == "too_many_turns"
    assert refused.headers["retry-after"]
    assert (await rpc("GetTask", {"id": task["id"]}))["id"] == task["id"], "looking begins no turn"


@pytest.mark.parametrize("method", ["SendMessage", "SubscribeToTask", "CancelTask"])
async def test_what_may_wait_takes_of_the_limit_of_open_streams(world, method):
    kinds = ("requests", "streams", "turns", "tools", "tokens")
    limits = {kind: allowance(kind, 1 if kind == "streams" else 0, 0) for kind in kinds}
    budgets = StoredBudgets(MemoryRows(), world.clock, limits)
    await budgets.take(world.caller, {"streams": 60.0})
    world.services = replace(world.services, budgets=budgets)
    message = {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "hi"}]}
    params = {"id": "t1.1"} if "Task" in method else {"message": message}
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}

    refused = await world.call("POST", PATH, body, headers=V1)

    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_streams")


class Away(StoredThreads):
    """Tables that do not answer."""

    async def head(self, key):
        raise StorageUnavailable("tables are away at 10.0.0.7")


async def test_what_breaks_here_is_no_answer_of_the_protocol(world):
    world.services = replace(world.services, threads=Away(MemoryRows()))
    body = {"jsonrpc": "2.0", "id": 1, "method": "GetTask", "params": {"id": "t1.1"}}
    response = await world.call("POST", PATH, body, headers=V1)
    assert response.status_code == 503
    assert "10.0.0.7" not in response.text


# --- stopping, and what there is --------------------------------------------------------------


async def test_a_task_that_waits_in_line_is_stopped_at_once(world, rpc, send):
    task = await send()
    stopped = await rpc("CancelTask", {"id": task["id"]})
    again = await rpc("CancelTask", {"id": task["id"]})
    assert state(stopped) == "CANCELED"
    assert again["code"] == -32002


async def test_a_task_that_is_over_cannot_be_stopped(world, rpc, send):
    task = await send()
    await world.answer()
    assert (await rpc("CancelTask", {"id": task["id"]}))["code"] == -32002
    assert (await rpc("SubscribeToTask", {"id": task["id"]}))["code"] == -32004


async def test_tasks_are_listed_by_conversation_state_and_page_latest_first(world, rpc, send):
    first = await send()
    await world.answer()
    world.clock.pass_by(seconds=1)
    second = await send("And from Bob")
    world.clock.pass_by(seconds=1)
    elsewhere = await send(contextId="t2")

    everything = await rpc("ListTasks", {})
    ids = [one["id"] for one in everything["tasks"]]
    page = await rpc("ListTasks", {"pageSize": 2})
    rest = await rpc("ListTasks", {"pageSize": 2, "pageToken": page["nextPageToken"]})
    here = await rpc("ListTasks", {"contextId": "t1"})
    done = await rpc("ListTasks", {"status": "TASK_STATE_COMPLETED", "includeArtifacts": True})
    since = elsewhere["status"]["timestamp"]
    news = await rpc("ListTasks", {"statusTimestampAfter": since})

    assert ids == [elsewhere["id"], second["id"], first["id"]]
    assert (everything["totalSize"], everything["nextPageToken"]) == (3, "")
    assert [one["id"] for one in (*page["tasks"], *rest["tasks"])] == ids
    assert [one["id"] for one in here["tasks"]] == [second["id"], first["id"]]
    assert [one["id"] for one in done["tasks"]] == [first["id"]]
    assert done["tasks"][0]["artifacts"]
    assert "artifacts" not in here["tasks"][-1]
    assert [one["id"] for one in news["tasks"]] == [elsewhere["id"]]
    assert (await rpc("ListTasks", {"pageToken": "eHg="}))["code"] == -32602
    assert (await rpc("ListTasks", {"pageSize": 101}))["code"] == -32602


async def test_an_answer_is_no_task_of_its_own(world, rpc, send):
    task = await send()
    await world.ask()
    await send("The client", taskId=task["id"])
    assert [one["id"] for one in (await rpc("ListTasks", {}))["tasks"]] == [task["id"]]


async def test_words_that_wait_to_be_read_as_an_answer_are_no_task(world, rpc, send):
    task = await send()
    await world.ask()
    await world.say("The client")  # as the web client says it: of the conversation, not of a task
    assert [one["id"] for one in (await rpc("ListTasks", {}))["tasks"]] == [task["id"]]


# --- REST -------------------------------------------------------------------------------------


async def test_the_same_is_answered_by_rest(world):
    message = {
        "messageId": "m1",
        "role": "ROLE_USER",
        "contextId": "t1",
        "parts": [{"text": SARAH}],
    }
    body = {"message": message, "configuration": {"returnImmediately": True}}

    sent = await world.call("POST", f"{PATH}/message:send", body, headers=V1)
    await world.answer()
    name = sent.json()["task"]["id"]
    done = await world.call("GET", f"{PATH}/tasks/{name}?historyLength=0", headers=V1)
    listed = await world.call("GET", f"{PATH}/tasks?contextId=t1", headers=V1)
    over = await world.call("POST", f"{PATH}/tasks/{name}:cancel", {}, headers=V1)
    older = await world.call("GET", f"{PATH}/v1/tasks/{name}")

    assert sent.headers["content-type"] == "application/json"
    assert state(sent.json()["task"]) == "SUBMITTED"
    assert state(done.json()) == "COMPLETED"
    assert "history" not in done.json()
    assert [one["id"] for one in listed.json()["tasks"]] == [name]
    assert over.status_code == 400
    assert over.json()["error"]["details"][0]["reason"] == "TASK_NOT_CANCELABLE"
    assert older.json()["status"]["state"] == "TASK_STATE_COMPLETED"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "tasks/t1.9", 404),
        ("GET", "tasks/nothing:subscribe", 404),
        ("GET", "nothing/here", 404),
        ("POST", "tasks", 404),
        ("GET", "", 404),
        ("POST", "message:send", 400),
        ("POST", "message:stream", 400),
        ("GET", "tasks/t1.1/pushNotificationConfigs", 400),
    ],
)
async def test_what_is_not_there_by_rest_says_so(world, method, path, status):
    response = await world.call(method, f"{PATH}/{path}", headers=V1)
    assert response.status_code == status, response.text


@pytest.mark.parametrize("name", ["nothing", "nothing.1", "t1.9"])
@pytest.mark.parametrize(("under", "headers"), [("", V1), ("v1/", {})])
async def test_who_follows_what_is_not_there_is_told_so_before_any_stream(
    world, send, name, under, headers
):
    await send()
    response = await world.call("GET", f"{PATH}/{under}tasks/{name}:subscribe", headers=headers)
    assert response.status_code == 404, response.text
    assert response.json()["error"]["details"][0]["reason"] == "TASK_NOT_FOUND"


@pytest.mark.usefixtures("one_turn")
@pytest.mark.parametrize("path", ["message:send", "message:stream", "v1/message:send"])
async def test_rest_begins_no_more_turns_than_the_limits_allow(world, send, path):
    await send()

    refused = await world.call("POST", f"{PATH}/{path}", {}, headers=V1)

    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_turns")


# --- requests that others handed on -----------------------------------------------------------


async def test_the_agents_that_a_request_came_through_are_kept_with_it(world, send):
    await send(metadata={EXTENSION: {"chain": ["one", "two"]}, "theirs": {"chain": "none"}})
    message = await world.threads.get(world.key(), INBOX, 1)
    assert message.value.chain == ("one", "two")


@pytest.mark.parametrize(
    ("chain", "code"),
    [
        (["one", "two", "three"], "circular_routing"),
        ("one", "invalid_request"),
        (["x" * 33], "invalid_request"),
        (["x"] * 21, "invalid_request"),
    ],
)
async def test_a_request_that_came_through_too_many_is_refused(send, chain, code):
    error = await send(metadata={EXTENSION: {"chain": chain}})
    assert code in str(error["data"])
