"""Leave that a person gives for good when they are asked to agree: "yes, always".

It is read by rule from what they wrote, or from the option they picked, and from nothing else: a
text that says anything besides (a condition, a doubt, a question) is no leave, whatever a reasoner
makes of it.
"""

import re
from collections.abc import Collection

from shared.decisions.scheduling import unattended
from shared.models.base import Json
from shared.models.intent import Decision, Option
from shared.models.profile import Policy
from shared.models.run import AgentRun, Card, Step
from shared.models.thread import Answer, HumanRequest, Turn

ALWAYS = "always"
OFFER = Option(
    id=ALWAYS,
    label="Yes, always",
    description="exactly this, word for word, in every run of this schedule, without asking",
    value=ALWAYS,
)
KEPT = (
    "From now on I do exactly this in every run of this schedule without asking: the same words, "
    "to the same place and people. If anything of it differs, I ask. "
    'Say "forget my standing choices" if I should always ask again.'
)
EACH_TIME = "I take that as a yes for this once: outside of a schedule I ask each time."
CHANGED = (
    "I take that as a yes for this once: it is not what was planned any more, since you changed "
    "it, so I ask again next time."
)
BARRED = (
    "I take that as a yes for this once: your organisation wants it confirmed each time by "
    "somebody who may."
)
_SHOWN = 200

_IT = r"(?: (?:this|that|it)(?: (?:one|step|action|post|message|thing))?)?"
_YES = (
    r"(?:yes|yeah|yep|ok|okay|sure|fine|go ahead|do|allow|approved?|accept(?:ed)?|confirm(?:ed)?)"
    rf"{_IT}"
)
_AND = r"(?:(?:and|but|also|then|please) )*"
_ALWAYS = rf"always(?: (?:allow|approve|accept|permit|do|post|send|run){_IT})?"
_FOR_GOOD = r"(?:from now on|for good|permanently|for all (?:future )?runs|in (?:the )?future too)"
_AGAIN = r"(?:again|any ?more|every time|each time|next time|in (?:the )?future|from now on)"
_ABOUT = r"(?:about|for|before) (?:this|that|it)"
_UNASKED = (
    r"(?:don't|do not|never|no need to|you (?:don't|do not) (?:have|need) to) ask(?: me)?"
    rf"(?: {_AGAIN}(?: {_ABOUT})?| {_ABOUT} {_AGAIN})"
)
_SAID = re.compile(
    rf"(?:please )?(?:(?:{_YES} ){{1,3}}{_AND}(?:{_ALWAYS}|{_FOR_GOOD}|{_UNASKED})"
    rf"|{_ALWAYS}(?: yes)?(?: {_AND}{_UNASKED})?)(?: please| thanks| thank you)*"
)
"""An agreement and that it is for good; "confirm every time" is the opposite, and not in it."""
_PICKED = re.compile(r"(?:option |number )?1")
_APART = re.compile(r"[^\w?']+")
_QUOTES = str.maketrans({"\u2018": "'", "\u2019": "'", "`": "'"})


def meant(asked: HumanRequest, text: str) -> bool:
    """Tell whether a reply says, in so many words, yes for this time and for all times to come."""
    if asked.kind != "approval":
        return False
    said = _APART.sub(" ", text.translate(_QUOTES).casefold()).strip()
    said = re.sub(r"\bdont\b", "don't", said)
    picked = OFFER in asked.options and _PICKED.fullmatch(said) is not None
    return picked or _SAID.fullmatch(said) is not None


def wanted(answer: Answer) -> bool:
    """Tell whether an answer agrees for good."""
    return (answer.outcome, answer.action, answer.option) == ("answered", "accept", ALWAYS)


def offered(turn: Turn, run: AgentRun) -> tuple[Option, ...]:
    """Return the option to agree for good, where the step asked about can be left to itself.

    That is in a run of a schedule, as long as nobody has said anything to it.
    """
    policy = run.profile.policy
    watched = not unattended(turn.run_id)
    if watched or policy.approver or barred(run.steps[run.cursor], policy):
        return ()
    return (OFFER,)


def barred(step: Step, policy: Policy) -> bool:
    """Tell whether an organisation wants a step confirmed each time, or by somebody else."""
    return step.tool in policy.confirmed or policy.approver != ""


def changed(call: str, before: Collection[HumanRequest]) -> bool:
    """Tell whether what a call was planned to do was changed when it was asked about before."""
    answers = (one.answer for one in before if one.tool_call_id == call)
    return any(answer is not None and answer.action in {"text", "edit"} for answer in answers)


def told(card: Card) -> str:
    """Return an action in words, as it is agreed to: on one line, without what varies in it."""
    fields = ", ".join(f"{label}: {value}" for label, value in card.fields if value)
    flat = " ".join(f"{card.title} ({fields})".split() if fields else card.title.split())
    return flat if len(flat) <= _SHOWN else f"{flat[: _SHOWN - 1]}…"


def said_back(decision: Decision | None, sentence: str) -> dict[str, Json]:
    """Return what changes in a turn whose answer is to begin with a sentence more."""
    if decision is None:
        return {}
    note = f"{decision.note}\n\n{sentence}".strip()
    return {"decision": decision.model_copy(update={"note": note})}
