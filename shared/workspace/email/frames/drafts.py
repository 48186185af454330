"""Drafts that are kept already: which one is meant is sent, changed, thrown away or looked at."""

from collections.abc import Sequence

from shared.models.reasoning import Reference
from shared.understanding.drafts import AIMS, WISH, keeps
from shared.understanding.folding import fold
from shared.understanding.marking import Span
from shared.understanding.pointing import (
    DRAFT_KINDS,
    MAIL_KINDS,
    place_named,
    pointed_reference,
)
from shared.understanding.steps import DISCARD_DRAFT, READ, SEND_DRAFT, UPDATE_DRAFT, mail_of
from shared.understanding.work import Asked, Work
from shared.workspace.email.frames.people import is_called
from shared.workspace.email.frames.search import DEFAULT_LIMIT, look_for

_AMONG, _LISTS = ("in:drafts",), 50
_WHICH = "Which draft do you mean? Say who it is to."
_HOW = "What should be different in that draft?"


def send_draft(work: Work) -> None:
    """Send a draft that was kept; not where it is said that it stays one."""
    if keeps(work.said.text):
        raise Asked("It stays a draft, and nothing is sent.")
    work.add(SEND_DRAFT, "Send the draft", draft_id=_meant(work))


def change_draft(work: Work) -> None:
    """Change a draft that was kept, as it is wished."""
    wish = work.said.one(WISH)
    if not wish:
        raise Asked(_HOW, WISH)
    draft = _meant(work)
    work.change(UPDATE_DRAFT, "Change the draft", wish, draft_id=draft)


def discard_draft(work: Work) -> None:
    """Throw a draft away."""
    work.add(DISCARD_DRAFT, "Delete the draft", draft_id=_meant(work))


def _meant(work: Work) -> str:
    """Return the draft that is meant: one known here, or what finds it."""
    said, latest = work.said, work.request.context.memory.draft
    drafts: Sequence[Reference] = work.known(DRAFT_KINDS) or ([latest] if latest else [])
    aims = [one for one in said.spans if one.kind in AIMS]
    if place_named(said.one("which"), _LISTS) is not None:  # drafts are listed as mails
        drafts, kinds = [*drafts, *work.known(MAIL_KINDS)], DRAFT_KINDS | MAIL_KINDS
        if (chosen := pointed_reference(said.one("which"), drafts, kinds)) is None:
            raise Asked(_WHICH, "person")
        return chosen.id
    chosen = pointed_reference(said.one("which") or "it", drafts, DRAFT_KINDS)
    if chosen is None and len({one.id for one in drafts}) == 1:
        chosen = drafts[0]
    people = [fold(one.text) for one in aims if one.kind in {"person", "organisation"}]
    another = chosen and chosen.who and not any(is_called(one, chosen.who) for one in people)
    if chosen is not None and not (people and another):
        return chosen.id
    if not aims:
        raise Asked(_WHICH, "person")
    return mail_of(_found(work, aims))


def list_drafts(work: Work) -> None:
    """List drafts."""
    look_for(work, DEFAULT_LIMIT, scope=_AMONG, to=True)


def read_draft(work: Work) -> None:
    """Read one draft."""
    aims = [one for one in work.said.spans if one.kind in AIMS]
    work.add(READ, "Read the draft", message_id=mail_of(_found(work, aims)))


def _found(work: Work, aims: Sequence[Span]) -> int:
    found = look_for(work, DEFAULT_LIMIT, scope=_AMONG, described=aims, to=True)
    work.seek(found, " ".join(one.text for one in aims))
    return found
