"""Every operation that takes somebody's id, called by everybody who may not have what it names.

Each probe is a pair: the id of something that is there and somebody else's, and an id that nothing
has, written in the same way. Whatever tells the two answers apart is an oracle; a word of what the
other person said in either is a leak; a row of theirs that is not what it was is a change. What
tells of many things is asked in two worlds, of which one lacks all that is somebody else's.
"""

import io
import re
import zipfile
from collections import Counter
from collections.abc import AsyncIterable, Collection, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any, cast
from urllib.parse import quote

from azurefunctions.extensions.http.fastapi import Response, StreamingResponse

from bench.probing.asking import SPELLINGS, THERE, Asked, about, overviews
from bench.probing.building import ANN, SECRET, Building, Quiet, Target, administers, decoded
from shared.models.principal import Principal

ROLES = ("owner", "admin", "builder", "approver", "member")
TENANTS = ("acme", "globex")
_ZIP = b"PK"
_PASSING = re.compile(
    r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[a-z2-7]{32}(?:-[0-9a-f]{8})?"
    r"|\b[a-z2-7]{20}\b"
)
"""What is made up anew for each answer, or is the hash of something in the request."""


@dataclass
class Findings:
    """What came of the probes. `told` are the operations that told of something."""

    probes: int = 0
    statuses: Counter[int] = field(default_factory=Counter[int])
    asked: set[str] = field(default_factory=set[str])
    told: set[str] = field(default_factory=set[str])
    leaks: list[str] = field(default_factory=list[str])
    oracles: list[str] = field(default_factory=list[str])
    changed: list[str] = field(default_factory=list[str])

    def compare(
        self, asked: Asked, where: str, answers: list[tuple[Any, ...]], *, secret: str = SECRET
    ) -> None:
        """Take in answers that nothing should tell apart, and that do not say the secret."""
        self.asked.add(asked.what)
        self.probes += len(answers)
        self.statuses.update(answer[0] for answer in answers)
        if secret and any(secret in str(answer[1:]) for answer in answers):
            self.leaks.append(where)
            self.told.add(asked.what)
        if any(answer != answers[0] for answer in answers):
            self.oracles.append(f"{where}: {answers}"[:600])
            self.told.add(asked.what)


def strangers() -> Iterator[Principal]:
    """Yield everybody who is not Ann: in her organisation and in another, with each role."""
    for tenant in TENANTS:
        for role in ROLES:
            yield Principal(tenant=tenant, user=f"mallory-{role}", roles=(role,))


async def probing(
    spellings: Collection[str] = tuple(SPELLINGS), building: Building | None = None
) -> Findings:
    """Probe every operation as every stranger, with ids in each of these spellings."""
    found, building = Findings(), building or Building()
    targets = await building.furnish()
    before = building.rows()
    for who in strangers():
        building.caller = who
        for target in targets:
            if target.hidden_from(who):
                await _probe(building, target, found, spellings)
    after = building.rows()
    found.changed += [str(key) for key, row in before.items() if after.get(key) != row]
    await _overlook(found, type(building))
    return found


async def _probe(
    building: Building, target: Target, found: Findings, spellings: Collection[str]
) -> None:
    every = list(about(target.parameter, building.others))
    for asked, spelling in sorted(product(every, spellings), key=lambda pair: _turn(pair[0])):
        await probed(building, target, asked, spelling, found)


def _turn(asked: Asked) -> int:
    """Return when a request comes: what makes or removes something of that name, at the end."""
    return 2 if asked.method == "DELETE" else 1 if asked.makes else 0


async def probed(
    building: Building, target: Target, asked: Asked, spelling: str, found: Findings
) -> None:
    """Make one request about what is there and about what is not, and compare the answers."""
    spelled = SPELLINGS[spelling]
    where = f"{building.caller.tenant}/{building.caller.user} {asked.what} {spelling}"
    answers: list[tuple[Any, ...]] = []
    for name in (target.there, target.absent):
        response = await building.call(asked.of(spelled(name)))
        answers.append(_told(response, await _body(response), name, spelled(name)))
    found.compare(asked, where, answers)


async def _overlook(found: Findings, made: type[Building]) -> None:
    """Have everybody look over what there is, with and without what is somebody else's."""
    with_all, without = made(), made()
    await with_all.furnish()
    await without.furnish_what_all_see()
    for who in strangers():
        if who.tenant == ANN.tenant and administers(who):
            continue  # they see what is everybody's in their organisation
        for asked in overviews((THERE, SECRET)):
            answers: list[tuple[Any, ...]] = []
            for building in (with_all, without):
                building.caller = who
                response = await building.call(asked)
                answers.append(_told(response, await _body(response), *asked.query.values()))
            where = f"{who.tenant}/{who.user} {asked.what} {dict(asked.query)}"
            elsewhere = SECRET if who.tenant != ANN.tenant else ""  # colleagues share some of it
            found.compare(asked, where, answers, secret=elsewhere)


async def _body(response: Response) -> bytes:
    """Return what an answer says; of a stream, until nothing more happens."""
    if not isinstance(response, StreamingResponse):
        return bytes(response.body)
    said = bytearray()
    chunks = cast("AsyncIterable[bytes | str]", response.body_iterator)
    try:
        async for chunk in chunks:
            said += chunk if isinstance(chunk, bytes) else chunk.encode()
    except Quiet:
        pass
    return bytes(said)


def _told(response: Response, body: bytes, *names: str) -> tuple[Any, ...]:
    """Return all that an answer tells, without what the caller said and what is always new."""
    packed = body.startswith(_ZIP)
    text = _unpacked(body) if packed else body.decode(errors="replace")
    # how well a name packs is no secret
    sent = {**response.headers, **({"content-length": "PACKED"} if packed else {})}
    headers = str(sorted(sent.items()))
    spelled = {form for name in names for form in (name, decoded(name), quote(name))}
    spelled |= {SPELLINGS["encoded"](decoded(form)) for form in tuple(spelled)}
    spelled |= {form.lower().lstrip("~") for form in tuple(spelled)}  # as ids of agents are made
    for form in sorted(spelled, key=len, reverse=True):
        text, headers = text.replace(form, "ID"), headers.replace(form, "ID")
    status = int(response.status_code)
    return status, _PASSING.sub("NEW", text), _PASSING.sub("NEW", headers)


def _unpacked(body: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        return str([(name, archive.read(name)) for name in archive.namelist()])


def report(found: Findings) -> str:
    """Return a table of what came of the probes."""
    statuses = dict(sorted(found.statuses.items()))
    lines = [
        f"{found.probes:>7,} probes of {len(found.asked)} operations: {statuses}",
        f"{len(found.leaks):>7,} leaks",
        f"{len(found.oracles):>7,} oracles",
        f"{len(found.changed):>7,} rows changed",
    ]
    return "\n".join((*lines, *found.leaks[:20], *found.oracles[:20], *found.changed[:20]))


def summary(found: Findings) -> dict[str, int]:
    """Return the figures."""
    return {
        "probes": found.probes,
        "operations": len(found.asked),
        "leaks": len(found.leaks),
        "oracles": len(found.oracles),
        "changed": len(found.changed),
    }
