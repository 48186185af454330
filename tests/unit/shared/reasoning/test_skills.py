"""Reading SKILL.md files."""

import json

import pytest

from shared.errors import Misconfigured
from shared.models.reasoning import ReplyRequest
from shared.reasoning.openai_draft import DraftWire
from shared.reasoning.openai_wire import ReplyWire
from shared.reasoning.skills import parse_skill, read_skill, read_skills

GOOD = (
    "---\nname: tidy-up\ndescription: Tidies\nbudget: 500\nallowed-tools:\n  - broom\n---\n\n"
    "# Tidy\n\nGo.\n"
)


def test_frontmatter_and_instructions_are_read():
    skill = parse_skill(GOOD, "x")
    assert (skill.name, skill.allowed_tools, skill.instructions) == (
        "tidy-up",
        ("broom",),
        "# Tidy\n\nGo.",
    )
    assert (skill.model, skill.context, skill.user_invocable) == ("default", "inherit", True)
    assert parse_skill(GOOD.replace("\n", "\r\n"), "x") == skill


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("# Tidy", "frontmatter"),
        ("---\nname: x\n", "frontmatter"),
        ("hello\n" + GOOD, "frontmatter"),
        ("---\nname: [\n---\nGo.", "not YAML"),
        ("---\n- name\n---\nGo.", "not a mapping"),
        ("---\nname: x\n---\nGo.", "description"),
        (GOOD.replace("tidy-up", "Tidy Up"), "name"),
        (GOOD.replace("allowed-tools", "allowed-tolls"), "allowed-tolls"),
        (GOOD.partition("# Tidy")[0], "instructions"),
    ],
)
def test_what_is_wrong_is_said_with_its_source(text, part):
    with pytest.raises(Misconfigured, match=rf"(?s)^here.*{part}"):
        parse_skill(text, "here")


def test_skills_are_found_by_name(tmp_path):
    file = tmp_path / "tidy-up" / "SKILL.md"
    file.parent.mkdir()
    file.write_text(GOOD)
    assert list(read_skills(tmp_path)) == ["tidy-up"]


def test_a_name_must_be_that_of_the_folder(tmp_path):
    file = tmp_path / "other" / "SKILL.md"
    file.parent.mkdir()
    file.write_text(GOOD)
    with pytest.raises(Misconfigured, match="folder"):
        read_skill(file)


def test_unreadable_and_missing_files_are_misconfigured(tmp_path):
    with pytest.raises(Misconfigured, match="cannot be read"):
        read_skill(tmp_path / "SKILL.md")
    with pytest.raises(Misconfigured, match="has no"):
        read_skills(tmp_path)


def test_every_step_of_the_reasoner_has_its_skill():
    skills = read_skills()
    assert set(skills) == {
        "understanding",
        "tool-planning",
        "reassessment",
        "synthesis",
        "answering",
        "reply-reading",
        "revision",
        "agent-drafting",
    }
    assert not any(skill.user_invocable for skill in skills.values())


def test_a_model_is_told_of_every_field_of_a_reply():
    told = read_skills()["reply-reading"].instructions
    assert [name for name in ReplyRequest.model_fields if f"`{name}`" not in told] == []


@pytest.mark.parametrize(
    ("name", "shape"), [("reply-reading", ReplyWire), ("agent-drafting", DraftWire)]
)
def test_examples_are_whole_answers_and_none_says_the_same_number(name, shape):
    lines = read_skills()[name].instructions.splitlines()
    shown = [line.partition(" -> ")[2] for line in lines if line.startswith('- "')]
    answers = [shape.model_validate_json(one) for one in shown]
    assert len(answers) >= 3
    assert all(list(json.loads(one)) == list(shape.model_fields) for one in shown)
    assert len({one.confidence for one in answers}) == len(answers)
