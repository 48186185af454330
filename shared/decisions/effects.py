"""Whether a change may be made now, from what is on record of it."""

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from shared.models.effect import EffectRecord

LEASE = timedelta(seconds=60)
"""Longer than a call may take, so that a lease which has run out means that its owner is gone."""


@dataclass(frozen=True)
class Claim:
    """What to do about a change that is wanted.

    `make`: it is the claimer's to make now, and `record` says so once it is stored; `again`: an
    earlier attempt may have reached the provider. `wait`: another works on it until `record.until`.
    `done`, `unknown`: it was made, or nobody can tell; it is not made again. `other`: under this
    name something else was done.
    """

    kind: Literal["make", "wait", "done", "unknown", "other"]
    record: EffectRecord
    again: bool = False


def claim(known: EffectRecord | None, wanted: EffectRecord, now: datetime) -> Claim:
    """Decide on a change: `known` is what is on record, `wanted` what the claimer would write."""
    if known is None:
        return Claim("make", wanted)
    if known.hash != wanted.hash:
        return Claim("other", known)
    if known.state == "done":
        return Claim("done", known)
    if known.state == "unknown":
        return Claim("unknown", known)
    if known.state == "intended" and known.owner != wanted.owner and now < known.until:
        return Claim("wait", known)
    taken = wanted.model_copy(update={"handle": known.handle, "begun_at": known.begun_at})
    return Claim("make", taken, again=True)


def effect_id(tenant: str, user: str, key: str) -> str:
    """Return the id of a change: 32 hexadecimal digits, the same in every attempt."""
    return hashlib.sha256(json.dumps([tenant, user, key]).encode()).hexdigest()[:32]
