"""Taking back what was done: who asks for it, which change is meant, and what is kept for it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from shared.decisions.routing import without_mention
from shared.models.base import Json
from shared.models.effect import About, EffectRecord, Undo
from shared.models.reasoning import PlannedStep, ToolPlan
from shared.models.run import AgentRun
from shared.models.thread import Thread, Turn
from shared.words import COURTESY

CHANGES, UNDO = TOOLS = ("changes_made", "undo")
"""The tools that every agent has for it: one tells what was changed, one takes it back."""
NOT_ON_RECORD = "What would take it back was not kept."
NOTHING = "There is nothing I changed in this conversation that I could take back."
_TOLD = 200
_STEM, _ENDING = 4, 3
"""Letters that two forms of a word share at least, and those its ending may have."""
_THING = (
    r"(?:it|that|this|them|those|these|both|everything|all of (?:it|that|them)"
    r"|(?:the|my|that|this) [\w' -]+?)"
)
_AS_BEFORE = (
    r"(?: (?:just |exactly )?(?:the way|how|where|as|like|to (?:how|what|where))"
    r" (?:it|they|everything) (?:was|were|had been)(?: before)?)"
)
_FORMS = tuple(
    re.compile(rf"(?:{form})(?: (?:again|now|{COURTESY}))*")
    for form in (
        r"(?:undo|revert|reverse|take back|roll back)(?P<what>| .+)",
        rf"(?:put|change|set|switch|move|take|bring|turn|get) (?P<what>{_THING}) back{_AS_BEFORE}?",
        rf"(?:put|set|make) (?P<what>{_THING}){_AS_BEFORE}",
        r"(?:restore|recover)(?P<what> .+)",
        r"i (?:didn't|did not) mean to do (?P<what>that|this|it)",
    )
)
_BEFORE = re.compile(
    r"^(?:(?:w?h?oops|omg|sorry|soz|sry|my bad"
    r"|(?:the |that was the )?wrong (?:one|1|thing|e?-?mail)|no|wait|actually|ok|okay"
    rf"|hm+|oh|and|then|{COURTESY}|can you"
    r"|could you|would you|i want you to|i want to|i'd like to|i would like to|let's)\b[ ,]*)*"
)
_REASON = re.compile(
    r"(?<!what) (?:because|cause|since|(?:i|we|you|he|she|it|they)(?: \w+)?"
    r" (?:\w+n'?t|not|still|need|want|might|may|must|should))\b.*$"
)
"""Why it is to be taken back, which does not say what."""
_OTHERS = re.compile(
    r"\b(?:agents?|bots?|assistants?|workflows?|skills?|schedules?|versions?|automations?"
    r"|backups?|database|to (?!how|what|where|the way|do\b)\w+)\b"
)
"""Words about something else that can be taken back: what an agent was, not what it did."""
_LAST = re.compile(r"\b(?:last|latest|most recent)\b")
_EMPTY = re.compile(
    r"an?|again|all|the|my|your|this|that|tht|dat|these|those|its?|them|their|ones?|things?|everything"
    r"|what|you|i|me|just|did|do|done|has|have|had|was|were|changed?|changes|actions?|steps?|last"
    rf"|latest|most|recent|of|to|for|so|back|now|{COURTESY}"
)
"""Words that do not say which change is meant."""
_KINDS: Mapping[str, tuple[str, ...]] = {
    "gmail": ("mail", "mails", "email", "emails", "message"),
    "calendar": ("meeting", "event", "appointment", "invitation", "calendar"),
    "slack": ("post", "message", "slack", "channel"),
    "sheets": ("row", "sheet", "spreadsheet", "cell"),
    "contacts": ("contact", "person"),
}
"""What people call the things that a service's tools change."""


@dataclass(frozen=True)
class Wish:
    """That something be taken back: what is said of it, and whether it is the last thing done."""

    about: tuple[str, ...] = ()
    last: bool = False


def asked(text: str) -> Wish | None:
    """Return what a text wants taken back; None where it wants something else."""
    words = re.sub(r"[^\w' -]+", " ", text.replace("\u2019", "'").casefold())
    bare = _REASON.sub("", _BEFORE.sub("", " ".join(words.split())))
    found = next((match for form in _FORMS if (match := form.fullmatch(bare))), None)
    barely = text.rstrip().endswith("?") and " " not in bare and bare != "undo"  # "Return?"
    if found is None or barely or _OTHERS.search(bare):
        return None
    what = found["what"].split()
    about = tuple(word for word in what if not _EMPTY.fullmatch(word.removesuffix("'s")))
    return Wish(about, _LAST.search(found["what"]) is not None)


def said(turn: Turn) -> str:
    """Return what a person said last in a turn: its message, or words of their own in reply.

    Of a message, only what it comes down to where that is known.
    """
    answers = [known.answer for known in turn.clarified if known.told]
    plainly = turn.intent.plainly if turn.intent is not None else ""
    return answers[-1] if answers else plainly or without_mention(turn.text)


def meant(records: Sequence[EffectRecord], wish: Wish) -> tuple[EffectRecord, ...]:
    """Return the changes that are meant, of one conversation's with the newest first.

    Without more words they are those of the last message that changed something.
    """
    done = [one for one in records if one.state == "done" and one.undone_at is None]
    if wish.about:
        done = [one for one in done if all(_says(one, word) for word in wish.about)]
        return tuple(done[:1] if wish.last else done)
    if wish.last:
        return tuple(done[:1])
    turn = done[0].about.turn if done else 0
    latest = [one for one in done if one.about.turn == turn]
    possible = [one for one in latest if one.undo is not None]
    return tuple(possible if len(possible) == 1 else latest)


def _says(record: EffectRecord, word: str) -> bool:
    """Whether a change can be called that: by what was said of it, by its tool or its service."""
    service, _, deed = record.tool.partition("_")
    known = re.findall(r"\w+", f"{record.about.told} {deed.replace('_', ' ')}".casefold())
    kinds = _KINDS.get(service, ())
    bare = word.removesuffix("'s")
    return bare in kinds or any(_alike(bare, one) for one in known)


def _alike(word: str, other: str) -> bool:
    """Whether two words are forms of one: "archiving", "archived"."""
    stem = max(_STEM, min(len(word), len(other)) - _ENDING)
    return word == other or (min(len(word), len(other)) >= stem and word[:stem] == other[:stem])


def plan(text: str) -> ToolPlan:
    """Plan what takes something back: look which change is meant, then reverse it."""
    wish = asked(text) or Wish()
    told: dict[str, Json] = {"about": " ".join(wish.about), "last": wish.last}
    item = "{1.changes.0.%s}"
    which: dict[str, Json] = {"effect": item % "id", "risk": item % "risk"}
    return ToolPlan(
        steps=(
            PlannedStep(tool=CHANGES, arguments=told, reason="See what was changed"),
            PlannedStep(tool=UNDO, arguments=which, reason="Take it back"),
        )
    )


def about(run: AgentRun, thread: Thread, turn: Turn) -> About:
    """Return what is kept of a change before it is made."""
    step = run.steps[run.cursor]
    return About(
        told=plain(step.card.title if step.card is not None else step.reason),
        agent=run.agent,
        thread=thread.id,
        turn=turn.number,
        approved=step.agreed if step.approved is not None else "not needed",
        approver=step.agreed_by,
        undoes=str(step.arguments.get("effect", "")) if step.tool == UNDO else "",
    )


def learnt(before: About, told: str, undo: Undo | str) -> dict[str, Json]:
    """Return what is kept of a change once it was made: how it is told, and what reverses it."""
    said = before.model_copy(update={"told": plain(told) or before.told})
    if isinstance(undo, str):
        return {"about": said, "why_not": undo}
    return {"about": said, "undo": undo}


def plain(text: str) -> str:
    """Return the first line of what a tool says, short and without markup."""
    flat = " ".join(text.strip().partition("\n")[0].replace("*", "").split()).rstrip(":")
    return flat if len(flat) <= _TOLD else f"{flat[: _TOLD - 1]}…"
