"""SKILL.md files: what they say, and where they are wrong."""

import pytest

from shared.agents.skillfiles.document import MAX_FILE_BYTES, MAX_HEAD_CHARACTERS, decoded
from shared.agents.skillfiles.faults import MAX_FAULTS, SkillFileError
from shared.agents.skillfiles.fields import MAX_INSTRUCTIONS_CHARACTERS
from shared.agents.skillfiles.plain_yaml import MAX_DEPTH, MAX_VALUES
from shared.agents.skillfiles.skill_md import read_skill, written
from shared.errors import InvalidRequest
from shared.models.agent import Skill
from shared.models.hooks import Hook

PATH = "skills/weekly-report/SKILL.md"
TOOLS = ("slack_post_message", "sheets_read", "gmail_send_email")
FULL = """\
---
name: Weekly report
description: >
  Posts what was completed
  this week
allowed-tools: [sheets_read, slack_post_message]
model: small
context: fork
user-invocable: false
disable-model-invocation: true
priority: 7
tags:
  - weekly
  - no
hooks:
  PreToolUse:
    - matcher: slack_post_message
      require-approval: true
      recipients: ["#weekly-updates", "@acme.com"]
      max-calls: 3
  PostToolUse:
    - matcher: "*"
      redact: [email, card, secret]
---

# How

1. Read the sheet "Weekly Metrics"
2. Post the result to the Slack channel #weekly-updates
"""


def faults(text, path=PATH, tools=TOOLS, taken=()):
    with pytest.raises(SkillFileError) as raised:
        read_skill(text, path, tools, taken)
    return raised.value.faults


def head(*lines, body=""):
    return "\n".join(("---", "name: Report", "description: Reports", *lines, "---", body))


def test_a_skill_has_everything_its_file_says():
    assert read_skill(FULL, PATH, TOOLS) == Skill(
        id="weekly-report",
        name="Weekly report",
        description="Posts what was completed this week",
        tags=("weekly", "no"),
        instructions=FULL.partition("\n---\n\n")[2].strip(),
        tools=("sheets_read", "slack_post_message"),
        model="small",
        context="fork",
        user_invocable=False,
        model_invocable=False,
        priority=7,
        hooks=(
            Hook(
                event="pre",
                matcher="slack_post_message",
                require_approval=True,
                recipients=("#weekly-updates", "@acme.com"),
                max_calls=3,
            ),
            Hook(event="post", matcher="*", redact=("email", "card", "secret")),
        ),
    )


def test_a_skill_needs_a_name_and_a_description_only():
    assert read_skill(head(), PATH) == Skill(
        id="weekly-report", name="Report", description="Reports"
    )


@pytest.mark.parametrize(
    ("line", "path", "skill_id"),
    [
        ("", PATH, "weekly-report"),
        ("", "mine/SKILL.md", "mine"),
        ("", "SKILL.md", "my-report-no-3"),
        ("id: other", PATH, "other"),
    ],
)
def test_a_skill_is_called_by_its_id_its_folder_or_its_name(line, path, skill_id):
    text = f"---\nname: My report (no. 3)\ndescription: Reports\n{line}\n---\n"
    assert read_skill(text, path).id == skill_id


def test_a_name_without_letters_still_makes_an_id():
    assert read_skill("---\nname: '!!'\ndescription: d\n---\n", "SKILL.md").id == "skill"


@pytest.mark.parametrize("said", ["a, b", "a b", "a,b", '"a,  b"', "[a, b]", "\n  - a\n  - b"])
def test_tools_are_a_list_or_text(said):
    assert read_skill(head(f"allowed-tools: {said}"), PATH).tools == ("a", "b")


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + FULL,
        FULL.replace("\n", "\r\n"),
        "\n\n" + FULL,
        FULL.replace("---", "---  "),
        FULL.replace("tags:", "# a comment\ntags:"),
        FULL.replace("user-invocable: false", "user-invocable: No"),
        FULL.replace("priority: 7", "priority: '+7'"),
        FULL.replace("context: fork", '"context": Fork'),
    ],
)
def test_files_that_are_written_differently_say_the_same(text):
    assert read_skill(text, PATH, TOOLS) == read_skill(FULL, PATH, TOOLS)


def test_lines_of_dashes_in_instructions_are_instructions():
    skill = read_skill(head(body="One\n---\nTwo\n"), PATH)
    assert skill.instructions == "One\n---\nTwo"


def test_text_is_what_is_written_whatever_other_readers_make_of_it():
    skill = read_skill("---\nname: 2024-01-01\ndescription: yes\ntags: [1.0, 0x1]\n---\n", PATH)
    assert (skill.name, skill.description, skill.tags) == ("2024-01-01", "yes", ("1.0", "0x1"))


def test_an_empty_step_in_a_code_block_is_code():
    body = "1. Do\n```\n2.\n```\n- \n10. Go"
    assert read_skill(head(body=body), PATH).instructions == body


MISTAKES = [
    # The file
    ("", 1, "", "no front matter"),
    ("# Report\n", 1, "", "no front matter"),
    ("\n\nname: x\n", 3, "", "no front matter"),
    ("----\nname: x\n----\n", 1, "", "no front matter"),
    ("---\nname: x\ndescription: y\n", 1, "", "not ended"),
    ("x" * (MAX_FILE_BYTES + 1), 1, "", "256 KiB"),
    ("é" * (MAX_FILE_BYTES // 2 + 1), 1, "", "256 KiB"),
    (head("x" * (MAX_HEAD_CHARACTERS + 1)), 1, "", "64 KiB"),
    (head(body="One\nTw\x07o"), 6, "", "U+0007"),
    (head(body="One\u2028"), 5, "", "U+2028"),
    (head(body="One\rTwo"), 5, "", "U+000D"),
    (head("tags: [a\ud800]"), 4, "", "U+D800"),
    (head("tags: [a\ufffe]"), 4, "", "U+FFFE"),
    # YAML
    (head("model: a: b"), 4, "model", 'Text with ": " in it needs quotes'),
    (head('model: "a', "tags: [b]"), 4, "model", "A quotation mark is not closed"),
    (head("tags: [a, b", "model: c"), 4, "tags", "A bracket is not closed"),
    (head("tags:", "  - a", " - b"), 6, "tags", "not YAML"),
    (head("tags:", "\t- a"), 5, "tags", "tab"),
    (head("tags:", "  - a", "\t- b", "\t- c"), 6, "tags", "tab"),
    (head("model:\ta"), 4, "model", "spaces instead of tabs"),
    (head("tags: @a"), 4, "tags", "begins with @ needs quotes"),
    (head("tags: - a"), 4, "tags", "list on the next line"),
    (head("tags: &a [b]", "model: *a"), 4, "tags", "Anchors"),
    (head("model: *a"), 4, "model", "Anchors"),
    (head("model: *"), 4, "model", "begins with * needs quotes"),
    (head("model: !!python/object:os.system a"), 4, "model", "Tags"),
    (head('model: "\\UFFFFFFFF"'), 4, "model", "too large"),
    (head(f"tags: {'[' * MAX_DEPTH}{']' * MAX_DEPTH}"), 4, "tags", "levels deep"),
    (head(f"tags: [{'a,' * MAX_VALUES}]"), 4, "tags", "values"),
    (head("...", "model: x"), 5, "", "not YAML"),
    ("---\njust words\nname: x\ndescription: y\n---\n", 2, "", "name: value"),
    ("---\n- name\n- description\n---\n", 2, "", "name: value"),
    ('---\n"x\nname: x\ndescription: y\n---\n', 2, "", "quotation mark"),
    # Fields
    ("---\ndescription: y\n---\n", 2, "name", "missing"),
    ("---\n---\n", 2, "description", "missing"),
    ("---\nname: x\n\n# no more\n---\n", 2, "description", "missing"),
    (head("name: Again"), 4, "name", "twice, first in line 2"),
    (head("descripton: y"), 4, "descripton", 'Did you mean "description"?'),
    (head("allowed_tools: []"), 4, "allowed_tools", 'Did you mean "allowed-tools"?'),
    (head("zzz: y"), 4, "zzz", "There are: name, description,"),
    (head("owner: me"), 4, "owner", "no field"),
    (head("[a]: y"), 4, "", "no field"),
    (head("descripton: a: b"), 4, "descripton", 'Did you mean "description"?'),
    # Values
    ("---\nname:\ndescription: y\n---\n", 2, "name", "empty"),
    ("---\nname: ' '\ndescription: y\n---\n", 2, "name", "empty"),
    ("---\nname: x\ndescription: ~\n---\n", 3, "description", "empty"),
    ("---\nname: [x]\ndescription: y\n---\n", 2, "name", "text"),
    ('---\nname: "a\\nb"\ndescription: y\n---\n', 2, "name", "one line"),
    ('---\nname: "a\\tb"\ndescription: y\n---\n', 2, "name", "one line"),
    ('---\nname: x\ndescription: "a\\x00b"\n---\n', 3, "description", "U+0000"),
    (f"---\nname: {'x' * 101}\ndescription: y\n---\n", 2, "name", "101 characters"),
    (f"---\nname: x\ndescription: {'y' * 1025}\n---\n", 3, "description", "at most 1,024"),
    (head("user-invocable: maybe"), 4, "user-invocable", "true or false"),
    (head("user-invocable: [true]"), 4, "user-invocable", "true or false"),
    (head("disable-model-invocation:"), 4, "disable-model-invocation", "true or false"),
    (head("priority: high"), 4, "priority", "whole number"),
    (head("priority: 1.5"), 4, "priority", "whole number"),
    (head("priority: 1000001"), 4, "priority", "-1,000,000 to 1,000,000"),
    (head(f"priority: {'9' * 5000}"), 4, "priority", "whole number"),
    (head("context: frok"), 4, "context", "one of these: inherit, fork"),
    (head("tags: a"), 4, "tags", "must be a list."),
    (head("tags:", "  - a", "  -"), 6, "tags[1]", "empty"),
    (head("tags:", "  - a", "  - {b: c}"), 6, "tags[1]", "text"),
    (head(f"tags: [{'a,' * 51}]"), 4, "tags", "at most 50"),
    (head("allowed-tools:"), 4, "allowed-tools", "list or text"),
    (head("allowed-tools: {a: b}"), 4, "allowed-tools", "list or text"),
    (
        head("allowed-tools:", "  - sheets_read", "  - slack_post"),
        6,
        "allowed-tools[1]",
        'There is no tool "slack_post" here. Did you mean "slack_post_message"?',
    ),
    (head("metadata: x"), 4, "metadata", "names with text"),
    (head("metadata:", "  author: [x]"), 5, "metadata.author", "text"),
    (head("allowed-tools: sheets_read, zzz"), 4, "allowed-tools[1]", 'no tool "zzz" here.'),
    # Hooks
    (head("hooks: []"), 4, "hooks", "must be events"),
    (head("hooks:", "  Stop: []"), 5, "hooks.Stop", 'no event "Stop"'),
    (head("hooks:", "  preToolUse: []"), 5, "hooks.preToolUse", 'Did you mean "PreToolUse"?'),
    (head("hooks:", "  PreToolUse: x"), 5, "hooks.PreToolUse", "must be a list"),
    (head("hooks:", "  PreToolUse:", "    - x"), 6, "hooks.PreToolUse[0]", "must be fields"),
    # Instructions
    (head(body="1. Do\n2.\n"), 6, "instructions", "step says nothing"),
    (head(body="\n  3)  \n"), 6, "instructions", "step says nothing"),
    (head(body="\n" + "x" * (MAX_INSTRUCTIONS_CHARACTERS + 1)), 6, "instructions", "32,001"),
]


@pytest.mark.parametrize(("text", "line", "field", "words"), MISTAKES)
def test_a_mistake_is_told_with_its_line_and_field(text, line, field, words):
    told = [
        fault
        for fault in faults(text)
        if (fault.path, fault.line, fault.field) == (PATH, line, field) and words in fault.message
    ]
    assert len(told) == 1


HOOK_MISTAKES = [
    ("PreToolUse", ("max-calls: 1",), 0, ".matcher", "missing"),
    ("PreToolUse", ("matcher: nothing_*", "max-calls: 1"), 0, ".matcher", "matches no tool."),
    (
        "PreToolUse",
        ("matcher: slack_post", "max-calls: 1"),
        0,
        ".matcher",
        'Did you mean "slack_post_message"?',
    ),
    ("PreToolUse", ("matcher: a.*b", "max-calls: 1"), 0, ".matcher", "matches no tool"),
    ("PreToolUse", ("matcher: '*'", "max-calls: -1"), 1, ".max-calls", "from 0"),
    ("PreToolUse", ("matcher: '*'", "require-approval: 1"), 1, ".require-approval", "true"),
    ("PreToolUse", ("matcher: '*'", "recipients: ['#a', Sarah]"), 1, ".recipients[1]", "@domain"),
    ("PreToolUse", ("matcher: '*'", "redact: [email]"), 1, ".redact", "under PostToolUse"),
    ("PreToolUse", ("matcher: '*'", "max-cals: 1"), 1, ".max-cals", 'Did you mean "max-calls"?'),
    ("PreToolUse", ("matcher: '*'",), 0, "", "does nothing"),
    ("PreToolUse", ("matcher: '*'", "require-approval: no", "recipients: []"), 0, "", "nothing"),
    ("PreToolUse", ("matcher: '*'", "type: command"), 1, ".type", "declared policies"),
    ("PreToolUse", ("matcher: '*'", "command: rm -r x"), 1, ".command", "require-approval"),
    ("PreToolUse", ("matcher: '*'", "hooks: [{type: command}]"), 1, ".hooks", "are not run"),
    ("PostToolUse", ("matcher: '*'", "redact: []"), 0, "", "It needs redact."),
    ("PostToolUse", ("matcher: '*'", "redact: [phone]"), 1, ".redact[0]", "email, card, secret"),
    ("PostToolUse", ("matcher: '*'", "max-calls: 1"), 1, ".max-calls", "under PreToolUse"),
    ("PostToolUse", ("matcher: '*'", "command: x"), 1, ".command", "declared policies"),
]


@pytest.mark.parametrize(("event", "lines", "place", "field", "words"), HOOK_MISTAKES)
def test_a_mistake_in_a_hook_is_told_with_its_line_and_field(event, lines, place, field, words):
    first, *rest = lines
    text = head("hooks:", f"  {event}:", f"    - {first}", *(f"      {line}" for line in rest))
    (fault,) = faults(text)
    assert (fault.line, fault.field) == (6 + place, f"hooks.{event}[0]{field}")
    assert words in fault.message


def test_matchers_and_tools_are_not_checked_where_the_tools_are_not_known():
    text = head("allowed-tools: [a]", "hooks:", "  PostToolUse: [{matcher: b, redact: [card]}]")
    assert read_skill(text, PATH).tools == ("a",)


@pytest.mark.parametrize("matcher", ["*", "slack_*", "*_read", "s*_*e", "sheets_read", "**"])
def test_a_star_in_a_matcher_stands_for_anything(matcher):
    text = head("hooks:", f"  PreToolUse: [{{matcher: '{matcher}', max-calls: 0}}]")
    (hook,) = read_skill(text, PATH, TOOLS).hooks
    assert (hook.matcher, hook.max_calls) == (matcher, 0)


def test_an_id_that_is_taken_is_told_in_its_line():
    (said,) = faults(head("id: other"), taken=["other"])
    (meant,) = faults(head(), taken=["weekly-report"])
    assert (said.line, said.field) == (4, "id")
    assert (meant.line, meant.field) == (2, "id")


def test_every_mistake_is_told_in_order():
    text = """\
---
name: Weekly
descripton: Use this: now
tags:
\t- a
allowed-tools: slack_post
context: frok
hooks:
  PreToolUse:
    - matcher: [a]
      type: command
name: x
---
1. Do it
2.
\x00
"""
    assert [(fault.line, fault.field) for fault in faults(text)] == [
        (2, "description"),
        (3, "descripton"),
        (3, "descripton"),
        (5, "tags"),
        (6, "allowed-tools[0]"),
        (7, "context"),
        (10, "hooks.PreToolUse[0].matcher"),
        (11, "hooks.PreToolUse[0].type"),
        (12, "name"),
        (15, "instructions"),
        (16, ""),
    ]


def test_an_error_is_the_callers_and_lists_the_mistakes():
    with pytest.raises(InvalidRequest) as raised:
        read_skill("---\nname: x\n---\n2.\n", PATH)
    assert raised.value.code == "invalid_skill_file"
    assert str(raised.value) == (
        f"{PATH}, line 2, description: This field is missing.\n"
        f"{PATH}, line 4, instructions: This step says nothing."
    )


def test_the_mistakes_in_one_error_are_limited():
    assert len(faults(head(body="1.\n" * 1000))) == MAX_FAULTS


def test_what_is_quoted_from_a_file_is_short_plain_and_on_one_line():
    (fault,) = faults(head(f'"**a**\\n`b` {"c" * 100}": x'))
    assert fault.field == f"a b {'c' * 53}..."
    assert f'"{fault.field}"' in fault.message


def test_many_broken_fields_are_told_as_far_as_one_error_goes():
    broken = faults(head(*(f"x{n}: @" for n in range(500))))
    assert [fault.line for fault in broken[:3]] == [4, 4, 5]
    assert len(broken) == MAX_FAULTS


def test_many_unknown_fields_are_one_mistake():
    (fault,) = faults(head(*(f"x{n}: y" for n in range(200))))
    assert (fault.line, fault.message) == (2, "These must be fields, at most 100.")


def test_bytes_that_are_not_utf_8_are_told_with_their_line():
    assert decoded(FULL.encode(), PATH) == FULL
    with pytest.raises(SkillFileError) as raised:
        decoded("---\nname: Größe\n".encode("latin-1"), PATH)
    (fault,) = raised.value.faults
    assert (fault.path, fault.line, fault.field) == (PATH, 2, "")


def test_a_written_skill_is_read_the_same_and_says_no_more_than_it_has_to():
    skill = read_skill(FULL, PATH, TOOLS)
    assert read_skill(written(skill), PATH, TOOLS) == skill
    assert written(Skill(id="report", name="Report", description="Reports")) == (
        "---\nname: Report\ndescription: Reports\n---\n"
    )


def test_a_hook_without_effect_is_not_written():
    idle = Hook(event="pre", matcher="*", redact=("email",))
    skill = Skill(id="report", name="Report", description="Reports", hooks=(idle,))
    assert "hooks" not in written(skill)
