"""What a mail says, from what the person wants said: "saying ill send it friday", "ask her to"."""

import re
from collections.abc import Callable, Mapping, Sequence

from shared.models.profile import Profile
from shared.understanding.folding import fold
from shared.understanding.given_names import may_be
from shared.understanding.said import PROPER
from shared.words import either

_SUBJECT_LENGTH = 60

_GREETING = re.compile(r"(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))\b", re.IGNORECASE)
_SIGNED = re.compile(
    r"(?:^|[\n.,!?]\s*)(?i:(?:kind|best|warm) regards|best(?: wishes)?|cheers|sincerely"
    r"|yours(?: \w+)?|many thanks|thanks|thank you|love),?\s+[A-Z][\w-]+\.?$"
)
_ASKS = re.compile(
    r"(?:who|what|when|where|why|which|how|is|are|am|was|were|does|did)\b"
    r"|(?:can|could|would|will|should|shall|may|do|have|has) (?:i|we|you|he|she|it|they|this"
    r"|that|the|there|my|your|our|someone|anyone)\b",
    re.IGNORECASE,
)
_THAT = re.compile(
    r"^that\s+|(?<=\band )that\s+(?=(?:i|you|he|she|we|they|it|the|my|our|(?-i:[A-Z])\w+)\b)",
    re.IGNORECASE,
)
"""What leads to what is to be told, at its beginning or once more: "that I come and that ..."."""
_ITSELF = re.compile(r"(?<![\w'])i(?='(?:m|ll|ve|d)\b|\b(?!['.]\w))")
_THEY = re.compile(r"\b(?:he|him|his|she|her|they|them|their)\b", re.IGNORECASE)
_GROUPS: Mapping[str, str] = {
    **dict.fromkeys(("he", "him", "his"), "he"),
    **dict.fromkeys(("she", "her"), "she"),
    **dict.fromkeys(("they", "them", "their"), "they"),
}
_OPENS = re.compile(
    r"\W*(?:(?:if|whether|when|what|where|which|how|why|that|yes|no|can|could|will|would|should"
    r"|may)\W+(?:\w+ )?)?$",
    re.IGNORECASE,
)
"""What may stand before those that something is told to, or asked of."""
_ADVERB = r"(?:(?:also|always|still|never|just|already|only|now|then|really|\w+ly) )?"
_AS_SUBJECT = (
    rf"(?P<short>['\u2019](?:s|ll|d|ve|re)\b)?(?:(?P<gap> {_ADVERB})(?P<verb>[\w'\u2019]+))?"
)
_YOURS = {"is": "are", "has": "have", "was": "were", "does": "do", "goes": "go"}
_NAMED = re.compile(rf"{PROPER.pattern}(?![a-z]+day\b)")
"""How somebody is named, and no day."""
_CIVIL = re.compile(r"(mr|mrs|ms|miss)\b", re.IGNORECASE)
_NO_VERBS = frozenset({"always", "as", "perhaps", "plus", "sometimes", "this", "thus", "us"})
_OWNED = re.compile(
    r" (?!(?:to|and|or|but|at|on|in|by|for|from|with|that|when|if|about|as|an?|the|this|my|our|we"
    r"|i|it|of|out|up|back|over|again|too|before|after|so|now|then|know|how|what|where|why)\b)\w"
)
"""What stands behind "her" where that tells whose something is."""


def told_to(text: str, names: Sequence[str], spoken: Sequence[str] = ()) -> str:
    """Return what is told of those a letter is to as it is told to them: "he may" is "you may".

    `names` are theirs; who is `spoken` of besides may be meant by a pronoun behind that.
    """
    others = [at for one in spoken if (at := text.find(one)) >= 0]
    others += [named.start()] if (named := _NAMED.search(text)) else []
    end = min(others, default=len(text))
    first = _THEY.search(text, 0, end)
    who = _GROUPS[fold(first[0])] if first else ""
    whom = {_group(one) for one in names}
    opens = first is not None and _OPENS.match(text, 0, first.start())
    plainly = whom == {who} and who != "they"
    may_be_them = who == "they" or whom <= {who, ""}
    if first is None or not (plainly or (opens and may_be_them)):
        return text
    own = "|".join(one for one, group in _GROUPS.items() if group == who)
    pronoun = re.compile(rf"\b(?:(?P<subject>{who})\b{_AS_SUBJECT}|(?:{own})\b)", re.IGNORECASE)
    return pronoun.sub(_to_you, text[:end]) + text[end:]


def _group(name: str) -> str:
    """Return "he" or "she" for somebody who plainly is one, as named or meant; "" for others."""
    title = _CIVIL.match(name)
    if title or (word := fold(name)) in _GROUPS:
        return ("he" if title[1].casefold() == "mr" else "she") if title else _GROUPS[fold(name)]
    fitting = [one for one in ("he", "she") if may_be(one, word)]
    return fitting[0] if len(fitting) == 1 else ""


def _to_you(found: re.Match[str]) -> str:
    if not found["subject"]:
        said = fold(found[0])
        owned = said == "her" and _OWNED.match(found.string, found.end())
        return "your" if owned or said in {"his", "their"} else "you"
    short = {"s": " are"}.get((found["short"] or "")[1:], found["short"] or "")
    verb = found["verb"] or ""
    return f"you{short}{found['gap'] or ''}{verb if found['short'] else _yours(verb)}"


def _yours(verb: str) -> str:
    """Return a verb as it stands behind "you"."""
    stem, *rest = re.split(r"(?=n['\u2019]t$)", verb)
    own = _YOURS.get(stem, stem)
    if own == stem and stem.endswith("s") and stem not in _NO_VERBS and not stem.endswith("ss"):
        own = re.sub(r"(?<=[^aeiou])ies$", "y", re.sub(r"(?<=sh|ch|ss)es$", "", stem))
        own = own.removesuffix("s") if own == stem else own
    return f"{own}{''.join(rest)}"


def worded(verb: str, tail: str, names: Sequence[str] = (), spoken: Sequence[str] = ()) -> str:
    """Return the sentence that telling, asking or thanking someone comes down to.

    `names` and `spoken` are as for `told_to`.
    """
    tail = tail.strip()
    if verb in {"tell", "ask"}:
        tail = told_to(tail, names, spoken)
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
    return _THAT.sub("", tail)


def _asked(tail: str) -> str:
    if found := re.match(r"(?P<no>not )?to (?P<deed>.+)", tail, re.IGNORECASE | re.DOTALL):
        return f"Could you please {'not ' if found['no'] else ''}{found['deed']}?"
    if found := re.match(r"for (?P<thing>.+)", tail, re.IGNORECASE | re.DOTALL):
        return f"Could you please send me {found['thing']}?"
    if found := re.match(r"about (?P<thing>.+)", tail, re.IGNORECASE | re.DOTALL):
        return f"Could you tell me about {found['thing']}?"
    if _ASKS.match(tail) or re.match(r"(?:if|whether)\b", tail, re.IGNORECASE):
        if tail.endswith("?"):
            return tail
        return f"Could you let me know {tail}?"
    return f"Could you please tell me {tail}?" if tail else ""


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
