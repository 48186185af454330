"""SKILL.md files: YAML frontmatter that says what a skill is, and the instructions below it."""

from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from shared.errors import Misconfigured

SKILLS = Path(__file__).parent / "skills"
FILE_NAME = "SKILL.md"
DEFAULT_MODEL = "default"

_FENCE = "---"


class SkillDocument(BaseModel):
    """One SKILL.md. `model` is a model's name, or "default" for the configured one."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", alias_generator=lambda name: name.replace("_", "-")
    )

    name: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=64)
    description: str = Field(min_length=1, max_length=1024)
    allowed_tools: tuple[str, ...] = ()
    model: str = DEFAULT_MODEL
    context: Literal["inherit", "fork"] = "inherit"
    user_invocable: bool = True
    disable_model_invocation: bool = False
    budget: int = Field(gt=0)
    """Tokens of its prompts at most; data that does not fit is cut short."""
    priority: int = 0
    tags: tuple[str, ...] = ()
    instructions: str = Field(min_length=1)


def read_skill(path: Path) -> SkillDocument:
    """Read one SKILL.md; raise Misconfigured naming the file and what is wrong with it."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as exc:
        raise Misconfigured(f"{path}: cannot be read: {exc}") from exc
    skill = parse_skill(text, str(path))
    if skill.name != path.parent.name:
        raise Misconfigured(f"{path}: the name {skill.name!r} is not that of its folder")
    return skill


def parse_skill(text: str, source: str) -> SkillDocument:
    """Take a SKILL.md's text apart; raise Misconfigured naming the source and what is wrong."""
    opening, fence, rest = (
        text.removeprefix("\ufeff").replace("\r\n", "\n").partition(f"{_FENCE}\n")
    )
    head, closing, body = rest.partition(f"\n{_FENCE}\n")
    if opening.strip() or not fence or not closing:
        raise Misconfigured(f"{source}: does not begin with frontmatter between two lines of ---")
    try:
        frontmatter = yaml.safe_load(head)
    except yaml.YAMLError as exc:
        raise Misconfigured(f"{source}: the frontmatter is not YAML: {exc}") from exc
    if not isinstance(frontmatter, dict):
        raise Misconfigured(f"{source}: the frontmatter is not a mapping")
    try:
        return SkillDocument.model_validate({**frontmatter, "instructions": body.strip()})
    except ValidationError as exc:
        problems = "; ".join(
            f"{'.'.join(map(str, error['loc']))}: {error['msg']}" for error in exc.errors()
        )
        raise Misconfigured(f"{source}: {problems}") from exc


def read_skills(folder: Path = SKILLS) -> dict[str, SkillDocument]:
    """Read every skill in a folder of folders, by name; raise Misconfigured when there is none."""
    found = [read_skill(path) for path in sorted(folder.glob(f"*/{FILE_NAME}"))]
    if not found:
        raise Misconfigured(f"{folder}: has no */{FILE_NAME}")
    return {skill.name: skill for skill in found}
