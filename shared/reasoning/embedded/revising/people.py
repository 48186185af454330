"""Who gets something: put on it, in the place of others, or taken off."""

import re

from shared.models.base import Json
from shared.models.people import text_of
from shared.reasoning.embedded.revising.call import PEOPLE, Call, CannotRevise
from shared.reasoning.embedded.revising.mentions import as_ordered, is_called, names_in
from shared.understanding.folding import fold, word_set
from shared.understanding.people import first_name

_REACHED = ("to", "attendees", "add_attendees", "user")
"""Where it says whom a call is for."""
_PRONOUNS = word_set("him her them")
_EVERYONE = re.compile(
    r"(?:reply|answer|send it)? ?to (?:all|everyone|everybody)(?: of them)?", re.IGNORECASE
)
_ONLY = re.compile(
    r"(?:(?:reply |send it )?(?:only|just) to (?:him|her|them|the sender)|not to (?:all|everyone))",
    re.IGNORECASE,
)
_STAYS = re.compile(
    r" (?:(?:can|may|should|must|does|will|is to) )?(?:stays?|remains?|is in|comes?|back (?:on|in)"
    r")\b"
    r"(?! (?:out|away|home|at home|behind))",
    re.IGNORECASE,
)
_KEPT = re.compile(r"\b(?:keep|leave|need|want)(?: \w+ and)? $", re.IGNORECASE)
_NOT = re.compile(r"\b(?:not|instead of|rather than) $", re.IGNORECASE)
"""What says of somebody who was to be taken off that they are not."""
_OFF = re.compile(r" (?:off|out)\b", re.IGNORECASE)
_AWAY = re.compile(
    r"(?:(?:'s| is)(?: the one)?)?(?: (?:that|who)(?:'s| is))? ?(?:away|off|out|ill|sick|busy"
    r"|on (?:leave|holiday))\b",
    re.IGNORECASE,
)
_JOINS = re.compile(
    r"(?: (?:simply|just|also|can|should|will))* (?:joins?\b|comes?\b|extra|too\b|as well"
    r"|(?:in|on)\W*$)",
    re.IGNORECASE,
)
_ADDS = re.compile(r"\b(?:add|bring|invite|have|plus|and(?: just)?) $", re.IGNORECASE)
"""What says of somebody else that they do not come, or that they do."""
_GREETED = re.compile(r"^(?:Hi [^\n]*|Hello),\n")
COPIED = re.compile(r"\b(?P<kind>b?cc(?:'?d)?|blind copy|cop(?:y|ied)|loop)\b", re.IGNORECASE)


def answers_all(wish: str, call: Call) -> bool:
    """Answer everybody, or only the sender; False for any other wish."""
    if not call.has("reply_all") or not (_EVERYONE.fullmatch(wish) or _ONLY.fullmatch(wish)):
        return False
    call.arguments["reply_all"] = _EVERYONE.fullmatch(wish) is not None
    call.arguments |= dict.fromkeys(("to", "cc"))  # whoever that is then
    return True


def put_back(wish: str, call: Call) -> bool:
    """Let those come who were to be taken off: "leave Al on, just Bo extra", "Bo, not Al".

    Who else is named is taken off in their place, or joins, as it is said; False where it is not.
    """
    off = call.listed("remove_attendees") if call.has("remove_attendees") else []
    named, wrong, back = [first_name(text_of(one)) for one in off], set[str](), set[str]()
    for text in named:
        said = rf"(?:{re.escape(text)}{'|him|her|s?he|them|they' if len(off) == 1 else ''})"
        for at in re.finditer(rf"(?<!\w){said}(?!\w)", wish, re.IGNORECASE):
            if _NOT.search(wish[: at.start()]):
                wrong.add(text)
            kept = _KEPT.search(wish[: at.start()]) and not _OFF.match(wish, at.end())
            if text in wrong or kept or _STAYS.match(wish, at.end()):
                back.add(text)
    if not back:
        return False
    taken, joining = list[Json](), list[Json]()
    for start, end in names_in(wish):
        name = wish[start:end]
        if name in named or any(is_called(name, one) for one in call.listed("add_attendees")):
            continue
        joins = _JOINS.match(wish, end) or _ADDS.search(wish[:start])
        away = wrong or _OFF.match(wish, end) or _AWAY.match(wish, end)
        if bool(joins) == bool(away):
            return False
        (joining if joins else taken).append(name)
    left = [one for one in off if first_name(text_of(one)) not in back]
    call.arguments["remove_attendees"] = [*left, *taken]
    return not joining or added(list(map(str, joining)), "add_attendees", call)


def added(names: list[str], where: str, call: Call) -> bool:
    """Put people on a list of the call; raise CannotRevise where it has none."""
    if not call.has(where):
        raise CannotRevise("Nobody can be added to this.")
    known = call.listed(where)
    return call.set(where, [*known, *(name for name in names if name not in known)])


def replaced(names: list[str], call: Call) -> bool:
    """Put people in place of those it goes to, in the greeting too; raise CannotRevise."""
    where = call.first(_REACHED)
    if not where:
        raise CannotRevise("There is nobody this goes to who could be changed.")
    if where == "user" and len(names) > 1:
        raise CannotRevise("A direct message goes to one person. Who should get it?")
    call.arguments[where] = names[0] if where == "user" else list[Json](names)
    greeted = [first_name(name) for name in names if "@" not in name]
    hello = f"Hi {' and '.join(greeted)}," if greeted else "Hello,"
    if body := call.text("body"):
        call.arguments["body"] = _GREETED.sub(f"{hello}\n", body, count=1)
    return True


def only(names: list[str], call: Call) -> bool:
    """Take off whoever is none of some people; False where it goes to nobody else."""
    lists = {where: call.listed(where) for where in PEOPLE if call.listed(where)}
    left = {
        where: [one for one in ones if any(is_called(name, one) for name in names)]
        for where, ones in lists.items()
    }
    if left == lists or not left.get(call.first(_REACHED)):
        return False
    call.arguments |= left
    return True


def put_for(old: list[str], new: list[str], call: Call) -> bool:
    """Put people in the place of some it goes to."""
    if len(old) == len(new) == 1 and (title := call.text("title")):
        named = re.compile(rf"(?<!\w){re.escape(old[0])}(?!\w)", re.IGNORECASE)
        call.arguments["title"] = named.sub(lambda _: first_name(new[0]), title)
    if any(fold(name) in _PRONOUNS for name in old):
        return replaced(new, call)
    for where in (*PEOPLE, "user"):
        known = call.listed(where)
        left = [one for one in known if not any(is_called(name, one) for name in old)]
        if known and not left and where == call.first(_REACHED):
            return replaced(new, call)
        if len(left) < len(known):
            at = next(i for i, one in enumerate(known) if one not in left)
            return call.set(where, [*left[:at], *new, *left[at:]])
    return removed(old, call) and added(new, call.first(_REACHED), call)


def removed(names: list[str], call: Call) -> bool:
    """Take people off; False for somebody who is not on it, raise CannotRevise for the last.

    Who comes to an event already is only shown with a change of it, and has to be uninvited.
    """
    shown = {"attendees"} if call.has("remove_attendees") else set[str]()
    for name in (as_ordered(one, call) for one in names):
        lists = {at: call.listed(at) for at in PEOPLE if at not in shown and call.listed(at)}
        left = {at: [one for one in ones if not is_called(name, one)] for at, ones in lists.items()}
        if "user" in call.arguments or ("to" in left and not left["to"]):
            raise CannotRevise("Then nobody would get it. Say who should, or say no to drop it.")
        if left != lists:
            call.arguments |= left
        elif call.has("remove_attendees"):
            call.arguments["remove_attendees"] = [*call.listed("remove_attendees"), name]
        else:
            return False
    return True
