"""Values to decide on, complete but for what a test is about."""

from datetime import UTC, datetime, timedelta

from shared.decisions.risk import ToolRules, reads
from shared.models.intent import Candidate, Command, Decision, IntentAnalysis, Option
from shared.models.profile import Profile
from shared.models.rows import Stored
from shared.models.run import AgentRun, Step
from shared.models.thread import (
    HumanRequest,
    InboxMessage,
    RunTicket,
    Thread,
    Turn,
)
from shared.models.threads_in import NewMessage

NOBODY = Profile()
NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
DAY = timedelta(days=1)


def thread(**changes):
    head = Thread(key="k", tenant="acme", owner="ann", id="t", created_at=NOW, updated_at=NOW)
    return head.model_copy(update=changes)


def turn(**changes):
    opened = Turn(
        number=1,
        run_id="run-1",
        seq=1,
        text="emails from John",
        execution="first",
        opened_at=NOW,
        due_at=NOW,
    )
    return opened.model_copy(update=changes)


def message(number=1, **changes):
    said = NewMessage(
        text=f"message {number}",
        message_id=f"m{number}",
        run_id=f"run-{number}",
        digest=f"d{number}",
        due_at=NOW + timedelta(minutes=1),
    )
    return said.model_copy(update=changes)


def inbox(seq=1, **changes):
    said = InboxMessage(
        seq=seq,
        message_id=f"m{seq}",
        run_id=f"run-{seq}",
        text=f"message {seq}",
        accepted_at=NOW,
        due_at=NOW,
    )
    return said.model_copy(update=changes)


def ticket(number=1, **changes):
    return RunTicket(run_id=f"run-{number}", digest=f"d{number}").model_copy(update=changes)


def request(**changes):
    asked = HumanRequest(
        id="q-1-1",
        kind="clarification",
        turn=1,
        run_id="run-1",
        question="Which John?",
        options=OPTIONS,
        message_id="question-q-1-1",
        created_at=NOW,
        expires_at=NOW + DAY,
    )
    return asked.model_copy(update=changes)


def stored(value, etag="e"):
    return Stored(value, etag)


def candidate(agent, score=0.8, **changes):
    found = Candidate(agent=agent, name=agent.title(), description=f"does {agent}", score=score)
    return found.model_copy(update=changes)


def decision(kind="run", **changes):
    return Decision(kind=kind, agent="email").model_copy(update=changes)


def intent(*commands):
    return IntentAnalysis(
        action="EXECUTE",
        primary_intent="find mail",
        confidence=0.9,
        commands=tuple(Command(agent=agent, command=text) for agent, text in commands),
    )


def step(tool="find_people", **changes):
    return Step(tool=tool).model_copy(update=changes)


def agent_run(*steps, **changes):
    begun = AgentRun(
        id="work-1",
        agent="email",
        request="emails from John",
        tools=tuple(RULES),
        steps=steps,
    )
    return begun.model_copy(update={"status": "executing", **changes})


def people(*names):
    return {"people": [{"id": f"p-{n}", "name": n, "email": f"{n}@x.com"} for n in names]}


OPTIONS = (
    Option(id="1", label="John Doe", description="client", value="0"),
    Option(id="2", label="John Lee", value="1"),
)

RULES = {
    "find_people": ToolRules(reads, items="people", item_kind="contact"),
    "find_mail": ToolRules(reads, items="mails", item_kind="email", item_label="subject"),
    "read_mail": ToolRules(reads, item="mail", item_kind="email", item_label="subject"),
    "send_mail": ToolRules(
        lambda given, _profile: "high" if len(given.get("to", "")) > 9 else "medium", changes=True
    ),
}
