"""Who gets something: put on it, in the place of others, or taken off."""

import re

from shared.models.base import Json
from shared.reasoning.embedded.revising.call import PEOPLE, Call, CannotRevise
from shared.reasoning.embedded.revising.mentions import as_ordered, is_called
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
_GREETED = re.compile(r"^(?:Hi [^\n]*|Hello),\n")
COPIED = re.compile(r"\b(?P<kind>b?cc(?:'?d)?|blind copy|cop(?:y|ied)|loop)\b", re.IGNORECASE)


def answers_all(wish: str, call: Call) -> bool:
    """Answer everybody, or only the sender; False for any other wish."""
    if not call.has("reply_all") or not (_EVERYONE.fullmatch(wish) or _ONLY.fullmatch(wish)):
        return False
    call.arguments["reply_all"] = _EVERYONE.fullmatch(wish) is not None
    call.arguments |= dict.fromkeys(("to", "cc"))  # whoever that is then
    return True


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
