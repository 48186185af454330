"""What an answer means for the turn that asked."""

from collections.abc import Mapping

from shared.decisions import lifecycle, routing, runs, wording
from shared.decisions.progress import next_move
from shared.decisions.risk import ToolRules, argument_hash
from shared.models.base import Json
from shared.models.intent import Option
from shared.models.reasoning import ReplyReading
from shared.models.run import AgentRun
from shared.models.thread import Answer, HumanRequest, Question, Turn


def question_of(turn: Turn, run: AgentRun | None) -> Question | None:
    """Return what the turn has to ask next, if anything."""
    if next_move(turn, run) != "ask" or turn.decision is None:
        return None
    if run is None or turn.decision.kind == "ask":
        return Question(
            kind="clarification", text=turn.decision.text, options=turn.decision.options
        )
    if run.clarification is not None:
        return Question(
            kind="clarification",
            text=run.clarification.question,
            options=run.clarification.options,
        )
    step = run.steps[run.cursor]
    return Question(
        kind="approval",
        text=wording.preview(step),
        arguments=step.arguments,
        arguments_hash=argument_hash(step.tool, step.arguments),
        tool_call_id=lifecycle.call_id(turn, run.cursor),
    )


def read(reading: ReplyReading, text: str, run_id: str) -> Answer:
    """Turn a reading of what a person said into an answer."""
    match reading.meaning:
        case "option":
            return Answer(
                outcome="answered", action="option", option=reading.option, text=text, run_id=run_id
            )
        case "accept" | "reject" | "none":
            return Answer(outcome="answered", action=reading.meaning, text=text, run_id=run_id)
        case "new":
            return Answer(outcome="superseded", text=text)
        case _:
            return Answer(outcome="unclear", text=text, run_id=run_id)


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
    if answer.outcome == "unclear":
        rounds = turn.unclear + 1
        return {
            "unclear": rounds,
            "ending": "answered" if rounds >= lifecycle.MAX_UNCLEAR else None,
        }, None
    option = next((o for o in request.options if o.id == answer.option), None)
    if run is None:
        return _apply_choice(turn, option)
    if request.kind == "approval":
        return {}, runs.approve(run, answer, rules)
    if option is None:
        return {}, runs.stop_asking(run, rules)
    return {}, runs.choose(run, option.value, rules)


def _apply_choice(turn: Turn, option: Option | None) -> tuple[dict[str, Json], AgentRun | None]:
    asked = turn.decision
    if asked is None or option is None:
        said = routing.say(wording.NONE_OF_THESE, "none of the offered agents was meant")
        return {"decision": said}, None
    decision = routing.chosen(asked, option)
    return {"decision": decision}, routing.new_run(turn, decision)


def closing(turn: Turn) -> str:
    """Return what to say when a turn closes without an answer of its own."""
    if turn.ending == "expired":
        return wording.EXPIRED
    if turn.unclear >= lifecycle.MAX_UNCLEAR:
        return wording.GIVING_UP
    return ""
