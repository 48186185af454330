"""Runs a reasoner over labelled actions and replies, one at a time, and counts what is right."""

import time

from evals import scores
from evals.datasets import Dataset, LabelledAction, LabelledReply
from evals.outcome import Outcome, class_table, confusion_table, times
from evals.scores import Judged, Share
from evals.world import World
from shared.models.intent import ActionType, Option
from shared.models.reasoning import ConversationContext, ReplyReading, ReplyRequest
from shared.ports import Reasoner

SAFE_REPLY = "unclear"
"""A reply that is not understood is asked again: that costs a turn, but does nothing wrong."""


async def judge_actions(world: World, name: str, data: Dataset[LabelledAction]) -> Outcome:
    """Analyse each utterance in an organisation; raise Upstream."""
    judged: list[Judged] = []
    for item in data.items:
        began = time.perf_counter()
        analysis = await world.analyze(item.utterance, ConversationContext())
        judged.append(
            Judged(
                item.label.value,
                analysis.action.value,
                analysis.confidence,
                _since(began),
                item.hard,
                frozenset(label.value for label in item.also_ok),
            )
        )
    shares = {**_accuracy(judged), "accuracy_lenient": scores.share_acceptable(judged)}
    labels = [action.value for action in ActionType]
    return _outcome("actions", name, data, judged, shares, labels)


async def judge_replies(reasoner: Reasoner, name: str, data: Dataset[LabelledReply]) -> Outcome:
    """Read each reply to its question; raise Upstream."""
    judged: list[Judged] = []
    for item in data.items:
        options = tuple(
            Option(id=str(number), label=label)
            for number, label in enumerate(item.options, start=1)
        )
        request = ReplyRequest(
            question=item.question, options=options, text=item.reply, kind="clarification"
        )
        began = time.perf_counter()
        reading = (await reasoner.interpret_reply(request)).value
        meant = str(item.gold)
        judged.append(
            Judged(meant, _meaning(reading), reading.confidence, _since(began), item.hard)
        )
    silently_wrong = scores.share_silently_wrong(judged, SAFE_REPLY)
    shares = {**_accuracy(judged), "silently_wrong_rate": silently_wrong}
    most = max(len(item.options) for item in data.items)
    labels = [*map(str, range(1, most + 1)), "none", "new", SAFE_REPLY]
    return _outcome("replies", name, data, judged, shares, labels)


def _accuracy(judged: list[Judged]) -> dict[str, Share]:
    found = {"accuracy": scores.share_right(judged)}
    if hard := [item for item in judged if item.hard]:
        found["hard_accuracy"] = scores.share_right(hard)
    return found


def _outcome(
    kind: str,
    reasoner: str,
    data: Dataset[LabelledAction] | Dataset[LabelledReply],
    judged: list[Judged],
    shares: dict[str, Share],
    labels: list[str],
) -> Outcome:
    taken = [item.milliseconds for item in judged]
    return Outcome(
        name=kind,
        facts=(("reasoner", reasoner), ("data (SHA-256)", data.digest)),
        n=len(judged),
        shares=shares,
        values={"ece": scores.calibration_error(judged), **times(taken)},
        tables=(class_table(judged, labels), confusion_table(judged, labels)),
        misjudged=[
            f"{_words(item)} | {one.gold}, taken for {one.predicted} ({one.confidence:.2f})"
            for item, one in zip(data.items, judged, strict=True)
            if not one.right
        ],
    )


def _words(item: LabelledAction | LabelledReply) -> str:
    if isinstance(item, LabelledAction):
        return item.utterance
    return f"{item.question} {' / '.join(item.options)} | {item.reply}"


def _meaning(reading: ReplyReading) -> str:
    """Return the option chosen, or what else was read; free text settles nothing."""
    if reading.meaning == "option":
        return reading.option or SAFE_REPLY
    return SAFE_REPLY if reading.meaning == "text" else reading.meaning


def _since(began: float) -> float:
    return (time.perf_counter() - began) * 1000
