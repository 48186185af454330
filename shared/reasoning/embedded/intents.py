"""What a message asks for: action, entities, orders, what it lacks, and how sure that is.

One calibrated model weighs the readings of a message; everything else follows from the one chosen.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from shared.decisions.errands import asks_for_reminders, once_more
from shared.decisions.handoffs import wants_handed
from shared.english import find_rule, read_myself
from shared.language.spelling import Spelling
from shared.matching.orders import plain
from shared.models.intent import ActionType, Candidate, Command, Entities, IntentAnalysis
from shared.models.reasoning import IntentRequest, ReplyRequest
from shared.ports import Encoder
from shared.reasoning.embedded.commands import Orders, only_ours, orders_in
from shared.reasoning.embedded.drafting.wanted import tells_of_new_agent
from shared.reasoning.embedded.entities import entities_in
from shared.reasoning.embedded.features import After, Said, shortened, what_came_before
from shared.reasoning.embedded.leaving import without_bounds, without_left
from shared.reasoning.embedded.missing import LACKING, what_is_missing
from shared.reasoning.embedded.naming import Naming, find_names
from shared.reasoning.embedded.planning.command import AGENT_OF
from shared.reasoning.embedded.reading import ACTIONS, ReadingModel, Readings
from shared.reasoning.embedded.reminders import reminder_in, reminders_apart
from shared.reasoning.embedded.replying.stances import stances_of
from shared.reasoning.embedded.requests import SURE, orders_beside_reminder
from shared.reasoning.embedded.saved import changes_in, names_draft
from shared.reasoning.embedded.taking_back import part_back, undo_in
from shared.understanding.arranging import WRITING, arranged
from shared.understanding.asides import without_asides, without_exclamation
from shared.understanding.closing import held_back, without_closing
from shared.understanding.folding import content_words, fold, tidy, words
from shared.understanding.followed import before_in
from shared.understanding.heads import Stance
from shared.understanding.pointing import place_named
from shared.understanding.reader import Reader, Reading
from shared.understanding.repairs import repaired
from shared.understanding.spoken import as_written
from shared.understanding.tasks import CHANGING
from shared.understanding.withdrawing import second_thought, standing
from shared.understanding.world import things_in
from shared.workspace.across.frames.theirs import FIND

_SKILLS = 6
_TITLED = re.compile(r"\b(?:Daily|Weekly|Monthly|Quarterly|Yearly|Annual)(?= [A-Z])")
"""Part of a name ("the Weekly Metrics sheet"), which says nothing of how often."""
_ANY_DAY = datetime(2001, 1, 1)  # noqa: DTZ001 - which words say how often does not depend on it
_SUMMARY = 160
_BARE = 4
"""So many words and no verb are a thing that something should be done with."""
_PICK = 6
"""Words that pointing at an item of a list takes at most."""
_LISTED = 50
_CHARACTERS = 4000
"""More of a message than this adds nothing to what it asks for."""
_ASKS = re.compile(
    r"^(?:what|which|who|whose|when|where|why|how|is|are|does|do|did|can|could|should)\b|\?\s*$"
)
_PRONOUN = re.compile(r"\b(?:it|that|this|that one|this one|them|those|these|him|her)\b")

_OWN_CHOICES = re.compile(
    r"\b(?:forget|clear|reset|drop|erase)\b.{0,30}\b(?:choices?|preferences?|picks?)\b"
    r"|\bstop (?:assuming|remembering)\b",
    re.IGNORECASE,
)
"""What people are told to say when a remembered choice should be asked about again."""
_OWN_USAGE = re.compile(
    r"^(?:please )?(?:(?:can|could) you )?(?:show|tell|give|what|how (?:much|many)|did"
    r"|which)\b(?:.{0,40}\b(?:my|our) (?:\w+ ){0,2}(?:usage|consumption)\b"
    r"|.{0,40}\btokens?\b.{0,40}\b(?:us(?:e[ds]?|age)|burn\w*|spen[dt]|cost)\b"
    r"|.{0,40}\b(?:us(?:e[ds]?|ing)|burn\w*|spen[dt]|cost)\b.{0,40}\btokens\b|.{0,40}\b(?:model"
    r"|api|tool) (?:calls|usage)\b|.{0,40}\b(?:you|omniforge|assistant|agents?"
    r"|this) cost(?:ing)? (?:me|us|the company)\b| (?:have|did) (?:i|we) used?(?: (?:today"
    r"|yesterday|(?:this|last) \w+))?\W*$)|^token usage\b",
    re.IGNORECASE,
)
"""Questions about what using the product comes to, not about anybody's data."""
_OWN_SCHEDULES = re.compile(
    r"\bstanding (?:\w+ )?(?:approvals?|choices?|permissions?|leave)\b"
    r"|^(?:please )?ask me again before\b.*\b(?:runs?|posts?|sends?|reports?|schedul\w*)\b"
    r"|^(?:how|did|do|what|which|list|show|have|has|are|is)\b.*"
    r"\b(?:my schedules|scheduled (?:runs?|agents?|jobs?|tasks?))\b",
    re.IGNORECASE,
)
"""Questions about what runs by itself, not about anybody's calendar."""
_BUILDER = re.compile(
    r"\b(?:agent builder|the builder)\b(?! (?:sheet|channel|page))", re.IGNORECASE
)
_TELLS = re.compile(
    r"^(?:please |can you |could you |i want you to |i'd like you to )*"
    r"(?:tell|let|give|notify|inform|update|send|e-?mail|mail|message|show|post)\b",
    re.IGNORECASE,
)
_TOLD_TO_SAY = 0.95
_REPEATS = re.compile(
    r"\b(?:every|each|daily|weekly|monthly|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b",
    re.IGNORECASE,
)
_OFTEN = 0.5
"""How likely something lasting is wanted where it is said how often."""
_CLEARLY = 0.85
_EITHER = 0.35
_POSSIBLE, _DOUBTED = 0.15, 0.7
"""The other model has to think it possible, and not to be surer of something else."""
_WORDS = re.compile(r"\S+")
_STRONG = {
    ActionType.AMBIGUOUS: SURE,
    ActionType.CREATE: _CLEARLY,
    ActionType.UPDATE: _CLEARLY,
    ActionType.QUERY: SURE,
}
"""How sure tasks are that no other reading overrules, however sure that one is."""
_MAKING = frozenset({"cal_create", "remind", "page_write", "mail_send", "mail_draft"})
_OF_AGENTS = {
    "create_agent": ActionType.CREATE,
    "update_agent": ActionType.UPDATE,
    "product": ActionType.QUERY,
    "activity": ActionType.QUERY,
    "smalltalk": ActionType.QUERY,
}
"""What the reader's tasks about agents and the product are."""


class IntentReader:
    """Reads messages; the same one always the same way."""

    def __init__(self, encoder: Encoder, spelling: Spelling, reader: Reader) -> None:
        self._encoder = encoder
        self._reader = reader
        self._spelling = spelling
        self._model = ReadingModel()

    def read(self, request: IntentRequest) -> IntentAnalysis:
        """Understand one message, with what was clarified about it."""
        reader = self._reader.knowing(things_in(request))
        if back := part_back(request.text, request.context, reader):
            request = request.model_copy(update={"text": back, "links": ()})
        first, wish = second_thought(request.text)
        if wish and not request.context.clarified:
            found = self._read(request.model_copy(update={"text": first}), reader)
            if len(found.commands) == 1 and reader.read(first).task in WRITING:
                meant = found.commands[0].model_copy(update={"wishes": (wish,)})
                return found.model_copy(update={"commands": (meant,)})
        return self._read(request, reader)

    def _read(self, request: IntentRequest, reader: Reader) -> IntentAnalysis:
        understood = self._untangled(self._understood(request, reader), request, reader)
        text = standing(understood, reader)
        if not words(text):
            return _nothing_asked(understood)
        looked_at = shortened(text)
        about_us = any(o.search(looked_at) for o in (_OWN_CHOICES, _OWN_SCHEDULES, _OWN_USAGE))
        if about_us or read_myself(looked_at) or asks_for_reminders(looked_at):
            return _about_the_product(looked_at)
        if _is_for_the_builder(text, looked_at, request, reader):
            return _for_the_builder(looked_at)
        if settled := self._of_what_was_done(text, request, reader):
            return settled
        whole = tidy(request.text[:_CHARACTERS])
        if (besides := without_left(whole, reader)) != whole:
            rest = request.model_copy(update={"text": besides})
            return self._read(rest, reader) if besides else _about_the_product(looked_at)
        naming = find_names(looked_at, request.agents)
        read = spelt(looked_at, request.agents, self._spelling)
        readings = self._weigh(read, what_came_before(request.context))
        entities = entities_in(naming, reader)
        orders = orders_in(text, request, naming, reader)
        nameless = _nameless(looked_at, reader)
        lasting = _lasting(nameless, orders)
        often = _REPEATS.search(nameless) is not None or not reader.world.links(text)
        to_talk = wants_handed(looked_at) and bool(naming.named or naming.hinted)
        if lasting or to_talk:
            action, confidence = ActionType.EXECUTE, _TOLD_TO_SAY
        else:
            action, confidence = _action(read, readings, orders, reader, often=often)
            likely = min((one.confidence for one in orders.domains), default=0.0)
            if action is ActionType.UPDATE and likely >= _OFTEN and only_ours(request):
                action, confidence = ActionType.EXECUTE, likely  # there is no agent to change
        if action is not ActionType.EXECUTE:
            orders = Orders(())
        if orders.domains:
            entities = _with_slots(entities, orders)
        enough = to_talk or bool(orders.certainty)
        lacks = not enough and _lacks(text, action, readings, naming, request)
        return IntentAnalysis(
            action=action,
            primary_intent=_summary(text, orders),
            entities=entities,
            required_skills=_skills(text, action, orders),
            confidence=confidence,
            reading=orders.reading,
            ambiguous=action is ActionType.AMBIGUOUS,
            ambiguity_reason=_reason(text, readings, naming, request)
            if action is ActionType.AMBIGUOUS
            else None,
            commands=orders.commands,
            strategy=orders.strategy,
            later=orders.later,
            missing=what_is_missing(text, entities, request.context, action) if lacks else "",
            recurring=1 if lasting else _recurring(nameless, readings, orders, often=often),
        )

    def _of_what_was_done(
        self, text: str, request: IntentRequest, reader: Reader
    ) -> IntentAnalysis | None:
        """Read what changes a saved draft, or has something undone."""
        if saved := changes_in(text, request, reader, self.weigh):
            return _of_saved(text, saved)
        first, another = reminders_apart(text, reader)
        wish = _wish_in(first, request, reader)
        settled = bool(wish) and not names_draft(text, request.context, reader)
        later = (reminder_in(another, request, reader) or another) if another else ""
        return _wished(shortened(text), wish, later) if settled else None

    def _understood(self, request: IntentRequest, reader: Reader) -> str:
        """Return the text with the answers to what was asked about it that it does not have yet."""
        written = as_written(once_more(tidy(request.text[:_CHARACTERS])))
        left = standing(without_exclamation(written), reader)
        text = repaired(left, reader) if left else written
        if left and reader.read(text).task in WRITING:
            text = held_back(without_closing(text), reader)
        text = without_bounds(text, reader, before_in(request.context))
        text = arranged(text, reader, reader.revisions.sentences)
        text = without_asides(text, reader, reader.revisions.sentences)
        answers = [tidy(known.answer) for known in request.context.clarified]
        return " ".join([text, *(answer for answer in answers if answer not in text)])

    def _untangled(self, text: str, request: IntentRequest, reader: Reader) -> str:
        """Return a message without small slips of the keyboard, but for what it wants said."""
        agents = [name for one in request.agents for name in (one.name, one.agent)]
        named = reader.world.words.intersection(words(text))  # of thousands, those that are said
        known = (*named, *request.familiar, *agents)
        right = self._spelling.untangle(self._spelling.written_out(text, known), known)
        read = reader.read(right)
        kept = _as_written(read.task)
        said = [one for one in read.spans if one.kind in kept] * (right != text)
        pairs = list(zip(_WORDS.finditer(right), _WORDS.finditer(text), strict=True))
        for new, old in reversed(pairs if said else ()):
            if any(one.start <= new.start() < one.end for one in said):
                right = f"{right[: new.start()]}{old[0]}{right[new.end() :]}"
        return right

    def weigh(self, request: ReplyRequest) -> Mapping[Stance, float]:
        """Return how likely a reply to a card does what."""
        return stances_of(request, self._reader)

    def is_request(self, text: str) -> float:
        """Return the probability that a text, by itself, asks for something to be done or told."""
        wanted = tidy(text)[:_CHARACTERS]
        if not words(wanted):
            return 0.0
        of = self._weigh(spelt(wanted, (), self._spelling), "").of
        told = of["query"] if _ASKS.search(fold(wanted)) else 0.0
        done = of["run"] + of["entity"] + of["create_or_run"] + of["create"] + of["update"]
        return min(done + told, 1.0)

    def _weigh(self, naming: Naming, after: After) -> Readings:
        vector = self._encoder.encode([naming.masked])[0]
        return self._model.readings(Said(naming, after), vector)


def _as_written(task: str) -> set[str]:
    """Return the kinds of span that stand as they were written: what is said, put, or made."""
    put = {"value", "label"} if task in CHANGING else set[str]()
    made = {"topic", "file"} if task in _MAKING else set[str]()
    return {"body", *put, *made}


def spelt(text: str, agents: Sequence[Candidate], spelling: Spelling) -> Naming:
    """Return a tidy text as the model reads it: slips repaired, agents' names masked."""
    known = [name for agent in agents for name in (agent.name, agent.agent)]
    return find_names(spelling.repair(shortened(text), known), agents)


def _nothing_asked(text: str) -> IntentAnalysis:
    """Read a message that has no words, or takes back all it asks for."""
    return _about_the_product(shortened(text)) if words(text) else _wordless(text)


def _of_saved(text: str, commands: tuple[Command, ...]) -> IntentAnalysis:
    """Read what is wanted of a draft that was saved just before."""
    return IntentAnalysis(
        action=ActionType.EXECUTE,
        primary_intent=text[:_SUMMARY],
        confidence=_TOLD_TO_SAY,
        required_skills=("mail_draft",),
        commands=commands,
    )


def _about_the_product(text: str) -> IntentAnalysis:
    return IntentAnalysis(
        action=ActionType.QUERY, primary_intent=text[:_SUMMARY], confidence=_TOLD_TO_SAY
    )


def _wish_in(text: str, request: IntentRequest, reader: Reader) -> str:
    """Return a wish to be reminded, or to have something undone, if a message is just that."""
    beside = orders_beside_reminder(text, request, reader)
    reminder = "" if beside else reminder_in(text, request, reader)
    return reminder or undo_in(text, request.context, reader)


def _wished(text: str, plainly: str, later: str) -> IntentAnalysis:
    return IntentAnalysis(
        action=ActionType.EXECUTE,
        primary_intent=text[:_SUMMARY],
        confidence=_TOLD_TO_SAY,
        plainly=plainly,
        later=later,
    )


def _is_for_the_builder(text: str, looked_at: str, request: IntentRequest, reader: Reader) -> bool:
    """Whether the agent builder is asked for, or an agent with all that it is to be."""
    if wants_handed(looked_at) and _BUILDER.search(looked_at):
        return True
    return tells_of_new_agent(text, reader) and not find_names(looked_at, request.agents).named


def _for_the_builder(text: str) -> IntentAnalysis:
    """Read a wish to talk with the agent builder, or for an agent with all that it is to be."""
    return IntentAnalysis(
        action=ActionType.CREATE,
        primary_intent=text[:_SUMMARY],
        confidence=_TOLD_TO_SAY,
        recurring=1,
    )


def _action(
    read: Naming, readings: Readings, orders: Orders, reader: Reader, *, often: bool
) -> tuple[ActionType, float]:
    """Return what is wanted, by whichever model is surer of it.

    `often` is whether it may be wanted again and again: what names a thing, and no time, is not.
    """
    action, confidence = readings.action()
    strong = _TOLD_TO_SAY if action is ActionType.AMBIGUOUS and often else _STRONG.get(action)
    if orders.certainty >= min(confidence, strong or confidence):
        return ActionType.EXECUTE, orders.certainty
    if action is ActionType.EXECUTE and orders.certainty:  # both, in the light of what was shown
        return action, confidence
    task = reader.read(read.masked)
    if task.sure >= _OFTEN and confidence < min(_DOUBTED, task.sure) and task.task in AGENT_OF:
        return ActionType.EXECUTE, task.sure
    return _meant(task, readings) or (action, confidence)


def _meant(read: Reading, readings: Readings) -> tuple[ActionType, float] | None:
    """Return what the reader is sure is wanted of the agents themselves; None for tasks.

    What may be wanted once or lasting stays open.
    """
    action = _OF_AGENTS.get(read.task)
    either = readings.of["create_or_run"] >= _EITHER and action is not ActionType.UPDATE
    if read.sure < _CLEARLY or either:
        return None
    likely = sum(share for one, share in readings.of.items() if ACTIONS[one] is action)
    if action is None or likely < _POSSIBLE or readings.action()[1] >= read.sure:
        return None
    return action, read.sure


def _nameless(text: str, reader: Reader) -> str:
    """Return a text without names ("Product Weekly") and what is to be told to somebody.

    Neither says how often something is wanted.
    """
    told = (span for span in reader.read(text).spans if span.kind == "body")
    cut = [(one.start, one.end) for one in (*reader.world.links(text), *told)]
    kept = (at for at in range(len(text)) if not any(start <= at < end for start, end in cut))
    return "".join(text[at] for at in kept)


def _recurring(text: str, readings: Readings, orders: Orders, *, often: bool) -> float:
    """Return how likely something lasting is wanted; a name alone says nothing of it.

    Nor does a task that the reader is sure of: it knows "every Monday send me" for an agent; nor a
    question what somebody said: "who wants to play on Thursdays?".
    """
    found = orders.domains and all(one.skill == FIND for one in orders.domains)
    if found or (orders.domains and orders.certainty >= (_CLEARLY if often else SURE)):
        return 0
    if _TITLED.search(text) and find_rule(_TITLED.sub("", text), _ANY_DAY) is None:
        return 0
    rule = find_rule(text, _ANY_DAY) if _REPEATS.search(text) else None
    repeats = _OFTEN if rule is not None and rule.timing is not None else 0.0
    return max(readings.of["create_or_run"], repeats)


def _lasting(text: str, orders: Orders) -> bool:
    """Whether something is to be told or sent again and again, which doing it once is not.

    A meeting that repeats is the calendar's own business.
    """
    if _TELLS.search(text) is None or any(o.command.agent == "calendar" for o in orders.domains):
        return False
    found = find_rule(text, _ANY_DAY)
    return found is not None and found.timing is not None


def _wordless(text: str) -> IntentAnalysis:
    return IntentAnalysis(
        action=ActionType.AMBIGUOUS,
        primary_intent=text[:_SUMMARY],
        confidence=1,
        ambiguous=True,
        ambiguity_reason="There are no words in it.",
    )


def _summary(text: str, orders: Orders) -> str:
    """Word what is wanted as a short order."""
    if orders.domains:
        return "; then ".join(one.intent for one in orders.domains)[:_SUMMARY]
    wanted = plain(text).rstrip(" .!")
    wanted = wanted[:1].upper() + wanted[1:]
    return wanted if len(wanted) <= _SUMMARY else f"{wanted[: _SUMMARY - 1].rsplit(' ', 1)[0]}…"


def _skills(text: str, action: ActionType, orders: Orders) -> tuple[str, ...]:
    if orders.domains:
        return tuple(dict.fromkeys(one.skill for one in orders.domains))
    if action is not ActionType.EXECUTE:
        return ()
    return tuple(dict.fromkeys(content_words(plain(shortened(text)))))[:_SKILLS]


def _with_slots(entities: Entities, orders: Orders) -> Entities:
    """Prefer what a workspace request's own slots say."""
    slots = orders.domains[0].entities
    known = {name: value for name, value in slots.model_dump().items() if value}
    return entities.model_copy(update=known)


def _lacks(
    text: str, action: ActionType, readings: Readings, naming: Naming, request: IntentRequest
) -> bool:
    """Whether a task cannot be done, or a change not be made, as it is said."""
    if action is ActionType.EXECUTE:
        task = readings.of["run"] + readings.of["entity"]
        return readings.of["entity"] > LACKING * task or _points_at_nothing(text, request)
    return action is ActionType.UPDATE and not naming.named and not naming.hinted


def _points_at_nothing(text: str, request: IntentRequest) -> bool:
    """Whether a text picks from a list ("open the second one") where none was shown."""
    shown = request.context.references or request.context.exchanges
    return not shown and len(words(text)) <= _PICK and place_named(text, _LISTED) is not None


def _reason(text: str, readings: Readings, naming: Naming, request: IntentRequest) -> str:
    """Say to the person what cannot be told from the message."""
    if readings.of["create_or_run"] > readings.of["open"]:
        return "It could mean doing it once now, or having it done regularly from now on."
    if naming.named and len(words(naming.masked)) <= _BARE:
        return f"It does not say what to do with {_names(naming.named)}."
    pointed = _PRONOUN.search(fold(text))
    if pointed and not (request.context.references or request.context.exchanges):
        return f'It does not say what "{pointed[0]}" is.'
    if 0 < len(content_words(text)) <= _BARE:
        return f'It does not say what to do about "{text.rstrip(" .!?")}".'
    return "It does not say what should be done."


def _names(agents: Sequence[Candidate]) -> str:
    return " and ".join(agent.name for agent in agents)
