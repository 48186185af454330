"""Over HTTP: a mail that a model words is worded as its person writes, and shown before it goes."""

import pytest

from tests.support.devhost import RunningHost
from tests.support.http import Conversation, http_client, interrupt
from tests.support.model_server import PLANNING, UNDERSTANDING, calls

MOST_TRIES = 40
WRITTEN = "Hi Sarah,\n\nI'm running late, sorry.\n\nAlex"
ONLY_A_SAMPLE = "Contractors"
"""What the person wrote to Sarah begins a sentence with it; nobody says it now."""
COPIED = f"Hi Sarah,\n\nI'm running late, as {ONLY_A_SAMPLE} are."


def mail(body):
    """Return how a model has Sarah told something."""
    sent = {"to": ["{1.contacts.0.email}"], "subject": "Running late", "body": body}
    return calls(("contacts_search", {"name": "Sarah Chen"}), ("gmail_send_email", sent))


@pytest.fixture
async def talk(model_host: RunningHost):
    """Return what begins a conversation, and the client it is held with."""
    async with http_client(model_host.url) as client:
        yield lambda: Conversation(client)


async def shown(talk, model):
    """Ask for a mail until it is known how the person writes, which is read beside; return both.

    That is what the model was shown, and the conversation with the mail it wrote.
    """
    for attempt in range(MOST_TRIES):
        text = f"Tell Sarah Chen I'm running late ({attempt})"
        if not model.calls(text):
            model.teach(text, {UNDERSTANDING: [mail(WRITTEN)]})
            conversation = talk()
            card = interrupt(await conversation.ask(text))
            [asked] = model.asked(text, UNDERSTANDING)
            if "<style>" in asked:
                return asked, conversation, card
    raise AssertionError("nobody was shown how the person writes")


async def test_a_mail_is_written_as_its_person_writes_and_shown_before_it_goes(talk, model):
    asked, conversation, card = await shown(talk, model)

    lines = asked.partition("<style>\n")[2].partition("\n</style>")[0].split("\n")
    assert lines[1].startswith(r'"Hi [name],\n\nThanks, very clear. Contractors will come down')
    assert lines[1].endswith(r'\n\nAlex"'), "what they wrote to Sarah comes first"
    assert "18k" not in asked, "and nothing that could be a fact of it"
    assert card["metadata"]["arguments"]["body"] == WRITTEN
    assert "I'm running late, sorry." in card["message"]
    trace = (await conversation.get("/turns/1"))["trace"]
    assert not any(entry["detail"].get("fallback") for entry in trace)


async def test_a_model_that_copies_a_fact_of_a_sample_has_no_say(talk, model):
    await shown(talk, model)
    text = "Tell Sarah Chen that I'm running late"
    model.teach(text, {UNDERSTANDING: [mail(COPIED)] * 2, PLANNING: [mail(COPIED)] * 2})
    conversation = talk()

    card = interrupt(await conversation.ask(text))

    assert ONLY_A_SAMPLE in model.asked(text, UNDERSTANDING)[0]
    asked_for = [UNDERSTANDING, UNDERSTANDING, PLANNING, PLANNING]
    assert model.calls(text) == asked_for, "it may correct itself once each time"
    assert ONLY_A_SAMPLE not in card["message"]
    said = card["metadata"]["arguments"]["body"]
    assert said == "Hi Sarah,\n\nI'm running late.", "the person's own words are taken"
    trace = (await conversation.get("/turns/1"))["trace"]
    told = [entry["detail"]["fallback"] for entry in trace if "fallback" in entry["detail"]]
    assert [ONLY_A_SAMPLE in why for why in told] == [True, True]
