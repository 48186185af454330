"""What was changed for the caller is listed, and taken back once it was seen."""

from dataclasses import replace
from datetime import timedelta

import pytest

from shared.connectors.sandbox.workspaces import SandboxWorkspaces
from shared.models.effect import About, EffectRecord, Undo
from shared.models.principal import Principal
from shared.models.profile import Policy
from shared.storage.memory import MemoryRows
from shared.tools.effect import Effect
from shared.workspace.email.port import Mailbox
from shared.workspace.registry import TOOLS
from shared.workspace.slack.port import Chat

EFFECTS = "/api/v1/effects"


@pytest.fixture
def world(world):
    domains = frozenset({"email", "slack"})
    workspaces = SandboxWorkspaces(MemoryRows(), world.clock, domains)
    world.services = replace(world.services, tools=TOOLS, workspaces=workspaces)
    return world


async def port(world, which):
    return (await world.services.workspaces.open(world.caller))[which]


async def keep(world, key="k1", minutes=0, caller=None, **fields):
    begun = world.clock.now() - timedelta(minutes=minutes)
    given = {
        "key": key,
        "tool": "gmail_archive",
        "hash": "h",
        "state": "done",
        "owner": "me",
        "until": begun,
        "begun_at": begun,
        "about": About(told="Archived Hi", agent="email", thread="t1", turn=2, approved="words"),
    }
    record = EffectRecord(**(given | fields))
    await world.services.ledger.put(caller or world.caller, record, None)
    return record


async def archived(world):
    """Archive a mail of the sandbox, and return its id."""
    mailbox = await port(world, Mailbox)
    (mail, *_) = (await mailbox.search("in:inbox", 1)).mails
    await mailbox.label([mail.id], [], ["inbox"], Effect(id="a"))
    items = [{"id": mail.id, "subject": mail.subject, "add": ["inbox"], "remove": []}]
    await keep(world, undo=Undo(tool="gmail_restore", arguments={"items": items}, told="Back"))
    return mail.id


async def test_the_callers_changes_are_listed_newest_first(world):
    await keep(world, "k1", minutes=2, why_not="An email that was sent can't be taken back.")
    await keep(world, "k2", minutes=1, undo=Undo(tool="gmail_restore", told="Put it back"))
    await keep(world, "k3", state="failed", message="No.", about=About())
    await keep(world, "k4", caller=Principal(tenant="dev", user="eve"))

    response = await world.call("GET", EFFECTS)

    assert response.status_code == 200
    third, second, first = response.json()["effects"]
    assert second == {
        "id": "k2",
        "at": "2026-11-21T08:59:00Z",
        "told": "Archived Hi",
        "tool": "gmail_archive",
        "agent": "email",
        "thread_id": "t1",
        "turn": 2,
        "approved_by": {"how": "words", "who": world.caller.user, "name": ""},
        "state": "done",
        "message": "",
        "undoes": None,
        "undone_at": None,
        "undo": {"possible": True, "told": "Put it back", "link": f"{EFFECTS}/k2/undo"},
    }
    assert first["undo"] == {"possible": False, "why": first["undo"]["why"]}
    assert "sent can't" in first["undo"]["why"]
    assert (third["state"], third["told"], third["approved_by"]) == (
        "failed",
        "gmail_archive",
        None,
    )


async def test_who_agreed_to_a_change_instead_of_the_caller_is_named(world):
    await world.services.directory.met(Principal(tenant="dev", user="eve", name="Eve Hart"))
    for number, who in enumerate(["eve", "long-gone", world.caller.user]):
        about = About(told="Sent it", approved="button", approver=who)
        await keep(world, f"k{number}", minutes=number, about=about)

    effects = (await world.call("GET", EFFECTS)).json()["effects"]

    assert [one["approved_by"]["name"] for one in effects] == ["Eve Hart", "long-gone", ""]


async def test_changes_of_a_day_come_in_pages(world):
    for number in range(3):
        await keep(world, f"k{number}", minutes=number)
    await keep(world, "old", minutes=24 * 60)

    first = (await world.call("GET", EFFECTS, params={"day": "2026-11-21", "limit": 2})).json()
    more = {"day": "2026-11-21", "limit": 2, "after": first["next"]}
    second = (await world.call("GET", EFFECTS, params=more)).json()

    pages = [[one["id"] for one in page["effects"]] for page in (first, second)]
    assert (pages, second["next"]) == ([["k0", "k1"], ["k2"]], "")


@pytest.mark.parametrize(
    ("params", "field"),
    [({"day": "today"}, "day"), ({"limit": 0}, "limit"), ({"limit": 101}, "limit"),
     ({"after": "a b"}, "after")],
)  # fmt: skip
async def test_what_cannot_be_asked_for_is_refused(world, params, field):
    response = await world.call("GET", EFFECTS, params=params)

    assert response.status_code == 422
    assert response.json()["errors"][0]["field"] == field


async def test_a_change_is_taken_back_once(world):
    mail = await archived(world)

    response = await world.call("POST", f"{EFFECTS}/k1/undo")

    assert response.status_code == 200, response.text
    assert response.json()["text"].startswith("Undone: Archived Hi")
    assert "inbox" in (await (await port(world, Mailbox)).get(mail)).labels
    again = await world.call("POST", f"{EFFECTS}/k1/undo")
    assert (again.status_code, again.json()["code"]) == (409, "already_undone")
    newest, original = (await world.call("GET", EFFECTS)).json()["effects"]
    assert (original["state"], original["undo"]["possible"]) == ("undone", False)
    assert (newest["undoes"], newest["approved_by"]["how"]) == ("k1", "button")


async def test_what_others_notice_is_seen_first(world):
    chat = await port(world, Chat)
    posted = await chat.post("general", "Done!", "", Effect(id="p"))
    given = {"channel": "general", "message_id": posted.id, "text": "Done!"}
    await keep(world, tool="slack_post_message", undo=Undo(tool="slack_delete_message",
               arguments=given, told="Delete it"))  # fmt: skip

    shown = await world.call("POST", f"{EFFECTS}/k1/undo")
    stale = await world.call("POST", f"{EFFECTS}/k1/undo", {"agree": "something else"})

    for refusal in (shown, stale):
        assert (refusal.status_code, refusal.json()["code"]) == (409, "confirmation_needed")
    assert shown.json()["card"]["body"] == "Done!"
    assert posted.id in {one.id for one in await chat.messages("general", None, 9)}
    agreed = await world.call("POST", f"{EFFECTS}/k1/undo", {"agree": shown.json()["agree"]})
    assert agreed.status_code == 200
    assert posted.id not in {one.id for one in await chat.messages("general", None, 9)}


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"why_not": "It was sent."}, 422, "not_undoable"),
        ({}, 422, "not_undoable"),
        ({"state": "failed"}, 422, "not_undoable"),
        ({"state": "intended"}, 409, "effect_underway"),
        ({"key": "other"}, 404, "not_found"),
        ({"undo": Undo(tool="gmail_delete_draft", arguments={"draft_id": "no"})}, 422,
         "not_undoable"),
    ],
)  # fmt: skip
async def test_what_cannot_be_taken_back_says_why(world, fields, status, code):
    await keep(world, **fields)

    response = await world.call("POST", f"{EFFECTS}/k1/undo")

    assert (response.status_code, response.json()["code"]) == (status, code)


async def test_what_a_tool_that_is_gone_would_take_back_says_so(world):
    await keep(world, undo=Undo(tool="gmail_unfile", told="Back"))
    told = "That can't be undone any more: the tool gmail_unfile, which would take it back, is gone"

    response = await world.call("POST", f"{EFFECTS}/k1/undo")
    (listed,) = (await world.call("GET", EFFECTS)).json()["effects"]

    assert (response.status_code, response.json()["code"]) == (422, "not_undoable")
    assert response.json()["detail"] == f"{told}."
    assert listed["undo"] == {"possible": False, "why": f"{told}."}


async def test_what_the_organisation_refuses_is_not_done(world):
    await archived(world)
    await world.services.policies.put("dev", Policy(refused=("gmail_restore",)))

    assert (await world.call("POST", f"{EFFECTS}/k1/undo")).status_code == 403


async def test_a_role_that_has_to_agree_has_to(world):
    await archived(world)
    await world.services.policies.put("dev", Policy(confirmed=("gmail_restore",), approver="boss"))

    assert (await world.call("POST", f"{EFFECTS}/k1/undo")).status_code == 403
