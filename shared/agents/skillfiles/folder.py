"""An agent as a folder of files: AGENT.md, and skills/<skill>/SKILL.md for each of its skills."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import PurePosixPath

from shared.agents.skillfiles import agent_md, skill_md
from shared.agents.skillfiles.faults import Fault, Report, SkillFileError, gathered
from shared.decisions.building.naming import slug
from shared.models.agent import Agent, Skill

_SKILL_PATH = re.compile(r"(?:(?:skills/|(?!skills/))[^/.][^/]{0,99}/)?SKILL\.md")
_PLAIN_FOLDER = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
_NAMES = (agent_md.FILE_NAME, skill_md.FILE_NAME)
_BESIDE = re.compile(r"(?:[^/]+/){0,2}(?P<kind>references|assets|scripts)/.+")
_SCRIPT = (
    "Scripts are not run here. Leave this file out, and say what it does as numbered steps in "
    "SKILL.md."
)
_STRAY = f"This is not read: an agent has {_NAMES[0]} and skills/<skill>/{_NAMES[1]}."
_NOTHING = f"There is no {_NAMES[0]} and no {_NAMES[1]} here."


def read_folder(files: Mapping[str, str], tools: Collection[str] | None = None) -> Agent:
    """Read an agent from texts by path; raise SkillFileError with the mistakes of all files.

    Without an AGENT.md, the agent is named after its first skill (by path) and has its skills'
    tools. `tools` are the names of those there are (None: not checked). Owner, origin, version and
    times are not in files.
    """
    found: list[Fault] = []
    skills: list[tuple[str, Skill]] = []
    paths = sorted(filter(_is_skill, files))
    for path in paths:
        taken = [skill.id for _, skill in skills]
        with gathered(found):
            skills.append((_folder(path), skill_md.read_skill(files[path], path, tools, taken)))
    head = None
    if agent_md.FILE_NAME in files:
        with gathered(found):
            text = files[agent_md.FILE_NAME]
            folders = list(map(_folder, paths))
            head = agent_md.read_agent(text, agent_md.FILE_NAME, tools, folders)
    with gathered(found):
        _look_for_strays(files)
    if found:
        raise SkillFileError(found)
    return _put_together(head, skills)


def written_folder(agent: Agent) -> dict[str, str]:
    """Return an agent as texts by path."""
    folders = _folders(agent.skills)
    files = {agent_md.FILE_NAME: agent_md.written_agent(agent, folders)}
    for folder, skill in zip(folders, agent.skills, strict=True):
        files[f"skills/{folder}/{skill_md.FILE_NAME}"] = skill_md.written(skill, folder)
    return files


def _look_for_strays(files: Iterable[str]) -> None:
    """Raise SkillFileError for files that would be ignored, and when there is nothing to read."""
    faults: list[Fault] = []
    nothing = True
    for path in files:
        if path == agent_md.FILE_NAME or _is_skill(path):
            nothing = False
            continue
        if beside(path) in {"references", "assets"}:
            continue
        name = PurePosixPath(path).name
        proper = next((n for n in _NAMES if n.casefold() == name.casefold() and n != name), "")
        with gathered(faults):
            Report(path).stop(1, _why_not(path, proper))
    if nothing and not faults:
        Report("").stop(1, _NOTHING)
    if faults:
        raise SkillFileError(faults)


def beside(path: str) -> str:
    """Return which kind of file beside a SKILL.md a path is: references, assets, scripts or ""."""
    found = _BESIDE.fullmatch(path)
    return found["kind"] if found else ""


def _why_not(path: str, proper: str) -> str:
    if beside(path) == "scripts":
        return _SCRIPT
    return f"Name this file {proper}, in capitals." if proper else _STRAY


def _put_together(head: agent_md.AgentFile | None, placed: Sequence[tuple[str, Skill]]) -> Agent:
    order = head.folders if head else ()
    listed = {folder: place for place, folder in enumerate(order)}
    ordered = sorted(placed, key=lambda each: listed.get(each[0], len(listed)))
    skills = tuple(skill for _, skill in ordered)
    tools = tuple(dict.fromkeys(tool for skill in skills for tool in skill.tools))
    if head is None:
        first = skills[0]
        return Agent(
            id=first.id, name=first.name, description=first.description, skills=skills, tools=tools
        )
    said = head.agent.tools if head.tools_said else tools
    return head.agent.model_copy(update={"skills": skills, "tools": said})


def _is_skill(path: str) -> bool:
    return path.isprintable() and bool(_SKILL_PATH.fullmatch(path))


def _folder(path: str) -> str:
    return PurePosixPath(path).parent.name


def _folders(skills: Iterable[Skill]) -> tuple[str, ...]:
    """Return a folder's name for each skill: its id where that can be one, and no name twice."""
    taken: dict[str, str] = {}
    for skill in skills:
        plain = skill.id if _PLAIN_FOLDER.fullmatch(skill.id) else slug(skill.id) or "skill"
        name, number = plain, 1
        while name.casefold() in taken:
            number += 1
            name = f"{plain}-{number}"
        taken[name.casefold()] = name
    return tuple(taken.values())
