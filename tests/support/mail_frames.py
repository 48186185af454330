"""What tests of the frames of mail say: commands, what was listed, and the calls planned."""

import pytest

from shared.models.profile import Account, Preferred, Profile
from shared.models.reasoning import Reference
from shared.models.world import Thing
from shared.understanding.reader import Reader
from shared.understanding.recipients import SENDS, with_parts
from shared.understanding.work import Asked, Work
from shared.workspace.email.frames import FRAMES
from tests.support.marked import request, said

READER = Reader()

LISTED = tuple(
    Reference(kind="mail", id=f"m{at}", label=label, ordinal=at, who=who)
    for at, (label, who) in enumerate(
        (
            ("Roof repair quote", "sarah.chen@acme.com"),
            ("Board lunch", "tom.reed@acme.com"),
            ("Roof insurance", "sarah.chen@acme.com"),
        ),
        1,
    )
)


LAST = (Reference(kind="mail", id="m9", label="Pump order", ordinal=0, who="lena.vogt@hydra.de"),)


ANN = (Reference(kind="contact", id="c1", label="Ann Lee", ordinal=1),)


NEWSLETTERS = "(label:newsletters OR category:promotions OR (newsletter unsubscribe))"


ME = Profile(
    accounts=(
        Account(id="g", provider="google", email="kim@acme.com", domains=("acme.com",)),
        Account(id="p", provider="google", email="kim.wu@gmail.com", name="personal"),
    ),
    domains=("acme.com",),
    preferred=Preferred(vips=("ceo@acme.com", "chair@board.org")),
)

INES = (Thing(kind="person", name="Ines Duarte", id="i", address="ines@acme.com"),)


def who(name):
    return ("contacts_search", {"name": name})


def find(query, limit=10, **more):
    return ("search_messages", {"query": query, "limit": limit, **more})


def on(tool, mail):
    return (tool, {"message_id": mail})


def sent(to, subject, body):
    return ("send_email", {"to": to, "subject": subject, "body": body})


def planned(task, marked, references=(), carried="", profile=ME, **known):
    command = said(task, marked, carried)
    if task in SENDS:
        command = with_parts(command, READER.revisions.alone(command.text).parties)
    work = Work(command, request("gmail", command.text, references, profile=profile, **known))
    FRAMES[command.task](work)
    return [(step.tool.removeprefix("gmail_"), step.arguments) for step in work.plan().steps]


def asked(task, marked, references=(), carried="", profile=ME):
    with pytest.raises(Asked) as raised:
        planned(task, marked, references, carried, profile)
    return str(raised.value), raised.value.kind
