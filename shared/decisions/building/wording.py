"""What the builder says."""

from collections.abc import Sequence

from shared.decisions import procedures
from shared.decisions.building.asking import (
    DELIVER,
    PURPOSE,
    SCHEDULE,
    UNREAD,
    changed,
    doubted,
    missing,
    modes,
    options_of,
    question_of,
)
from shared.decisions.building.composing import does, skills_in
from shared.decisions.building.ingredient import JOB, Ingredient, Slot, one_line
from shared.decisions.building.loading import parts_of
from shared.decisions.building.naming import name_of
from shared.decisions.building.spanning import spanned
from shared.decisions.building.table import INGREDIENTS, PRODUCTS, ingredient_of
from shared.decisions.building.timing import told
from shared.models.agent import Agent
from shared.models.building import AgentDraft, Known, Part

TOO_MANY = "That's as much as one agent can do, so I left the rest out."
NO_NAME = "A name needs letters or digits, so I kept the one it had."
CANCELLED = "All right, I've stopped here. Nothing was created or changed."
LATER = "All right, I'll keep what we have. Say “continue” whenever you want to go on with it."
FIRST = "We're at the beginning, there is nothing to go back to."
AGAIN = "All right, from the beginning."
NO_SKIP = "I can't leave that open."
CREATE = "Shall I create it?"
UPDATE = "Shall I change it like this?"
NOT_PLAIN = (
    "I was not sure of that. Say “yes” if it is right as shown, or else what should be different."
)
WHAT_ELSE = (
    "What should be different? For example “every Friday instead” or “call it weekly-digest”."
)
SETTING_UP = "Setting this up now..."
RUNNING = "I'm running it now."
GOODBYE = "All right. You can call for it any time with @{}."
NOT_SAVED = "I could not save it: {} Nothing was created or changed. Shall I try again?"
NOT_FREE = (
    "I did not create it: an agent called **{0}** was deleted lately and can still be restored, so "
    "its name is not free. I'd call this one **{1}**, or what you say."
)
AGREE = ("Yes, create it", "Go back", "Cancel")
AGREE_TO_CHANGE = ("Yes, change it", "Go back", "Cancel")
TRY_AGAIN = "Try again"
RUN_IT, EDIT_IT, SEE_IT = (
    "Run it now to test",
    "Show me how to edit it later",
    "See the agent details",
)
MORE_CHANNELS = "Add more channels"

_PURPOSE = (
    "What should the agent do? Tell me where its data comes from and where it should go, for "
    "example “read the sheet Weekly Metrics and post a summary to #weekly-updates”."
)
_WHAT_CHANGE = (
    "What should I change? For example “also post the summary to #team-updates” or “run it every "
    "Monday at 9am”."
)
_UNREAD = (
    "I did not understand {}. An agent runs at set times or when you ask; it can read sheets, "
    "pages, channels, emails, meetings and contacts, and post, send or add what it found. What "
    "should it do there? Say it in other words, or leave it out."
)
_NOT_UNDERSTOOD = "I did not understand {}. "
_DELIVER = "Where should the result go?"
_WHEN = "When should this run?"
_WHEN_HINTED = "It should run {}. On which day, and at what time?"
_WHEN_EXAMPLES = ("Every Monday at 9am", "On weekdays at 8:30", "Only when I ask")


def cannot(service: str, verb: str) -> str:
    """Return what is said of something that no agent can do with a service."""
    doing = "write to" if verb == "write" else "read"
    return f"Agents can't {doing} {PRODUCTS[service]}, so I left that out."


def taken_name(name: str, instead: str) -> str:
    """Return what is said when an agent of that name exists."""
    return f"There is already an agent called {name}, so I'll call this one {instead}."


def no_schedule(said: str) -> str:
    """Return how is asked again when a schedule could not be understood."""
    return (
        f"I couldn't tell when “{one_line(said)}” is. Say for example “every Monday at 9am”, “on "
        "weekdays at 8:30” or “only when I ask”."
    )


def ask(draft: AgentDraft, asking: str, known: Known) -> str:
    """Return a question, with its answers listed where there are some."""
    options = options_of(draft, asking, known)
    listed = "\n".join(f"{number}. {option}" for number, option in enumerate(options, 1))
    question = _question(draft, asking, known)
    return f"{question}\n{listed}" if listed else question


def quoted(phrases: Sequence[str]) -> str:
    """Return words of the person's as they are quoted back."""
    *others, last = (f"“{one_line(phrase)}”" for phrase in phrases)
    return f"{', '.join(others)} and {last}" if others else last


def _question(draft: AgentDraft, asking: str, known: Known) -> str:
    if asking == UNREAD:
        return _UNREAD.format(quoted(draft.unread))
    if asking == DELIVER:
        return _DELIVER
    if asking == SCHEDULE:
        said = draft.recurrence_said
        return _WHEN_HINTED.format(one_line(said)) if said else _WHEN
    question = question_of(draft, asking)
    if question is None:
        purpose = _PURPOSE if draft.base is None else _WHAT_CHANGE
        lead = _NOT_UNDERSTOOD.format(quoted(draft.unread)) if draft.unread else ""
        return f"{lead}{purpose}"
    said = doubtful(draft, asking)
    if not said:
        return question.slot.question
    what = {"sheets": "sheet", "slack": "channel", "email": "contact"}.get(
        question.ingredient.service, "name"
    )
    nearest = bool(options_of(draft, asking, known))
    offer = " These are the nearest ones:" if nearest else ""
    return (
        f"I don't see a {what} called {said}. Say “use it anyway” if it is right, or give me "
        f"another name.{offer}"
    )


def doubtful(draft: AgentDraft, asking: str) -> str:
    """Return the answer to a question that names nothing its service has; "" for any other."""
    question = question_of(draft, asking)
    return question.part.slot(doubted(question.slot.name)) if question is not None else ""


def understood(draft: AgentDraft) -> str:
    """Return what was understood of a new agent, and what of it is still open."""
    modes_now, lines, later = modes(draft), list[str](), list[str]()
    for part, mode in zip(draft.parts, modes_now, strict=True):
        ingredient = ingredient_of(part)
        if ingredient is None or mode == "asked":
            continue
        head = "Source" if part.verb == "read" else "Destination"
        job = bool(part.slot(JOB.name))
        own = [slot for slot in ingredient.slots if slot.asked and not (slot.label or job)]
        said = " ".join(_state(part, slot) for slot in own)
        lines.append(f"- **{head}**: {ingredient.product} {said}".rstrip())
        later += [] if job else _labelled(part, ingredient, passing=mode == "passing")
    if SCHEDULE in missing(draft) or draft.recurrence is not None:
        lines.append(f"- **Frequency**: {_frequency(draft)}")
    return "\n".join((*lines, *later))


def _state(part: Part, slot: Slot) -> str:
    return part.slot(slot.name) or f"({slot.unsaid})"


def _labelled(part: Part, ingredient: Ingredient, *, passing: bool) -> list[str]:
    return [
        f"- **{slot.label}**: {part.slot(slot.name) or slot.unsaid}"
        for slot in ingredient.slots
        if slot.asked and slot.label and not (passing and slot.name == ingredient.content)
    ]


def _frequency(draft: AgentDraft) -> str:
    if draft.recurrence is not None:
        return told(draft)
    said = one_line(draft.recurrence_said)
    return f"{said[:1].upper()}{said[1:]} (what day/time?)" if said else "(when should it run?)"


def heading(draft: AgentDraft) -> str:
    """Return what kind of agent it is: "a Google Sheets to Slack agent"."""
    made = [one for part in draft.parts if (one := ingredient_of(part)) is not None]
    reads = list(dict.fromkeys(one.product for one in made if one.verb == "read"))
    writes = list(dict.fromkeys(one.product for one in made if one.verb == "write"))
    kind = " to ".join(" and ".join(side) for side in (reads, writes) if side)
    return f"{'an' if kind[:1] in 'AEIOU' else 'a'} {kind} agent"


def now_does(agent: Agent) -> str:
    """Return what an agent does as it is."""
    draft = AgentDraft(base=agent, parts=parts_of(agent))
    lines = (
        "\n".join(f"- {one}" for one in does(draft) if one) or f"- {one_line(agent.description)}"
    )
    return f"I can see your '{one_line(agent.name)}' agent currently:\n{lines}"


def adding(draft: AgentDraft) -> str:
    """Return what is to be added to an agent that exists."""
    new = draft.parts[len(draft.parts) - len(_new(draft)) :] if _new(draft) else ()
    names = [INGREDIENTS[part.service, part.verb].name for part in new if not part.slot("skill")]
    return (
        f"You want to add: {', '.join(dict.fromkeys(names))}. Let me set that up!" if names else ""
    )


def _new(draft: AgentDraft) -> tuple[Part, ...]:
    there = parts_of(draft.base) if draft.base is not None else ()
    return tuple(part for part in draft.parts if part not in there)


def card(draft: AgentDraft, known: Known) -> str:
    """Return a new agent at a glance."""
    skills = skills_in(draft)
    lines = [
        f"**Agent Name**: {name_of(draft, known.taken)}",
        f"**Trigger**: {told(draft)}",
        "**Skills**:",
        *(f"- {skill.name}" for skill in skills),
        *_apart(_account(draft)),
        *_steps("**Steps**:", _lines(draft)),
    ]
    if draft.left_out:
        lines += _apart([f"**Left out**: {quoted(draft.left_out)}"])
    return "\n".join(lines)


def _account(draft: AgentDraft) -> list[str]:
    """Return where it reads, what it keeps of that, and where the result goes."""
    reads, kept, writes = list[str](), list[str](), list[str]()
    for part, mode in zip(spanned(draft), modes(draft), strict=True):
        one = ingredient_of(part)
        if one is None or mode == "asked":
            continue
        where = reads if one.verb == "read" else writes
        where.append(" ".join(filter(None, (one.product, *_told_of(part, one.place)))))
        kept += _told_of(part, one.filters)
    if reads and not writes:
        writes = ["shown to you in the conversation"]
    named = (("Source", reads), ("Filter", kept), ("Destination", writes))
    return [f"**{name}**: {'; '.join(said)}" for name, said in named if said]


def _told_of(part: Part, names: Sequence[str]) -> list[str]:
    return [said for name in names if (said := part.slot(name))]


def difference(draft: AgentDraft, base: Agent) -> str:
    """Return an agent before and after a change."""
    before = {skill.id: skill for skill in base.skills}
    after = {skill.id: skill for skill in skills_in(draft)}
    added = [skill.name for name, skill in after.items() if name not in before]
    gone = [one_line(skill.name) for name, skill in before.items() if name not in after]
    lines = [f"**Updated Agent**: {one_line(base.name)}"]
    lines += [f"**New Skill Added**: {name}" for name in added]
    lines += [f"**Skill Removed**: {name}" for name in gone]
    if draft.name and draft.name != base.name:
        lines.append(f"**Name**: {one_line(base.name)} → {draft.name}")
    if draft.recurrence is not None or draft.scheduled:
        lines.append(f"**Trigger**: {told(draft)}")
    was = AgentDraft(base=base, parts=parts_of(base))
    if draft.parts != was.parts:
        lines += _steps("**Before**:", _lines(was))
        lines += _steps("**After**:", _lines(draft))
    return "\n".join(lines)


def _steps(title: str, steps: Sequence[str]) -> list[str]:
    numbered = [f"{number}. {step}" for number, step in enumerate(steps, 1)]
    return _apart([title, *numbered]) if steps else []


def _apart(lines: list[str]) -> list[str]:
    """Return lines apart from a list before them, whose last item they would else go on."""
    return ["", *lines] if lines else []


def _lines(draft: AgentDraft) -> tuple[str, ...]:
    """Return the procedure, or what the parts do when there is none."""
    agent = Agent(id="draft", name="draft", description="", skills=skills_in(draft))
    lines = procedures.procedure_of(agent)
    return lines or tuple(one for one in does(draft) if one)


def unconnected(draft: AgentDraft, known: Known) -> str:
    """Return what has to be connected before the agent can work; "" when all is there."""
    needed = dict.fromkeys(p.service for p in draft.parts if ingredient_of(p) is not None)
    names = [PRODUCTS[each] for each in needed if each not in known.connected]
    if not names:
        return ""
    *others, last = dict.fromkeys(names)
    listed = f"{', '.join(others)} and {last}" if others else last
    verb = "aren't" if others else "isn't"
    account = "their accounts" if others else "its account"
    return (
        f"{listed} {verb} connected yet. I can set the agent up all the same; it works once you "
        f"have connected {account} under Connections."
    )


def still_missing(draft: AgentDraft) -> str:
    """Return what is known and what is not."""
    open_now = open_points(draft)
    return f"Still missing: {'; '.join(open_now)}." if open_now else "Nothing is missing."


def open_points(draft: AgentDraft) -> tuple[str, ...]:
    """Return what is still to be asked, each in a few words."""
    return tuple(dict.fromkeys(_short(draft, asking) for asking in missing(draft)))


def runs(draft: AgentDraft) -> str:
    """Return when it runs, as far as that was said; "" where nothing was."""
    if draft.recurrence is None and not draft.scheduled:
        return _frequency(draft) if draft.recurrence_said else ""
    return told(draft)


def _short(draft: AgentDraft, asking: str) -> str:
    fixed = {
        PURPOSE: "what it should do" if draft.base is None else "what should be different",
        UNREAD: f"what you mean by {quoted(draft.unread)}" if draft.unread else "",
        SCHEDULE: "when it runs",
        DELIVER: "where results go",
    }
    question = question_of(draft, asking)
    return fixed.get(asking) or (question.slot.unsaid.rstrip("?") if question is not None else "")


def help_with(draft: AgentDraft, asking: str) -> str:
    """Return how the open question can be answered, and what else can be said."""
    question = question_of(draft, asking)
    examples = {
        SCHEDULE: _WHEN_EXAMPLES,
        DELIVER: ("Show it here", "Post it to #team-updates"),
        PURPOSE: ("Summarize my unread emails every weekday at 8am",),
    }.get(asking) or (question.slot.examples if question is not None else ())
    answers = " or ".join(f"“{example}”" for example in (examples or ("Yes", "No")))
    return (
        f"You can answer for example {answers}. You can also say “back”, “skip”, “what is "
        "missing?”, “start over” or “cancel”."
    )


def summary(draft: AgentDraft, known: Known) -> str:
    """Return in one line what is being made."""
    if draft.base is not None:
        what = f"changing **{one_line(draft.base.name)}**"
    elif draft.parts:
        what = f"making **{name_of(draft, known.taken)}**, {heading(draft)}"
    else:
        what = "making a new agent"
    return f"Let's go on. We were {what}."


def numbered(options: Sequence[str]) -> str:
    """Return an offer of what to do next."""
    lines = "\n".join(f"{number}. {option}" for number, option in enumerate(options, 1))
    return f"Would you like me to:\n{lines}"


def made(session_draft: AgentDraft, agent: Agent) -> str:
    """Return what is said once an agent has been saved."""
    base = session_draft.base
    if base is None or not changed(session_draft):
        return "Done! Your agent is ready."
    there = parts_of(base)
    lines = [
        f"{number}. {told_of} ({'existing' if part in there else 'NEW'})"
        for number, (part, told_of) in enumerate(
            zip(session_draft.parts, does(session_draft), strict=True), 1
        )
    ]
    return "\n".join([f"Done! Your {one_line(agent.name)} now:", *lines])


def next_steps(draft: AgentDraft, *, updated: bool) -> tuple[str, ...]:
    """Return what to offer once an agent has been saved."""
    posts = any((part.service, part.verb) == ("slack", "write") for part in draft.parts)
    if updated and posts:
        return (RUN_IT, MORE_CHANNELS, SEE_IT)
    return (RUN_IT, EDIT_IT, SEE_IT)


def details(agent: Agent, draft: AgentDraft) -> str:
    """Return a saved agent at a glance."""
    lines = [
        f"**Agent**: {one_line(agent.name)}",
        f"**Description**: {one_line(agent.description)}",
        f"**Trigger**: {told(draft)}",
        "**Skills**:",
        *(f"- {one_line(skill.name)}" for skill in agent.skills),
        *_steps("**Steps**:", procedures.procedure_of(agent)),
    ]
    return "\n".join(lines)


def how_to_edit(agent: Agent) -> str:
    """Return how an agent can be changed later."""
    name = one_line(agent.name)
    return (
        f"Just tell me: “change {name} to run on Fridays”, “update {name} to also post to "
        f"#general”, or “rename {name}”. I'll show you the change before it is made."
    )
