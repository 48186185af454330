"""The conversation in which an agent is made or changed: what was said, and so what comes next.

All of it is in the session. An agent is saved only when nothing is missing, and either the person
said yes to the card or has just answered the last question themselves.
"""

from collections.abc import Callable
from dataclasses import replace

from shared.decisions.building import wording
from shared.decisions.building.asking import (
    CONFIRM,
    DELIVER,
    NEXT,
    PURPOSE,
    SCHEDULE,
    UNREAD,
    missing,
    options_of,
    question_of,
)
from shared.decisions.building.composing import asks_for_agent
from shared.decisions.building.loading import parts_of
from shared.decisions.building.naming import free, name_of
from shared.decisions.building.taking import Taken, taken
from shared.decisions.links import without_links
from shared.models.agent import Agent
from shared.models.building import AgentDraft, BuildSession, DraftReading, Known, Response, Wish

MAX_BEFORE = 10
MAX_PURPOSE_CHARACTERS = 500
HELP_AFTER = 3


def opening(purpose: str, base: Agent | None, base_etag: str) -> BuildSession:
    """Return the session as it is before anything was read."""
    parts = parts_of(base) if base is not None else ()
    return BuildSession(
        draft=AgentDraft(
            purpose=purpose[:MAX_PURPOSE_CHARACTERS], base=base, base_etag=base_etag, parts=parts
        ),
        asking=PURPOSE,
    )


def begin(
    purpose: str, base: Agent | None, base_etag: str, reading: DraftReading, known: Known
) -> Response:
    """Say what was understood of the first message, and ask the first question."""
    session = opening(purpose, base, base_etag)
    now = taken(session.draft, reading, PURPOSE, known)
    session = _moved(session, now.draft, known)
    parts = [*now.notes]
    if base is not None:
        parts += [wording.now_does(base), wording.adding(now.draft)]
    elif now.draft.parts:
        parts.append(f"Great! I'll help you create {wording.heading(now.draft)}.")
        if session.asking != CONFIRM and (told := wording.understood(now.draft)):
            parts.append(f"Let me confirm what you need:\n{told}")
    else:
        parts.append("Great! I'll help you create an agent.")
    if session.asking != CONFIRM:
        parts.append(wording.unconnected(now.draft, known))
    return _asked(session, known, *parts)


def respond(session: BuildSession, reading: DraftReading, known: Known) -> Response:
    """Go on with the conversation after something was said."""
    if session.state == "apply":
        return _apply(session, known)
    if session.state in {"test", "done"} and not _changes(reading):
        return _afterwards(session, reading)
    if session.state == "cancelled":
        return Response(session=session, text="", act="leave")
    wished = _WISHES.get(reading.wish)
    if wished is not None and not _changes(reading):
        return wished(session, known)
    now = taken(session.draft, reading, session.asking, known)
    if session.state in {"test", "done"}:
        now = replace(now, draft=_without_old_schedule(session.draft, now.draft))
    moved = _moved(session, now.draft, known)
    if moved.draft == session.draft:
        return _unchanged(session, now, reading, known)
    if _settled(session, moved, now):
        return _apply(moved, known)
    return _asked(moved, known, *now.notes, again=now.again, opener=_opener(moved))


def resume(session: BuildSession, known: Known) -> Response:
    """Take the conversation up again where it was left."""
    if session.state == "apply":
        return _apply(session, known)
    if session.state in {"test", "done"}:
        return Response(
            session=session, text=wording.numbered(session.offered), suggestions=session.offered
        )
    if session.state == "cancelled":
        session = _moved(session, session.draft, known)
    return _asked(session, known, wording.summary(session.draft, known))


def applied(session: BuildSession, agent: Agent) -> Response:
    """Tell that the agent was saved, and offer what can be done with it now."""
    updated = session.draft.base is not None
    told = wording.made(session.draft, agent)
    draft = session.draft.model_copy(
        update={"base": agent, "base_etag": "", "parts": parts_of(agent), "name": "", "skipped": ()}
    )
    offered = wording.next_steps(draft, updated=updated)
    done = BuildSession(state="done", draft=draft, asking=NEXT, offered=offered, agent=agent.id)
    text = f"{told}\n\n{wording.numbered(offered)}"
    return Response(session=done, text=without_links(text), suggestions=offered)


def refused(session: BuildSession, why: str) -> Response:
    """Tell that the agent could not be saved; nothing said so far is lost."""
    again = session.model_copy(update={"state": "confirm", "asking": CONFIRM, "offered": ()})
    text = without_links(wording.NOT_SAVED.format(why.strip()))
    return Response(session=again, text=text, suggestions=(wording.TRY_AGAIN, "Cancel"))


def called_otherwise(session: BuildSession, known: Known) -> Response:
    """Show an agent again that cannot have its name, under the next one that none of `known` has.

    Under the same name it could never be saved, however often that was tried.
    """
    name = free(session.name, known.taken)
    moved = _moved(session, session.draft.model_copy(update={"name": name}), known)
    return _confirm(moved, known, wording.NOT_FREE.format(session.name, name))


def _changes(reading: DraftReading) -> bool:
    return bool(
        reading.parts or reading.dropped or reading.slots or reading.name or reading.schedule
    )


def _moved(session: BuildSession, draft: AgentDraft, known: Known) -> BuildSession:
    """Return the session with a draft, its next question, and the draft before to go back to."""
    asking = next(iter(missing(draft)), CONFIRM)
    before = session.before
    if draft != session.draft and session.draft.parts:
        unbased = session.draft.model_copy(update={"base": None})
        before = (*before, (session.asking, unbased))[-MAX_BEFORE:]
    return session.model_copy(
        update={
            "state": "confirm" if asking == CONFIRM else "gather",
            "draft": draft,
            "asking": asking,
            "offered": options_of(draft, asking, known),
            "name": _name(draft, known),
            "before": before,
            "unclear": 0,
        }
    )


def _name(draft: AgentDraft, known: Known) -> str:
    """Return what a new agent would be called; one that is changed has its name."""
    if draft.base is not None:
        return draft.name
    return name_of(draft, known.taken) if draft.parts else ""


def _without_old_schedule(before: AgentDraft, after: AgentDraft) -> AgentDraft:
    """Return a draft that says when to run only if that was said since the agent was saved."""
    if after.recurrence != before.recurrence or after.scheduled != before.scheduled:
        return after
    return after.model_copy(update={"recurrence": None, "recurrence_said": "", "scheduled": False})


def _settled(before: BuildSession, after: BuildSession, now: Taken) -> bool:
    """Whether the last answer settled everything, so that there is nothing left to agree to.

    That is so only of somebody who asked for an agent in so many words, was told what had been
    understood, and then said all that was missing: it was their own word each time.
    """
    answered = before.state == "gather" and before.asking not in {PURPOSE, UNREAD}
    plainly = not now.notes and not now.draft.skipped and before.asking not in missing(now.draft)
    plainly &= before.asking != SCHEDULE or after.draft.parts == before.draft.parts
    whole = asks_for_agent(after.draft) and not after.draft.left_out
    return answered and plainly and whole and after.asking == CONFIRM


def _opener(session: BuildSession) -> str:
    if session.draft.unread:
        return ""
    return "Got it! " if session.asking in {SCHEDULE, DELIVER} else "Perfect! "


def _asked(
    session: BuildSession,
    known: Known,
    *before: str,
    again: tuple[str, str] = ("", ""),
    opener: str = "",
) -> Response:
    """Ask the open question, after what is to be said first."""
    draft, asking = session.draft, session.asking
    if again[0] and again[0] != asking:
        before = (*before, again[1])
    if asking == CONFIRM:
        return _confirm(session, known, *before)
    doubtful = wording.doubtful(draft, asking)
    ask = f"{'' if doubtful else opener}{wording.ask(draft, asking, known)}"
    told = again[1] if again[0] == asking else ask
    text = "\n\n".join(part for part in (*before, told) if part)
    return Response(session=session, text=without_links(text), suggestions=session.offered)


def _confirm(session: BuildSession, known: Known, *before: str) -> Response:
    draft = session.draft
    if draft.base is None:
        shown, question, answers = wording.card(draft, known), wording.CREATE, wording.AGREE
        shown = f"Here's the agent I'd create:\n\n{shown}"
    else:
        shown, question = wording.difference(draft, draft.base), wording.UPDATE
        answers = wording.AGREE_TO_CHANGE
    parts = (*before, shown, wording.unconnected(draft, known), question)
    text = without_links("\n\n".join(part for part in parts if part))
    return Response(session=session, text=text, suggestions=answers)


def _apply(session: BuildSession, known: Known) -> Response:
    draft = session.draft
    applying = session.model_copy(update={"state": "apply", "asking": "", "offered": ()})
    if draft.base is None:
        parts = (
            "Excellent! I'm creating your agent:",
            wording.card(draft, known),
            wording.SETTING_UP,
        )
    else:
        parts = ("Perfect! I'm updating your agent:", wording.difference(draft, draft.base))
    text = "\n\n".join(part for part in (*parts, wording.unconnected(draft, known)) if part)
    act = "create" if draft.base is None else "update"
    return Response(session=applying, text=without_links(text), act=act)


def _unchanged(session: BuildSession, now: Taken, reading: DraftReading, known: Known) -> Response:
    """Answer to something that changed nothing: an agreement, or what could not be used."""
    if reading.wish == "yes" and session.asking == CONFIRM and not missing(session.draft):
        return _apply(session, known)
    if now.notes or now.again[0]:
        return _asked(session, known, *now.notes, again=now.again)
    if reading.wish == "no" and session.asking == CONFIRM:
        return Response(session=session, text=wording.WHAT_ELSE)
    return _unclear(session, known)


def _unclear(session: BuildSession, known: Known) -> Response:
    times = session.unclear + 1
    counted = session.model_copy(update={"unclear": times % HELP_AFTER})
    sorry = wording.NOT_PLAIN if session.asking == CONFIRM else "Sorry, I didn't get that."
    if times >= HELP_AFTER:
        sorry = f"{sorry} {wording.help_with(session.draft, session.asking)}"
    return _asked(counted, known, sorry)


def _afterwards(session: BuildSession, reading: DraftReading) -> Response:
    """Answer once the agent was saved; what is not about it is for somebody else."""
    agent = session.draft.base
    if agent is None or reading.wish in {"", "back", "skip", "start_over", "missing"}:
        return Response(session=session, text="", act="leave")
    if reading.wish in {"run", "yes"}:
        testing = session.model_copy(update={"state": "test"})
        return Response(session=testing, text=wording.RUNNING, act="run")
    if reading.wish in {"details", "edit", "help"}:
        telling = reading.wish == "details"
        told = wording.details(agent, session.draft) if telling else wording.how_to_edit(agent)
        return Response(session=session, text=without_links(told), suggestions=session.offered)
    return Response(session=session, text=wording.GOODBYE.format(agent.id), act="leave")


def _back(session: BuildSession, known: Known) -> Response:
    if not session.before:
        return _asked(session, known, wording.FIRST)
    *before, (asking, draft) = session.before
    draft = draft.model_copy(update={"base": session.draft.base})
    returned = session.model_copy(
        update={
            "state": "confirm" if asking == CONFIRM else "gather",
            "draft": draft,
            "asking": asking,
            "offered": options_of(draft, asking, known),
            "name": _name(draft, known),
            "before": tuple(before),
            "unclear": 0,
        }
    )
    return _asked(returned, known, "All right, one step back.")


def _cancel(session: BuildSession, _known: Known) -> Response:
    cancelled = session.model_copy(update={"state": "cancelled"})
    return Response(session=cancelled, text=wording.CANCELLED, act="leave")


def _leave(session: BuildSession, _known: Known) -> Response:
    return Response(session=session, text=wording.LATER, act="leave")


def _start_over(session: BuildSession, known: Known) -> Response:
    draft = opening("", session.draft.base, session.draft.base_etag).draft
    return _asked(_moved(session, draft, known), known, wording.AGAIN)


def _skip(session: BuildSession, known: Known) -> Response:
    draft, asking = session.draft, session.asking
    question = question_of(draft, asking)
    changes: dict[str, object] = {}
    if asking == SCHEDULE:
        changes = {"scheduled": True, "recurrence_said": ""}
    elif asking == DELIVER:
        changes = {"shown": True}
    elif asking == UNREAD:
        changes = {"unread": (), "left_out": (*draft.left_out, *draft.unread)}
    elif question is not None and question.slot.default:
        parts = list(draft.parts)
        slot = question.slot
        parts[question.place] = question.part.filled(slot.name, slot.default)
        changes = {"parts": tuple(parts)}
    if not changes:
        return _asked(session, known, wording.NO_SKIP)
    skipped = tuple(dict.fromkeys((*draft.skipped, asking)))
    moved = _moved(session, draft.model_copy(update={**changes, "skipped": skipped}), known)
    return _asked(moved, known)


def _missing(session: BuildSession, known: Known) -> Response:
    return _asked(session, known, wording.still_missing(session.draft))


def _help(session: BuildSession, known: Known) -> Response:
    return _asked(session, known, wording.help_with(session.draft, session.asking))


_WISHES: dict[Wish, Callable[[BuildSession, Known], Response]] = {
    "back": _back,
    "cancel": _cancel,
    "leave": _leave,
    "start_over": _start_over,
    "skip": _skip,
    "missing": _missing,
    "details": _missing,
    "help": _help,
    "edit": _help,
}
