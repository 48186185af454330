import pytest

from shared.decisions.progress import needs_approval, next_move, progress
from shared.decisions.risk import argument_hash
from shared.models.intent import Command
from shared.models.run import Card
from shared.models.steps import Progress
from shared.models.thread import Draft, Stop
from tests.unit.shared.decisions.values import agent_run, decision, step, thread, turn

RUN = turn(decision=decision("run"))
SEND = step("send_mail", arguments={"to": "a"}, risk="high")
SHOWN = SEND.model_copy(update={"card": Card(title="Send")})
QUEUE = (Command(agent="email", command="and then"),)
ACCEPTED = SHOWN.model_copy(update={"approved": argument_hash("send_mail", {"to": "a"})})


@pytest.mark.parametrize(
    ("where", "run", "move"),
    [
        (turn(), None, "route"),
        (turn(ending="expired"), None, "close"),
        (turn(decision=decision("ask"), ending="cancelled"), None, "close"),
        (turn(decision=decision("ask")), None, "ask"),
        (turn(decision=decision("say")), None, "compose"),
        (turn(decision=decision("query")), None, "compose"),
        (turn(decision=decision("build")), None, "converse"),
        (turn(decision=decision("handoff")), None, "converse"),
        (turn(decision=decision("build"), reply="Which sheet?"), None, "compose"),
        (turn(decision=decision("handoff"), reply="Done.", act="create"), None, "apply"),
        (turn(decision=decision("say"), draft=Draft(message_id="r", attempt=1)), None, "compose"),
        (turn(draft=Draft(message_id="r", attempt=1, finished=True)), None, "close"),
        (RUN, None, "compose"),
        (RUN, agent_run(status="planning"), "plan"),
        (RUN, agent_run(step(), status="needs_clarification"), "ask"),
        (RUN, agent_run(step(), status="complete"), "compose"),
        (RUN, agent_run(step(), status="failed"), "compose"),
        (RUN, agent_run(step()), "execute"),
        (RUN, agent_run(step(status="done")), "reassess"),
        (RUN, agent_run(step(status="done"), step(), cursor=1), "execute"),
        (RUN, agent_run(SEND), "prepare"),
        (RUN, agent_run(SHOWN), "ask"),
        (RUN, agent_run(SHOWN.model_copy(update={"wish": "shorter"})), "prepare"),
        (RUN, agent_run(step(wish="shorter")), "prepare"),
        (RUN, agent_run(ACCEPTED), "execute"),
        (RUN, agent_run(step(), status="complete", queue=QUEUE), "plan"),
        (RUN, agent_run(step(), status="failed", queue=QUEUE), "plan"),
    ],
)
def test_the_rows_say_what_comes_next(where, run, move):
    assert next_move(where, run) == move
    assert progress(thread(), where, run).move == move


@pytest.mark.parametrize(
    ("call", "needed"),
    [
        (step(), False),
        (step(risk="medium"), True),
        (SEND, True),
        (ACCEPTED, False),
        (ACCEPTED.model_copy(update={"arguments": {"to": "b"}}), True),
        (ACCEPTED.model_copy(update={"tool": "delete_mail"}), True),
    ],
)
def test_an_approval_is_good_for_exactly_the_call_it_was_given_for(call, needed):
    assert needs_approval(call) is needed


@pytest.mark.parametrize("kind", ["cancel", "interrupt"])
def test_a_wish_to_stop_comes_with_the_move(kind):
    head = thread(stop=Stop(kind=kind, run="run-1"))

    assert progress(head, turn(), None) == Progress(move="route", stop=kind)


def test_a_deleted_thread_only_closes_whatever_else_was_wished():
    head = thread(deleted=True, stop=Stop(kind="cancel", run="run-1"))

    assert progress(head, turn(), None) == Progress(move="close", stop="delete")
