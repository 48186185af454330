"""What a person's click, words or edit say to an open question."""

from typing import Literal

from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_camel

from api.parsing import Body, JsonObject, checked, refuse
from shared.models.base import Json, MessageText, PrintableId
from shared.models.thread import Answer, HumanRequest

Action = Literal["accept", "edit", "respond", "reject"]


class Given(Body):
    """An answer in the words of the API; which of them fit depends on the question."""

    action: Action
    option: PrintableId | None = None
    text: MessageText | None = None
    arguments: JsonObject | None = Field(default=None, min_length=1)
    reason: MessageText | None = None
    """Why not, where an approval is rejected."""


class _Decision(Body):
    """What AG-UI proposes as the answer to a call that waits for approval."""

    model_config = ConfigDict(extra="ignore", alias_generator=to_camel)

    approved: bool
    edited_args: JsonObject | None = None
    reason: MessageText | None = None


class _Payload(Body):
    """An AG-UI answer; without an action, what it carries tells which is meant."""

    action: Action | None = None
    option: PrintableId | None = None
    text: MessageText | None = None
    arguments: JsonObject | None = Field(default=None, min_length=1)


def resumed(
    status: Literal["resolved", "cancelled"], payload: Json, request: HumanRequest, within: str
) -> Answer:
    """Return the answer in an AG-UI `resume` entry; raise InvalidFields, with paths in `within`."""
    if status == "cancelled":
        return abandoned(request)
    return read(given_by_payload(payload, request, within), request, within)


def given_by_payload(payload: Json, request: HumanRequest, within: str) -> Given:
    """Return what an AG-UI `resume` payload says; raise InvalidFields, with paths in `within`."""
    if isinstance(payload, str):
        return checked(Given, _from_words(payload, request), within)
    if not isinstance(payload, dict):
        refuse(within, "must be an object or a string")
    if request.kind == "approval" and "approved" in payload:
        return _decided(checked(_Decision, payload, within), request, within)
    said = checked(_Payload, payload, within)
    action = said.action or ("edit" if said.arguments is not None else "respond")
    return Given.model_validate({**said.model_dump(), "action": action})


def _decided(decision: _Decision, request: HumanRequest, within: str) -> Given:
    if not decision.approved:
        return Given(action="reject", reason=decision.reason)
    if decision.edited_args is None:
        return Given(action="accept")
    shown, replaced = request.arguments or {}, decision.edited_args
    changed = {name: value for name, value in replaced.items() if shown.get(name) != value}
    fields = (request.editable or {}).get("properties", {})
    for name in (name for name in fields if name in shown and name not in replaced):
        if "default" not in fields[name]:
            refuse(f"{within}.editedArgs.{name}", "is needed: these arguments replace the others")
        if shown[name] != fields[name]["default"]:
            changed[name] = fields[name]["default"]
    return Given(action="edit", arguments=changed) if changed else Given(action="accept")


def _from_words(words: str, request: HumanRequest) -> dict[str, Json]:
    if request.kind == "approval" and words in {"accept", "reject"}:
        return {"action": words}
    if any(option.id == words for option in request.options):
        return {"action": "respond", "option": words}
    return {"action": "respond", "text": words}


def abandoned(request: HumanRequest) -> Answer:
    """Return what closing a question without an answer means."""
    return Answer(outcome="answered", action="reject" if request.kind == "approval" else "none")


def read(given: Given, request: HumanRequest, within: str = "") -> Answer:
    """Return the answer to a question; raise InvalidFields when it does not fit."""
    prefix = f"{within}." if within else ""
    if given.action == "reject":
        _only(given, prefix)
        if given.reason is not None and request.kind != "approval":
            refuse(f"{prefix}reason", "goes with rejecting an approval only")
        return abandoned(request).model_copy(update={"text": given.reason or ""})
    if request.kind == "approval":
        return _read_approval(given, request, prefix)
    return _read_choice(given, request, prefix)


def _read_approval(given: Given, request: HumanRequest, prefix: str) -> Answer:
    if given.option is not None and given.action == "respond":
        # whatever is offered with an approval is a way to agree
        return _picked(given, request, prefix).model_copy(update={"action": "accept"})
    if given.action == "accept":
        _only(given, prefix)
        return Answer(outcome="answered", action="accept")
    if given.action == "edit":
        _only(given, prefix, "arguments")
        return Answer(outcome="answered", action="edit", arguments=given.arguments)
    _only(given, prefix, "text")
    return Answer(outcome="answered", action="text", text=given.text or "")


def _read_choice(given: Given, request: HumanRequest, prefix: str) -> Answer:
    if given.action == "edit":
        refuse(f"{prefix}action", "a question is answered with respond, accept or reject")
    if given.text is not None and given.action == "respond":
        _only(given, prefix, "text")
        return Answer(outcome="answered", action="text", text=given.text)
    return _picked(given, request, prefix)


def _picked(given: Given, request: HumanRequest, prefix: str) -> Answer:
    _only(given, prefix, "option")
    offered = [option.id for option in request.options]
    if given.option not in offered:
        refuse(f"{prefix}option", f"must be one of: {', '.join(offered) or 'none was offered'}")
    return Answer(outcome="answered", action="option", option=given.option)


def _only(given: Given, prefix: str, needed: str | None = None) -> None:
    """Raise InvalidFields unless the answer has what its action needs, and nothing else."""
    if given.reason is not None and given.action != "reject":
        refuse(f"{prefix}reason", f"does not go with {given.action}")
    for name in ("option", "text", "arguments"):
        value = getattr(given, name)
        if name == needed and value is None:
            refuse(prefix + name, f"is needed with {given.action}")
        if name != needed and value is not None:
            refuse(prefix + name, f"does not go with {given.action}")
