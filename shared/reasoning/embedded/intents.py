"""What a message asks for: action, entities and commands, by cue rules.

Confidence says how telling the cue was: about 0.9 for a request whose every word was understood,
0.6 for a guess from its form, below that when the action cannot be told.
"""

import re
from collections.abc import Sequence
from datetime import date

from shared.models.intent import ActionType, Candidate, Command, Entities, IntentAnalysis
from shared.models.reasoning import IntentRequest
from shared.reasoning.embedded.domains import DomainRequest, domain_request
from shared.reasoning.embedded.words import content_words, fold, similar, tidy, words

_POLITE = re.compile(
    r"^(?:(?:please|pls|hey|hi|hello|ok(?:ay)?|so|well|and|now|actually|also"
    r"|just|then|thanks|kindly)\b[,!.]* "
    r"|(?:can|could|would|will) (?:you|u|we|i) (?:please |mind |possibly |also )?"
    r"|(?:i'd|i would) like (?:you )?to (?=\w)|i want (?:you )?to (?=see|read|find|know|check|look)"
    r"|i need (?:you )?to (?=see|read|find|know|check|look)|let's |let us |do me a favou?r and )+",
    re.IGNORECASE,
)
_SMALLTALK = re.compile(
    r"^(?:hi|hiya|hello|hey|yo|good (?:morning|afternoon|evening|day)|greetings"
    r"|thanks?|thank you|thx|cheers"
    r"|great|perfect|awesome|cool|nice|bye|goodbye|see you|how are you)(?: there"
    r"| you| so much| a lot| very much| again)?"
    r"(?:[!.,]*| ?,? ?that'?s? (?:is )?\w+[!.]*)$"
)
_ABOUT_US = re.compile(
    r"^help$|^(?:what|how) (?:else )?can (?:you|i|we) (?:do|ask|help)"
    r"|^what do you do|^who are you|^what are you\b"
    r"|^how (?:do|does|can|should|would|2|to|come)\b|\bomniforge\b|^what (?:is"
    r"|are|does) .*\bagents?\b"
    r"|^(?:what|which|list|show|how many)\b(?:(?!build|create).)*\bagents?\b(?! that)"
    r"|^(?:is there|are there|do i have|do we have|should i|what happens|if i"
    r"|why|walk me|explain|i'm wondering"
    r"|help me understand|show me how|tell me how|tell me about your"
    r"|i don't understand)\b|^what does \w+ (?:stand for|mean)"
    r"|^(?:what|which) (?:skills?|integrations?|permissions|data sources)\b"
    r"|\b(?:run )?history of\b|^who (?:created|made|built|owns)\b"
)
_VAGUE = re.compile(
    r"^(?:(?:help|fix|do|make|run|start|stop|show|edit|change|update|set|handle"
    r"|sort|get|automate|try|check|surprise|take care of|deal with|sort out"
    r"|connect to)\b ?"
    r"(?:me|it|this|that|them|something|anything|stuff|things?|the thing|things"
    r"|better|up|out|us|out|for me|now|again|going|off|on| )*)$"
    r"|^(?:yes|no|ok|okay|sure|maybe|hmm+|updates?)$|^(?:something|anything"
    r"|stuff)\b|^(?:it|that|that one|this) (?:is|was|did|does|doesn't|didn't"
    r"|isn't)\b"
)
_BUILD = re.compile(
    r"\b(?:create|build|make|develop|design|generate|register|set (?:me )?up"
    r"|spin up|whip up|start|need|want|get|have|love|put together|new|duplicate"
    r"|clone)\b"
)
_CHANGE = re.compile(
    r"\b(?:update|change|modify|edit|adjust|rename|reconfigure|configure|improve"
    r"|fix|add|remove|include|expand|extend"
    r"|pause|resume|disable|enable|delete|stop|turn|switch|set|cap|limit"
    r"|increase|decrease|raise|lower|share|assign|give|move|undo"
    r"|revert|roll back|get rid|take|use|should|must|needs?|from now on|make"
    r"|when|look at|create a new skill)\b"
)
_RUN = re.compile(r"^(?:run|rerun|trigger|execute|start|launch|use|ask|get|have)\b")
_STANDING = re.compile(
    r"\b(?:whenever|every time|each time|automatically|automate|from now on)\b"
    r"|^every (?:\w+day|day|week|month|morning|hour|quarter)\b.* (?:\w+ ){2}"
    r"|^(?:monitor|keep an eye|watch)\b.*\b(?:alert|notify|tell|let me know|warn)\b"
)
_DO = re.compile(
    r"^(?:run|rerun|generate|create|make|build|show|find|get|list|give|send"
    r"|draft|write|compare|analy[sz]e|summari[sz]e|translate"
    r"|sync|book|schedule|remind|set|add|update|modify|change|delete|remove"
    r"|rename|screen|post|publish|export|import|calculate"
    r"|check|prepare|pull|search|look|fetch|open|read|reply|forward|order|pay"
    r"|tell|call|plan|upload|download|convert|move|cancel|trigger)\b"
)
_OWN_DATA = re.compile(
    r"\b(?:our|my|we|us|i|team|according to our)\b|\b(?:open|overdue|latest|pending)\b"
)
_WH = re.compile(r"^(?:what|which|who|why|how|when)\b")
_QUESTION = re.compile(
    r"^(?:what|what's|which|who|who's|when|where|why|how|is|are|do|does|did|can|could|should)\b|\?$"
)
_BUILDABLE = re.compile(
    r"\b(?:an?|some|new|another|little|one) (?:[\w-]+ ){0,2}(?:chatbot|bot"
    r"|workflow|helper|automation)\b"
    r"|\b(?:build|make|create|set up|put together) something that\b"
)
_AND_THEN = re.compile(
    r"(?:,| and| then)+ (?=(?:show|find|check|book|schedule|send|reply|post|open"
    r"|read|list|get|search|what)\b)",
    re.IGNORECASE,
)
_READ_ONE = re.compile(r"^(?:open|read|show|view)(?: me)? (?:it|that|this|the \w+ one|number \d+)$")
_DOMAIN_WORDS = frozenset({"email", "calendar", "contacts", "slack"})


def analyze(request: IntentRequest) -> IntentAnalysis:
    """Understand one message."""
    written = tidy(request.text)
    plain = _POLITE.sub("", written).strip() or written
    said = fold(plain).rstrip(" .!?") or fold(plain)
    asked = fold(plain)
    named = _agent_named(said, request.agents)
    about_agents = named is not None or any(
        similar(w.removesuffix("s"), "agent") for w in words(said)
    )
    if _SMALLTALK.match(fold(written)):
        return _intent(ActionType.QUERY, written, 0.95)
    if _VAGUE.match(said) and said != "help":
        return _ambiguous(written, "It does not say what to do it with.")
    if _ABOUT_US.search(said) and not _needs_workspace(said):
        return _intent(ActionType.QUERY, written, 0.85, named)
    if about_agents or _STANDING.search(said) or _BUILDABLE.search(said):
        if found := _about_an_agent(written, said, named):
            return found
    elif found := _domains(plain, request):
        return found
    if _READ_ONE.match(said):
        return _ambiguous(written, "There is no list in this conversation to pick it from.")
    return _by_form(written, said, asked, named)


def _about_an_agent(written: str, said: str, named: Candidate | None) -> IntentAnalysis | None:
    if _WH.match(said):
        return _intent(ActionType.QUERY, written, 0.75, named)
    if named and _RUN.match(said) and not re.search(r" instead of |^get rid|^have ", said):
        return _run(written, named)
    if named and said in {fold(named.name), fold(named.agent)}:
        return _ambiguous(written, f"It does not say what to do with {named.name}.", named)
    if re.match(r"(?:clone|copy|duplicate)\b|.*\bagent like\b", said):
        return _intent(ActionType.CREATE, written, 0.85)
    if named and _CHANGE.search(said):
        return _intent(ActionType.UPDATE, written, 0.88, named)
    existing = re.search(r"\b(?:the|my|our|existing|all) (?:[\w-]+ ){0,3}?a?ge?nts?\b", said)
    if existing and not re.search(r"\bthe email agent\b|\bnew\b", said) and _CHANGE.search(said):
        return _intent(ActionType.UPDATE, written, 0.75)
    if _STANDING.search(said) or _BUILD.search(said):
        return _intent(ActionType.CREATE, written, 0.88)
    return None


def _domains(plain: str, request: IntentRequest) -> IntentAnalysis | None:
    today = date.fromisoformat(request.today)
    parts = [part.strip() for part in _AND_THEN.split(plain) if part.strip()]
    requests = [domain_request(part, today, request.context) for part in parts]
    found = [one for one in requests if one is not None]
    if len(found) < len(parts):
        whole = domain_request(plain, today, request.context)
        found = [whole] if whole else []
    return _execute(found) if found else None


def _execute(found: Sequence[DomainRequest]) -> IntentAnalysis:
    commands = tuple(
        one.command.model_copy(update={"order": order, "depends_on": tuple(range(1, order))})
        for order, one in enumerate(found, 1)
    )
    return IntentAnalysis(
        action=ActionType.EXECUTE,
        primary_intent="; then ".join(one.intent for one in found),
        entities=found[0].entities,
        required_skills=tuple(dict.fromkeys(one.skill for one in found)),
        confidence=min(one.confidence for one in found),
        commands=commands,
    )


def _by_form(written: str, said: str, asked: str, named: Candidate | None) -> IntentAnalysis:
    """Judge a request no cue settles by its grammatical form alone."""
    if _DO.match(said) and len(words(said)) > 1:
        return _run(written, named) if named else _do(written, said, 0.75)
    if _QUESTION.search(asked):
        if _OWN_DATA.search(said):
            return _do(written, said, 0.6)
        return _intent(ActionType.QUERY, written, 0.65, named)
    return _ambiguous(written, "It does not say what should be done.", named)


def _do(written: str, said: str, confidence: float) -> IntentAnalysis:
    skills = tuple(content_words(said))[:6]
    return _intent(ActionType.EXECUTE, written, confidence).model_copy(
        update={"required_skills": skills, "entities": Entities(topic=" ".join(skills) or None)}
    )


def _run(written: str, named: Candidate) -> IntentAnalysis:
    command = Command(agent=named.agent, command=written)
    return _intent(ActionType.EXECUTE, written, 0.9, named).model_copy(
        update={"commands": (command,)}
    )


def _intent(
    action: ActionType, written: str, confidence: float, named: Candidate | None = None
) -> IntentAnalysis:
    entities = Entities(agent_name=named.agent if named else None)
    return IntentAnalysis(
        action=action, primary_intent=written[:500], entities=entities, confidence=confidence
    )


def _ambiguous(written: str, reason: str, named: Candidate | None = None) -> IntentAnalysis:
    return _intent(ActionType.AMBIGUOUS, written, 0.4, named).model_copy(
        update={"ambiguous": True, "ambiguity_reason": reason}
    )


def _agent_named(said: str, agents: Sequence[Candidate]) -> Candidate | None:
    """Return the one agent a text names; a domain word alone names none."""
    flat = f" {' '.join(words(said))} "
    found: list[Candidate] = []
    for agent in agents:
        names = {" ".join(words(agent.name)), " ".join(words(agent.agent))} - {""}
        if any(
            f" {name} " in flat and (" " in name or f" {name} agent " in flat or f"@{name}" in said)
            for name in names - _DOMAIN_WORDS
        ):
            found.append(agent)
    return found[0] if len(found) == 1 else None


def _needs_workspace(said: str) -> bool:
    """Whether a question is about the person's own accounts rather than the product."""
    if "agent" in said:
        return False
    return (
        re.search(
            r"\b(?:mails?|e-?mails?|inbox|contacts?|phone|reach|calendar|meetings?|messages?)\b",
            said,
        )
        is not None
        and re.match(r"how (?:do|does|should|to|come) (?!i reach|i contact)", said) is None
    )
