"""Has one everyday conversation with a running host, in an untouched workspace."""

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import httpx

from evals.everyday.cases import Case
from evals.everyday.changes import changes
from evals.everyday.person import (
    Answer,
    NothingAsked,
    Person,
    forget_agents,
    own_agents,
    set_policy,
)
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
    await forget_agents(client)
    if case.policy:
        await set_policy(client, case.policy)
    began = clock.now()
    before = await tables.beginning(began)
    person, answers = Person(client), list[Answer]()
    with suppress(NothingAsked):
        for line in case.say:
            answer = await person.say(line)
            runs = await tables.branches(person.thread, answer.turn["number"])
            branches = [run.model_dump(mode="json") for run in runs]
            answers.append(replace(answer, branches=branches))
    slots = next((one.slots for one in case.answers.values() if one.slots), None)
    busy = None
    if slots:
        busy = await tables.free_busy((*slots.people, "me"), began, began + _AHEAD)
    made = [{"agent": "new", "name": name} for name in (await own_agents(client)).values()]
    facts = (*changes(before, await tables.look(began)), *made)
    return Played(case, tuple(answers), facts, before, busy, began)
