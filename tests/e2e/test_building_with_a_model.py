"""Spec 001, journey 2, where a language model reads what is said and plans what the agent does."""

import json

from tests.e2e.scripted_model import intent, tools
from tests.support.building import SHEETS_TO_SLACK
from tests.support.http import interrupt, spoken
from tests.support.model_server import TEXT, Says

WANTED, SHEET, DATA, WHEN = SHEETS_TO_SLACK
READ = {
    "sheet": "Weekly Metrics",
    "columns": ["Status", "Owner"],
    "where": [{"column": "Status", "value": "Completed"}],
}
POST = {"channel": "weekly-updates", "text": "{1}"}


def draft(**said):
    """Return a message to the builder as a model reads it."""
    nothing = {
        "wish": None,
        "parts": [],
        "dropped": [],
        "answers": [],
        "name": "",
        "schedule": "",
        "confidence": 0.95,
    }
    return Says({**nothing, **said})


def part(service, verb, **slots):
    named = [{"name": name, "value": value} for name, value in slots.items()]
    return {"service": service, "verb": verb, "slots": named}


def answer(question, value):
    return draft(answers=[{"name": question, "value": value}])


async def test_an_agent_is_made_and_run_with_a_model(modelled, model):
    source, target = part("sheets", "read"), part("slack", "write", channel="#weekly-updates")
    model.teach(
        WANTED, {"IntentWire": [intent("CREATE")], "DraftWire": [draft(parts=[source, target])]}
    )
    model.teach(SHEET, {"DraftWire": [answer("0.sheet", "Weekly Metrics")]})
    model.teach(DATA, {"DraftWire": [answer("0.data", DATA)]})
    model.teach(WHEN, {"DraftWire": [draft(schedule=WHEN)]})
    plan = tools(("sheets_read", json.dumps(READ)), ("slack_post_message", json.dumps(POST)))
    model.teach("Run sheets-to-slack-reporter", {"PlanWire": [plan]})
    summed_up = Says(pieces=("Eight tasks ", "are completed."))
    model.teach("Run sheets-to-slack-reporter\nas scripted", {TEXT: [summed_up]})

    for line in SHEETS_TO_SLACK:
        frames = await modelled.ask(line)
    assert "**Agent Name**: sheets-to-slack-reporter" in spoken(frames)
    assert "Done!" in spoken(frames)

    asked = await modelled.ask("Run it now to test")
    assert "Eight tasks are completed." in interrupt(asked)["message"]
    assert "#weekly-updates" in interrupt(asked)["message"]
    posted = await modelled.ask("send it")
    assert "Posted in #weekly-updates" in spoken(posted)
    assert model.calls(DATA) == ["DraftWire"]
