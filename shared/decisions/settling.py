"""What a result means where a rule says so: nothing found, several found where one is meant.

These rules come before any reasoner, so that the plain cases cost no model call.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, cast

from shared.decisions import wording
from shared.decisions.binding import every_item, instead_of, pointers_of, taken_behind
from shared.decisions.picking import (
    alone_called,
    describing,
    picked,
    ranked,
    says_enough,
    told_at_length,
)
from shared.decisions.questioning import asks, wants_told
from shared.decisions.risk import ToolRules
from shared.models.base import Json
from shared.models.intent import Option
from shared.models.reasoning import PlannedStep, Reassessment
from shared.models.run import AgentRun, Step, ToolError

MAX_OPTIONS = 6
_DESCRIBED = 2
"""Words that say what something is, for it to be looked for by them alone."""
_LOOKED_INTO = 12
"""So many things that were found are looked into for an answer."""
_HOLD_ANSWERS = frozenset({"email", "event", "message", "page"})
"""Kinds of thing that say something; which of some people is meant has to be asked."""
_OPENED = frozenset({"sheet", "page"})
"""Kinds of thing that are opened by a name somebody says."""
_OF_CONTACTS = frozenset(
    {"address", "addresses", "company", "details", "job", "mail", "mobile", "number", "numbers"}
    | {"phone", "reach", "role", "telephone", "title", "work", "works", "working"}
    | {"know", "list", "many"}
)
"""What is asked of somebody that their contact says without these words."""
_BEGINS = "starts_at"
"""The field that says when something begins."""
_ONE_SEARCHED = 2
"""Words a name has at least for its exact bearer to be meant."""


def by_rule(run: AgentRun, rules: Mapping[str, ToolRules], today: date) -> Reassessment | None:
    """Return what the current step's result means; None when that takes a reasoner."""
    step = run.steps[run.cursor]
    known = rules[step.tool]
    found = items_of(step.result, known)
    following = run.steps[run.cursor + 1 :]
    if found is None:
        return None
    if not found:
        return _after_nothing(run, step, known, rules)
    if known.items is None or not _one_wanted(following, run.cursor + 1, known.items):
        return None if following else unanswered(run, known, found, rules)
    guessed = step.broadened or bool(known.inside)  # by what it means, which may be near to more
    doubtful = guessed and any(rules[s.tool].changes for s in following)
    if len(found) > 1 or (doubtful and _meant(run, step, found, doubtful=True) is None):
        settled = _which(run, step, known, found, today, doubtful=doubtful)
        unsettled = settled.verdict == "clarify"
        return (_among(run, known, found, rules) if unsettled else None) or settled
    return None


def unanswered(
    run: AgentRun,
    known: ToolRules,
    found: Sequence[Mapping[str, Any]],
    rules: Mapping[str, ToolRules],
) -> Reassessment | None:
    """Look for what a question wants to know, where a list of what was found does not tell it.

    In mails it stands in what they say; what meetings say only some of stands somewhere else.
    None where the list, which ends the plan, is what was wanted: one of no words is.
    """
    searched = run.steps[run.cursor].arguments.keys() & {"query", "name"}
    if not searched or not wants_told(run.request):
        return None
    if known.item_kind == "email":
        return _among(run, known, found, rules)
    words = [word for word in describing(run.request) if word not in _OF_CONTACTS]
    said = [word for word in words if any(says_enough(one, word) for one in found)]
    partly = bool(said) and len(words) - len(said) >= _DESCRIBED
    return _anywhere(run, rules) if known.item_kind in {"event", "contact"} and partly else None


def _among(
    run: AgentRun,
    known: ToolRules,
    found: Sequence[Mapping[str, Any]],
    rules: Mapping[str, ToolRules],
) -> Reassessment | None:
    """Look in all that was found for the answer to a question, in place of asking which one.

    Only where nothing is changed by it; None for what orders something, and where it may not look.
    """
    if any(rules[one.tool].changes for one in run.steps):
        return None
    return _inside(run, rules, known.item_kind, [str(one["id"]) for one in found if "id" in one])


def _inside(
    run: AgentRun, rules: Mapping[str, ToolRules], kind: str, ids: Sequence[str]
) -> Reassessment | None:
    """Look in some things for the answer to a question; None for an order, or where it may not."""
    look = _looker(run, rules) if kind in _HOLD_ANSWERS else None
    told = asks(run.request) and len(describing(run.request)) >= _DESCRIBED
    if look is None or not (told and any(ids)):
        return None
    places = [{"kind": kind, "id": one} for one in ids[:_LOOKED_INTO]]
    wanted = PlannedStep(
        tool=look,
        arguments={"about": run.request, rules[look].inside: cast("Json", places)},
        reason="Look in all of them",
    )
    return Reassessment(verdict="continue", remaining=(wanted,))


def _meant(
    run: AgentRun, step: Step, found: Sequence[Mapping[str, Any]], *, doubtful: bool
) -> int | None:
    """Return which of the things found the words of the command mean; None where they don't tell.

    `doubtful`: a broader search found them, or what is said of them, and one is to be changed, so a
    word is not enough, but one in its name that is said of no other.
    """
    if step.sought is None:
        return None
    days = [_day(run, item.get(_BEGINS)) for item in found]
    meant = picked(found, step.sought.words, step.sought.within, days)
    words = step.sought.words
    if meant is None:
        return _told_apart(run, found, words)
    if not doubtful or says_enough(found[meant], words):
        return meant
    return meant if alone_called(found, meant, words) else None


def _told_apart(run: AgentRun, found: Sequence[Mapping[str, Any]], words: str) -> int | None:
    """Return which of those that some words mean alike the rest of the message plainly means."""
    scored = ranked(found, words)
    alike = [at for score, at in scored if score == scored[0][0]]
    meant = told_at_length([found[at] for at in alike], run.request)
    return None if meant is None else alike[meant]


def _day(run: AgentRun, begins: object) -> str:
    """Return the day on which something begins where the person is, as a date; "" for none."""
    if not isinstance(begins, str):
        return ""
    return run.profile.preferred.here(datetime.fromisoformat(begins)).date().isoformat()


def items_of(result: Json, rules: ToolRules) -> list[dict[str, Any]] | None:
    """Return what a result lists; None for one that is not a list."""
    if rules.items is None:
        return None
    held = cast("dict[str, Any]", result) if isinstance(result, dict) else {}
    return list(cast("list[dict[str, Any]]", held.get(rules.items) or ()))


def _one_wanted(following: tuple[Step, ...], number: int, items: str) -> bool:
    """Return whether a later step takes a single item of this step's list."""
    return any(
        pointer.step == number and pointer.to_one_of(items)
        for step in following
        for pointer in pointers_of(step)
    )


def _after_nothing(
    run: AgentRun, step: Step, known: ToolRules, rules: Mapping[str, ToolRules]
) -> Reassessment | None:
    following, needing = run.steps[run.cursor + 1 :], _needing(run)
    wanted = _looked_for(step)
    if needing and wanted and not any(rules[s.tool].changes for s in needing):
        return _by_the_words(run, wanted, wording.unknown_name(wanted))
    # what is changed must be what was asked for: something like it only where the words tell it
    told = step.sought is not None and _one_wanted(following, run.cursor + 1, known.items or "")
    changing = any(rules[s.tool].changes for s in following) and not told
    # mails that say less of what a question wants to know do not answer it
    answering = known.item_kind == "email" and not changing and wants_told(run.request)
    if answering and (found := _anywhere(run, rules)):
        return found.model_copy(update={"note": wording.LOOKED_FURTHER})
    if told and (by_meaning := _by_meaning(run, step, known, rules)):
        return by_meaning
    look = known.widest if told else known.broader
    broader = None if step.broadened or changing else look(step.arguments)
    if broader is not None:
        return Reassessment(verdict="broaden", arguments=broader, note=wording.LOOKED_FURTHER)
    if needing or not following:
        changes = any(rules[s.tool].changes for s in following)
        return (None if changes else _anywhere(run, rules)) or Reassessment(verdict="complete")
    return None


def _by_meaning(
    run: AgentRun, step: Step, known: ToolRules, rules: Mapping[str, ToolRules]
) -> Reassessment | None:
    """Look by what it says for the one mail that no words find; None where it was told by few."""
    look, sought = _looker(run, rules), step.sought
    described = sought is not None and len(describing(sought.words)) >= _DESCRIBED
    of_mail = known.item_kind == "email" and not step.arguments.get("accounts")
    if look is None or sought is None or sought.first or not (described and of_mail):
        return None
    wider = known.widest(step.arguments) or step.arguments
    wanted = PlannedStep(
        tool=look,
        arguments={
            "about": sought.words,
            "only": known.item_kind,
            "terms": str(wider.get("query") or ""),
            "one": True,
        },
        reason="Look by what it says",
        sought=sought,
    )
    number, items = run.cursor + 1, (known.items or "", rules[look].items or "")
    rest = (
        _planned(one, taken_behind(one.arguments, number, *items)) for one in run.steps[number:]
    )
    return Reassessment(verdict="continue", remaining=(wanted, *rest), note=wording.LOOKED_FURTHER)


def _anywhere(run: AgentRun, rules: Mapping[str, ToolRules]) -> Reassessment | None:
    """Look everywhere for what the whole request says, where its agent may; None where it did."""
    look = _looker(run, rules)
    told = len(describing(run.request)) >= _DESCRIBED
    if look is None or not told or any(step.tool == look for step in run.steps[: run.cursor + 1]):
        return None
    wanted = PlannedStep(tool=look, arguments={"about": run.request}, reason="Look everywhere")
    return Reassessment(verdict="continue", remaining=(wanted,))


def _looker(run: AgentRun, rules: Mapping[str, ToolRules]) -> str | None:
    """Return the run's tool that looks for what is said of a thing; None where it has none."""
    return next((name for name in run.tools if name in rules and rules[name].inside), None)


def without_it(
    run: AgentRun, error: ToolError, rules: Mapping[str, ToolRules]
) -> Reassessment | None:
    """Return how to go on without the current step, which failed; None if that cannot be.

    Contacts that cannot be asked keep nobody from searching for a name as it was said; but what is
    changed must not be guessed. A question to a sheet or page that is not there is looked for
    everywhere, and one to a file that a mail does not have in what the mail says.
    """
    step, needing = run.steps[run.cursor], _needing(run)
    wanted = _looked_for(step)
    known = rules.get(step.tool)
    if known is not None and (
        known.about_kind in _OPENED | _HOLD_ANSWERS
        and not known.changes
        and error.type == "params"
        and step is run.steps[-1]
        and asks(run.request)
    ):
        broader = None if step.broadened else known.broader(step.arguments)
        if broader is not None:
            return Reassessment(verdict="broaden", arguments=broader, note=error.message)
        opened, about = known.about_kind in _OPENED, str(step.arguments.get(known.about, ""))
        within = None if opened else _inside(run, rules, known.about_kind, [about])
        found = _anywhere(run, rules) if opened else within
        return found and found.model_copy(update={"note": error.message})
    if known is None or known.item_kind != "contact" or error.type == "params":
        return None
    if not (needing and wanted) or any(rules[s.tool].changes for s in run.steps[run.cursor + 1 :]):
        return None
    return _by_the_words(run, wanted, wording.without_contacts(wanted, error.message))


def not_asked(result: Json) -> list[str]:
    """Return what is said of the accounts that a result is without."""
    held = cast("dict[str, Any]", result) if isinstance(result, dict) else {}
    left_out = cast("list[dict[str, Any]]", held.get("left_out") or ())
    return [wording.could_not_ask(str(one["account"]), str(one["why"])) for one in left_out]


def _looked_for(step: Step) -> str:
    return str(step.arguments.get("name") or step.arguments.get("organization") or "")


def _needing(run: AgentRun) -> list[Step]:
    """Return the later steps that take the current one's result."""
    number, following = run.cursor + 1, run.steps[run.cursor + 1 :]
    return [s for s in following if any(p.step == number for p in pointers_of(s))]


def _by_the_words(run: AgentRun, wanted: str, note: str) -> Reassessment:
    """Go on with a name itself in place of what was to be found by it."""
    number, following = run.cursor + 1, run.steps[run.cursor + 1 :]
    rest = tuple(_planned(s, instead_of(s.arguments, number, f'"{wanted}"')) for s in following)
    return Reassessment(verdict="continue", remaining=rest, note=note)


def _which(
    run: AgentRun,
    step: Step,
    known: ToolRules,
    found: list[dict[str, Any]],
    today: date,
    *,
    doubtful: bool,
) -> Reassessment:
    number, items = run.cursor + 1, known.items or ""
    following = run.steps[run.cursor + 1 :]
    if known.together(step.arguments, found):
        rest = tuple(_planned(s, every_item(s.arguments, number, items)) for s in following)
        return Reassessment(verdict="continue", remaining=rest)
    if step.sought is not None:
        newest = step.sought.first and not step.broadened
        told = [{"name": item.get(known.item_label)} for item in found] if newest else found
        meant = _meant(run, step, told, doubtful=doubtful)
        if meant is None and newest:
            meant = told_at_length(found, run.request) or 0
        if meant is not None:
            return Reassessment(verdict="choose", chosen=meant)
    labels = [str(item.get(known.item_label, "")) for item in found]
    wanted = str(step.arguments.get("name") or "").casefold()
    exact = [i for i, label in enumerate(labels) if label.casefold() == wanted]
    if len(exact) == 1 and len(wanted.split()) >= _ONE_SEARCHED:
        return Reassessment(verdict="choose", chosen=exact[0])
    places = range(len(found))
    if step.sought is not None:
        places = [at for _, at in ranked(found, step.sought.words)]
    options = tuple(
        Option(
            id=str(number),
            label=" ".join(labels[at].split()) or "(without a name)",
            description=known.describe(found[at], today),
            value=str(at),
        )
        for number, at in enumerate(places[:MAX_OPTIONS], 1)
    )
    usual = _question(len(found), known.item_kind, str(step.arguments.get("name") or ""))
    question = known.asks(step.result) or usual
    return Reassessment(verdict="clarify", question=question, options=options)


def _question(count: int, kind: str, name: str) -> str:
    named = f" named {name}" if name and kind == "contact" else ""
    closest = " These are the closest." if count > MAX_OPTIONS else ""
    return f"I found {count} {kind or 'thing'}s{named}.{closest} Which one?"


def _planned(step: Step, arguments: Json) -> PlannedStep:
    return PlannedStep(
        tool=step.tool,
        arguments=cast("dict[str, Json]", arguments),
        reason=step.reason,
        sought=step.sought,
        wish=step.wish,
    )
