"""How risky a tool call is, and what an approval is bound to."""

import hashlib
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from shared.models.base import Json
from shared.models.intent import Risk
from shared.models.people import address_of, recipients, text_of
from shared.models.profile import Policy, Profile, domain_of

Arguments = Mapping[str, Json]
_ORDER: tuple[Risk, ...] = ("low", "medium", "high")


def always(risk: Risk) -> Callable[[Arguments, Profile], Risk]:
    """Return what assesses a tool of which every call is that risky."""
    return lambda _arguments, _profile: risk


reads = always("low")
"""The risk of a tool that only reads."""


def _no_other(_arguments: Arguments) -> None:
    """Know no other way to ask."""


def _undescribed(_item: Mapping[str, Any], _today: date) -> str:
    return ""


def _asks_as_usual(_result: Json) -> str:
    return ""


def _nothing_follows(_arguments: Arguments, _result: Json) -> None:
    """Say that a call's result is all there is to it."""


def _apart(_arguments: Arguments, _found: Sequence[Mapping[str, Any]]) -> bool:
    return False


@dataclass(frozen=True)
class Bulk:
    """How many things of a `kind` one message may change or reach before that is high risk.

    `of` names those of a call. All calls of all tools that count a kind count together, the same
    thing once.
    """

    kind: str
    most: int
    of: Callable[[Arguments, Profile], Collection[str]]


@dataclass(frozen=True)
class Follow:
    """What a call has to be made again for, with these `arguments`, before it has a result.

    Where there is a `question`, the person answers it first: that is the argument `message`.
    """

    arguments: dict[str, Json]
    question: str = ""


@dataclass(frozen=True)
class ToolRules:
    """What decisions need to know of a tool.

    `items` is the key of the list in its result, if it lists things; `item_kind` and `item_label`
    say what they are and which field names them; `item` is the key of the one thing it is about, if
    it is about one, and `item_text` of what that says. `describe` tells one from the others when a
    person is asked which they meant; `asks` puts that question in words that suit a result, "" for
    the usual ones, and `otherwise` is the kind of thing that is told by whoever wants none of them
    ("time"). `broader` returns arguments that find more where nothing was found, or None when there
    are none; `widest` those that find all among which the words of a command may tell one.
    `together`: where several were found, all of them are meant (the people of a company).
    `changes`: it changes the outside world, or prepares to. `bulk` is what
    makes many calls as risky as one call for many. `about` is the argument that says which thing,
    of kind `about_kind`, a call goes on from: what is answered is still what is talked about, not
    the answer. `digest`: what it gives is text to be condensed, so a model may word the answer, and
    `says` the key of what it tells one by one, which can be pointed at like items.
    `own`: what it gives is who and what the person has, or worked out here; all others give what
    other people wrote. `follows` says what a result leaves open, if anything. `context`
    is the key, in its result, of what later calls in the same conversation go on with. `inside` is
    the argument that names where to look first, of a tool that looks for what is said of a thing,
    given as `about`, wherever that may be.
    """

    assess: Callable[[Arguments, Profile], Risk] = reads
    items: str | None = None
    item: str | None = None
    item_kind: str = ""
    item_label: str = "name"
    item_text: str = ""
    describe: Callable[[Mapping[str, Any], date], str] = _undescribed
    asks: Callable[[Json], str] = _asks_as_usual
    otherwise: str = ""
    together: Callable[[Arguments, Sequence[Mapping[str, Any]]], bool] = _apart
    broader: Callable[[Arguments], dict[str, Json] | None] = _no_other
    widest: Callable[[Arguments], dict[str, Json] | None] = _no_other
    changes: bool = False
    bulk: Bulk | None = None
    about: str = ""
    about_kind: str = ""
    digest: bool = False
    says: str = ""
    own: bool = False
    follows: Callable[[Arguments, Json], Follow | None] = _nothing_follows
    context: str = ""
    inside: str = ""


def risk_of(tool: str, rules: ToolRules, arguments: Arguments, profile: Profile) -> Risk:
    """Return the risk of a call: what its tool says, tightened by the organisation's policy."""
    risk = rules.assess(arguments, profile)
    if not rules.changes:
        return "high" if tool in profile.policy.confirmed else risk
    return tightened(tool, risk, profile.policy)


def tightened(tool: str, risk: Risk, policy: Policy) -> Risk:
    """Return the risk a policy makes of it; never a lower one."""
    if tool in policy.confirmed:
        return "high"
    return risk if _ORDER.index(risk) >= _ORDER.index(policy.at_least) else policy.at_least


def not_allowed(arguments: Arguments, profile: Profile) -> str | None:
    """Return the first recipient outside the organisation whom its policy does not let reach."""
    allowed = {domain.casefold() for domain in profile.policy.recipients}
    if not allowed:
        return None
    for one in recipients(arguments):
        address = address_of(one)
        if profile.external(address) and domain_of(address) not in allowed:
            return text_of(one)
    return None


def argument_hash(tool: str, arguments: Arguments) -> str:
    """Return the fingerprint that binds an approval to exactly this call."""
    text = json.dumps([tool, arguments], sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
