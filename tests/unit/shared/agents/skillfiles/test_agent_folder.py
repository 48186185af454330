"""Agents as folders of AGENT.md and SKILL.md files."""

import pytest

from shared.agents.skillfiles.faults import SkillFileError
from shared.agents.skillfiles.folder import read_folder, written_folder
from shared.agents.skillfiles.notes import notes
from shared.models.agent import (
    Agent,
    Capabilities,
    HandoffCapability,
    OrchestrationCapability,
    Skill,
)
from shared.models.hooks import Hook

AGENT = """\
---
id: weekly-metrics
name: Weekly Metrics
description: Posts the weekly metrics
domain: slack
tags: [weekly]
allowed-tools: sheets_read, slack_post_message
skills: [post, collect]
examples:
  - Post the weekly metrics
users: [sarah, bob]
editors: [bob]
enabled: false
hooks:
  PreToolUse:
    - matcher: "*"
      max-calls: 5
capabilities:
  streaming: false
  handoff:
    supports-handoff: true
    handoff-triggers: [metrics]
    workflow-states: [gather, post]
    requires-exclusive-control: false
    max-session-duration-seconds: 2592000
  orchestration:
    can-orchestrate: true
    can-be-orchestrated: false
    supported-delegation-strategies: [first_success]
    max-concurrent-delegations: 1
---

Be brief.
1.
"""
COLLECT = "---\nname: Collect\ndescription: Reads\nallowed-tools: sheets_read\n---\n\n1. Read it\n"
POST = "---\nname: Post\ndescription: Posts\nallowed-tools: [slack_post_message]\n---\n"
FILES = {
    "AGENT.md": AGENT,
    "skills/collect/SKILL.md": COLLECT,
    "skills/post/SKILL.md": POST,
}
TOOLS = ("sheets_read", "slack_post_message")
MINIMAL = "---\nname: Weekly Metrics\ndescription: d\n---\n"


def faults(files, tools=TOOLS):
    with pytest.raises(SkillFileError) as raised:
        read_folder(files, tools)
    return [(fault.path, fault.line, fault.field) for fault in raised.value.faults]


def test_an_agent_has_everything_its_folder_says():
    collect = Skill(
        id="collect",
        name="Collect",
        description="Reads",
        tools=("sheets_read",),
        instructions="1. Read it",
    )
    post = Skill(id="post", name="Post", description="Posts", tools=("slack_post_message",))
    assert read_folder(FILES, TOOLS) == Agent(
        id="weekly-metrics",
        name="Weekly Metrics",
        description="Posts the weekly metrics",
        domain="slack",
        skills=(post, collect),
        tags=("weekly",),
        tools=TOOLS,
        examples=("Post the weekly metrics",),
        instructions="Be brief.\n1.",
        hooks=(Hook(event="pre", matcher="*", max_calls=5),),
        capabilities=Capabilities(
            streaming=False,
            handoff=HandoffCapability(
                supports_handoff=True,
                handoff_triggers=("metrics",),
                workflow_states=("gather", "post"),
                requires_exclusive_control=False,
                max_session_duration_seconds=2_592_000,
            ),
            orchestration=OrchestrationCapability(
                can_orchestrate=True,
                can_be_orchestrated=False,
                supported_delegation_strategies=("first_success",),
                max_concurrent_delegations=1,
            ),
        ),
        enabled=False,
        editors=("bob",),
        users=("sarah", "bob"),
    )


def test_an_agent_without_an_id_is_called_by_its_name():
    assert read_folder({"AGENT.md": MINIMAL}) == Agent(
        id="weekly-metrics", name="Weekly Metrics", description="d"
    )
    assert read_folder({"AGENT.md": "---\nname: '?'\ndescription: d\n---\n"}).id == "agent"


@pytest.mark.parametrize("place", ["SKILL.md", "collect/SKILL.md", "skills/collect/SKILL.md"])
def test_a_skill_alone_is_an_agent_of_its_name(place):
    skill = Skill(
        id="collect",
        name="Collect",
        description="Reads",
        tools=("sheets_read",),
        instructions="1. Read it",
    )
    assert read_folder({place: COLLECT}) == Agent(
        id="collect",
        name="Collect",
        description="Reads",
        skills=(skill,),
        tools=("sheets_read",),
    )


def test_an_agent_of_skills_only_is_named_after_the_first_by_path():
    agent = read_folder({"skills/post/SKILL.md": POST, "skills/collect/SKILL.md": COLLECT})
    assert (agent.id, [skill.id for skill in agent.skills]) == ("collect", ["collect", "post"])
    assert agent.tools == ("sheets_read", "slack_post_message")


def test_an_agent_that_names_no_tools_has_those_of_its_skills():
    skills = {path: text for path, text in FILES.items() if path != "AGENT.md"}
    assert read_folder({"AGENT.md": MINIMAL, **skills}).tools == TOOLS
    none = MINIMAL.replace("name:", "allowed-tools: []\nname:")
    assert read_folder({"AGENT.md": none, **skills}).tools == ()


def test_skills_that_are_not_listed_come_last():
    listing = MINIMAL.replace("name:", "skills: [post]\nname:")
    agent = read_folder({"a/SKILL.md": COLLECT, "post/SKILL.md": POST, "AGENT.md": listing})
    assert [skill.id for skill in agent.skills] == ["post", "a"]


@pytest.mark.parametrize(
    ("files", "path", "line", "field"),
    [
        ({}, "", 1, ""),
        ({"README.md": "Hello", **FILES}, "README.md", 1, ""),
        ({"skills/SKILL.md": POST, **FILES}, "skills/SKILL.md", 1, ""),
        ({"skills/post/scripts/SKILL.md": POST}, "skills/post/scripts/SKILL.md", 1, ""),
        ({"../SKILL.md": POST}, "../SKILL.md", 1, ""),
        ({"skills/../SKILL.md": POST}, "skills/../SKILL.md", 1, ""),
        ({"a\x07b/SKILL.md": POST}, "ab/SKILL.md", 1, ""),
        ({f"{'a' * 101}/SKILL.md": POST}, f"{'a' * 101}/SKILL.md", 1, ""),
        ({"agent.md": AGENT}, "agent.md", 1, ""),
        ({"skills/post/skill.md": POST}, "skills/post/skill.md", 1, ""),
        ({**FILES, "AGENT.md": ""}, "AGENT.md", 1, ""),
        ({"AGENT.md": AGENT, "skills/post/SKILL.md": POST}, "AGENT.md", 8, "skills[1]"),
        ({**FILES, "post/SKILL.md": POST}, "skills/post/SKILL.md", 2, "id"),
    ],
)
def test_a_mistake_in_a_folder_is_told_with_its_path(files, path, line, field):
    assert faults(files) == [(path, line, field)]


@pytest.mark.parametrize(
    ("old", "new", "line", "field"),
    [
        ("id: weekly-metrics", "id: [a]", 2, "id"),
        ("id: weekly-metrics", f"id: {'x' * 256}", 2, "id"),
        ("id: weekly-metrics", "version: 3", 2, "version"),
        ("name: Weekly Metrics\n", "", 2, "name"),
        ("sheets_read, slack", "sheets_red, slack", 7, "allowed-tools[0]"),
        ("  - Post the", f"  - {'x' * 500} the", 10, "examples[0]"),
        ("users: [sarah, bob]", "users: sarah", 11, "users"),
        ("[bob]", f"[{'b,' * 501}]", 12, "editors"),
        ("enabled: false", "enabled: never", 13, "enabled"),
        ("max-calls: 5", "command: x", 17, "hooks.PreToolUse[0].command"),
        ("streaming: false", "streaming: 1", 19, "capabilities.streaming"),
        ("supports-handoff", "support-handoff", 21, "capabilities.handoff.support-handoff"),
        ("2592000", "2592001", 25, "capabilities.handoff.max-session-duration-seconds"),
        (
            "[first_success]",
            "[first]",
            29,
            "capabilities.orchestration.supported-delegation-strategies[0]",
        ),
        (
            "delegations: 1",
            "delegations: 6",
            30,
            "capabilities.orchestration.max-concurrent-delegations",
        ),
    ],
)
def test_a_mistake_in_an_agent_is_told_with_its_line_and_field(old, new, line, field):
    assert faults({**FILES, "AGENT.md": AGENT.replace(old, new, 1)}) == [("AGENT.md", line, field)]


def test_the_mistakes_of_all_files_are_told():
    files = {
        "AGENT.md": AGENT.replace("enabled: false", "enabled: never"),
        "skills/collect/SKILL.md": COLLECT.replace("1. Read it", "1."),
        "skills/post/SKILL.md": POST.replace("Post\n", "\n"),
        "notes.txt": "x",
    }
    assert faults(files) == [
        ("AGENT.md", 13, "enabled"),
        ("notes.txt", 1, ""),
        ("skills/collect/SKILL.md", 7, "instructions"),
        ("skills/post/SKILL.md", 2, "name"),
    ]


def test_who_made_an_agent_and_when_is_not_written():
    agent = Agent(id="a", name="A", description="d", owner="sarah", origin="handoff-1", version=7)
    assert written_folder(agent) == {
        "AGENT.md": "---\nid: a\nname: A\ndescription: d\nallowed-tools: []\n---\n"
    }


def test_folders_are_named_after_skills_as_far_as_a_folder_can_be():
    ids = ("notion_reader", "../../etc/passwd", "Notion_Reader", "?", "skill", "skills", "Größe 2")
    skills = tuple(Skill(id=each, name=each, description="d") for each in ids)
    agent = Agent(id="a", name="A", description="d", skills=skills)
    files = written_folder(agent)
    assert list(files) == [
        "AGENT.md",
        "skills/notion_reader/SKILL.md",
        "skills/etc-passwd/SKILL.md",
        "skills/Notion_Reader-2/SKILL.md",
        "skills/skill/SKILL.md",
        "skills/skill-2/SKILL.md",
        "skills/skills/SKILL.md",
        "skills/groe-2/SKILL.md",
    ]
    assert read_folder(files) == agent


NOTION_SKILL = """\
# Notion Reader Skill

## Capabilities
- Read Notion databases
- Filter by project status
- Extract project metadata

## Configuration
- API Key: ${NOTION_API_KEY}
- Database ID: ${NOTION_DATABASE_ID}

## Hooks
PreToolUse:
  - matcher: "NotionAPI"
    hooks:
      - type: command
        command: "validate_notion_credentials"
"""
INTENT_SKILL = """\
---
name: intent-analysis
description: Analyzes user intent to determine action type (CREATE/UPDATE/EXECUTE/QUERY) and \
extract entities
allowed-tools:
  - LLM
model: gpt-4o-mini
context: inherit
user-invocable: false
disable-model-invocation: true
priority: 0
tags:
  - intent
  - nlp
  - classification
---

# Intent Analysis Skill

Analyzes user messages to understand intent and classify into action types.
"""
PUBLISHED = """\
---
name: pdf-processing
description: Extract text and tables from PDF files. Use when working with PDF documents.
license: Apache-2.0
compatibility: Requires git, docker, jq, and access to the internet
metadata:
  author: example-org
  version: "1.0"
allowed-tools: Bash(git:*) Bash(jq *) Read sheets_read
---

See [the reference guide](references/REFERENCE.md).
"""


def test_the_examples_of_the_specification_are_read():
    notion = read_folder({"SKILL.md": NOTION_SKILL}, TOOLS)
    assert (notion.name, notion.description) == ("Notion Reader Skill", "Read Notion databases")
    assert "Filter by project status" in notion.skills[0].instructions

    intent = read_folder({"skills/intent-analysis/SKILL.md": INTENT_SKILL}, TOOLS)
    assert (intent.id, intent.skills[0].lacks, intent.tools) == ("intent-analysis", ("LLM",), ())


def test_a_published_skill_is_read_and_written_with_all_it_says_of_itself():
    files = {
        "pdf-processing/SKILL.md": PUBLISHED,
        "pdf-processing/references/REFERENCE.md": "# Reference",
        "pdf-processing/assets/form.pdf": "",
    }
    agent = read_folder(files, TOOLS)
    (skill,) = agent.skills
    assert skill.license == "Apache-2.0"
    assert skill.compatibility.startswith("Requires git")
    assert dict(skill.metadata) == {"author": "example-org", "version": "1.0"}
    assert skill.tools == agent.tools == ("sheets_read",)
    assert skill.lacks == ("Bash(git:*)", "Bash(jq *)", "Read")
    assert read_folder(written_folder(agent), TOOLS).skills == agent.skills
    assert notes(agent, files) == (
        "There are no such tools here, so it works without: Bash(git:), Bash(jq ), Read.",
        f"Only SKILL.md is read, so these were left out: {', '.join(list(files)[1:])}.",
    )


def test_what_is_missing_is_listed_up_to_a_number():
    agent = read_folder({"SKILL.md": MINIMAL}, TOOLS)
    unread = [f"references/{number}.md" for number in range(7)]

    without_tools, left_out = notes(agent, unread)
    assert without_tools.startswith("Weekly Metrics has no tools yet")
    assert left_out.endswith("references/4.md, 2 more.")
    assert notes(read_folder(FILES, TOOLS), FILES) == ()


@pytest.mark.parametrize("path", ["scripts/run.py", "pdf/scripts/run.py", "skills/pdf/scripts/a/b"])
def test_scripts_are_refused_by_name(path):
    with pytest.raises(SkillFileError, match="Scripts are not run here") as raised:
        read_folder({"SKILL.md": MINIMAL, path: "print(1)"}, TOOLS)
    assert [fault.path for fault in raised.value.faults] == [path]
