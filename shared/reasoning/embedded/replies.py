"""What a person said after a question. Silently wrong is worse than asking again."""

import re
from collections.abc import Sequence

from shared.models.intent import ActionType, Option
from shared.models.reasoning import IntentRequest, ReplyReading, ReplyRequest
from shared.reasoning.embedded.intents import analyze
from shared.reasoning.embedded.pointing import place_named
from shared.reasoning.embedded.words import content_words, fold, similar, word_set, words

_CLEAR_REQUEST = 0.85
_ANY_DAY = "2000-01-03"
"""Whether a reply is a request does not depend on the day."""

_YES = word_set(
    """
    yes y yep yeah yup sure ok okay absolutely definitely correct confirm confirmed approve
    approved accept agreed right fine 👍 ✅ do go send run proceed
    """
)
_NO = word_set(
    """
    no n nope nah don't dont cancel stop never reject decline abort 👎
    """
)
_FILLER = word_set(
    """
    please pls thanks thank you it that ahead for it's just now then and i with sounds good
    looks great is are the them this me do go send why not mind not never thing
    """
)
_NOT_SURE = re.compile(
    r"\bnot (?:yet|sure|certain)\b|\b(?:don't|dont|do not) know\b|\bidk\b"
    r"|\b(?:maybe|perhaps|wait|either|any|both|whichever|whatever|you choose"
    r"|you decide|recommended)\b|\bno idea\b"
)
_NONE = re.compile(
    r"^(?:none|neither|not (?:any|one|either)|no one"
    r"|nothing)\b(?:(?: of)? (?:these|them|those|the above|that))?"
    r"|^not in any of \w+"
    r"|^(?:no|nope|nah)?[, ]*(?:cancel|never ?mind|forget (?:it|that)|drop (?:it"
    r"|that)|stop|leave (?:it|them))\b(?: that| it)?"
    r"|^(?:no|nope|nah|no thanks?)$"
)
_TURN = re.compile(
    r"^(?:actually|instead|no|nope|none|stop|drop that|drop it|forget it"
    r"|forget that|never ?mind|cancel)\b[,.!:; -]*"
)
_ASKING = re.compile(r"^(?:who|what|why|when|where|which|how|is|are|does|do)\b.*")
_EXCEPT = re.compile(r"[,;]? ?\b(?:but not|and not|not|except)\b (?P<not>.+)$")
_SEVERAL = re.compile(r"\b(?:and|or|both)\b|^all\b|\bfirst (?:two|three|few)\b")
_LETTERS = "abcdefgh"
_SMALL_WORDS = word_set(
    """
    one option choice that's person guy contact agent person want mean meant take pick choose
    think ok
    """
)


def read_reply(request: ReplyRequest) -> ReplyReading:
    """Read a reply.

    Confidence 1 means there was nothing to interpret: a number, an exact label, a plain yes.
    """
    said = fold(request.text).strip(" .!,")
    if not said:
        return ReplyReading(meaning="unclear", confidence=1)
    if request.kind == "approval":
        return _approval(said)
    exact = [
        o for o in request.options if said in (fold(o.label), fold(f"{o.label} {o.description}"))
    ]
    if len(exact) == 1:
        return _chosen(exact[0], 1)
    if (place := _place(said, len(request.options))) and not _ambiguous_place(
        said, request.options
    ):
        return _chosen(request.options[place - 1], 1)
    if yes_no := _yes_or_no(said, request.options):
        return yes_no
    return _free(said, request)


def _approval(said: str) -> ReplyReading:
    verdict = _plain_verdict(said)
    if verdict is not None and not _NOT_SURE.search(said):
        return ReplyReading(meaning="accept" if verdict else "reject", confidence=1)
    if _NONE.match(said) and not _rest_after_turn(said):
        return ReplyReading(meaning="reject", confidence=0.95)
    if _is_request(_rest_after_turn(said) or said):
        return ReplyReading(meaning="new", confidence=0.85)
    return ReplyReading(meaning="unclear", confidence=0.6)


def _plain_verdict(said: str) -> bool | None:
    """Return yes (True) or no (False) when every word says so; None otherwise."""
    if re.fullmatch(r"[👍✅🆗]+", said):
        return True
    spoken = words(said)
    if not spoken:
        return None
    yes = [word for word in spoken if word in _YES]
    no = [word for word in spoken if word in _NO]
    if any(word not in _YES | _NO | _FILLER for word in spoken):
        return None
    if no and (spoken[0] in _NO):
        return None if any(word in {"yes", "ok", "okay", "yeah", "sure"} for word in yes) else False
    if no or ("not" in spoken and "why" not in spoken):
        return None
    return True if yes else None


def _yes_or_no(said: str, options: Sequence[Option]) -> ReplyReading | None:
    """Read a plain yes or no as the only option that begins so."""
    verdict = _plain_verdict(said)
    if verdict is None or _NOT_SURE.search(said):
        return None
    opening = "yes" if verdict else "no"
    fitting = [option for option in options if words(option.label)[:1] == [opening]]
    if len(fitting) == 1:
        return _chosen(fitting[0], 1)
    if verdict:
        return ReplyReading(meaning="unclear", confidence=0.9)
    return ReplyReading(meaning="none", confidence=0.85)


def _free(said: str, request: ReplyRequest) -> ReplyReading:
    rest = _rest_after_turn(said)
    if rest and _is_request(rest):
        return ReplyReading(meaning="new", confidence=0.9)
    if _NONE.match(said) and _NONE.sub("", said).strip(" ,.") in {"", "leave them", "leave it"}:
        return ReplyReading(meaning="none", confidence=0.95)
    if not request.options:
        return _open_answer(said)
    chosen = _matching(said, request.options)
    if chosen is not None and not _ASKING.match(said):
        return chosen
    if _is_request(said):
        return ReplyReading(meaning="new", confidence=0.85)
    return ReplyReading(meaning="unclear", confidence=0.6)


def _open_answer(said: str) -> ReplyReading:
    """To an open question anything is an answer, unless it is uncertain or another question."""
    if _NOT_SURE.search(said) or _plain_verdict(said) is not None or said.endswith("?"):
        return ReplyReading(meaning="unclear", confidence=0.6)
    return ReplyReading(meaning="text", confidence=0.8)


def _matching(said: str, options: Sequence[Option]) -> ReplyReading | None:
    """Return the one option the words of a reply fit; None when none or more than one does."""
    if _NOT_SURE.search(said):
        return None
    excluded = _EXCEPT.search(said)
    wanted = _telling(said[: excluded.start()] if excluded else said)
    unwanted = _telling(excluded["not"]) if excluded else []
    scores = {
        option.id: (_hits(wanted, option), -_hits(unwanted, option))
        for option in options
        if not (unwanted and _hits(unwanted, option) == len(unwanted))
    }
    if not wanted:
        left = [option for option in options if option.id in scores]
        return _chosen(left[0], 0.8) if unwanted and len(left) == 1 else None
    best = max(scores.values(), default=(0, 0))
    fitting = [option for option in options if scores.get(option.id) == best]
    if len(fitting) != 1 or best[0] == 0 or _names_several(said, options):
        return None
    share = best[0] / len(wanted)
    told_apart = best[0] > max((s[0] for i, s in scores.items() if i != fitting[0].id), default=0)
    if share < 0.5 or not told_apart or (share < 1 and _orders(said)):  # noqa: PLR2004
        return None
    return _chosen(fitting[0], 0.95 if share == 1 else 0.7)


def _telling(text: str) -> list[str]:
    return [word for word in content_words(text) if word not in _SMALL_WORDS]


def _hits(wanted: Sequence[str], option: Option) -> int:
    """Count the wanted words an option has; a short or clipped word counts when it begins one."""
    present = words(f"{option.label} {option.description}")
    return sum(
        any(similar(word, other) or _begins(word, other) for other in present) for word in wanted
    )


def _begins(word: str, other: str) -> bool:
    return len(word) > 2 and not word.isdigit() and other.startswith(word)  # noqa: PLR2004


def _names_several(said: str, options: Sequence[Option]) -> bool:
    """Whether a reply with "and" or "or" names what sets more than one option apart."""
    if not _SEVERAL.search(said):
        return False
    spoken = set(_telling(said))
    return sum(bool(spoken & set(words(option.label))) for option in options) > 1


def _place(said: str, count: int) -> int | None:
    if len(said) == 1 and said in _LETTERS[:count]:
        return _LETTERS.index(said) + 1
    if re.fullmatch(r"(?:the )?(?:former|latter)(?: one)?", said) and count == 2:  # noqa: PLR2004
        return 1 if "former" in said else 2
    return place_named(said, count) if not _EXCEPT.search(said) else None


def _ambiguous_place(said: str, options: Sequence[Option]) -> bool:
    """Whether "last" may be a place or a word of several labels ("Last week", "Last month")."""
    named = set(words(said)) & {"first", "last", "final", "second", "third"}
    return any(sum(word in words(option.label) for option in options) > 0 for word in named)


def _rest_after_turn(said: str) -> str:
    """Return what follows a turn away such as "no," or "actually"; empty when nothing does."""
    rest = _TURN.sub("", said)
    while rest != (shorter := _TURN.sub("", rest)):
        rest = shorter
    return "" if rest == said else rest.strip()


def _is_request(said: str) -> bool:
    intent = analyze(IntentRequest(text=said, today=_ANY_DAY))
    if intent.action in {ActionType.CREATE, ActionType.UPDATE, ActionType.EXECUTE}:
        return intent.confidence >= (_CLEAR_REQUEST if not intent.commands else 0.7) or (
            intent.action is ActionType.EXECUTE and len(content_words(said)) > 2  # noqa: PLR2004
        )
    return False


def _orders(said: str) -> bool:
    """Whether the words alone are an order to an agent."""
    return bool(analyze(IntentRequest(text=said, today=_ANY_DAY)).commands)


def _chosen(option: Option, confidence: float) -> ReplyReading:
    return ReplyReading(meaning="option", option=option.id, confidence=confidence)
