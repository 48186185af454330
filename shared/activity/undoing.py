"""Taking a change back outside of a conversation: the same call, under the same key."""

from dataclasses import dataclass, replace
from functools import partial

from shared.activity.history import history_of, learnt
from shared.conversation.effects import Change, once
from shared.decisions import undoing
from shared.decisions.permissions import may
from shared.decisions.risk import argument_hash
from shared.errors import Conflict, Forbidden, InvalidRequest, NotFound, ToolFailed
from shared.models.base import Json
from shared.models.effect import About, EffectRecord
from shared.models.principal import Principal
from shared.models.profile import Policy
from shared.models.run import Card
from shared.profiles import profile_of
from shared.services import Services
from shared.tools.effect import Effect
from shared.tools.tool import Desk, Prepared, Said
from shared.tools.undoing.tools import GONE
from shared.workspace.registry import REVERSING


class NotUndoable(InvalidRequest):
    """Nothing takes this back; the message says why."""

    code = "not_undoable"


class AlreadyUndone(Conflict):
    """It was taken back before."""

    code = "already_undone"


class Underway(Conflict):
    """It is being done at the moment."""

    code = "effect_underway"


class ConfirmationNeeded(Conflict):
    """It has to be seen first: `card` shows what it does, `agree` stands for exactly that."""

    code = "confirmation_needed"

    def __init__(self, card: Card, agree: str) -> None:
        super().__init__("Look at what this does, and agree to it.")
        self.card = card
        self.agree = agree


@dataclass(frozen=True)
class Undone:
    """What taking something back came to, in words and as the tool gave it."""

    effect: str
    text: str
    result: Json


async def undo(services: Services, who: Principal, effect: str, agreed: str = "") -> Undone:
    """Take a change back, at most once; `agreed` is what was agreed to, where that is needed."""
    record = await _undoable(services, who, effect)
    tool = services.tools[undoing.UNDO]
    workspace = await services.workspaces.open(who)
    profile = await profile_of(services, who, workspace)
    history = history_of(services, who, record.about.thread)
    desk = Desk(workspace, profile, services.clock.now(), history=history)
    _allow(record, profile.policy)
    try:
        shown = await tool.preview(desk, {"effect": record.key})
        _confirm(shown, profile.policy, who, agreed)
        about = About(
            agent=record.about.agent,
            thread=record.about.thread,
            approved="button",
            undoes=record.key,
        )
        said = Said(None, shown.arguments, profile, services.clock.now())
        change = Change(
            who,
            f"{tool.name}/{record.key}",
            tool.name,
            argument_hash(tool.name, shown.arguments),
            about=about,
            learn=partial(learnt, tool, about, said, shown.before),
        )

        async def attempt(effect: Effect) -> Json:
            return await tool.run(replace(desk, effect=effect), shown.arguments)

        result = await once(services, change, attempt)
    except ToolFailed as error:
        if error.kind == "params":
            raise NotUndoable(str(error)) from error
        raise
    return Undone(record.key, tool.say(replace(said, result=result)), result)


async def _undoable(services: Services, who: Principal, effect: str) -> EffectRecord:
    stored = await services.ledger.get(who, effect)
    if stored is None:
        raise NotFound("There is no such change of yours on record.")
    record = stored.value
    if record.undone_at is not None:
        raise AlreadyUndone("That was taken back already.")
    if record.state == "intended":
        raise Underway("That is being done at the moment.")
    if record.state != "done":
        raise NotUndoable("It is not on record as done, so there is nothing to take back.")
    if why := why_not(record):
        raise NotUndoable(why)
    return record


def why_not(record: EffectRecord) -> str:
    """Return why nothing takes back a change that was made; "" where something does."""
    if record.undo is None:
        return record.why_not or undoing.NOT_ON_RECORD
    return "" if record.undo.tool in REVERSING else GONE.format(tool=record.undo.tool)


def _allow(record: EffectRecord, policy: Policy) -> None:
    needed = {undoing.UNDO, record.undo.tool if record.undo is not None else ""}
    if needed.intersection(policy.refused):
        raise Forbidden("Your organisation does not allow this.")


def _confirm(shown: Prepared, policy: Policy, who: Principal, agreed: str) -> None:
    """Raise unless it needs no agreement, or has it from somebody who may agree."""
    risk = shown.arguments["risk"]
    if risk == "low":
        return
    if not may(who.roles, "agree"):
        raise Forbidden("This takes a person's agreement: a service can't give it.")
    if risk == "high" and policy.approver:
        raise Forbidden(
            f"This takes the approval of somebody else with the role {policy.approver}. Ask for it"
            " in the conversation; then it waits in their list."
        )
    seen: dict[str, Json] = {**shown.arguments, "card": shown.card.model_dump(mode="json")}
    agree = argument_hash(undoing.UNDO, seen)
    if agreed != agree:
        raise ConfirmationNeeded(shown.card, agree)
