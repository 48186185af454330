"""What an answer means for the turn that asked."""

import re
from collections.abc import Collection, Mapping

from shared.decisions import (
    about,
    agreement,
    commands,
    lacking,
    lifecycle,
    routing,
    runs,
    standing,
    wording,
)
from shared.decisions.permissions import may
from shared.decisions.progress import next_move
from shared.decisions.risk import ToolRules, argument_hash
from shared.models.base import Json
from shared.models.reasoning import Clarified, ReplyReading
from shared.models.run import AgentRun, Card, Clarification, Step
from shared.models.thread import Answer, HumanRequest, Question, Turn

ALL = "all"
"""The option of a refusal that is of the orders that wait as well."""
_REACHES = frozenset({"To", "Cc", "Bcc"})
"""The fields that say whom a card reaches."""
_BESIDE_NAME = re.compile(r"\s*(?:\([^)]*\)|<[^>]*>)")
"""What a card tells of somebody beside the name."""
_CHANNEL = re.compile(r"Post in #(?P<name>[\w-]+)")
_NARROWED = frozenset({"choice", "entity", "open"})
"""Questions that words other than an option's help to answer: they join what is wanted."""
_OF_OTHERS = frozenset({"later", "skip"})
"""Answers about an order that still waits."""
_UNDECIDED = re.compile(
    r"\b(?:dunno|(?:don'?t|do not) (?:know|care|mind)|not sure|no idea|idk|any(?:thing| of them)?"
    r"|either|both|whichever|whatever|maybe|(?:you|u) (?:choose|decide|pick)|all of them)\b"
    r"|\?\s*\Z|\A\W*\Z",
    re.IGNORECASE,
)
"""Replies that say nothing of what is meant."""


def plainly_new(asked: HumanRequest, text: str) -> bool:
    """Return whether a reply is a request of its own: it names an agent that was not offered."""
    name = routing.mention(text)
    return name is not None and not any(
        option.value.lower().endswith(f":{name.lower()}") for option in asked.options
    )


def question_of(turn: Turn, run: AgentRun | None) -> Question | None:
    """Return what the turn has to ask next, if anything."""
    if next_move(turn, run) != "ask" or turn.decision is None:
        return None
    if run is None or turn.decision.kind == "ask":
        return Question(
            kind="clarification",
            text=turn.decision.text,
            options=turn.decision.options,
            free_text=turn.decision.question in _NARROWED,
        )
    if (asked := run.clarification) is not None:
        relayed = asked.kind == "relay"
        return Question(
            kind="clarification",
            text=_asked_beside(turn.aside, run, asked),
            options=asked.options,
            free_text=bool(asked.lacks) or relayed,
            lacks=asked.lacks,
            relayed=relayed,
        )
    step = run.steps[run.cursor]
    return Question(
        kind="approval",
        text=f"{turn.aside}\n\n{wording.standing(step)}"
        if turn.aside
        else wording.after_failures(run.earlier, wording.preview(step)),
        options=standing.offered(turn, run),
        free_text=True,
        arguments=step.arguments,
        arguments_hash=argument_hash(step.tool, step.arguments),
        card=step.card,
        risk=step.risk,
        role=run.profile.policy.approver if step.risk == "high" else "",
        tool=step.tool,
        tool_call_id=lifecycle.call_id(turn, run),
    )


def _asked_beside(aside: str, run: AgentRun, asked: Clarification) -> str:
    """Return a question with what is said before it."""
    lacks = asked.kind == "lacks"
    text = wording.after_failures(run.earlier, asked.question) if lacks else asked.question
    return f"{aside} {text}" if aside else text


def agrees(asked: HumanRequest, text: str) -> bool:
    """Return whether a reply consents to what was shown: its words do, never a reading of them."""
    if asked.kind != "approval":
        return False
    whom = whom_of(asked.card) if asked.card is not None else ()
    return agreement.plainly_agrees(text, action_of(asked), whom) or standing.meant(asked, text)


def whom_of(card: Card) -> tuple[str, ...]:
    """Return how it may be said to whom or where a card goes: just as it is shown."""
    if channel := _CHANNEL.fullmatch(card.title):
        places = ("the channel", channel["name"], f"#{channel['name']}")
        return tuple(f"{lead} {one}" for lead in ("in", "to") for one in places)
    shown = [_BESIDE_NAME.sub("", said) for label, said in card.fields if label in _REACHES]
    return (f"to {shown[0]}",) if len(shown) == 1 and "," not in shown[0] else ()


def action_of(asked: HumanRequest) -> str:
    """Return what an approval is for, as its card calls it."""
    return asked.card.title if asked.card is not None else ""


def call_of(
    asked: HumanRequest, run: AgentRun | None, rules: Mapping[str, ToolRules]
) -> Step | None:
    """Return the call that an approval is for, or the change that a choice is for, if any."""
    if run is None or run.cursor >= len(run.steps):
        return None
    if asked.kind == "approval":
        return run.steps[run.cursor]
    waiting = run.steps[run.cursor :] if chooses(run) else ()
    return next((one for one in waiting if rules[one.tool].changes), None)


def chooses(run: AgentRun | None) -> bool:
    """Return whether a run waits to be told which of several is meant."""
    asked = run.clarification if run is not None else None
    return asked is not None and asked.kind == "item"


def may_accept(asked: HumanRequest, roles: Collection[str]) -> bool:
    """Return whether who asked for something may agree to it: not where it takes somebody else."""
    return may(roles, "agree") and not asked.role


def may_approve(asked: HumanRequest, roles: Collection[str]) -> bool:
    """Return whether somebody else with these roles may agree to what an approval is for."""
    return may(roles, "agree") and asked.role != "" and asked.role in roles


def read(
    reading: ReplyReading,
    asked: HumanRequest,
    text: str,
    run_id: str,
    roles: Collection[str] = (),
) -> Answer:
    """Turn a reading of what a person with these roles said into an answer.

    That somebody agrees, or agrees for good, is not for a reading to say: their words do, by rule.
    """
    answered = Answer(outcome="answered", text=text, run_id=run_id)
    unclear = answered.model_copy(update={"outcome": "unclear"})
    match reading.meaning:
        case "accept" if asked.kind == "approval":
            plain = agrees(asked, text)
            agreed = _agreed(asked, text, roles) if plain else {"action": "nearly"}
            return answered.model_copy(update=agreed)
        case "option" | "wish" if asked.kind != "approval":
            said = {"action": reading.meaning, "option": reading.option, "wish": reading.wish}
            return answered.model_copy(update=said)
        case "reject" | "none":
            of_all = reading.option if reading.option == ALL else None
            return answered.model_copy(update={"action": reading.meaning, "option": of_all})
        case "hold" | "aside" | "later" | "skip" if asked.kind == "approval":
            place = reading.option if reading.meaning in _OF_OTHERS else None
            return answered.model_copy(update={"action": reading.meaning, "option": place})
        case "new":
            return Answer(outcome="superseded", text=text)
        case "text" if asked.free_text:
            return answered.model_copy(update={"action": "text"})
        case _ if asked.kind == "approval":
            return unclear
        case _ if asked.free_text and not _UNDECIDED.search(text):
            return answered.model_copy(update={"action": "text"})
        case _:
            return unclear


def _agreed(asked: HumanRequest, text: str, roles: Collection[str]) -> dict[str, Json]:
    """Return what an agreement says: that it may not be given, for this once, or for good."""
    if not may_accept(asked, roles):
        return {"action": "forbidden"}
    return {"action": "accept", "option": standing.ALWAYS if standing.meant(asked, text) else None}


def apply(
    turn: Turn,
    run: AgentRun | None,
    request: HumanRequest,
    answer: Answer,
    rules: Mapping[str, ToolRules],
) -> tuple[dict[str, Json], AgentRun | None]:
    """Return what an answer changes in the turn, and the agent run moved on (None: as it was)."""
    if answer.outcome in {"superseded", "cancelled"}:
        return {"ending": answer.outcome}, None
    if run is None:
        return _apply_routing(turn, request, answer)
    if answer.outcome == "unclear":
        rounds = turn.unclear + 1
        return {
            "unclear": rounds,
            "ending": "answered" if rounds >= lifecycle.MAX_UNCLEAR else None,
        }, None
    option = next((o for o in request.options if o.id == answer.option), None)
    if request.kind == "approval":
        return _apply_approval(run, request, answer, rules)
    if answer.action == "text" and request.relayed:
        return {}, runs.relayed(run, answer.text, rules)
    told = answer.text if answer.action == "text" else lacking.chosen(run, option)
    if told is not None:
        return {}, lacking.told(run, told)
    wished = runs.wished(run, answer.wish)
    if answer.action == "wish":
        return {"aside": wording.NOTED}, wished
    if option is None:
        return {}, runs.stop_asking(run, rules)
    return {}, runs.choose(wished, option.value, rules)


def _apply_approval(
    run: AgentRun, request: HumanRequest, answer: Answer, rules: Mapping[str, ToolRules]
) -> tuple[dict[str, Json], AgentRun | None]:
    if answer.action in _OF_OTHERS:
        return _of_one_that_waits(run, answer)
    if stays := _left_standing(request, answer):
        return {"aside": stays}, None
    if answer.action == "reject" and answer.option == ALL:
        run = commands.all_skipped(run)
    moved = runs.approve(run, answer, rules)
    seen = answer.action == "accept" and request.tool != ""
    return {}, runs.with_step(moved, shown=True) if seen else moved


def _of_one_that_waits(run: AgentRun, answer: Answer) -> tuple[dict[str, Json], AgentRun | None]:
    """Keep what was said of an order that still waits; what is shown stays as it is."""
    place = next((at for at in range(len(run.queue)) if str(at) == answer.option), None)
    if place is None:  # a model may name any
        return {"aside": wording.HELD}, None
    off = answer.action == "skip"
    moved = commands.skipped(run, place) if off else commands.otherwise(run, place, answer.text)
    return {"aside": wording.later(run.queue[place].command, off=off)}, moved


def _left_standing(request: HumanRequest, answer: Answer) -> str:
    """Return what is said to a reply that leaves what was shown as it is; "" if it does not."""
    if answer.action == "hold":
        return wording.HELD
    if answer.action == "nearly":
        return wording.PLAINLY
    if answer.action == "forbidden" and request.role:
        return wording.needs_role(request.role)
    if answer.action == "aside":
        return about.answered(request.card or Card(title=""), answer.text)
    return ""


def _apply_routing(
    turn: Turn, request: HumanRequest, answer: Answer
) -> tuple[dict[str, Json], AgentRun | None]:
    """Go on with what a person answered when routing asked."""
    asked = turn.decision
    if asked is None:
        return {"ending": "answered"}, None
    option = next((o for o in request.options if o.id == answer.option), None)
    if answer.outcome == "unclear":
        if turn.rounds < routing.MAX_ROUNDS:
            return {"unclear": turn.unclear + 1}, None
        made = routing.best_guess(asked.candidates)
    elif option is not None:
        made = routing.chosen(asked, option)
    elif answer.action == "text":
        made = routing.answered(asked, answer.text)
    elif answer.text:
        made = routing.refused(turn.rounds)
    else:
        made = routing.say(wording.LEFT_ALONE, "the person closed the question without an answer")
    told = isinstance(made, routing.Told) or answer.action == "text"
    words = made.text if isinstance(made, routing.Told) else lifecycle.spoken(request, answer)
    known = Clarified(question=request.question, answer=words, told=told)
    update: dict[str, Json] = {"clarified": (*turn.clarified, known)}
    if isinstance(made, routing.Told):
        return {**update, "decision": None, "intent": None}, None
    update["decision"] = made
    if made.kind != "run":
        return update, None
    return update, routing.new_run(turn.model_copy(update=update), made)


def closing(turn: Turn, run: AgentRun | None = None) -> str:
    """Return what to say when a turn closes without an answer of its own."""
    if turn.ending == "expired":
        return wording.EXPIRED
    if turn.unclear >= lifecycle.MAX_UNCLEAR:
        asked = run.clarification if run is not None else None
        undone = run is not None and (asked is None or asked.kind == "lacks")
        return wording.NOT_DONE if undone else wording.GIVING_UP
    return ""
