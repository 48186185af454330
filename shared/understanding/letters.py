"""What a mail says, from what the person wants said: "saying ill send it friday", "ask her to"."""

import re
from collections.abc import Callable, Sequence

from shared.models.profile import Profile
from shared.words import either

_SUBJECT_LENGTH = 60

_GREETING = re.compile(r"(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))\b", re.IGNORECASE)
_SIGNED = re.compile(
    r"(?:^|[\n.,!?]\s*)(?i:(?:kind|best|warm) regards|best(?: wishes)?|cheers|sincerely"
    r"|yours(?: \w+)?|many thanks|thanks|thank you|love),?\s+[A-Z][\w-]+\.?$"
)
_ASKS = re.compile(
    r"(?:who|what|when|where|why|which|how|is|are|am|was|were|do|does|did)\b"
    r"|(?:can|could|would|will|should|shall|may|have|has) (?:i|we|you|he|she|it|they|this|that|the"
    r"|there|my|your|our|someone|anyone)\b",
    re.IGNORECASE,
)
_THAT = re.compile(
    r"^that\s+|(?<=\band )that\s+(?=(?:i|you|he|she|we|they|it|the|my|our|(?-i:[A-Z])\w+)\b)",
    re.IGNORECASE,
)
"""What leads to what is to be told, at its beginning or once more: "that I come and that ..."."""
_ITSELF = re.compile(r"(?<![\w'])i(?='(?:m|ll|ve|d)\b|\b(?!['.]\w))")
_MODAL = (
    r"(?:can|could|shall|should|may|might|must|will|would|needs? to|has to|have to|doesn't need to)"
)
_ADDRESSED = re.compile(
    rf"(?P<answer>(?:yes|no),? )?(?:he|she|they) (?P<modal>{_MODAL})\b", re.IGNORECASE
)
_ASKED_OF = re.compile(
    r"(?P<modal>can|could|would|will|should|may) (?:he|she|they)\b", re.IGNORECASE
)
_THIRD_PERSON = re.compile(
    r"^(?:he|she) (?P<verb>is|has|was|does|gets|needs|goes)\b", re.IGNORECASE
)
_SUBJECT = re.compile(
    r"(?P<ask>if|whether|when|what|where|which|how|why|who)(?P<time> (?:time|day|date))? "
    r"(?:he|she|they)(?: (?P<verb>is|has|was|does|needs|wants|likes|thinks|knows)"
    r"|(?P<short>'s))?\b",
    re.IGNORECASE,
)
_YOURS = {
    "is": "are",
    "has": "have",
    "was": "were",
    "does": "do",
    "needs": "need",
    "wants": "want",
    "likes": "like",
    "thinks": "think",
    "knows": "know",
    "gets": "get",
    "goes": "go",
}


_THEIRS = re.compile(
    r"^(?:his|her|their)\b(?= (?:\w+ )?(?:advice|approval|assessment|comments?|feedback|opinion"
    r"|suggestions?|take|thoughts|views?)\b)",
    re.IGNORECASE,
)
"""Whose opinion is asked for, where it can only be that of whoever is asked."""


def worded(verb: str, tail: str) -> str:
    """Return the sentence that telling, asking or thanking someone comes down to."""
    tail = tail.strip()
    if not tail:
        return "Thank you." if verb == "thank" else ""
    wording = _WORDINGS.get(verb)
    return sentence(wording(tail.rstrip(".")) if wording else tail)


def sentence(text: str) -> str:
    """Return a text in sentence case, with a stop."""
    clean = text.strip()
    if len(clean) > 1 and clean[0] == '"' and clean.rstrip(".")[-1] == '"':
        clean = clean.rstrip(".")[1:-1].strip()
    if clean.count('"') == 1:  # the other one ended the order
        clean = clean.removeprefix('"')
    clean = _ITSELF.sub("I", clean)
    if not clean:
        return ""
    clean = clean[0].upper() + clean[1:]
    if clean[-1] in ".!?:)\"'" or _SIGNED.search(clean) or not clean[-1].isascii():
        return clean
    return f"{clean}{'?' if _ASKS.match(clean) else '.'}"


def letter(said: str, names: Sequence[str], profile: Profile) -> str:
    """Return a mail's body: a greeting, what is said, and the person's first name under it.

    A name that comes twice, as after somebody was named again in an answer, is said once.
    """
    parts = [said]
    if not _GREETING.match(said):
        parts.insert(0, f"Hi {either(tuple(dict.fromkeys(names)))}," if names else "Hello,")
    if profile.name and not _SIGNED.search(said):
        parts.append(f"Best,\n{profile.name.split()[0]}")
    return "\n\n".join(parts)


def subject_of(said: str, topic: str = "") -> str:
    """Return a subject: the topic, or else how the text begins."""
    if topic:
        clean = re.sub(r"^(?:the|our|my|an?) (?=\w)", "", topic.strip(' ".,'), flags=re.IGNORECASE)
        return clean[:1].upper() + clean[1:]
    lines = [line for line in said.splitlines() if line.strip() and not _GREETING.match(line)]
    first = re.split(r"(?<=[.!?])\s", lines[0] if lines else said, maxsplit=1)[0].rstrip(".!")
    if len(first) <= _SUBJECT_LENGTH:
        return first
    return f"{first[: _SUBJECT_LENGTH - 3].rsplit(' ', 1)[0].rstrip(' ,;')}..."


def _told(tail: str) -> str:
    if found := re.match(r"(?P<no>not )?to (?P<deed>.+)", tail, re.IGNORECASE | re.DOTALL):
        return f"Please {'do not ' if found['no'] else ''}{found['deed']}"
    if re.match(r"(?:about|of) ", tail, re.IGNORECASE):
        return ""
    clause = _THAT.sub("", tail)
    if _ASKED_OF.match(clause):
        return _ASKED_OF.sub(r"\g<modal> you", clause, count=1)
    if _ADDRESSED.match(clause):
        return _ADDRESSED.sub(
            lambda m: f"{m['answer'] or ''}you {_plural(m['modal'])}", clause, count=1
        )
    return _THIRD_PERSON.sub(_second_person, clause, count=1)


def _second_person(found: re.Match[str]) -> str:
    return f"you {_YOURS[found['verb'].casefold()]}"


def _asked(tail: str) -> str:
    if found := re.match(r"(?P<no>not )?to (?P<deed>.+)", tail, re.IGNORECASE | re.DOTALL):
        return f"Could you please {'not ' if found['no'] else ''}{found['deed']}?"
    if found := re.match(r"for (?P<thing>.+)", tail, re.IGNORECASE | re.DOTALL):
        return f"Could you please send me {_THEIRS.sub('your', found['thing'])}?"
    if found := re.match(r"about (?P<thing>.+)", tail, re.IGNORECASE | re.DOTALL):
        return f"Could you tell me about {found['thing']}?"
    if _ASKS.match(tail) or re.match(r"(?:if|whether)\b", tail, re.IGNORECASE):
        if tail.endswith("?"):
            return tail
        return f"Could you let me know {_SUBJECT.sub(_your, tail, count=1)}?"
    return f"Could you please tell me {tail}?" if tail else ""


def _your(found: re.Match[str]) -> str:
    verb = _YOURS.get((found["verb"] or "").casefold(), found["verb"] or "")
    verb = "are" if found["short"] else verb
    return f"{found['ask']}{found['time'] or ''} you{f' {verb}' if verb else ''}"


def _plural(modal: str) -> str:
    return modal.replace("needs to", "need to").replace("has to", "have to").replace("doesn", "don")


def _reminded(tail: str) -> str:
    if re.match(r"(?:to|about|of) ", tail, re.IGNORECASE):
        return f"This is a reminder {re.sub(r'^of ', 'about ', tail)}"
    return f"This is a reminder that {re.sub(r'^that ', '', tail)}"


def _apologised(tail: str) -> str:
    return f"I apologise {tail}" if re.match(r"(?:for|that)\b", tail) else ""


def _thanked(tail: str) -> str:
    return f"Thank you {tail if tail.startswith('for ') else f'for {tail}'}"


_WORDINGS: dict[str, Callable[[str], str]] = {
    "tell": _told,
    "ask": _asked,
    "thank": _thanked,
    "apologise": _apologised,
    "remind": _reminded,
    "invite": lambda tail: f"I would like to invite you {tail}",
    "congratulate": lambda tail: f"Congratulations {tail}",
}
