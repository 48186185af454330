"""What was done for a person is told, and taken back, in the conversation it was done in."""

import pytest

from shared.models.principal import Principal
from shared.tools.effect import Effect
from shared.workspace.calendar.port import Calendar, EventChange
from shared.workspace.email.port import Mailbox
from shared.workspace.slack.port import Chat
from tests.support.simulation import OWNER, TENANT, World

ME = Principal(tenant=TENANT, user=OWNER)
EVERYTHING = frozenset({"email", "contacts", "calendar", "slack", "sheets", "pages"})
FIND = "show me emails from Sarah"
BOOK = "book a meeting with sarah.chen@company.com tomorrow at 3pm called Budget"


@pytest.fixture
async def world():
    async with World(domains=EVERYTHING) as made:
        yield made


async def ask(world, *texts, thread="t"):
    """Say one thing after the other, and return the last answer."""
    for text in texts:
        number = len(await world.transcript(thread)) if await known(world, thread) else 0
        await world.say(text, f"{thread}-{number}", thread=thread)
    return (await world.transcript(thread))[-1][1]


async def known(world, thread):
    return await world.services.threads.head(world.key(thread)) is not None


async def port(world, which):
    return (await world.services.workspaces.open(ME))[which]


async def inbox(world):
    page = await (await port(world, Mailbox)).search("in:inbox from:sarah.chen@company.com", 50)
    return {mail.id for mail in page.mails}


async def records(world):
    return (await world.services.ledger.page(ME)).records


async def budget(world):
    calendar = await port(world, Calendar)
    clock = world.clock.now()
    return await calendar.events(clock, clock.replace(day=clock.day + 7), "Budget")


async def test_what_was_archived_is_put_back_and_by_name(world):
    before = await inbox(world)
    await ask(world, FIND, "archive the first one")
    assert len(await inbox(world)) == len(before) - 1

    said = await ask(world, "undo that")

    assert said.startswith("Undone: Archived ")
    assert await inbox(world) == before
    undone, archived = await records(world)
    assert (archived.tool, archived.undone_at is not None) == ("gmail_archive", True)
    assert (undone.about.undoes, undone.state) == (archived.key, "done")
    assert (archived.about.thread, archived.about.agent) == ("t", "email")
    assert archived.about.approved == "not needed"


async def test_what_was_deleted_is_shown_first_and_comes_back_out_of_the_bin(world):
    before = await inbox(world)
    asked = await ask(world, FIND, "delete the first one")
    assert "**Move to the bin: 1 email**" in asked
    assert await inbox(world) == before

    await ask(world, "yes")
    assert len(await inbox(world)) == len(before) - 1
    assert "Undone: Moved" in await ask(world, "hm, undo that, I still need it")
    assert await inbox(world) == before
    _, deleted = await records(world)
    assert deleted.tool == "gmail_trash"
    assert deleted.about.approved != "not needed"


async def test_a_change_is_taken_back_whatever_is_said_around_the_wish(world):
    before = await inbox(world)
    await ask(world, FIND, "archive the first one")
    assert await inbox(world) < before

    told = await ask(world, "oh no, that was the wrong one. undo that please")

    assert told.startswith("Undone")
    assert await inbox(world) == before


async def test_what_takes_it_back_may_be_gone_by_now_and_that_is_said(world):
    await ask(world, FIND, "archive the first one")
    archived = await inbox(world)
    (listed,) = await records(world)
    kept = await world.services.ledger.get(ME, listed.key)
    gone = kept.value.undo.model_copy(update={"tool": "gmail_unfile"})
    await world.services.ledger.put(ME, kept.value.model_copy(update={"undo": gone}), kept.etag)

    said = await ask(world, "undo that")

    assert "the tool gmail_unfile, which would take it back, is gone." in said
    assert await inbox(world) == archived


async def test_an_undoing_is_undone_by_doing_it_again(world):
    before = await inbox(world)
    await ask(world, FIND, "archive the first one")
    archived = await inbox(world)

    said = await ask(world, "undo that", "undo that")

    assert said.startswith("Done again: Archived ")
    assert await inbox(world) == archived != before


@pytest.mark.parametrize(
    "deed", ["unstar it", "mark it as read", "label it Invoices", "snooze it until friday"]
)
async def test_whatever_sorts_a_mail_is_taken_back(world, deed):
    mailbox = await port(world, Mailbox)
    await ask(world, FIND, "read the second one")
    (found,) = [one for one in (await world.turn(2)).references if one.ordinal == 0]
    before = (await mailbox.get(found.id)).labels
    await ask(world, deed)
    assert set((await mailbox.get(found.id)).labels) != set(before)

    assert "Undone" in await ask(world, "undo it")

    assert set((await mailbox.get(found.id)).labels) == set(before)


async def test_what_somebody_has_put_back_already_is_said_to_be_so(world):
    await ask(world, FIND, "archive the first one")
    (archived,) = await records(world)
    (mail,) = archived.undo.arguments.get("items", ()) or (await whole(world))["items"]
    await (await port(world, Mailbox)).label([mail["id"]], ["inbox"], [], Effect(id="theirs"))

    assert "had been put back already" in await ask(world, "undo that")


async def whole(world):
    (listed,) = await records(world)
    return (await world.services.ledger.get(ME, listed.key)).value.undo.arguments


async def test_the_mail_that_was_answered_is_archived_and_not_the_answer(world):
    await ask(world, FIND, "read the second one")
    (read,) = [one for one in (await world.turn(2)).references if one.ordinal == 0]
    await ask(world, "reply to it that I will look at it tomorrow", "yes", "archive it")

    assert read.id not in await inbox(world)
    assert "nothing has come back" in await ask(world, "did it arrive?")


async def test_a_mail_that_was_sent_cannot_be_taken_back_and_that_is_said(world):
    await ask(world, "send an email to sarah.chen@company.com saying hi", "yes")

    said = await ask(world, "undo that")

    assert "An email that was sent can't be taken back." in said
    (sent,) = await records(world)
    assert (sent.tool, sent.about.approved) == ("gmail_send_email", "words")


async def test_a_meeting_that_was_moved_is_moved_back_once_that_was_seen(world):
    await ask(world, BOOK, "yes", "move the Budget meeting to 4pm", "yes")

    shown = await ask(world, "undo that")
    assert "16:00-16:30 → Thu 5 Mar, 15:00-15:30" in shown
    assert "changed since" not in shown
    assert [event.starts_at.hour for event in await budget(world)] == [16]

    assert "Undone: Changed Budget" in await ask(world, "yes")
    assert [event.starts_at.hour for event in await budget(world)] == [15]


async def test_what_was_changed_since_is_said_before_it_is_taken_back(world):
    await ask(world, BOOK, "yes", "move the Budget meeting to 4pm", "yes")
    (event,) = await budget(world)
    calendar = await port(world, Calendar)
    await calendar.update(event.id, EventChange(title="Budget 2027"), Effect(id="theirs"))

    shown = await ask(world, "undo that")

    assert 'This was changed since, by somebody else or yourself: it is now "Budget 2027"' in shown
    assert "left it alone" in await ask(world, "no")
    assert [event.title for event in await budget(world)] == ["Budget 2027"]


async def test_a_meeting_that_was_made_is_cancelled_after_a_yes(world):
    await ask(world, BOOK, "yes")

    assert "will be told that it is cancelled" in await ask(world, "undo that")
    assert "**Budget** is deleted." in await ask(world, "yes")
    assert await budget(world) == ()
    said = await ask(world, "undo that")
    assert "can't be brought back" in said


async def test_a_post_is_deleted_after_a_yes(world):
    await ask(world, "Post in #general that the release is done", "yes")
    chat = await port(world, Chat)

    assert "Whoever has read it already" in await ask(world, "take it back")
    assert "is deleted: The release is done" in await ask(world, "yes")
    assert "The release is done" not in {m.text for m in await chat.messages("general", None, 50)}


async def test_a_draft_is_deleted(world):
    await ask(world, "draft an email to sarah.chen@company.com saying I'm late")

    assert "is deleted" in await ask(world, "undo the draft")
    assert "can't be brought back" in await ask(world, "undo that")


async def test_of_several_the_person_chooses(world):
    await ask(world, FIND, "archive the first one", "star the second one")

    shown = await ask(world, "undo the email change")
    assert "Which one?" in shown
    assert "Undone: Archived" in await ask(world, "the second one")


async def test_what_was_not_done_here_is_not_taken_back(world):
    await ask(world, FIND, "archive the first one")

    assert "nothing I changed" in await ask(world, "undo that", thread="another")
    assert len(await records(world)) == 1


async def test_what_was_done_is_told_and_what_waits_in_any_conversation(world):
    assert "changed nothing" in await ask(world, "what did you do for me today?")
    await ask(world, FIND, "archive the first one", "undo that")
    await ask(world, "send an email to sarah.chen@company.com saying hi", thread="other")

    told = await ask(world, "what have you changed this week?")
    waits = await ask(world, "what's waiting for me?")

    assert "Archived" in told
    assert "(taken back)" in told
    assert "1 thing is waiting for you:" in waits
    assert "Send this email (conversation other)" in waits
    await ask(world, "no", thread="other")
    assert "Nothing is waiting for you" in await ask(world, "what's waiting for me?")
