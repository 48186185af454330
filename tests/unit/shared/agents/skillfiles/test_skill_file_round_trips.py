"""What is written is read the same, and any text is read or refused."""

import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from shared.agents.skillfiles.archive import packed, unpacked
from shared.agents.skillfiles.faults import SkillFileError
from shared.agents.skillfiles.folder import read_folder, written_folder
from shared.agents.skillfiles.skill_md import read_skill, written
from shared.models.agent import (
    Agent,
    Capabilities,
    HandoffCapability,
    OrchestrationCapability,
    Skill,
)
from shared.models.hooks import Hook

TOOLS = ("sheets_read", "slack_post_message", "gmail_send_email")
SPICE = st.sampled_from("~|>-{[%`\\é😀\n\u200d\u00a0\ufeff'\"") | st.sampled_from(
    ["---", "--- ", "- a", "#x", ": ", "*a", "&a", "!a", "@a", "null", "yes", "1.0", "...", "1. "]
)


def text(most, *, lines=False):
    """Text as a field can hold it: with no space around it, and no character that none can have."""
    some = st.text(max_size=12) | SPICE | st.lists(SPICE, max_size=6).map("".join)
    return some.map(lambda value: fit(value, lines=lines)[:most].strip()).filter(bool)


def fit(value, *, lines):
    kept = "\n\t" if lines else ""
    return "".join(
        c
        for c in value
        if c in kept
        or (unicodedata.category(c) not in {"Cc", "Cs", "Zl", "Zp"} and c not in "\ufffe\uffff")
    ).strip()


def several(of):
    return st.lists(of, max_size=2).map(tuple)


IDS = text(40) | st.sampled_from(["a", "A", "a-2", "skills", "weekly-report", "notion_reader"])
STEPS = st.lists(text(40).map(lambda step: f"1. {step}") | text(60, lines=True), max_size=4)
INSTRUCTIONS = (
    STEPS.map("\n".join)
    .map(str.strip)
    .filter(
        lambda body: all(line.strip(" \t0123456789.)") or not line for line in body.split("\n"))
    )
)
RECIPIENTS = st.sampled_from(["#weekly-updates", "@acme.com", "sarah@acme.com"])
MATCHERS = st.sampled_from([*TOOLS, "*", "slack_*"])
BEFORE = st.builds(
    Hook,
    event=st.just("pre"),
    matcher=MATCHERS,
    require_approval=st.booleans(),
    recipients=several(RECIPIENTS),
    max_calls=st.none() | st.integers(0, 1000),
).filter(lambda hook: hook.require_approval or hook.recipients or hook.max_calls is not None)
AFTER = st.builds(
    Hook,
    event=st.just("post"),
    matcher=MATCHERS,
    redact=st.lists(st.sampled_from(["email", "card", "secret"]), min_size=1, max_size=3).map(
        tuple
    ),
)
HOOKS = st.tuples(several(BEFORE), several(AFTER)).map(lambda both: both[0] + both[1])
SKILLS = st.builds(
    Skill,
    id=IDS,
    name=text(100),
    description=text(1024, lines=True),
    tags=several(text(64)),
    instructions=INSTRUCTIONS,
    tools=several(st.sampled_from(TOOLS)),
    model=st.just("") | text(100),
    context=st.sampled_from(["inherit", "fork"]),
    user_invocable=st.booleans(),
    model_invocable=st.booleans(),
    priority=st.integers(-1_000_000, 1_000_000),
    hooks=HOOKS,
    shared=st.just("") | IDS,
)
STRATEGIES = st.sampled_from(["parallel", "sequential", "first_success"])
CAPABILITIES = st.builds(
    Capabilities,
    streaming=st.booleans(),
    handoff=st.builds(
        HandoffCapability,
        supports_handoff=st.booleans(),
        handoff_triggers=several(text(200)),
        workflow_states=several(text(64)),
        requires_exclusive_control=st.booleans(),
        max_session_duration_seconds=st.integers(1, 2_592_000),
    ),
    orchestration=st.builds(
        OrchestrationCapability,
        can_orchestrate=st.booleans(),
        can_be_orchestrated=st.booleans(),
        supported_delegation_strategies=several(STRATEGIES),
        max_concurrent_delegations=st.integers(1, 5),
    ),
)
AGENTS = st.builds(
    Agent,
    id=IDS,
    name=text(100),
    description=text(1024, lines=True),
    domain=st.just("") | text(100),
    skills=st.lists(SKILLS, max_size=3, unique_by=lambda skill: skill.id).map(tuple),
    tags=several(text(64)),
    tools=several(st.sampled_from(TOOLS)),
    examples=several(text(500)),
    instructions=INSTRUCTIONS,
    hooks=HOOKS,
    capabilities=CAPABILITIES,
    enabled=st.booleans(),
    editors=several(text(255)),
    users=several(text(255)),
)
OWN = {"owner": "sarah", "version": 7, "origin": "handoff-1"}
"""What is the registry's alone."""


@settings(deadline=None, max_examples=60)
@given(SKILLS)
def test_a_written_skill_is_read_the_same(skill):
    assert read_skill(written(skill), "SKILL.md", TOOLS) == skill


@settings(deadline=None, max_examples=40)
@given(AGENTS)
def test_a_written_agent_is_read_the_same_also_from_an_archive(agent):
    files = written_folder(agent.model_copy(update=OWN))
    assert read_folder(files, TOOLS) == agent
    assert unpacked(packed(files)) == files
    assert read_folder(dict(sorted(files.items())), TOOLS) == agent


def outcome(read, *arguments):
    """What was read, or the faults."""
    try:
        return read(*arguments), ()
    except SkillFileError as error:
        return None, error.faults


LINES = st.lists(
    st.sampled_from(["name: x", "description: y", "tags:", "  - a", "hooks:", "  PreToolUse:"])
    | st.sampled_from(["    - matcher: a", "\t- b", "model: a: b", "priority: 3", "1.", "id:"])
    | st.builds("{}{}: {}".format, st.sampled_from(["", "  ", "- "]), SPICE, SPICE)
    | SPICE
    | st.text(max_size=10),
    max_size=12,
).map("\n".join)


@settings(deadline=None)
@given(st.text() | LINES | LINES.map(lambda lines: f"---\n{lines}\n---\n1. Do"))
def test_any_text_is_read_or_refused_with_its_lines(some):
    skill, faults = outcome(read_skill, some, "SKILL.md", TOOLS)
    assert all(1 <= fault.line <= some.count("\n") + 2 and fault.message for fault in faults)
    assert faults or read_skill(written(skill), "SKILL.md", TOOLS) == skill


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(["AGENT.md", "SKILL.md", "a/SKILL.md", "x"]), LINES))
def test_any_folder_is_read_or_refused(files):
    agent, faults = outcome(read_folder, files, TOOLS)
    assert {fault.path for fault in faults} <= {*files, ""}
    assert faults or read_folder(written_folder(agent), TOOLS) == agent
