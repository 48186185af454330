"""Making a call ready: from what is wished to exactly what will be done."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace

from shared.activity import history_of
from shared.conversation.turns import OpenTurn
from shared.conversation.uploads import uploads_of
from shared.decisions import origins, wording
from shared.decisions.failing import failure, no_answer
from shared.errors import ToolFailed
from shared.models.base import Json
from shared.models.reasoning import Revision
from shared.models.run import AgentRun, Origin, ToolError
from shared.services import Services
from shared.tools.tool import TIMEOUT_SECONDS, Desk, Prepared, rules_of
from shared.tools.workspace import Workspace
from shared.workspace.contacts.addresses import known
from shared.workspace.contacts.port import AddressBook

_MOST_LOOKED_UP = 10


async def made_ready(
    opened: OpenTurn, run: AgentRun, revision: Revision | None, services: Services
) -> Prepared | ToolError:
    """Return the current step's call, revised if that was wished, with everything looked up.

    Where a revision cannot be followed, the call stays as it was and its card says why.
    """
    step = run.steps[run.cursor]
    tool = services.tools[step.tool]
    wanted: Mapping[str, Json] = step.arguments
    foreign = step.origins
    if revision is not None and revision.arguments is not None:
        wanted = revision.arguments
        foreign = origins.changed(run, wanted, rules_of(services.tools))
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            workspace = await services.workspaces.open(opened.principal)
            history = history_of(services, opened.principal, opened.head.value.id)
            uploads = uploads_of(services, opened.head.value.key)
            desk = Desk(
                workspace, run.profile, services.clock.now(), history=history, uploads=uploads
            )
            try:
                made = await tool.preview(desk, wanted)
            except ToolFailed as error:
                # what was shown before still holds where a change of it cannot be
                shown = step.arguments if wanted is not step.arguments else step.before
                if shown is None or error.kind != "params":
                    raise
                revision = Revision(why=str(error))
                made, foreign = await tool.preview(desk, shown), step.origins
            foreign = origins.beside(foreign, await _contacts(foreign, workspace))
    except ToolFailed as error:
        return failure(step.tool, error)
    except TimeoutError:
        return no_answer(step.tool, tool.domain, run.profile.accounts, TIMEOUT_SECONDS)
    missing = (wording.could_not_ask(one.account, one.why) for one in workspace.left_out)
    foreign = (*foreign, *made.foreign)
    made = replace(_warned(made, *dict.fromkeys(missing)), foreign=foreign)
    if not tool.rules.changes:  # it is what the agent looks at, so it is said in words
        made = replace(made, card=made.card.model_copy(update={"title": tool.description}))
    return made if revision is None or not revision.why else _warned(made, revision.why)


async def _contacts(foreign: Sequence[Origin], workspace: Workspace) -> set[str]:
    """Return those who are the person's contacts: they are strangers to nobody."""
    addresses = [one.address for one in foreign if one.address]
    if AddressBook not in workspace:
        return set()
    book = workspace[AddressBook]
    try:
        found = await asyncio.gather(*(known(one, book) for one in addresses[:_MOST_LOOKED_UP]))
    except ToolFailed:  # so nobody vouches for them
        return set()
    return {one.email.casefold() for one in found if one is not None}


def _warned(made: Prepared, *more: str) -> Prepared:
    """Return a call whose card says more that a person should know before agreeing."""
    warnings = (*made.card.warnings, *more)
    return replace(made, card=made.card.model_copy(update={"warnings": warnings}))
