"""What crosses the durable boundary: ids, small facts and the next move; no content."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from shared.models.base import Payload
from shared.models.intent import ActionType, Candidate, Decision, Missing, Strategy

Move = Literal[
    "route",
    "delegate",
    "converse",
    "apply",
    "plan",
    "prepare",
    "execute",
    "reassess",
    "ask",
    "compose",
    "close",
]
"""What a turn needs next, worked out from its rows."""


class Crossing(Payload):
    """A value in a durable history.

    It holds ids and small facts only: what a step leaves is in the thread's rows.
    """


class ErasureRef(Crossing):
    """An erasure under way, by its opaque key."""

    erasure: str


class Erased(Crossing):
    """How far an erasure is: done, or to go on at once or at a time."""

    done: bool = False
    at: datetime | None = None


class ThreadStart(Crossing):
    """Starts (or continues) a thread's orchestrator. `execution` names this start."""

    thread: str
    execution: str


class TurnRef(Crossing):
    """One turn of one thread; `branch` is one of those it was delegated to, from 1 (0: none)."""

    thread: str
    turn: int
    branch: int = 0


class Progress(Crossing):
    """Where a turn stands. `stop` is set when a person wants it to end here.

    `effect`: the call to be made next changes something, or may.
    `branches` is how many a turn is delegated to, when that is its next move, and `enough` whether
    one that answers will do. `success`: the run that is over has done what was asked.
    """

    move: Move
    stop: Literal["cancel", "interrupt", "delete"] | None = None
    branches: int = 0
    enough: bool = False
    success: bool = False
    effect: bool = False


class BranchStart(Crossing):
    """Starts the work of one branch of a turn. `execution` is the thread's that started it."""

    thread: str
    turn: int
    branch: int
    execution: str


class Branched(Crossing):
    """A branch has come as far as it can by itself; `answered`: with what was asked of it."""

    branch: int
    answered: bool


class OpenedTurn(Crossing):
    """The turn to work on; `empty` when nothing waits, `gone` when the thread was deleted.

    `etag` is the thread row's as it was when found empty. `exhausted`: this turn failed too often.
    """

    status: Literal["open", "exhausted", "empty", "gone"]
    turn: int = 0
    progress: Progress | None = None
    mention: str | None = None
    """The agent named by a leading `@name`, which skips analysis and discovery."""
    etag: str = ""
    seq: int = 0
    """Which message opened it."""

    @property
    def routes(self) -> bool:
        """Whether its message has to be understood first."""
        where = self.progress
        wanted = where is not None and where.move == "route" and where.stop is None
        return self.status == "open" and wanted

    @property
    def analysed(self) -> bool:
        """Whether that takes finding out what the message asks for."""
        return self.routes and self.mention is None


class ParkRequest(Crossing):
    """Park the thread if nothing changed since `etag`."""

    thread: str
    etag: str


class Parked(Crossing):
    """Whether the thread is parked now."""

    parked: bool


class Analysis(Crossing):
    """What deciding needs to know of an intent. The whole of it is in the turn's row.

    `agents` are those its commands are for; `reads`, that all of them only want to be told
    something. `errand`: it is about an agent that exists or a reminder, and the builder's to do.
    """

    failed: bool = False
    action: ActionType = ActionType.AMBIGUOUS
    confidence: float = Field(default=0, ge=0, le=1)
    ambiguity_reason: str = ""
    missing: Missing = ""
    recurring: float = Field(default=0, ge=0, le=1)
    agents: tuple[str, ...] = ()
    strategy: Strategy = "sequential"
    reads: bool = False
    errand: bool = False
    files: bool = False
    """It is about what is in files that the person brought along."""


class DiscoverRequest(Crossing):
    """Find the agents for a turn; with `name`, only the one its message names by `@name`."""

    thread: str
    turn: int
    name: str | None = None


class Suggestion(Crossing):
    """Something concrete that a person could ask for, and who would do it."""

    agent: str
    name: str
    text: str


class Discovery(Crossing):
    """Agents that could do it, best first; for a message to `@name`, that agent alone.

    `closest` are the names nearest to an unknown one, `favourites` the agents this person uses
    most, `preferred` the one they chose when the same question came up before, `latest` the one
    this conversation used last. `rounds` is how often this turn has asked already.
    """

    failed: bool = False
    candidates: tuple[Candidate, ...] = ()
    closest: tuple[Candidate, ...] = ()
    favourites: tuple[Candidate, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    preferred: str = ""
    latest: str = ""
    rounds: int = 0


class Understood(Crossing):
    """The turn to work on, and what its message asks for where that comes first."""

    opened: OpenedTurn
    analysis: Analysis | None = None


class Found(Crossing):
    """The agents for the turn that message `seq` opens; 0: nothing waits."""

    seq: int = 0
    discovery: Discovery = Discovery()


class FollowRequest(Crossing):
    """Record where a turn goes."""

    thread: str
    turn: int
    decision: Decision


class AskedQuestion(Crossing):
    """A question that is open or already answered.

    `moved_on`: there is nothing to wait for (the person had said something else already, or wants
    the turn to stop), and `progress` says how it goes on.
    """

    status: Literal["open", "settled", "moved_on"]
    progress: Progress | None = None
    request: str
    event: str
    deadline: datetime


class GoOn(Crossing):
    """Take a turn as far as it goes by itself; with `decision`, to where that leads."""

    thread: str
    turn: int
    decision: Decision | None = None


class GoneOn(Crossing):
    """Where a turn stands; `asked` is the question it waits for."""

    progress: Progress
    asked: AskedQuestion | None = None


class TakeReply(Crossing):
    """Read what came of a question. `timed_out`: its deadline passed first."""

    thread: str
    turn: int
    request: str
    timed_out: bool


class TakenReply(Crossing):
    """How it goes on. `woken_early`: nothing has come yet; wait again in a fresh generation."""

    progress: Progress
    woken_early: bool = False


class CloseTurn(Crossing):
    """End a turn. `failed` and `stop` say why it ends before its answer."""

    thread: str
    turn: int
    stop: Literal["cancel", "interrupt", "delete"] | None = None
    failed: bool = False


class Closed(Crossing):
    """A turn has ended; `more`: other messages wait, so the thread is not parked."""

    more: bool = False


class Answered(Closed):
    """A turn was answered and has ended; with `progress`, that comes before."""

    progress: Progress | None = None


class Done(Crossing):
    """Nothing to report."""
