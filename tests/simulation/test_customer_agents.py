"""Agents that people made, at work: procedures, narrowing, policies, and what goes out."""

import json
import re

import pytest

from shared.models.agent import Agent, Skill
from shared.models.hooks import Hook
from shared.models.principal import Principal
from shared.models.rows import AGENT_RUN
from shared.tools.effect import Effect
from shared.workspace.registry import DOMAINS
from shared.workspace.sheets.port import Sheets
from shared.workspace.slack.port import Chat
from tests.support.simulation import OWNER, TENANT, World

READ = (
    'Read the sheet "Weekly Metrics", only the columns "Status" and "Owner", '
    'where "Status" is "Completed"'
)
POST = "Post the result to the Slack channel #weekly-updates"
SHEETS = ("sheets_search", "sheets_read")
SLACK = ("slack_post_message",)
CARD = "hall I go ahead?"


class Office(World):
    """A world with everything connected, and agents that people made."""

    def __post_init__(self):
        self.domains = frozenset(DOMAINS)
        super().__post_init__()
        self.said = 0

    async def make(self, *lines, tools, name="sheets-to-slack-reporter", **more):
        """Make an agent that does these lines."""
        steps = "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))
        skill = Skill(id="main", name="Main", description="Its work", instructions=steps)
        agent = Agent(
            id=name, name=name, description="Made here", skills=(skill,), tools=tools, **more
        )
        await self.services.agents.save(TENANT, agent, None)

    async def ask(self, text):
        """Say something and return what is answered, or asked."""
        self.said += 1
        await self.say(text, f"m{self.said}")
        broken = [run.detail for run in self.ran if run.outcome == "failed"]
        assert not broken
        return (await self.transcript())[-1][1]

    async def workspace(self):
        return await self.services.workspaces.open(Principal(tenant=TENANT, user=OWNER))

    async def posts(self, channel="weekly-updates"):
        """Return what the owner posted in a channel this minute, oldest first."""
        found = await (await self.workspace())[Chat].messages(channel, None, 50)
        return [m.text for m in found if m.sent_at >= self.began]

    async def agent_run(self):
        head = await self.head()
        return (await self.services.threads.get(head.key, AGENT_RUN, head.turns)).value

    async def kept(self):
        """Return everything this conversation keeps and shows."""
        logged = [event.event for event in await self.events()]
        return json.dumps(logged) + (await self.agent_run()).model_dump_json()


@pytest.fixture
async def office():
    async with Office() as made:
        made.began = made.clock.now()
        yield made


async def test_an_agent_reads_a_sheet_and_posts_what_was_asked_for_after_a_yes(office):
    await office.make(READ, POST, tools=SHEETS + SLACK)

    shown = await office.ask("@sheets-to-slack-reporter run")

    assert CARD in shown
    assert "Post in #weekly-updates" in shown
    assert await office.posts() == []

    said = await office.ask("yes")

    assert said.startswith("Posted in #weekly-updates:")
    (posted,) = await office.posts()
    assert posted.splitlines()[0] == "Weekly Metrics (Tasks), where Status is Completed:"
    assert posted.count("- Status: Completed, Owner: ") == 8
    assert "- Status: Completed, Owner: Nina Kowalski" in posted
    assert not re.search(r"Blocked|In progress|[|*]", posted)


async def test_what_is_rejected_is_not_posted(office):
    await office.make(READ, POST, tools=SHEETS + SLACK)
    await office.ask("@sheets-to-slack-reporter run")

    await office.ask("no")

    assert await office.posts() == []


@pytest.mark.parametrize("narrowing", ["run, but don't post it", "just show it", "preview"])
async def test_a_message_can_ask_to_be_shown_only(office, narrowing):
    await office.make(READ, POST, tools=SHEETS + SLACK)

    said = await office.ask(f"@sheets-to-slack-reporter {narrowing}")

    assert "| Completed | Nina Kowalski |" in said
    assert CARD not in said
    assert await office.posts() == []


async def test_a_message_can_name_another_channel_and_a_topic(office):
    await office.make(READ, POST, tools=SHEETS + SLACK)

    shown = await office.ask("@sheets-to-slack-reporter post Project Alpha to #project-alpha")
    await office.ask("yes")

    assert "Post in #project-alpha" in shown
    (posted,) = await office.posts("project-alpha")
    assert posted.count("Owner:") == 6
    assert "Inês Duarte" not in posted
    assert await office.posts() == []


async def test_a_column_that_is_not_there_is_said_with_those_that_are(office):
    await office.make(
        'Read the sheet "Weekly Metrics", only the columns "Colour"', POST, tools=SHEETS + SLACK
    )

    said = await office.ask("@sheets-to-slack-reporter run")

    assert "Weekly Metrics has no column Colour; it has Week of, Task, Project" in said
    assert await office.posts() == []


async def test_a_line_that_cannot_be_planned_is_named(office):
    await office.make(READ, "Paint the wall blue", tools=SHEETS + SLACK)

    said = await office.ask("@sheets-to-slack-reporter run")

    assert "can't do step 2 of what it was made for, “Paint the wall blue”" in said


async def test_projects_are_summed_up_by_their_status(office):
    await office.make(
        "Summarize the projects from the pages",
        "Post the summary to #general",
        tools=("pages_search", "pages_read", *SLACK),
        name="notion-reporter",
    )

    await office.ask("@notion-reporter generate my weekly summary")
    await office.ask("yes")

    (posted,) = await office.posts("general")
    assert posted.splitlines() == [
        "6 pages about projects by status:",
        "- 2 on track: Project Alpha, Johnson Logistics warehouse",
        "- 1 at risk: Acme renewal",
        "- 1 completed: Website relaunch",
        "- 1 not started: Nordhaus supplier portal",
        "- 1 on hold: Integration platform",
    ]


async def test_a_topic_finds_its_rows_and_money_is_written_as_people_do(office):
    await office.make('Read the sheet "Finance"', tools=SHEETS, name="financial-reporter")

    said = await office.ask("@financial-reporter show me Q4 revenue")

    assert "| Q4 2025 | 1,200,000 | 862,000 | 338,000 | 15% |" in said
    assert "Q3 2025" not in said


async def test_what_was_found_is_mailed_with_a_greeting(office):
    await office.make(
        'Read the page "Q4 Planning"',
        'Email the summary to Sarah Chen with the subject "Q4"',
        tools=("pages_read", "gmail_send_email", "contacts_search"),
        name="mailer",
    )

    shown = await office.ask("@mailer go")
    said = await office.ask("yes")

    assert "- Subject: Q4" in shown
    assert "> Hi Sarah," in shown
    assert "> Revenue is planned at 1.2 million dollars" in shown
    assert said.startswith("Sent to sarah.chen@company.com: **Q4**.")


async def test_an_agent_without_a_procedure_does_what_the_message_says(office):
    await office.make(tools=("gmail_send_email", "contacts_search"), name="mailer")

    shown = await office.ask("@mailer email Sarah Chen saying the project update is out")

    assert CARD in shown
    assert "The project update is out." in shown


async def test_what_is_found_first_decides_and_nothing_found_is_not_posted(office):
    await office.make(
        "Find emails from nobody@nowhere.example",
        POST,
        tools=("gmail_search_messages", *SLACK),
    )

    said = await office.ask("@sheets-to-slack-reporter run")

    assert said.startswith("I found no emails")
    assert await office.posts() == []


# --- policies


async def test_reading_may_take_a_yes(office):
    asks = Hook(event="pre", matcher="sheets_*", require_approval=True)
    await office.make(READ, tools=SHEETS, hooks=(asks,))

    shown = await office.ask("@sheets-to-slack-reporter run")

    assert CARD in shown
    assert "Read the rows of a spreadsheet" in shown
    assert "Nina" not in shown
    assert "Nina Kowalski" in await office.ask("yes")


async def test_a_channel_outside_the_policy_is_refused_before_it_is_shown(office):
    only = Hook(event="pre", matcher="slack_*", recipients=("#weekly-updates",))
    await office.make(READ, POST, tools=SHEETS + SLACK, hooks=(only,))

    said = await office.ask("@sheets-to-slack-reporter post it to #general")

    assert said == "This agent's policy lets it reach only #weekly-updates, so not #general."
    assert CARD in await office.ask("@sheets-to-slack-reporter run")
    assert await office.posts() == await office.posts("general") == []


async def test_a_run_makes_no_more_calls_than_its_policy_lets_it(office):
    once = Hook(event="pre", matcher="slack_post_message", max_calls=1)
    await office.make(
        READ, POST, "Post the result to #general", tools=SHEETS + SLACK, hooks=(once,)
    )

    await office.ask("@sheets-to-slack-reporter run")
    said = await office.ask("yes")

    assert said == "This agent's policy lets it do that only once in a run, so I stopped."
    assert len(await office.posts()) == 1
    assert await office.posts("general") == []


async def test_what_is_redacted_is_neither_kept_nor_shown_nor_sent(office):
    sheets = (await office.workspace())[Sheets]
    secrets = ("4111 1111 1111 1111", "eve@evil.example", "sk-abcdefghijklmnopqrstuv")
    row = ("2026-03-02", " / ".join(secrets), "Project Alpha", "Nina", "Completed")
    await sheets.append("weekly-metrics", "Tasks", row, Effect(id="one"))
    clean = Hook(event="post", matcher="*", redact=("email", "card", "secret"))
    await office.make(
        'Read the sheet "Weekly Metrics", only the columns "Task", where "Owner" is "Nina"',
        POST,
        tools=SHEETS + SLACK,
        hooks=(clean,),
    )

    await office.ask("@sheets-to-slack-reporter run")
    await office.ask("yes")

    (posted,) = await office.posts()
    assert "- [CARD] / [EMAIL] / [REDACTED]" in posted
    kept = await office.kept()
    assert not [secret for secret in secrets if secret in kept]
