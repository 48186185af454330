"""A draft as it is shown beside its conversation: the agent as far as it is known."""

from shared.decisions import procedures
from shared.decisions.building import wording
from shared.decisions.building.asking import NEXT, doubted, missing, question_of
from shared.decisions.building.composing import agent_of, does
from shared.decisions.links import without_links
from shared.models.building import AgentDraft, BuildSession, Known, Sketch


def sketch(session: BuildSession) -> Sketch | None:
    """Return what is made or changed, as far as it is known; None where that is no agent."""
    if session.errand is not None or session.state == "cancelled":
        return None
    draft, base = session.draft, session.draft.base
    made = session.asking == NEXT
    lacks = () if made else wording.open_points(draft)
    shown = Sketch(
        state=session.state,
        agent=base.id if base is not None else "",
        name=base.name if base is not None else "",
        schedule=wording.runs(draft),
        missing=lacks,
        left_out=draft.left_out,
    )
    if not draft.parts:
        return shown
    whole = session.model_copy(update={"draft": _with_gaps(draft)})
    agent = agent_of(whole, Known(), "")
    steps = procedures.procedure_of(agent) or tuple(one for one in does(whole.draft) if one)
    return shown.model_copy(
        update={
            "name": without_links(session.name or agent.name),
            "description": without_links(agent.description),
            "steps": tuple(without_links(step) for step in steps),
            "tools": agent.tools,
            "hooks": agent.hooks,
        }
    )


def _with_gaps(draft: AgentDraft) -> AgentDraft:
    """Return a draft that can be put into words: what is not known yet stands in brackets."""
    parts = list(draft.parts)
    for asking in missing(draft):
        question = question_of(draft, asking)
        if question is not None:
            slot, part = question.slot, parts[question.place]
            said = part.slot(doubted(slot.name)) or slot.unsaid.rstrip("?")
            parts[question.place] = part.filled(slot.name, slot.default or f"({said}?)")
    return draft.model_copy(update={"parts": tuple(parts)})
