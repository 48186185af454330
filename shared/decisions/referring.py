"""What an answer leaves to be pointed at: "the second one", "it", "her"."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from shared.decisions.picking import ranked
from shared.decisions.risk import ToolRules
from shared.decisions.settling import items_of
from shared.models.base import Json
from shared.models.reasoning import Reference
from shared.models.run import AgentRun, Step

SUBJECT_PREFIX = re.compile(r"^(?:(?:re|fwd?|aw|wg):\s*)+", re.IGNORECASE)
"""What mail programs put before the subject of an answer, or of what is passed on."""
_MOST_TEXT = 2000
"""Characters of what something says that are kept; hardly a draft is longer."""
_ALONE = frozenset({"email", "event"})
"""Kinds of thing of which the first that was found is meant, whatever else was found."""


def referable(done: Sequence[Step], rules: Mapping[str, ToolRules]) -> tuple[Reference, ...]:
    """Return what the last result that lists or holds something lets a person point at.

    Where it was looked for everywhere besides, the one thing that was found by its name before is
    what is talked about; "him" is who wrote what was found, not who set up a meeting.
    """
    known = [step for step in done if step.tool in rules]
    for at in reversed(range(len(known))):
        if found := _left(known[at], rules[known[at].tool]):
            named = referable(known[:at], rules) if rules[known[at].tool].inside else ()
            return (*(_talked_about(one) for one in named if len(named) == 1), *found)
    return ()


def things_of(
    step: Step, done: Sequence[Step], rules: Mapping[str, ToolRules], before: Sequence[Reference]
) -> tuple[dict[str, Json], ...]:
    """Return what was found of the things that a call lists, or is known of them from `before`."""
    lists = [cast("list[Json]", one) for one in step.arguments.values() if isinstance(one, list)]
    known: dict[str, dict[str, Json]] = {
        one.id: {"id": one.id, "name": one.label, "from": one.who} for one in before
    }
    for each in (one for one in done if one.tool in rules):
        known |= {str(one["id"]): one for one in items_of(each.result, rules[each.tool]) or ()}
    return tuple(known[one] for each in lists for one in map(str, each) if one in known)


def leaves(run: AgentRun | None, before: tuple[Reference, ...]) -> dict[str, Json]:
    """Return what a finished run leaves in its turn: what may be pointed at, and said, next.

    One thing that was looked at (ordinal 0) joins the list it was picked from.
    """
    response = run.response if run is not None else None
    if run is None or response is None:
        return {"references": before}
    listed = response.references or next(
        (one.references for one in reversed(run.earlier) if one.references), ()
    )
    if not listed:
        return {"references": before, "suggestions": response.suggestions}
    if listed[0].ordinal == 0:
        known = {(one.kind, one.id): one for one in reversed(before)}
        listed = tuple(_as_known(one, known.get((one.kind, one.id))) for one in listed)
        listed = (*listed, *(reference for reference in before if reference.ordinal > 0))
    return {"references": listed, "suggestions": response.suggestions}


def _left(step: Step, rules: ToolRules) -> tuple[Reference, ...]:
    """Return what one step lets a person point at: first what it is about, then what it gave.

    The one thing that was looked into stays what is talked about where it answers.
    """
    found, about = list_references(step.result, rules), step.arguments.get(rules.about)
    found = _with_told(found, str(step.arguments.get("about"))) if rules.inside else found
    if rules.inside and found and _ids(step.arguments.get(rules.inside)) == [found[0].id]:
        return (found[0].model_copy(update={"ordinal": 0}), *found)
    if not isinstance(about, str) or not about:
        return found
    label = SUBJECT_PREFIX.sub("", found[0].label) if found and not rules.says else ""
    return (Reference(kind=rules.about_kind, id=about, label=label, ordinal=0), *found)


def _with_told(found: Sequence[Reference], asked: str) -> tuple[Reference, ...]:
    """Return what was found everywhere with what says the most, of mails and events too, told of.

    Of the messages of one talk it is the one that says the most of what was asked.
    """
    talk = [one for one in found if one.ordinal == found[0].ordinal]
    said = ranked([{"text": f"{one.who} {one.label}"} for one in talk], asked)
    first = {one.kind: one for one in reversed(found) if one.kind in _ALONE}
    best = (*(talk[at] for _, at in said[:1]), *first.values())
    return tuple(one.model_copy(update={"told": one in best}) for one in found)


def _ids(places: Json) -> list[str]:
    """Return the ids of the places that were looked into."""
    given = cast("list[dict[str, str]]", places) if isinstance(places, list) else []
    return [one["id"] for one in given]


def _talked_about(one: Reference) -> Reference:
    who = one.who if one.kind == "contact" else ""
    return one.model_copy(update={"ordinal": 0, "who": who})


def _as_known(one: Reference, known: Reference | None) -> Reference:
    """Return a thing by the name, and with the person, it was known by before."""
    return one if known is None else known.model_copy(update={"ordinal": one.ordinal})


def list_references(result: Json, rules: ToolRules) -> tuple[Reference, ...]:
    """Return what a person may point at next: items in their order, or the one thing it is."""
    held = cast("dict[str, Any]", result) if isinstance(result, dict) else {}
    one = held.get(rules.item) if rules.item is not None else None
    if isinstance(one, dict):
        return _references([cast("dict[str, Any]", one)], rules, first=0)
    said = cast("list[dict[str, Any]]", held.get(rules.says) or [])
    return _references(items_of(result, rules) or said, rules, first=1)


def _references(
    items: Sequence[dict[str, Any]], rules: ToolRules, *, first: int
) -> tuple[Reference, ...]:
    return tuple(
        Reference(
            kind=rules.item_kind or str(item.get("kind", "")),
            id=str(one["id"]),
            label=str(one.get(rules.item_label, "")),
            ordinal=number,
            who=_who(one),
            text=str(one.get(rules.item_text) or "")[:_MOST_TEXT],
        )
        for number, item in enumerate(items, start=first)
        for one in item.get("talk") or (item,)
        if "id" in one
    )


def _who(item: Mapping[str, Any]) -> str:
    """Return the address of the person something comes from, or the name if it tells no more."""
    sender: Any = item.get("from")
    if isinstance(sender, dict):
        return str(cast("dict[str, Any]", sender).get("email") or "")
    known = (item.get(key) for key in ("email", "organizer", "author", "who"))
    return next((str(one) for one in known if one), "")
