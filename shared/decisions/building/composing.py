"""The agent that a draft stands for."""

import re

from shared.decisions.building.asking import modes, timed
from shared.decisions.building.ingredient import one_line
from shared.decisions.building.naming import name_of
from shared.decisions.building.skills import skills_of
from shared.decisions.building.spanning import spanned
from shared.decisions.building.table import INGREDIENTS, ingredient_of
from shared.models.agent import Agent, Skill
from shared.models.building import AgentDraft, BuildSession, Known

MAX_EXAMPLES = 10

_AN_AGENT = re.compile(r"\b(?:agents?|bots?|assistants?)\b", re.IGNORECASE)
_ABOUT_AN_AGENT = re.compile(
    r"\b(?:agents?|bots?|assistants?|automat\w*|set ?up|build|create|make|need|want)\b",
    re.IGNORECASE,
)


def agent_of(session: BuildSession, known: Known, owner: str) -> Agent:
    """Return the agent as it is to be saved: a new one of this owner, or the base changed."""
    draft = session.draft
    skills = skills_in(draft)
    if draft.base is not None:
        return _changed(draft, draft.base, skills)
    name = name_of(draft, known.taken)
    services = tuple(dict.fromkeys(part.service for part in draft.parts))
    return Agent(
        id=name,
        name=name,
        description=described(draft),
        domain=services[0] if len(services) == 1 else "",
        skills=skills,
        tags=services,
        tools=_tools(skills),
        examples=_examples(draft),
        owner=owner,
    )


def request_of(session: BuildSession) -> str:
    """Return what to ask the agent when it is tried out."""
    draft = session.draft
    if "asked" in modes(draft) and _is_request(draft.purpose):
        return one_line(draft.purpose)
    return f"Run {draft.base.name if draft.base is not None else session.agent}"


def asks_for_agent(draft: AgentDraft) -> bool:
    """Whether an agent was asked for in so many words, or is being changed."""
    return draft.base is not None or _AN_AGENT.search(draft.purpose) is not None


def skills_in(draft: AgentDraft) -> tuple[Skill, ...]:
    """Return the skills of a draft."""
    return skills_of(spanned(draft), draft.base, timed=timed(draft))


def does(draft: AgentDraft) -> tuple[str, ...]:
    """Return what each part does, in the third person."""
    kept = {skill.id: skill for skill in draft.base.skills} if draft.base is not None else {}
    told: list[str] = []
    for part, mode in zip(spanned(draft), modes(draft), strict=True):
        ingredient = ingredient_of(part)
        if ingredient is None:
            skill = kept.get(part.slot("skill"))
            told.append(one_line(skill.description or skill.name) if skill is not None else "")
        elif mode == "asked":
            told.append(f"{ingredient.description} as asked")
        else:
            told.append(ingredient.does(part, mode))
    return tuple(told)


def described(draft: AgentDraft) -> str:
    """Return in one sentence what the agent does."""
    first, *others = does(draft)
    lowered = [each[:1].lower() + each[1:] for each in others]
    *middle, last = [first, *lowered]
    return f"{', '.join(middle)} and {last}." if middle else f"{last}."


def _changed(draft: AgentDraft, base: Agent, skills: tuple[Skill, ...]) -> Agent:
    before, after = set(_tools(base.skills)), _tools(skills)
    kept = (tool for tool in base.tools if tool in after or tool not in before)
    lacking = _lacking(draft, base)
    added = (part.service for part in draft.parts if part.service and not part.slot("skill"))
    return base.model_copy(
        update={
            "name": draft.name or base.name,
            "skills": skills,
            "tags": tuple(dict.fromkeys((*base.tags, *added))),
            "tools": tuple(dict.fromkeys((*kept, *lacking, *after))),
            "domain": base.domain if _only(draft, base.domain) else "",
        }
    )


def _lacking(draft: AgentDraft, base: Agent) -> tuple[str, ...]:
    """Return the tools that kept skills need, where the agent was never given any."""
    if base.tools or any(skill.tools for skill in base.skills):
        return ()
    kept = (part for part in draft.parts if part.slot("skill"))
    made = (INGREDIENTS.get((part.service, part.verb)) for part in kept)
    return tuple(tool for one in made if one is not None for tool in one.tools)


def _only(draft: AgentDraft, domain: str) -> bool:
    return all(part.service in {domain, ""} for part in draft.parts)


def _tools(skills: tuple[Skill, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tool for skill in skills for tool in skill.tools))


def _examples(draft: AgentDraft) -> tuple[str, ...]:
    """Return requests that it is meant for; what it always posts makes it no poster of anything."""
    asked: list[str] = []
    ordered: list[str] = []
    for part, mode in zip(spanned(draft), modes(draft), strict=True):
        one = ingredient_of(part)
        if one is None:
            continue
        if mode == "asked":
            asked += one.examples(part)
        elif mode == "passing" or part.verb == "write":
            line = one.line(part, mode)
            ordered.append(line[:1].lower() + line[1:] if ordered else line)
        else:
            ordered += one.examples(part)
    purpose = (one_line(draft.purpose),) if _is_request(draft.purpose) else ()
    whole = (", then ".join(ordered),) if ordered else ()
    return tuple(dict.fromkeys((*purpose, *whole, *asked)))[:MAX_EXAMPLES]


def _is_request(purpose: str) -> bool:
    """Whether a purpose is something to be done, not what an agent should be like."""
    return bool(purpose.strip()) and _ABOUT_AN_AGENT.search(purpose) is None
