"""What a person's click, words or edit say to an open question."""

from typing import Literal

from pydantic import Field

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


class _Payload(Body):
    """An AG-UI answer; without an action, what it carries tells which is meant."""

    action: Action | None = None
    option: PrintableId | None = None
    text: MessageText | None = None
    arguments: JsonObject | None = Field(default=None, min_length=1)


def given_by_payload(payload: Json, request: HumanRequest, within: str) -> Given:
    """Return what an AG-UI `resume` payload says; raise InvalidFields, with paths in `within`."""
    if isinstance(payload, str):
        return checked(Given, _from_words(payload, request), within)
    if not isinstance(payload, dict):
        refuse(within, "must be an object or a string")
    said = checked(_Payload, payload, within)
    action = said.action or ("edit" if said.arguments is not None else "respond")
    return Given.model_validate({**said.model_dump(), "action": action})


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
        return abandoned(request)
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
    for name in ("option", "text", "arguments"):
        value = getattr(given, name)
        if name == needed and value is None:
            refuse(prefix + name, f"is needed with {given.action}")
        if name != needed and value is not None:
            refuse(prefix + name, f"does not go with {given.action}")
