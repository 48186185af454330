"""EmbeddedReasoner: the Reasoner port over a small model, rules and slots."""

from collections.abc import AsyncIterator

from shared.decisions import undoing
from shared.decisions.building.asking import (
    CONFIRM,
    DELIVER,
    HERE,
    PURPOSE,
    SCHEDULE,
    UNREAD,
)
from shared.decisions.building.ingredient import JOB
from shared.decisions.building.timing import NEVER
from shared.decisions.building.unread import unread, without_reason
from shared.language.spelling import Spelling
from shared.models.building import DraftReading, DraftRequest, Known
from shared.models.intent import IntentAnalysis
from shared.models.reasoning import (
    AnswerRequest,
    IntentRequest,
    PlanRequest,
    Reassessment,
    ReassessRequest,
    ReplyReading,
    ReplyRequest,
    ReviseRequest,
    Revision,
    SynthesisRequest,
    ToolPlan,
    Usage,
)
from shared.ports import Encoder, Reasoned, TextStream
from shared.reasoning.embedded.answering import answer_to
from shared.reasoning.embedded.drafting import read_draft
from shared.reasoning.embedded.drafting.changing import more_in, with_changes
from shared.reasoning.embedded.drafting.frequency import schedule_in
from shared.reasoning.embedded.drafting.jobs import looks_up, parts_in, said_of
from shared.reasoning.embedded.drafting.naming import name_in
from shared.reasoning.embedded.drafting.wishes import wish_in
from shared.reasoning.embedded.intents import IntentReader
from shared.reasoning.embedded.planning import plan
from shared.reasoning.embedded.reassessing import reassess
from shared.reasoning.embedded.replies import ReplyReader, read_plainly
from shared.reasoning.embedded.replying.approvals import read_approval
from shared.reasoning.embedded.replying.besides import chosen_and_wished, wished
from shared.reasoning.embedded.replying.missing import read_missing
from shared.reasoning.embedded.revising import revise
from shared.reasoning.embedded.wording import answer_from, pieces
from shared.understanding.folding import tidy, words
from shared.understanding.reader import Reader
from shared.understanding.repairs import repaired
from shared.understanding.world import things_in

_WHAT_IS_MADE = "agent"
_NO_ANSWERS = frozenset({"", SCHEDULE, DELIVER})
"""Questions of the builder that "it should never run by itself" and "to nobody" answer."""
_MAY_PUT_RIGHT = frozenset({PURPOSE, SCHEDULE, CONFIRM})
"""What is asked where a message is no text to be kept word for word."""
_PLAIN = frozenset({"yes", "no"})
_KEPT = frozenset({("calendar", "read"), ("email", "read")})
"""What is looked up in the words in which it was said, however plainly that is."""
_RATHER, _IN_WORDS = 0.6, 5
"""How likely a reply refuses or changes what is shown, where it says nothing else; and the words
that takes."""
_MOST_READ = 4000
"""Characters of a reply that are read: no answer to a question begins further in."""


class EmbeddedReasoner:
    """Free, instant, always available, and the same answer every time."""

    def __init__(self, encoder: Encoder, spelling: Spelling, reader: Reader | None = None) -> None:
        self._reader = reader or Reader()
        self._spelling = spelling
        self._intents = IntentReader(encoder, spelling, self._reader)
        self._replies = ReplyReader(self._reader.choices.read, self._intents.is_request)

    async def analyze_intent(self, request: IntentRequest) -> Reasoned[IntentAnalysis]:
        """Understand one message."""
        return Reasoned(self._intents.read(request))

    async def plan_tools(self, request: PlanRequest) -> Reasoned[ToolPlan]:
        """Plan the tool calls for one command."""
        return Reasoned(plan(request, self._reader.knowing(things_in(request))))

    async def revise(self, request: ReviseRequest) -> Reasoned[Revision]:
        """Change a call that was shown as the person wishes.

        Slips of the keyboard are put right only where the wish can't be followed as it was
        written: what is to be said is said as the person has it.
        """
        written = revise(request, self._reader)
        known = words(request.model_dump_json(include={"command", "arguments"}))
        wish = self._spelling.untangle(request.wish, known)
        if written.arguments is not None or wish == request.wish:
            return Reasoned(written)
        mended = revise(request.model_copy(update={"wish": wish}), self._reader)
        return Reasoned(mended if mended.arguments is not None else written)

    async def reassess(self, request: ReassessRequest) -> Reasoned[Reassessment]:
        """Decide what a result means for the rest of the plan."""
        return Reasoned(reassess(request))

    def synthesize(self, request: SynthesisRequest) -> TextStream:
        """Word the answer to a command from what was found."""
        return WrittenText(answer_from(request))

    def answer(self, request: AnswerRequest) -> TextStream:
        """Answer about the product and the person's agents."""
        return WrittenText(answer_to(request))

    async def interpret_reply(self, request: ReplyRequest) -> Reasoned[ReplyReading]:
        """Read what a person said after a question, by its beginning if it is very long."""
        request = request.model_copy(update={"text": request.text[:_MOST_READ]})
        if plain := read_plainly(request):
            return Reasoned(plain)
        known = words(request.model_dump_json(exclude={"text"}))
        request = request.model_copy(update={"text": self._spelling.untangle(request.text, known)})
        if request.kind == "approval":
            return Reasoned(read_approval(request, self._reader, self._intents.weigh))
        if request.lacks != "body" and undoing.asked(request.text):  # no answer, whatever is asked
            return Reasoned(ReplyReading(meaning="new", confidence=0.95))
        if request.options and request.tool and (wish := self._wished(request)):
            return Reasoned(wish)
        reading = self._replies.read(request) if request.options else None
        if request.lacks and (reading is None or reading.meaning != "option"):
            return Reasoned(read_missing(request, self._reader))
        return Reasoned(reading or self._replies.read(request))

    def _wished(self, request: ReplyRequest) -> ReplyReading | None:
        """Read how what is done to the one that is asked for should be otherwise, if that is said.

        Where something else may be told than what there is to choose from, that finds it anew.
        """
        chosen = chosen_and_wished(request, self._replies.settled, self._reader)
        return chosen or (None if request.lacks else wished(request, self._reader))

    async def draft_agent(self, request: DraftRequest) -> Reasoned[DraftReading]:
        """Read what a person said about an agent that is being made or changed.

        What says nothing of it, to a question, may call it all off in words of its own.
        """
        may_call_off = request.session.asking not in _NO_ANSWERS
        may_call_off &= request.text != request.session.draft.purpose
        if request.session.asking in _MAY_PUT_RIGHT:
            text = self._put_right(request.text, request.known)
            reasoned = without_reason(text)[1]
            text = text if wish_in(reasoned) in _PLAIN else reasoned  # "no, I never read it"
            request = request.model_copy(update={"text": text})
            reading = read_draft(request).model_copy(
                update={"said": name_in(text, request.known).rest}
            )
        else:
            reading = read_draft(request)
        if may_call_off and _says_nothing(reading) and self._called_off(request.text):
            return Reasoned(DraftReading(wish="cancel"))
        reading = self._with_job(reading, request)
        return Reasoned(with_changes(reading, request, self._changes))

    def _changes(self, text: str) -> bool:
        """Whether a text rather changes the agent that is shown than does anything else."""
        return self._reader.revisions.stances(_WHAT_IS_MADE, text)["change"] >= _RATHER

    def _called_off(self, text: str) -> bool:
        """Whether what is not about the agent says in words of its own that none is wanted."""
        shares = self._reader.revisions.stances(_WHAT_IS_MADE, text)
        return len(words(text)) >= _IN_WORDS and shares["refuse"] >= _RATHER

    def _put_right(self, text: str, known: Known) -> str:
        """Return a message without what was taken back in it; a name and "never" stay."""
        left = repaired(text, self._reader)
        named, before = name_in(left, known), name_in(text, known)
        kept = named.name or not before.name
        never = schedule_in(before.rest).said == NEVER != schedule_in(named.rest).said
        return left if kept and not never else text

    def _with_job(self, reading: DraftReading, request: DraftRequest) -> DraftReading:
        """Return a reading of what a new agent is for, kept in the words in which it was said.

        What the builder has parts of its own for, to the last word, is read as those.
        """
        session, draft = request.session, request.session.draft
        kept = any((part.service, part.verb) in _KEPT for part in reading.parts)
        first = session.asking == PURPOSE and not draft.parts
        more = session.asking in {CONFIRM, SCHEDULE} and (
            kept or looks_up(request.text, self._reader)
        )
        more = more and ("?" not in request.text or self._changes(request.text))
        more |= session.asking == UNREAD and _says_nothing(reading)
        if reading.wish or not (first or more) or draft.base is not None:
            return reading
        plain = bool(reading.parts) and not unread(reading.said, reading, draft)
        told = schedule_in(name_in(tidy(request.text), request.known).rest).rest
        parts = parts_in(told if first else more_in(told), self._reader, request.known)
        if not parts or (plain and not (kept or more)):
            return reading
        own = tuple(one for one in reading.slots if not one[0][:1].isdigit())  # replaced
        gives = any(part.verb == "write" for part in (*draft.parts, *parts))
        here = () if gives else ((DELIVER, HERE),)
        bare = {one.service: n for n, one in enumerate(draft.parts) if one.verb == "read"}
        bare = {service: n for service, n in bare.items() if not draft.parts[n].slots}
        told_of = [one for one in parts if one.verb == "read" and one.service in bare]
        filled = [(f"{bare[one.service]}.{JOB.name}", one.slot(JOB.name)) for one in told_of]
        update = {
            "parts": tuple(one for one in parts if one not in told_of),
            "slots": tuple(dict.fromkeys((*own, *here, *filled))),
            "said": said_of(parts),
            "confidence": 1.0,
        }
        return reading.model_copy(update=update)


def _says_nothing(reading: DraftReading) -> bool:
    """Whether nothing of an agent was told, and nothing wished."""
    told = reading.wish or reading.parts or reading.slots or reading.name or reading.dropped
    return not told and reading.schedule in {"", "never"}  # "I'd never read it"


class WrittenText:
    """A text that is already written, handed out in small pieces."""

    def __init__(self, text: str) -> None:
        self.usage = Usage()
        self.fallback = ""
        self._text = text

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield the text in pieces of a few words."""
        for piece in pieces(self._text):
            yield piece
