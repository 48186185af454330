import pytest
from ag_ui.core import Event
from pydantic import TypeAdapter

from activities.close_turn import close_turn
from activities.compose_reply import MAX_WRITERS, compose_reply
from shared.decisions import errands, wording
from shared.errors import UpstreamUnavailable
from shared.models.intent import ActionType, Decision, IntentAnalysis
from shared.models.principal import Principal
from shared.models.profile import Preferred, Profile
from shared.models.reasoning import Clarified, Reference, Usage
from shared.models.rows import AGENT_RUN, HANDOFF, TRANSCRIPT, TURN, Change, Put
from shared.models.run import AgentRun, SubAgentResponse, SubAgentResult
from shared.models.steps import CloseTurn, Progress
from shared.models.thread import TranscriptMessage
from tests.support.fakes import NOON, OWNER, TENANT, read_as_a_client, to_agent
from tests.support.scripted_reasoner import Text

INTENT = IntentAnalysis(action=ActionType.QUERY, primary_intent="ask", confidence=0.9)
QUESTION = "why is the sky blue?"
ANSWER = Decision(kind="query")
SPENT = Usage(calls=1, input_tokens=10, output_tokens=5, model="m")
A, B, C = ("a" * 500, "b" * 500, "c" * 500)
BUSY = UpstreamUnavailable("busy")
DONE = Progress(move="close")


class PowerCutError(BaseException):
    """Nobody catches it: the worker is gone."""


async def answering(talk, *texts, text=QUESTION):
    """Bring a turn to where its answer is written; each text is what one writer gets."""
    ref = await talk.turn_for(text)
    turn = await talk.threads.get(talk.key, TURN, 1)
    understood = turn.value.model_copy(update={"intent": INTENT, "decision": ANSWER})
    await talk.transact(lambda head: Change(head.value, (Put(TURN, 1, understood, turn.etag),)))
    talk.script(answer=list(texts))
    return ref


async def closed(talk, **how):
    await close_turn(CloseTurn(thread=talk.key, turn=1, **how), talk.services)
    return (await talk.turn()).outcome


async def test_an_answer_is_written_as_it_comes_and_kept_whole(talk):
    ref = await answering(talk, Text((A, B, "end"), usage=SPENT))

    assert await compose_reply(ref, talk.services) == DONE

    texts = [e for e in await talk.events() if e["type"].startswith("TEXT_MESSAGE")]
    assert [e.get("delta") for e in texts] == [None, A, B, "end", None]
    assert (await talk.turn()).usage == SPENT
    assert (await talk.turn()).trace[-1].detail == {"characters": 1003, "attempt": 1}
    assert await closed(talk) == "answered"
    assert (await talk.transcript())[-1] == ("assistant", f"{A}{B}end")
    assert read_as_a_client(await talk.events()) == [f"{A}{B}end"]


async def test_the_answer_is_worded_from_the_question_and_the_agents(talk):
    ref = await answering(talk, "Lots.")
    await compose_reply(ref, talk.services)
    (request,) = talk.reasoner.requests("answer")
    assert (request.text, request.intent) == (QUESTION, INTENT)
    assert [agent.agent for agent in request.agents] == ["email", "contacts", "action"]
    assert read_as_a_client(await talk.events()) == ["Lots."]


async def test_a_question_is_answered_with_the_time_where_the_person_is_and_as_they_like_it(talk):
    in_tokyo = Principal(tenant=TENANT, user=OWNER)
    await talk.services.people.change(
        in_tokyo,
        lambda person: person.model_copy(
            update={"client_zone": "Asia/Tokyo", "preferred": Preferred(brief=True)}
        ),
    )
    ref = await answering(talk, "Late.")
    await compose_reply(ref, talk.services)
    (request,) = talk.reasoner.requests("answer")
    assert request.brief
    assert request.now == NOON
    assert request.now.hour == NOON.hour + 9


async def test_a_question_is_answered_with_what_was_told_about_it(talk):
    ref = await answering(talk, "Lots.")
    turn = await talk.threads.get(talk.key, TURN, 1)
    told = (Clarified(question="Where?", answer="on Mars"),)
    asked = turn.value.model_copy(update={"clarified": told})
    await talk.transact(lambda head: Change(head.value, (Put(TURN, 1, asked, turn.etag),)))

    await compose_reply(ref, talk.services)

    (request,) = talk.reasoner.requests("answer")
    assert request.text == f"{QUESTION}\non Mars"
    assert request.context.clarified == told


async def test_a_question_that_needs_no_reasoner_is_answered_without_one(talk):
    ref = await answering(talk, text="which agents do I have?")
    await compose_reply(ref, talk.services)
    (said,) = read_as_a_client(await talk.events())
    assert "Email" in said
    assert await closed(talk) == "answered"


@pytest.mark.parametrize("texts", [[Text(())] * MAX_WRITERS, [BUSY] * MAX_WRITERS])
async def test_a_question_nobody_finds_words_for_ends_with_an_apology(talk, texts):
    ref = await answering(talk, *texts)
    assert await compose_reply(ref, talk.services) == DONE
    talk.reasoner.assert_used_up()
    assert await closed(talk) == "failed"
    assert (await talk.transcript())[-1] == ("assistant", wording.APOLOGY)


async def test_a_result_without_words_closes_the_turn_without_a_message(talk):
    ref = await responded(talk, "")
    talk.script(synthesize=[Text(())])
    assert await compose_reply(ref, talk.services) == DONE
    assert await closed(talk) == "answered"
    assert [role for role, _ in await talk.transcript()] == ["user"]


async def test_a_sentence_of_our_own_needs_no_reasoner(talk):
    ref = await talk.turn_for()
    await talk.follow(ref, Decision(kind="say", text="Good morning."))
    await compose_reply(ref, talk.services)
    assert read_as_a_client(await talk.events()) == ["Good morning."]


async def test_what_was_decided_to_say_is_said(talk):
    ref = await talk.turn_for()
    await talk.follow(ref, Decision(kind="say", text=wording.NO_SERVICE))
    assert await compose_reply(ref, talk.services) == DONE
    assert read_as_a_client(await talk.events()) == [wording.NO_SERVICE]


async def responded(talk, summary, references=(), note="", notes="", **preferred):
    """Bring a turn to where an agent's run is over."""
    ref = await talk.turn_for()
    await talk.follow(ref, to_agent().model_copy(update={"note": note}))
    run = await talk.threads.get(talk.key, AGENT_RUN, 1)
    response = SubAgentResponse(
        success=True,
        domain="contacts",
        request="r",
        result=SubAgentResult(summary=summary),
        references=references,
    )
    over = AgentRun(
        **{**run.value.model_dump(), "status": "complete", "response": response, "notes": notes},
    ).model_copy(update={"profile": Profile(preferred=Preferred(**preferred))})
    await talk.transact(lambda head: Change(head.value, (Put(AGENT_RUN, 1, over, run.etag),)))
    return ref


async def test_what_an_agent_said_itself_is_passed_on(talk):
    ref = await responded(talk, "All right, I left it alone.")
    await compose_reply(ref, talk.services)
    assert read_as_a_client(await talk.events()) == ["All right, I left it alone."]


async def test_words_that_are_there_already_are_written_at_once_however_long_they_are(talk):
    text = "".join(f"{number:07} " for number in range(27_500))
    ref = await responded(talk, text)
    before = (await talk.head()).events

    await compose_reply(ref, talk.services)

    types = [event["type"] for event in (await talk.events())[before:]]
    assert types.count("TEXT_MESSAGE_CONTENT") == 20
    assert read_as_a_client(await talk.events()) == [text]
    assert (await talk.turn()).draft.finished


async def test_nothing_is_said_once_a_person_wants_it_to_stop(talk):
    ref = await responded(talk, "All right.")
    talk.threads.rivals = [talk.stop]

    assert (await compose_reply(ref, talk.services)).stop == "cancel"

    assert read_as_a_client(await talk.events()) == []
    assert await closed(talk) == "cancelled"


async def test_what_an_agent_found_is_worded_and_can_be_pointed_at(talk):
    listed = (Reference(kind="contact", id="c1", label="John", ordinal=1),)
    ref = await responded(talk, "", listed, brief=True)
    talk.script(synthesize=["I found John."])
    await compose_reply(ref, talk.services)
    [asked] = talk.reasoner.requests("synthesize")
    assert (asked.agent, asked.brief) == ("contacts", True)
    assert read_as_a_client(await talk.events()) == ["I found John."]
    assert (await talk.turn()).references == listed


NOTE = wording.as_last_time("Contacts")


async def test_an_assumption_made_is_said_before_what_an_agent_says(talk):
    ref = await responded(talk, "All right.", note=NOTE)
    await compose_reply(ref, talk.services)
    assert read_as_a_client(await talk.events()) == [f"{NOTE}\n\nAll right."]


async def test_an_assumption_made_is_said_before_what_an_agent_found(talk):
    ref = await responded(talk, "", note=NOTE, notes="The rest was not read.")
    talk.script(synthesize=["I found John."])
    await compose_reply(ref, talk.services)
    said = f"{NOTE}\n\nThe rest was not read.\n\nI found John."
    assert read_as_a_client(await talk.events()) == [said]


async def besides(talk, wish, summary="Starred 1 email."):
    """Bring a turn that asks for something else as well to where its agent's run is over."""
    ref = await responded(talk, summary)
    turn = await talk.threads.get(talk.key, TURN, 1)
    wanting = turn.value.model_copy(update={"intent": INTENT.model_copy(update={"later": wish})})
    await talk.transact(lambda head: Change(head.value, (Put(TURN, 1, wanting, turn.etag),)))
    return ref


async def test_a_reminder_asked_for_besides_is_shown_after_the_answer_and_made_when_agreed(talk):
    ref = await besides(talk, "remind me on Friday at 9 to check it with Marcus")

    assert await compose_reply(ref, talk.services) == DONE

    (said,) = read_as_a_client(await talk.events())
    assert said.startswith("Starred 1 email.\n\nI'd remind you **on Friday")
    turn = await talk.turn()
    assert turn.suggestions == (errands.AGREE, errands.CANCEL)
    held = await talk.threads.get(talk.key, HANDOFF, turn.handoff)
    assert held.value.building.errand.text == "check it with Marcus"
    assert (await talk.head()).handoff == turn.handoff


async def test_it_is_shown_after_words_that_are_still_being_written_too(talk):
    ref = await besides(talk, "remind me on Friday at 9 to check it", "")
    talk.script(synthesize=["I found John."])

    await compose_reply(ref, talk.services)

    (said,) = read_as_a_client(await talk.events())
    assert said.startswith("I found John.\n\nI'd remind you **on Friday")


async def test_what_cannot_be_taken_up_besides_is_named(talk):
    ref = await besides(talk, "water the\nplants")
    await compose_reply(ref, talk.services)
    said = f"Starred 1 email.\n\n{wording.not_yet('water the plants')}"
    assert read_as_a_client(await talk.events()) == [said]
    assert (await talk.turn()).handoff is None


async def test_what_breaks_off_is_replaced_and_reads_clean(talk):
    ref = await answering(talk, Text((A, B), BUSY), Text((A, "x"), BUSY), Text((C, "end")))

    assert await compose_reply(ref, talk.services) == DONE
    await closed(talk)

    events = await talk.events()
    assert read_as_a_client(events) == [f"{C}end"]
    assert (await talk.transcript())[-1] == ("assistant", f"{C}end")
    starts = [e for e in events if e["type"] == "TEXT_MESSAGE_START"]
    assert [(e["messageId"], e.get("metadata")) for e in starts] == [
        ("reply-1", None),
        ("reply-1-2", {"replaces": "reply-1"}),
    ]
    snapshots = [e["messages"] for e in events if e["type"] == "MESSAGES_SNAPSHOT"]
    assert snapshots == [[{"id": "m1", "role": "user", "content": QUESTION}]]


async def test_a_source_that_fails_before_its_first_word_is_replaced_too(talk):
    ref = await answering(talk, BUSY, "fine")
    await compose_reply(ref, talk.services)
    assert read_as_a_client(await talk.events()) == ["fine"]


async def test_after_three_writers_the_turn_closes_with_an_apology(talk):
    ref = await answering(talk, *[Text((A,), BUSY)] * MAX_WRITERS)

    assert await compose_reply(ref, talk.services) == DONE

    talk.reasoner.assert_used_up()
    assert await closed(talk) == "failed"
    assert (await talk.transcript())[-1] == ("assistant", wording.APOLOGY)
    assert read_as_a_client(await talk.events())[-1] == wording.APOLOGY
    assert (await talk.ticket()).state == "finished"


async def test_a_writer_that_died_is_replaced_by_the_next_one(talk):
    ref = await answering(talk, Text((A, B), PowerCutError()), Text((C,)))
    with pytest.raises(PowerCutError):
        await compose_reply(ref, talk.services)

    assert await compose_reply(ref, talk.services) == DONE
    await closed(talk)

    assert read_as_a_client(await talk.events()) == [C]
    assert (await talk.transcript())[-1] == ("assistant", C)


async def test_a_replacement_that_dies_too_takes_nothing_out_of_sight_a_second_time(talk):
    ref = await answering(
        talk, Text((A,), PowerCutError()), Text((B,), PowerCutError()), Text((C,))
    )
    for _ in range(2):  # after a third the turn is given up
        with pytest.raises(PowerCutError):
            await compose_reply(ref, talk.services)

    assert await compose_reply(ref, talk.services) == DONE
    await closed(talk)

    kinds = [event["type"] for event in await talk.events()]
    assert kinds.count("MESSAGES_SNAPSHOT") == 1
    assert read_as_a_client(await talk.events()) == [C]


@pytest.mark.parametrize(
    ("kind", "outcome"), [("cancel", "cancelled"), ("interrupt", "interrupted")]
)
async def test_an_answer_stopped_half_way_stays_as_far_as_it_got(talk, kind, outcome):
    ref = await answering(talk, Text((A, B, C)))

    async def stop():
        await talk.stop(kind)

    talk.threads.rivals = [None, None, stop]
    where = await compose_reply(ref, talk.services)

    assert where == Progress(move="compose", stop=kind)
    assert await closed(talk, stop=kind) == outcome
    assert (await talk.transcript())[-1] == ("assistant", A + B)
    events = await talk.events()
    assert read_as_a_client(events) == [A + B]
    assert [e["type"] for e in events[-2:]] == ["TEXT_MESSAGE_END", "RUN_FINISHED"]
    assert events[-1]["outcome"] == {"type": "cancelled"}
    assert (await talk.ticket()).state == "cancelled"


async def test_nothing_more_is_written_once_the_thread_is_deleted(talk):
    ref = await answering(talk, Text((A, B, C)))
    talk.threads.rivals = [None, None, talk.delete]

    assert await compose_reply(ref, talk.services) == Progress(move="close", stop="delete")
    assert read_as_a_client(await talk.events()) == [A]


async def test_a_writer_whose_place_was_taken_writes_no_more(talk):
    ref = await answering(talk, Text((A, B)), Text((C, "end")))

    async def take_over():
        await compose_reply(ref, talk.services)

    talk.threads.rivals = [None, None, take_over]
    assert await compose_reply(ref, talk.services) == DONE
    await closed(talk)

    assert read_as_a_client(await talk.events()) == [f"{C}end"]
    assert (await talk.transcript())[-1] == ("assistant", f"{C}end")


async def test_a_writer_that_comes_when_all_is_written_writes_nothing(talk):
    ref = await answering(talk, Text((C,)))

    async def be_faster():
        await compose_reply(ref, talk.services)

    talk.threads.rivals = [be_faster]
    assert await compose_reply(ref, talk.services) == DONE
    assert read_as_a_client(await talk.events()) == [C]


async def test_a_writer_that_begins_beside_another_does_not_mix_with_it(talk):
    ref = await answering(talk, Text((B,)), Text((C,), PowerCutError()), Text((A, B)))

    async def begin_and_die():
        with pytest.raises(PowerCutError):
            await compose_reply(ref, talk.services)

    talk.threads.rivals = [begin_and_die]
    await compose_reply(ref, talk.services)
    await closed(talk)

    assert read_as_a_client(await talk.events()) == [A + B]
    assert (await talk.transcript())[-1] == ("assistant", A + B)


THOUGHTS = ("The air ", "[scatters](http://x.y) blue.")


async def test_what_a_model_thinks_is_told_before_its_answer_and_is_no_part_of_it(talk):
    ref = await answering(talk, Text(("Because.",), thoughts=THOUGHTS))

    assert await compose_reply(ref, talk.services) == DONE

    events = await talk.events()
    kinds = [one["type"] for one in events if "MESSAGE" in one["type"]]
    chunks = [one for one in events if one["type"] == "REASONING_MESSAGE_CHUNK"]
    assert kinds[: len(chunks)] == ["REASONING_MESSAGE_CHUNK"] * len(chunks)
    assert "".join(one["delta"] for one in chunks) == "The air [scatters] (http: //x.y) blue."
    assert len({one["messageId"] for one in chunks}) == 1
    for one in chunks:
        TypeAdapter(Event).validate_python(one)
    assert read_as_a_client(events) == ["Because."]
    await closed(talk)
    assert [text for _, text in await talk.transcript()] == [QUESTION, "Because."]
    assert "scatters" not in (await talk.turn()).model_dump_json()


async def test_a_model_that_fails_while_it_thinks_leaves_no_answer_behind(talk):
    ref = await answering(talk, Text((), BUSY, thoughts=("Hm.",)), "Since it scatters.")

    await compose_reply(ref, talk.services)

    events = await talk.events()
    kinds = [one["type"] for one in events]
    assert kinds.count("REASONING_MESSAGE_CHUNK") == 1
    assert "MESSAGES_SNAPSHOT" not in kinds, "nothing of an answer had been said"
    assert read_as_a_client(events) == ["Since it scatters."]


async def test_who_wants_it_to_stop_while_it_thinks_gets_no_answer(talk):
    async def stop():
        await talk.stop("cancel")

    ref = await answering(talk, Text(("Because.",), thoughts=("Hm.",)))
    talk.threads.rivals = [stop]

    assert await compose_reply(ref, talk.services) == Progress(move="compose", stop="cancel")

    assert await closed(talk, stop="cancel") == "cancelled"
    assert read_as_a_client(await talk.events()) == []


async def test_of_a_long_thread_the_last_two_hundred_messages_are_sent_again(talk):
    ref = await answering(talk, Text((A,), BUSY), "fine")
    for start in (1, 81, 161):
        said = [Put(TRANSCRIPT, n, message(n)) for n in range(start, start + 80)]
        said = said[1:] if start == 1 else said
        await talk.transact(lambda head, puts=said: Change(head.value, tuple(puts)))
    await talk.change(messages=240)

    await compose_reply(ref, talk.services)

    (snapshot,) = [e for e in await talk.events() if e["type"] == "MESSAGES_SNAPSHOT"]
    assert [m["content"] for m in snapshot["messages"]] == [str(n) for n in range(41, 241)]


def message(position):
    return TranscriptMessage(
        position=position,
        id=f"said-{position}",
        role="user",
        text=str(position),
        turn=1,
        run_id="run-m1",
        at=NOON,
    )


async def test_the_last_writer_is_told_why_the_model_did_not_reach_its_end(talk):
    ref = await answering(talk, *[Text((A,), BUSY)] * (MAX_WRITERS - 1), "In my own words.")

    await compose_reply(ref, talk.services)

    asked = talk.reasoner.requests("answer")
    assert [bool(request.standing_in) for request in asked] == [False, False, True]
    assert asked[-1].standing_in == str(BUSY)
