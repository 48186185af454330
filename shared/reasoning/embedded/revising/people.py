"""Wishes about who gets something: "send it to Tom instead", "cc Ann", "remove John"."""

import re

from shared.models.base import Json
from shared.models.people import address_of, text_of
from shared.reasoning.embedded.revising.call import PEOPLE, Call, CannotRevise
from shared.understanding.folding import fold, word_set
from shared.understanding.people_said import NAME, SEVERAL

_WHO = rf"(?P<who>{SEVERAL}|[a-z][\w.-]*(?: [A-Z][\w.-]*)?)"
_CUT = re.compile(r"\s*(?:,\s*and\s+|,|;|\s+and\s+|\s*&\s*)\s*", re.IGNORECASE)
_COPY = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        (
            rf"(?:also |and )?(?:add|put|include|keep|have|with) {_WHO} (?:in|on|to|as|into)"
            r" (?:the )?"
            r"(?P<kind>b?cc|copy|loop)"
        ),
        rf"(?:also |and )?(?P<kind>b?cc|copy)(?: in| to|:)? {_WHO}(?: (?:in|too|as well))?",
        rf"(?P<kind>b?cc):? {_WHO}",
    )
)
_INSTEAD = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        (
            r"(?:send|forward|address|mail|e-?mail|make|direct)(?: it| this| that)?(?: out)?"
            rf" to {_WHO}"
            r"(?:,? instead(?: of .+)?|,? not .+)?"
        ),
        rf"to {_WHO},? instead(?: of .+)?",
        rf"(?:it (?:should|must) go|it's|it is meant|that should go) (?:to|for) {_WHO}",
        rf"(?:change|set) (?:the )?(?:recipients?|receiver|addressee|to) to {_WHO}",
        rf"(?:use|invite) {_WHO} instead(?: of .+)?",
    )
)
_TO = re.compile(rf"to {_WHO}", re.IGNORECASE)
_ADD = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        (
            rf"(?:also )?(?:add|include|invite|send it to) {_WHO}(?: (?:too|as well|also|to it|to"
            rf" the (?:list"
            r"|recipients|invite|meeting|call|attendees|event)|as (?:an? )?(?:recipient|attendee"
            r"|receiver|guest)))*"
        ),
        rf"(?:send|forward)(?: it)? (?:also )?to {_WHO} (?:too|as well|also)",
        rf"also (?:send (?:it )?)?to {_WHO}",
        rf"(?:and )?{_WHO} (?:too|as well|should (?:get it|come|be there)(?: too)?)",
    )
)
_REMOVE = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?:remove|drop|delete|uninvite|exclude|skip) {_WHO}(?: (?:from|off) .+)?",
        rf"(?:take|leave|keep) {_WHO} (?:off|out)(?: of (?:it|this))?(?: (?:it|the \w+))?",
        rf"(?:without|not to|but not|not) {_WHO}",
        rf"(?:don't|do not) (?:send it to|include|invite|copy|cc|add) {_WHO}",
    )
)
_NOT_BUT = re.compile(
    rf"(?:not|no,? not|rather than) (?:to |for )?(?P<old>him|her|them|{NAME}),? (?:but |rather )?"
    rf"(?:to |for )?(?P<who>{NAME})(?: (?:instead|rather|please))?",
    re.IGNORECASE,
)
"""Who it is not for, and who it is for."""
_BUT_NOT = re.compile(
    rf"(?:(?:i )?meant |(?:to|for) |it's )?(?P<who>{NAME}),? (?:and )?not (?:to |for )?"
    rf"(?P<old>him|her|them|{NAME})(?: (?:please|sorry))?",
    re.IGNORECASE,
)
"""Who it is for, and who it is not for."""
_REASON = re.compile(
    r"(?:[,;.!]| -| \u2013|,? because|,? since)"
    r" (?:because|since|as|so|for|she|he|they|we|i|it|that)\b.*$"
    r"|(?<=[\w.]) (?:does|is|has|handles|needs|knows|wants|should|takes|looks after)\b.*$",
    re.IGNORECASE,
)
"""Why somebody should get it, after who."""
_EVERYONE = re.compile(
    r"(?:reply|answer|send it)? ?to (?:all|everyone|everybody)(?: of them)?", re.IGNORECASE
)
_ONLY = re.compile(
    r"(?:(?:reply |send it )?(?:only|just) to (?:him|her|them|the sender)|not to (?:all|everyone))",
    re.IGNORECASE,
)
_GREETED = re.compile(r"^(?:Hi [^\n]*|Hello),\n")
_NOT_PEOPLE = re.compile(
    r"(?:invite|include|add|send|forward|mail|copy|cc|that|a|an|the|it|this|something|more|my"
    r"|our|note|line|sentence|greeting|subject|title"
    r"|notes"
    r"|location|agenda|link|time|attachments?|monday|tuesday|wednesday|thursday|friday|saturday"
    r"|sunday"
    r"|today|tomorrow|noon|please|thanks|now|yet|minutes?|hours?)\b",
    re.IGNORECASE,
)


_COPIED = re.compile(r"\b(?P<kind>b?cc|cop(?:y|ied)|loop)\b", re.IGNORECASE)
_NAMED = re.compile(rf"(?<!\w){NAME}(?!\w)")
_BESIDES_COPY = word_set(
    """
    also and as can could for get gets give have in include it keep mail message on one please put
    should take that the them this to too well with would you
    """
)
"""Words that say no more than that somebody is copied."""


def _copied(wish: str, call: Call) -> bool:
    """Copy those whose names stand in what says no more than that: "and Tom in copy"."""
    said = _REASON.sub("", wish)
    found = _COPIED.search(said)
    rest = f"{said[: found.start()]} {said[found.end() :]}" if found else ""
    names = [one[0] for one in _NAMED.finditer(rest) if not _NOT_PEOPLE.match(one[0])]
    left = {word.casefold() for word in re.findall(r"\w+", _NAMED.sub(" ", rest))}
    if found is None or not names or left - _BESIDES_COPY:
        return False
    return added(names, "bcc" if found["kind"].casefold() == "bcc" else "cc", call)


def revise_people(wish: str, call: Call) -> bool:
    """Change who gets it; False if the wish is about something else."""
    if call.has("reply_all") and (_EVERYONE.fullmatch(wish) or _ONLY.fullmatch(wish)):
        call.arguments["reply_all"] = _EVERYONE.fullmatch(wish) is not None
        call.arguments |= dict.fromkeys(("to", "cc"))  # whoever that is then
        return True
    said = _REASON.sub("", wish)
    if (found := _match((_NOT_BUT, _BUT_NOT), said)) and _put_for(found, call):
        return True
    short = _REASON.sub("", wish) if _REASON.search(wish) else ""
    return _who(wish, call) or (bool(short) and _who(short, call)) or _copied(wish, call)


def _who(wish: str, call: Call) -> bool:
    if found := _match(_COPY, wish):
        return _add(found, "bcc" if found["kind"].casefold() == "bcc" else "cc", call)
    if (found := _match(_ADD[1:], wish)) and "instead" not in wish:
        return _add(found, call.first(("add_attendees", "attendees", "to")), call)
    timed = call.first(("start", "until")) != ""  # "to Friday" is a time there
    if found := _match(_INSTEAD if timed else (*_INSTEAD, _TO), wish):
        return _replace(found, call)
    if found := _match(_REMOVE, wish):
        return _remove(found, call)
    if found := _match(_ADD[:1], wish):
        return _add(found, call.first(("add_attendees", "attendees", "to")), call)
    return False


def _match(patterns: tuple[re.Pattern[str], ...], wish: str) -> re.Match[str] | None:
    found = next((m for pattern in patterns if (m := pattern.fullmatch(wish))), None)
    return None if found is None or _NOT_PEOPLE.match(found["who"]) else found


def _names(found: re.Match[str]) -> list[str]:
    return [name for part in _CUT.split(found["who"]) if (name := part.strip(" .,"))]


def _add(found: re.Match[str], where: str, call: Call) -> bool:
    return added(_names(found), where, call)


def added(names: list[str], where: str, call: Call) -> bool:
    """Put people on a list of the call; raise CannotRevise where it has none."""
    if not call.has(where):
        raise CannotRevise("Nobody can be added to this.")
    known = call.listed(where)
    call.arguments[where] = [*known, *(name for name in names if name not in known)]
    return True


def _replace(found: re.Match[str], call: Call) -> bool:
    return replaced(_names(found), call)


def replaced(names: list[str], call: Call) -> bool:
    """Put people in place of those it goes to, in the greeting too; raise CannotRevise."""
    where = call.first(("to", "attendees", "add_attendees", "user"))
    if not where:
        raise CannotRevise("There is nobody this goes to who could be changed.")
    if where == "user" and len(names) > 1:
        raise CannotRevise("A direct message goes to one person. Who should get it?")
    call.arguments[where] = names[0] if where == "user" else list[Json](names)
    greeted = [name.split()[0] for name in names if "@" not in name and name[0].isupper()]
    hello = f"Hi {' and '.join(greeted)}," if greeted else "Hello,"
    if body := call.text("body"):
        call.arguments["body"] = _GREETED.sub(f"{hello}\n", body, count=1)
    return True


def _put_for(found: re.Match[str], call: Call) -> bool:
    """Put somebody in the place of one it goes to; False where that one is not among them."""
    where = call.first(("to", "attendees", "add_attendees", "user"))
    known = call.listed(where) if where else []
    old = [one for one in known if _is(found["old"], one)]
    if fold(found["old"]) in {"him", "her", "them"}:
        old = known if len(known) == 1 else []
    if not old:
        return False
    if len(known) == 1:
        return replaced([found["who"]], call)
    call.arguments[where] = [found["who"] if one in old else one for one in known]
    return True


def _remove(found: re.Match[str], call: Call) -> bool:
    return removed(_names(found), call)


def removed(names: list[str], call: Call) -> bool:
    """Take people off; False for somebody who is not on it, raise CannotRevise for the last."""
    for name in names:
        lists = {where: call.listed(where) for where in PEOPLE if call.listed(where)}
        left = {where: [one for one in ones if not _is(name, one)] for where, ones in lists.items()}
        if left == lists:
            if not call.has("remove_attendees"):
                return False
            call.arguments["remove_attendees"] = [*call.listed("remove_attendees"), name]
            continue
        if "to" in left and not left["to"]:
            raise CannotRevise("Then nobody would get it. Say who should, or say no to drop it.")
        call.arguments |= left
    return True


def _is(name: str, recipient: Json) -> bool:
    """Whether a name is of an address or a person: each word of it has to be in there."""
    said = fold(text_of(recipient))
    parts = re.split(r"[^\w']+", said)
    return fold(name) in (said, fold(address_of(recipient))) or all(
        word in parts for word in re.split(r"[\s.]+", fold(name))
    )
