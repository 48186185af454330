"""Reminders, and what is done with agents that exist: asked for, shown, agreed to, done once."""

import pytest

from shared.decisions.errands import MOST_SHOWN_AGAIN
from shared.decisions.recurring import told
from shared.errors import Upstream
from tests.support.building import EVERYTHING, NOTION, SHEETS_TO_SLACK
from tests.support.scripted_reasoner import ScriptedReasoner
from tests.support.simulation import OWNER, TENANT, World, embedded

MINE = NOTION.model_copy(update={"owner": OWNER})
ASKS = "Shall I do that?"


@pytest.fixture
async def organisation():
    """A world where everything of the sandbox is connected, with one agent."""
    async with World(domains=EVERYTHING) as world:
        await world.services.agents.save(TENANT, MINE, None)
        yield world


async def talk(world, *lines, first=1):
    """Say one thing after another; return the answers."""
    answers = []
    for number, line in enumerate(lines, start=first):
        await world.say(line, f"m{number}")
        answers.append((await world.transcript())[-1][1])
    return answers


async def reminders(world):
    return [one for one in await world.services.schedules.of(TENANT) if one.kind == "reminder"]


async def sweep_after(world, when, **late):
    """Let time pass to just after a moment, and sweep."""
    world.clock.advance(seconds=(when - world.clock.now()).total_seconds() + 1)
    world.clock.advance(**late)
    await world.sweep()


async def test_a_reminder_is_shown_with_its_time_and_comes_once(organisation):
    shown, made = await talk(organisation, "remind me tomorrow at 9 to call Bob", "yes")

    assert shown.startswith("I'd remind you **on Thursday 5 March at 9:00 (UTC)**: call Bob.")
    assert ASKS in shown
    assert made == "I'll remind you on Thursday 5 March at 9:00 (UTC): call Bob."
    (one,) = await reminders(organisation)
    await sweep_after(organisation, one.next_at)
    await sweep_after(organisation, one.next_at, minutes=10)
    said = [text for _, text in await organisation.transcript()]
    assert said.count("Reminder: call Bob") == 1
    (one,) = await reminders(organisation)
    assert (one.next_at, [run.state for run in one.runs]) == (None, ["delivered"])


async def test_a_reminder_is_moved_once_that_is_agreed_to(organisation):
    await talk(organisation, "remind me on Friday at 9 to call Bob", "yes")
    (before,) = await reminders(organisation)

    shown, moved = await talk(
        organisation, "move the reminder about Bob to at 7:30", "yes", first=3
    )

    assert shown.startswith("I'd remind you **on Friday 6 March at 7:30 (UTC)** instead: call Bob.")
    assert moved == "I'll remind you on Friday 6 March at 7:30 (UTC) instead: call Bob."
    (one,) = await reminders(organisation)
    assert (one.id, one.next_at.hour, one.next_at.minute) == (before.id, 7, 30)


async def test_a_reminder_that_repeats_comes_each_time_and_is_told_late_when_missed(organisation):
    await talk(organisation, "remind me every Friday to send the report", "ok")
    (one,) = await reminders(organisation)
    await sweep_after(organisation, one.next_at)
    (one,) = await reminders(organisation)
    await sweep_after(organisation, one.next_at, hours=3)

    said = [text for _, text in await organisation.transcript()]
    assert "Reminder: send the report" in said
    assert said[-1] == "Reminder (missed on Friday 13 March at 9:00): send the report"


@pytest.mark.parametrize("reply", ["hm", "cancel", "yes, perhaps", "show me my unread mails"])
async def test_no_reminder_is_set_without_plain_agreement(organisation, reply):
    await talk(organisation, "remind me tomorrow at 9 to call Bob", reply)

    assert await reminders(organisation) == []


async def test_what_was_shown_stands_while_something_else_is_asked(organisation):
    _, first, second, made = await talk(
        organisation,
        "remind me tomorrow at 9 to call Bob",
        "show me my unread mails",
        "who is Sarah Chen?",
        "yes",
    )

    for answer in (first, second):
        assert answer.endswith(f"at 9:00 (UTC)**: call Bob.\n\n{ASKS}")
    assert "unread" in first
    assert "sarah" in second.casefold()
    assert made == "I'll remind you on Thursday 5 March at 9:00 (UTC): call Bob."
    assert len(await reminders(organisation)) == 1


async def test_what_nobody_agrees_to_is_not_shown_for_ever(organisation):
    answers = await talk(
        organisation, "remind me tomorrow at 9 to call Bob", *["show me my unread mails"] * 5, "yes"
    )

    asked = [ASKS in answer for answer in answers]
    assert asked == [True] * (1 + MOST_SHOWN_AGAIN) + [False] * 3
    assert await reminders(organisation) == []


@pytest.mark.parametrize(
    "words", ["oh never mind, he has rung, don't make that one", "no need any more, he did it"]
)
async def test_a_reminder_is_turned_down_in_words_of_ones_own(organisation, words):
    _, refused, after = await talk(
        organisation, "remind me tomorrow at 9 to call Bob", words, "show me my unread mails"
    )

    assert refused == "All right, nothing was changed."
    assert "call Bob" not in after
    assert await reminders(organisation) == []


@pytest.mark.parametrize(("first", "kept"), [("yes", 2), ("no", 1)])
async def test_of_two_reminders_the_second_is_shown_once_the_first_is_over(
    organisation, first, kept
):
    shown, then, made = await talk(
        organisation,
        "remind me tomorrow at 9 to call Bob and on Friday at 10 to pay the rent",
        first,
        "yes",
    )

    assert "call Bob" in shown
    assert "rent" not in shown
    assert then.endswith(
        f"I'd remind you **on Friday 6 March at 10:00 (UTC)**: pay the rent.\n\n{ASKS}"
    )
    assert made == "I'll remind you on Friday 6 March at 10:00 (UTC): pay the rent."
    assert len(await reminders(organisation)) == kept


async def test_a_reminder_that_was_shown_before_another_is_shown_again_after_it(organisation):
    *_, again, made = await talk(
        organisation,
        "remind me to call Bob tomorrow at 9",
        "remind me to pay the rent on Friday at 10",
        "yes",
        "yes",
    )

    assert "I'd remind you **on Thursday 5 March at 9:00 (UTC)**: call Bob." in again
    assert made == "I'll remind you on Thursday 5 March at 9:00 (UTC): call Bob."
    assert len(await reminders(organisation)) == 2


async def test_what_was_shown_is_named_where_nothing_waits_that_it_could_follow(organisation):
    _, told = await talk(organisation, "remind me tomorrow at 9 to call Bob", f"export {MINE.name}")

    assert "One thing is left" in told
    assert "call Bob" in told


async def test_what_was_shown_stands_where_a_reply_cannot_be_weighed():
    failing = {"interpret_reply": [Upstream("it does not answer")]}
    reasoner = ScriptedReasoner(embedded(), failing)
    async with World(domains=EVERYTHING, reasoner=reasoner) as world:
        _, after = await talk(world, "remind me tomorrow at 9 to call Bob", "who is Sarah Chen?")

    reasoner.assert_used_up()
    assert "call Bob" in after


async def test_what_lacks_its_time_or_was_refused_does_not_stand(organisation):
    _, after, _, _, later = await talk(
        organisation,
        "remind me to call Bob",
        "show me my unread mails",
        "remind me tomorrow at 9 to call Bob",
        "no",
        "show me my unread mails",
    )

    assert "call Bob" not in after + later


async def test_what_a_reminder_lacks_is_asked_for_and_its_time_can_be_changed(organisation):
    when, shown, other, made = await talk(
        organisation, "remind me to call Bob", "tomorrow at 4pm", "at 5pm", "do it"
    )

    assert when.startswith("When should I remind you: call Bob?")
    assert "at 16:00" in shown
    assert "at 17:00" in other
    assert made.startswith("I'll remind you")
    what, shown = await talk(organisation, "set a reminder", "call Ann tomorrow at 8am", first=5)
    assert what == "What should I remind you of?"
    assert "5 March at 8:00 (UTC)**: call Ann" in shown


async def test_reminders_are_listed_and_cancelled_by_what_they_say(organisation):
    await talk(organisation, "remind me tomorrow at 9 to call Bob", "yes")
    await talk(organisation, "remind me every Friday to send the report", "yes", first=3)
    listed, none, several, shown, gone, left = await talk(
        organisation,
        "what reminders do I have?",
        "cancel the reminder about Zoe",
        "cancel my reminder",
        "cancel the reminder about Bob",
        "yes",
        "my reminders",
        first=5,
    )

    assert listed.startswith("You have 2 reminders:\n- call Bob: on Thursday 5 March at 9:00 (UTC)")
    assert none == "You have no reminder like that."
    assert several == "Which reminder do you mean? call Bob; send the report"
    assert shown.startswith("I'd cancel this reminder: call Bob.")
    assert gone == "The reminder is cancelled: call Bob."
    assert left.startswith("You have 1 reminder:\n- send the report")


async def test_a_new_agent_gets_another_name_where_a_deleted_one_can_be_restored(organisation):
    order = "Make an agent called Old Owl that lists my unread mails every Monday at 9."
    lines = (order, "Yes, create it", "delete the agent old-owl", "Yes, do it")
    *_, deleted = await talk(organisation, *lines)
    assert deleted.startswith("**old-owl** is deleted.")

    *_, again, made = await talk(
        organisation, order, "Yes, create it", "Yes, create it", first=1 + len(lines)
    )

    assert "**old-owl** was deleted lately" in again
    assert "**Agent Name**: old-owl-2" in again
    assert "Done! Your agent is ready." in made
    agents = await organisation.services.agents.list(TENANT)
    assert "old-owl-2" in {one.id for one in agents}


async def test_two_reminders_of_two_sentences_are_shown_one_after_the_other(organisation):
    first, second = await talk(
        organisation,
        "remind me to call Bob tomorrow at 9. And remind me to pay the rent on Friday at 10.",
        "yes",
    )

    assert first.startswith("I'd remind you **on Thursday 5 March at 9:00 (UTC)**: call Bob.")
    assert "I'd remind you **on Friday 6 March at 10:00 (UTC)**: pay the rent." in second


async def test_an_agent_is_paused_resumed_deleted_and_restored_by_name(organisation):
    shown, paused = await talk(organisation, "pause the notion reporter", "yes")
    assert shown.startswith("I'd pause **Notion Reporter**")
    assert paused.startswith("**Notion Reporter** is paused.")
    agent, _ = await organisation.services.agents.get(TENANT, "notion-reporter")
    assert not agent.enabled

    await talk(organisation, "resume notion-reporter", "go ahead", first=3)
    agent, _ = await organisation.services.agents.get(TENANT, "notion-reporter")
    assert agent.enabled

    shown, deleted = await talk(organisation, "delete notion-reporter", "Yes, do it", first=5)
    assert "can be restored" in shown
    assert deleted.startswith("**Notion Reporter** is deleted.")
    assert await organisation.services.agents.list(TENANT) == ()

    (back,) = (await talk(organisation, "restore notion-reporter", "yes", first=7))[1:]
    assert back == "**Notion Reporter** is back."
    assert len(await organisation.services.agents.list(TENANT)) == 1


async def test_pausing_an_agent_pauses_what_it_does_by_itself(organisation):
    await talk(organisation, *SHEETS_TO_SLACK, "pause it", "yes")

    (schedule,) = await organisation.services.schedules.of(TENANT)
    assert (schedule.agent, schedule.paused) == ("sheets-to-slack-reporter", True)
    await talk(organisation, "resume it", "yes", first=7)
    (schedule,) = await organisation.services.schedules.of(TENANT)
    assert not schedule.paused


async def test_the_last_change_is_undone(organisation):
    asked, done = await talk(organisation, "pause notion-reporter", "yes")
    asked, done = await talk(organisation, "undo the last change to notion-reporter", "ok", first=3)

    assert asked.startswith("I'd undo the last change to **Notion Reporter**.")
    assert done == "The last change to **Notion Reporter** is undone."
    agent, _ = await organisation.services.agents.get(TENANT, "notion-reporter")
    assert agent.enabled
    (again,) = await talk(organisation, "undo the last change", first=5)
    assert "I'd undo the last change to **Notion Reporter**" in again


async def test_a_change_made_by_talking_is_undone(organisation):
    said = ("I want my notion-reporter to also post summaries to Slack", "#team-updates")
    *_, done = await talk(organisation, *said, "undo the last change", "ok")

    assert done == "The last change to **Notion Reporter** is undone."
    agent, _ = await organisation.services.agents.get(TENANT, "notion-reporter")
    assert "team-updates" not in str(agent.skills)


@pytest.mark.parametrize(
    ("said", "answered"),
    [
        ("export notion-reporter", "/api/v1/agents/notion-reporter/export"),
        ("share notion-reporter with Grace", "Everyone in your organisation can use"),
        ("delete the foo agent", "There is no agent called foo."),
    ],
)
async def test_what_changes_nothing_is_said_at_once(organisation, said, answered):
    assert answered in (await talk(organisation, said))[0]


async def test_an_agent_for_some_is_shared_by_the_names_they_sign_in_with(organisation):
    agent, etag = await organisation.services.agents.get(TENANT, "notion-reporter")
    some = agent.model_copy(update={"users": (OWNER,)})
    await organisation.services.agents.save(TENANT, some, etag)
    (unknown,) = await talk(organisation, "share notion-reporter with Grace Liu")
    shown, done = await talk(organisation, "share notion-reporter with g@x.com", "yes", first=2)

    assert "sign in" in unknown
    assert shown.startswith("I'd let g@x.com use **Notion Reporter**.")
    assert done == "**Notion Reporter** can now be used by g@x.com."
    agent, _ = await organisation.services.agents.get(TENANT, "notion-reporter")
    assert agent.users == (OWNER, "g@x.com")


async def test_nobody_deletes_an_agent_of_somebody_else(organisation):
    _, etag = await organisation.services.agents.get(TENANT, "notion-reporter")
    theirs = NOTION.model_copy(update={"owner": "somebody-else"})
    await organisation.services.agents.save(TENANT, theirs, etag)
    (answer,) = await talk(organisation, "delete notion-reporter")

    assert "Only its owner" in answer
    assert len(await organisation.services.agents.list(TENANT)) == 1


async def test_an_order_about_mail_is_none_about_agents(organisation):
    (answer,) = await talk(organisation, "delete the mail from Sarah about the budget")

    assert "agent" not in answer.casefold()
    assert (await organisation.turn(1)).sent_to == "email"


MADE = (
    "make an agent that mails Grace a summary of #general every Monday at 9am",
    "yes",
)


@pytest.mark.parametrize(
    ("said", "shown", "when"),
    [
        ("8am", "**Trigger**", "every Monday at 8:00"),
        ("change its time to 8", "**Trigger**", "every Monday at 8:00"),
        ("change slack-to-email-reporter to run at 8am", "**Trigger**", "every Monday at 8:00"),
        (
            "also cc Tom Fischer",
            "Email the result to Grace Liu, Tom Fischer",
            "every Monday at 9:00",
        ),
        ("rename it to metrics-bot", "→ metrics-bot", "every Monday at 9:00"),
    ],
)
async def test_an_agent_is_changed_in_a_few_words(organisation, said, shown, when):
    change, done = (await talk(organisation, *MADE, said, "yes"))[2:]

    assert shown in change
    assert change.rstrip().endswith("Shall I change it like this?")
    assert "Done!" in done
    (schedule,) = await organisation.services.schedules.of(TENANT)
    assert told(schedule.recurrence) == f"{when}, UTC"
