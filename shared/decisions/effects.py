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
    `done`, `unknown`: it was made, or nobody can tell; it is not made again, nor is anything else
    under this name. `other`: something else was done under it.

    What surely failed may be wanted with another content: an edited draft.
    """

    kind: Literal["make", "wait", "done", "unknown", "other"]
    record: EffectRecord
    again: bool = False


def claim(known: EffectRecord | None, wanted: EffectRecord, now: datetime) -> Claim:
    """Decide on a change: `known` is what is on record, `wanted` what the claimer would write."""
    if known is None:
        return Claim("make", wanted)
    same = known.hash == wanted.hash
    match known.state:
        case "done":
            return Claim("done" if same else "other", known)
        case "unknown":
            return Claim("unknown", known)
        case "failed" if same:
            return Claim("make", _again(known, wanted), again=True)
        case "failed":
            return Claim("make", _anew(known, wanted)) if known.refused else Claim("unknown", known)
        case _:  # intended
            if known.owner != wanted.owner and now < known.until:
                return Claim("wait", known)
            # only who asks with what was begun can find out what became of it
            taken = _again(known, wanted)
            return Claim("make", taken, again=True) if same else Claim("unknown", known)


def _again(known: EffectRecord, wanted: EffectRecord) -> EffectRecord:
    """Return the record of another attempt at the same."""
    kept = {
        "handle": known.handle,
        "begun_at": known.begun_at,
        "version": known.version,
        "refused": known.refused and known.state == "failed",
    }
    return wanted.model_copy(update=kept)


def _anew(known: EffectRecord, wanted: EffectRecord) -> EffectRecord:
    """Return the record of a first attempt at something else, after one that surely failed."""
    return wanted.model_copy(update={"version": known.version + 1})


def effect_id(tenant: str, user: str, key: str, version: int = 0) -> str:
    """Return the id of a change: 32 hexadecimal digits, the same in every attempt."""
    named = [tenant, user, key, *([version] if version else [])]
    return hashlib.sha256(json.dumps(named).encode()).hexdigest()[:32]
