"""Drafts that are kept already: what they say is changed, or they are thrown away."""

from shared.models.base import Json
from shared.models.effect import Undo
from shared.naming import digest
from shared.tools.tool import Desk, Made, Prepared
from shared.tools.wording import one_line
from shared.workspace.email import files
from shared.workspace.email.exact import ExactDraft
from shared.workspace.email.outgoing import card_of
from shared.workspace.email.parameters import DiscardDraft, UpdateDraft
from shared.workspace.email.port import Mailbox, Outgoing
from shared.workspace.email.restoring import DeleteDraft
from shared.workspace.email.writing import as_wanted, exact_of, says, shown_draft

UPDATE_DRAFT = "gmail_update_draft"
FOR_GOOD = "It can't be brought back."
OTHER_FILES = "Other files go along with it now; what went along before can't be put back."


async def prepare_update(desk: Desk, wanted: UpdateDraft) -> Prepared:
    """Show a draft as it will be; it is put back as it is now."""
    kept = await desk.workspace[Mailbox].get_draft(wanted.draft_id)
    exact = await as_wanted(desk, wanted, kept, ready=False)
    card = await card_of(desk, "Change this draft", exact.mail)
    before = exact_of(kept).model_dump(mode="json")
    return Prepared(exact.model_dump(mode="json", exclude={"quoted"}), card, before)


async def update_draft(desk: Desk, exact: ExactDraft) -> Json:
    """Let the draft say what was shown."""
    mail = await files.loaded(desk, exact.mail)
    kept = await desk.workspace[Mailbox].update_draft(exact.draft_id, mail, desk.effect)
    return shown_draft(kept.id, mail)


def undo_update(made: Made) -> Undo | str:
    """Let the draft say what it said before."""
    before = ExactDraft.model_validate(made.before)
    after = ExactDraft.model_validate(made.arguments)
    if [one.name for one in before.attachments] != [one.name for one in after.attachments]:
        return OTHER_FILES
    said = {"draft_id", "to", "cc", "bcc", "subject", "body"}
    named = f' "{subject}"' if (subject := one_line(before.subject)) else ""
    return Undo(
        tool=UPDATE_DRAFT,
        arguments=before.model_dump(mode="json", include=said),
        told=f"Put the draft{named} back as it was",
        left=_fingerprint(after.mail),
    )


async def changed_since(desk: Desk, undo: Undo) -> str:
    """Return the subject of a draft that says something else than the change left; "" if not."""
    kept = await desk.workspace[Mailbox].get_draft(str(undo.arguments["draft_id"]))
    return "" if _fingerprint(kept.mail) == undo.left else f'"{one_line(kept.mail.subject)}"'


async def prepare_discard(desk: Desk, wanted: DiscardDraft) -> Prepared:
    """Show a draft before it is thrown away."""
    kept = await desk.workspace[Mailbox].get_draft(wanted.draft_id)
    card = await card_of(desk, "Delete this draft", kept.mail)
    gone = DeleteDraft(draft_id=kept.id, subject=one_line(kept.mail.subject))
    card = card.model_copy(update={"warnings": (FOR_GOOD,)})
    return Prepared(gone.model_dump(mode="json"), card)


def _fingerprint(mail: Outgoing) -> str:
    return digest(repr(says(mail)))
