"""Reading the rows of one turn together, and moving it on: the way every step of it works."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from shared.conversation.transact import thread_row, transact
from shared.decisions import handoffs, lifecycle, memory, runs
from shared.decisions.progress import progress
from shared.errors import NotFound
from shared.models.base import Payload
from shared.models.handoff import Handoff
from shared.models.principal import Principal
from shared.models.reasoning import ConversationContext, Exchange
from shared.models.rows import (
    AGENT_RUN,
    BRANCH,
    HANDOFF,
    INBOX,
    TRANSCRIPT,
    TURN,
    Change,
    Entry,
    Put,
    Stored,
)
from shared.models.run import AgentRun
from shared.models.steps import Move, Progress, TurnRef
from shared.models.thread import Thread, TraceEntry, Turn
from shared.models.world import Thing
from shared.payer import pays
from shared.ports import Threads
from shared.services import Services
from shared.telemetry import joins

CONTEXT_EXCHANGES = 10
"""Exchanges kept as context (DESIGN.md, routing numbers)."""
_TAKEN_UP = 3
"""A message may go on from so many before it."""


@dataclass(frozen=True)
class OpenTurn:
    """A turn as it was read, with its thread, its agent run, and the handoff it belongs to."""

    head: Stored[Thread]
    turn: Stored[Turn]
    run: Stored[AgentRun] | None
    handoff: Stored[Handoff] | None = None
    branch: int = 0
    """The branch whose run it is; 0: the turn's own."""

    @property
    def progress(self) -> Progress:
        """Where the turn, or its branch, stands."""
        run = self.run.value if self.run is not None else None
        return progress(self.head.value, self.turn.value, run, branch=self.branch > 0)

    @property
    def principal(self) -> Principal:
        """Whose turn it is."""
        return Principal(tenant=self.head.value.tenant, user=self.head.value.owner)

    def put_turn(self, turn: Turn) -> Put[Turn]:
        """Return the write that replaces the turn."""
        return Put(TURN, turn.number, turn, self.turn.etag)

    def put_run(self, run: AgentRun) -> Put[AgentRun]:
        """Return the write that creates or replaces the agent run."""
        etag = self.run.etag if self.run else None
        number = self.turn.value.number
        if self.branch:
            return Put(BRANCH, branch_row(number, self.branch), run, etag)
        return Put(AGENT_RUN, number, run, etag)

    def put_handoff(self, handoff: Handoff) -> Put[Handoff]:
        """Return the write that creates or replaces the handoff."""
        return Put(HANDOFF, handoff.id, handoff, self.handoff.etag if self.handoff else None)


def branch_row(turn: int, branch: int) -> str:
    """Return the id of the row that holds a branch's work."""
    return f"{turn}-{branch}"


def delivery(step: str, turn: Turn, run: AgentRun | None, branch: int = 0) -> str:
    """Return what the deliveries of a step are counted under: it, and where the turn stands."""
    at = (run.order, run.status, run.cursor) if run is not None else ()
    place = (step, turn.number, branch, len(turn.trace), turn.questions, *at)
    return "/".join(map(str, place))


async def read_turn(
    threads: Threads, head: Stored[Thread], number: int, branch: int = 0
) -> OpenTurn:
    """Read a turn, its agent run (or a branch's) and its handoff; raise NotFound.

    Whoever reads it works on it: models that are asked then are asked on its owner's account.
    """
    key = head.value.key
    pays(Principal(tenant=head.value.tenant, user=head.value.owner))
    working = (
        threads.get(key, BRANCH, branch_row(number, branch), at=head)
        if branch
        else threads.get(key, AGENT_RUN, number, at=head)
    )
    turn, run = await asyncio.gather(threads.get(key, TURN, number, at=head), working)
    if turn is None:
        raise NotFound(f"There is no turn {number}.")
    joins(key, turn.value.run_id)
    held = turn.value.handoff
    handoff = await threads.get(key, HANDOFF, held, at=head) if held is not None else None
    return OpenTurn(head, turn, run, handoff, branch)


async def load_turn(threads: Threads, ref: TurnRef) -> OpenTurn:
    """Read a thread's row, the turn and its agent run; raise NotFound."""
    head = await thread_row(threads, ref.thread)
    if head is None:
        raise NotFound("There is no such conversation.")
    return await read_turn(threads, head, ref.turn, ref.branch)


async def speaker(services: Services, opened: OpenTurn) -> Principal:
    """Return who said a turn's message, with the roles they had then."""
    head, seq = opened.head, opened.turn.value.seq
    said = await services.threads.get(head.value.key, INBOX, seq, at=head)
    roles = said.value.roles if said is not None else ()
    return opened.principal.model_copy(update={"roles": roles})


async def read_context(
    services: Services, opened: OpenTurn, *, within: bool = False
) -> ConversationContext:
    """Return what was said in the last hour before this turn's message, and what it taught.

    For what is asked `within` a turn, while something waits, what was said in it comes before, too.
    """
    thread, turn = opened.head.value, opened.turn.value
    first = max(1, thread.messages - 2 * CONTEXT_EXCHANGES)
    said = await services.threads.page(
        thread.key, TRANSCRIPT, first, 2 * CONTEXT_EXCHANGES + 1, at=opened.head
    )
    since = services.clock.now() - memory.TTL
    before = [m for m in said if m.turn < turn.number and m.at >= since]
    own = [m for m in said if m.turn == turn.number]
    if within:
        before += own
    elif opened.run is not None and opened.run.value.held is not None:
        before += own[:-1]
    return ConversationContext(
        exchanges=tuple(Exchange(role=m.role, text=m.text, agent=m.agent) for m in before),
        references=turn.references,
        memory=turn.memory,
        clarified=turn.clarified,
        client=turn.client,
    )


def mentioned_in(
    services: Services, principal: Principal, context: ConversationContext, text: str = ""
) -> tuple[Thing, ...]:
    """Return what was named before, in messages and in answers to questions, of what they have.

    Channels that words of the `text` itself, or of those, may name are of it.
    """
    asked = [one.text for one in context.exchanges if one.role == "user"]
    texts = (*asked[-_TAKEN_UP:], *(one.answer for one in context.clarified))
    links = [link for each in texts for link in services.worlds.links(principal, each)]
    for each in (*texts, text):
        links += services.worlds.channels(principal, each)
    return tuple(dict.fromkeys(thing for link in links for thing in link.things))


@dataclass(frozen=True)
class Advance:
    """A turn moved on: its new rows and what clients see of it.

    `run` None leaves the agent run alone, `handoff` None the handoff; `branches` are runs to be
    begun; `writing` is the assistant message now being written. `begins` names the steps that the
    activity under way begins next, by the move that leads to them.
    """

    turn: Turn
    run: AgentRun | None = None
    entries: tuple[Entry, ...] = ()
    writing: str | None = None
    handoff: Handoff | None = None
    branches: tuple[AgentRun, ...] = ()
    begins: Mapping[Move, str] = field(default_factory=dict[Move, str])

    def traced(self, entry: TraceEntry) -> "Advance":
        """Add to the turn's trace, and show it to whoever watches."""
        turn = lifecycle.traced(self.turn, entry)
        entries = (*self.entries, *lifecycle.trace_event(turn, entry))
        return replace(self, turn=turn, entries=entries)

    def after(self, before: Turn, reading: str | None = None) -> "Advance":
        """End the step that clients were told of before, unless it has only now begun.

        `reading` is the run of the reply whose reading the step was.
        """
        over = lifecycle.step_over(lifecycle.told_in(before, reading))
        if not over or self.turn.working != before.working:
            return self
        turn = self.turn.model_copy(update={"working": ""})
        return replace(self, turn=turn, entries=(*over, *self.entries))


async def advance(
    services: Services,
    ref: TurnRef,
    work: Callable[[OpenTurn], Advance | None],
    known: OpenTurn | None = None,
) -> Progress:
    """Move a turn on by what `work` makes of it as it is, and return where it stands then.

    `work` may be called again with newer rows; None changes nothing. A deleted thread stays as it
    is. `known` are rows read before: they save reading them again unless someone was faster.
    """

    async def step(head: Stored[Thread]) -> tuple[Change | None, Progress]:
        if known is not None and head is known.head:
            opened = known
        else:
            opened = await read_turn(services.threads, head, ref.turn, ref.branch)
        made = None if head.value.deleted else work(opened)
        if made is None:
            return None, opened.progress
        made = _shown(head.value, made.after(opened.turn.value, head.value.reading), ref.branch)
        thread = lifecycle.in_turn(head.value, made.writing, services.clock.now())
        puts: list[Put[Payload]] = []
        if made.turn is not opened.turn.value:
            puts.append(opened.put_turn(made.turn))
        run = opened.run.value if opened.run is not None else None
        if made.run is not None:
            puts.append(opened.put_run(made.run))
            run = made.run
        for number, branch in enumerate(made.branches, 1):
            puts.append(Put(BRANCH, branch_row(ref.turn, number), branch))
        if made.handoff is not None:
            puts.append(opened.put_handoff(made.handoff))
            thread = handoffs.held(thread, made.handoff)
        where = progress(thread, made.turn, run, branch=ref.branch > 0)
        step = made.begins.get(where.move) if where.stop is None else None
        begins = () if step is None else (delivery(step, made.turn, run, ref.branch),)
        return Change(thread, tuple(puts), made.entries, begins=begins), where

    head = known.head if known is not None else None
    return await transact(services.threads, ref.thread, step, head)


def _shown(thread: Thread, made: Advance, branch: int) -> Advance:
    """Show the reading call that a step leads to along with it, where nobody wants it to stop.

    What changes something is shown right before it is made, by a commit of its own.
    """
    run, turn = made.run, made.turn
    where = progress(thread, turn, run, branch=branch > 0)
    if run is None or where.move != "execute" or where.stop is not None:
        return made
    if run.steps[run.cursor].changes:
        return made
    seen = runs.with_step(run, shown=True)
    return replace(made, run=seen, entries=(*made.entries, *lifecycle.call_begun(turn, run)))
