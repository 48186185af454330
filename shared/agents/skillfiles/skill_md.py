"""One skill as a SKILL.md file."""

from collections.abc import Collection
from pathlib import PurePosixPath
from typing import Any

from shared.agents.skillfiles.document import closed, opened
from shared.agents.skillfiles.faults import Report
from shared.agents.skillfiles.fields import (
    DESCRIPTION,
    ID,
    NAME,
    TAGS,
    foreign,
    instructions_of,
    note_empty_steps,
    tools_field,
)
from shared.agents.skillfiles.hooks import hook_fields, hooks_of, written_hooks
from shared.agents.skillfiles.kinds import Choice, Fields, Flag, Named, Text, Whole, line_of_field
from shared.decisions.building.naming import slug
from shared.models.agent import Skill
from shared.models.base import Json

FILE_NAME = "SKILL.md"
MAX_PRIORITY = 1_000_000

_NAMELESS = "skill"


def read_skill(
    text: str, path: str, tools: Collection[str] | None = None, taken: Collection[str] = ()
) -> Skill:
    """Read a SKILL.md; raise SkillFileError with all of its mistakes.

    Without an `id` of its own, a skill has the name of its folder in `path`, or one made of its
    name. `tools` are the names of those there are (None: not checked), `taken` are the ids it
    cannot have.
    """
    report = Report(path)
    document = opened(text, report)
    values = _fields(tools).read(document.fields, "", report) or {}
    instructions = instructions_of(document, report)
    note_empty_steps(document, report)
    skill_id = values.get("id") or _folder(path) or slug(values.get("name") or "") or _NAMELESS
    if skill_id in taken:
        report.add(
            line_of_field(document.fields, "id"), "id", "There is another skill with this id."
        )
    report.settle()
    return _skill(skill_id, values, instructions)


def written(skill: Skill, folder: str = "") -> str:
    """Return a skill as a SKILL.md, for a folder of that name if it is given."""
    fields: dict[str, Json] = {"name": skill.name, "description": skill.description}
    said: dict[str, Json] = {
        "id": skill.id if skill.id != (folder or slug(skill.name) or _NAMELESS) else "",
        "shared": skill.shared,
        "license": skill.license,
        "compatibility": skill.compatibility,
        "metadata": dict(skill.metadata),
        "allowed-tools": [*skill.tools, *skill.lacks],
        "model": skill.model,
        "context": skill.context if skill.context != "inherit" else "",
        "user-invocable": None if skill.user_invocable else False,
        "disable-model-invocation": None if skill.model_invocable else True,
        "priority": skill.priority or None,
        "tags": list(skill.tags),
        "hooks": written_hooks(skill.hooks),
    }
    fields.update((name, value) for name, value in said.items() if value not in (None, "", [], {}))
    return closed(fields, skill.instructions)


def _fields(tools: Collection[str] | None) -> Fields:
    return Fields(
        {
            "name": NAME,
            "description": DESCRIPTION,
            "id": ID,
            "shared": ID,
            "license": Text(500),
            "compatibility": Text(500),
            "metadata": Named(500),
            "allowed-tools": tools_field(tools, others=True),
            "model": Text(100),
            "context": Choice(("inherit", "fork")),
            "user-invocable": Flag(),
            "disable-model-invocation": Flag(),
            "priority": Whole(-MAX_PRIORITY, MAX_PRIORITY),
            "tags": TAGS,
            "hooks": hook_fields(tools),
        },
        needed=frozenset({"name", "description"}),
    )


def _skill(skill_id: str, values: dict[str, Any], instructions: str) -> Skill:
    return Skill(
        id=skill_id,
        name=values["name"],
        description=values["description"],
        tags=values.get("tags", ()),
        instructions=instructions,
        tools=tuple(tool for tool in values.get("allowed-tools", ()) if not foreign(tool)),
        lacks=tuple(tool for tool in values.get("allowed-tools", ()) if foreign(tool)),
        license=values.get("license", ""),
        compatibility=values.get("compatibility", ""),
        metadata=tuple(values.get("metadata", {}).items()),
        model=values.get("model", ""),
        context=values.get("context", "inherit"),
        user_invocable=values.get("user-invocable", True),
        model_invocable=not values.get("disable-model-invocation", False),
        priority=values.get("priority", 0),
        hooks=hooks_of(values.get("hooks", {})),
        shared=values.get("shared", ""),
    )


def _folder(path: str) -> str:
    """Return the name of the folder a file is in, "" at the top."""
    return PurePosixPath(path).parent.name
