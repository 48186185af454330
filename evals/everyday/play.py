"""Has one everyday conversation with a running host, in an untouched workspace."""

from contextlib import suppress
from datetime import timedelta

import httpx

from evals.everyday.cases import Case
from evals.everyday.changes import changes
from evals.everyday.person import Answer, NothingAsked, Person, set_policy
from evals.everyday.verdict import Played
from evals.everyday.workspace import SandboxTables
from shared.ports import Clock

_AHEAD = timedelta(days=21)
"""How far ahead it matters who is busy."""


async def play(
    case: Case, client: httpx.AsyncClient, tables: SandboxTables, clock: Clock
) -> Played:
    """Say the case's lines and see what they leave behind."""
    await tables.begin()
    if case.policy:
        await set_policy(client, case.policy)
    began = clock.now()
    before = await tables.beginning(began)
    person, answers = Person(client), list[Answer]()
    with suppress(NothingAsked):
        for line in case.say:
            answers.append(await person.say(line))
    slots = next((one.slots for one in case.answers.values() if one.slots), None)
    busy = None
    if slots:
        busy = await tables.free_busy((*slots.people, "me"), began, began + _AHEAD)
    facts = tuple(changes(before, await tables.look(began)))
    return Played(case, tuple(answers), facts, before, busy, began)
