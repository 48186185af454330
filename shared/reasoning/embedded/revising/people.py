"""Wishes about who gets something: "send it to Tom instead", "cc Ann", "remove John"."""

import re
from collections.abc import Sequence
from itertools import pairwise

from shared.models.base import Json
from shared.reasoning.embedded.revising.call import PEOPLE, Call, CannotRevise
from shared.reasoning.embedded.revising.mentions import (
    IN_PLACE,
    Mention,
    as_ordered,
    is_called,
    mentions,
)
from shared.reasoning.embedded.revising.values import clauses
from shared.understanding.folding import fold, word_set, words
from shared.understanding.marking import TIMES, Span
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
_FEW = 3
_GREETED = re.compile(r"^(?:Hi [^\n]*|Hello),\n")
COPIED = re.compile(r"\b(?P<kind>b?cc(?:'?d)?|blind copy|cop(?:y|ied)|loop)\b", re.IGNORECASE)
_MORE = re.compile(
    r"\b(?:also|too|as well|add|include|invite|join(?:s|ing)?|sits? in|attends?|come|along|plus"
    r"|bring|both|besides|in addition|there|in on)\b|^and\b",
    re.IGNORECASE,
)
"""That somebody comes besides those it goes to."""
_INSTEAD = re.compile(
    r"\b(?:instead|wrong|meant?|mistake|mix(?:ed)?|mis(?:read|took|typed)|confus\w+|scratch"
    r"|replace|swap|takes? \w+'s place|had in mind|the one"
    r"|(?:right|better|proper) (?:one|person|man|woman)|not)\b",
    re.IGNORECASE,
)
"""That somebody gets it in the place of those it goes to, whatever else is said."""
_RATHER = re.compile(r"\brather\b", re.IGNORECASE)
"""Likewise, of those named in the same breath: "rather 14:00, and invite Tom" brings one more."""
_CANNOT = re.compile(r"\b(?:can't|cannot|won't|isn't coming|not coming)\b", re.IGNORECASE)
"""Why somebody does not come, where nobody is said to come besides."""
_GOES_TO = re.compile(
    r"\b(?:(?:it|that)(?:'s| is| was)|gets?|oops"
    r"|make (?:it|that)(?! (?:at |on |an? |half |noon|\d|\w+day\b))"
    r"|(?:should|must|ought to|has to) (?:go|get|have|see|receive)"
    r"|(?:send|forward|address|direct|e-?mail|message|goes?)(?: \w+){0,3} to|(?:needs?|handles"
    r"|decides)|no,? \w+|please)\b|^to\b|[,.] (?:rather )?(?:so )?to\b",
    re.IGNORECASE,
)
"""That it is somebody else's, where nothing says that they come besides."""
_OTHER_THINGS = re.compile(
    r"\b(?:subject|title|heading|location|(?<!in )(?<!'s )place|venue|(?<!in the )room|notes?"
    r"|agenda|sentence|line|word|paragraph|rename|call it|name it)\b",
    re.IGNORECASE,
)
_SPEAKS = re.compile(
    r"(?:^|[,.;!] )(?:also |and |but |please |just )*(?:say|write|mention|append|thank"
    r"|offer|promise|(?:add|put|include|pop|stick|slip|work|insert)(?: in)?(?: also| too)?"
    r" (?:that|an?|some|another|one|\")"
    r"|i(?:'d| would) (?:also )?like to (?:also )?say|tell|let (?:him|her|them) know"
    r"|(?:he|she|they) (?:should|must|needs? to|has to) know)\b",
    re.IGNORECASE,
)
"""How a wish begins that is about what is to be said."""
_TOGETHER = re.compile(r"\s*(?:and|&|,\s*and)\s*(?:to )?", re.IGNORECASE)


def revise_people(wish: str, call: Call, spans: Sequence[Span] = ()) -> bool:
    """Change who gets it; False if the wish is about something else."""
    return _answers_all(wish, call) or _told(wish, call, spans)


def _answers_all(wish: str, call: Call) -> bool:
    """Answer everybody, or only the sender; False for any other wish."""
    if not call.has("reply_all") or not (_EVERYONE.fullmatch(wish) or _ONLY.fullmatch(wish)):
        return False
    call.arguments["reply_all"] = _EVERYONE.fullmatch(wish) is not None
    call.arguments |= dict.fromkeys(("to", "cc"))  # whoever that is then
    return True


def _told(wish: str, call: Call, spans: Sequence[Span]) -> bool:
    named = mentions(wish, call, spans)
    out = list({one.name: one for one in named if one.out}.values())
    new = list(dict.fromkeys(one.name for one in named if not (one.out or one.known)))
    strangers = any(not one.known for one in out) and not call.has("remove_attendees")
    spoken = _SPEAKS.search(wish) or _OTHER_THINGS.search(wish)
    if not (out or new) or strangers or (spoken and not out) or elsewhere(spans, call):
        return False
    copy = COPIED.search(wish)
    if not (copy or call.first(_REACHED)):
        return False
    if new and copy:
        return added(new, "bcc" if copy["kind"].casefold()[0] == "b" else "cc", call)
    if out and new:
        return put_for([one.name for one in out], new, call)
    if out and IN_PLACE.search(wish[: out[-1].start]):
        raise CannotRevise(f"Who should it be instead of {out[-1].name}?")
    if out:
        return removed([one.name for one in out], call)
    return _named(wish, named, new, call)


def elsewhere(spans: Sequence[Span], call: Call) -> bool:
    """Whether a wish names when, of a call that is at no time: it is about another.

    "I would rather see Tom at three" changes no mail that is about to go to somebody else.
    """
    timed = any(call.has(name) for name in ("start", "until"))
    return not timed and any(one.kind in TIMES for one in spans)


def _named(wish: str, named: Sequence[Mention], new: list[str], call: Call) -> bool:
    """Let those who are new come besides the others or in their place, as a wish says."""
    known = [one.name for one in named if one.known]
    more = _MORE.search(wish) or _joined(wish, named)
    rather = any(_RATHER.search(one) and any(name in one for name in new) for one in clauses(wish))
    absent = known and not more and _CANNOT.search(wish)
    instead = bool(_INSTEAD.search(wish) or rather or absent)
    if not instead and more:
        return added(new, call.first(("add_attendees", "attendees", "to")), call)
    if not instead and not _GOES_TO.search(wish):
        return False
    return put_for(known, new, call) if known else replaced(new, call)


def alone(wish: str, call: Call, spans: Sequence[Span]) -> bool:
    """Let somebody come, or get it, whom a wish names and hardly says a word besides."""
    named = mentions(wish, call, spans)
    new = [one.name for one in named if not one.out and not one.known]
    said = " ".join(
        wish[start:end]
        for start, end in pairwise((0, *(at for one in named for at in one[1:3]), len(wish)))
    )
    if not new or len(words(said)) > _FEW or not call.first(_REACHED):
        return False
    if call.has("attendees") or call.has("add_attendees"):
        return added(new, call.first(("add_attendees", "attendees")), call)
    return replaced(new, call)


def _joined(wish: str, named: Sequence[Mention]) -> bool:
    """Whether somebody new is named in one breath with one it goes to."""
    return any(
        one.known != two.known and _TOGETHER.fullmatch(wish[one.end : two.start])
        for one, two in pairwise(named)
    )


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
