"""Wishes that say which part of a call they are about: "as subject take: Plan", "other room: 4"."""

import re

from shared.reasoning.embedded.revising.call import TITLES, Call
from shared.reasoning.embedded.revising.mentions import names_in
from shared.reasoning.embedded.revising.values import clauses, small, values_in
from shared.understanding.folding import fold, word_set

_KIND = (
    r"(?:the |its |a |an? )?(?:(?:different|another|other|new|better|nicer|right|e?mail'?s?"
    r"|page'?s?|event'?s?|meeting'?s?) )*"
)
_TITLE = r"(?:(?:subject|title|name|heading)(?: line)?|headline|topic)"
_PLACE = r"(?:location|place|venue|room)"
_LEADS = (
    r"(?:(?:and|as|for|oh|also|please|change|set|make|put|add|let|have|give it|take|use|with"
    r"|it needs|i'd like|here's|i want)[, ]+)*"
)
_CHOOSE = r"(?:take|use|make|put|have|set|choose|go with|with)"
_AS = r"(?:as|for|in|to be)"
_TAKING = (
    r"(?:so |and |please |pls |rather |just |then )*(?:take|use|put|make it|have|say|write|call it"
    r"|it (?:should|must|ought to) (?:be|read|say)|it is|it's)"
)
_IS = (
    r"(?: (?:should|must|is|ought to|has to|could|would|can|to|as|into|be|better|rather|really|then"
    r"|say|read))+"
)
_IT = r"(?:it|this|that|the (?:page|event|meeting|entry|mail|draft|document|call|note|appointment))"


def _forms(label: str) -> tuple[re.Pattern[str], ...]:
    said = rf"{_KIND}{label}"
    return tuple(
        re.compile(form, re.IGNORECASE | re.DOTALL)
        for form in (
            rf"{_LEADS}{said}(?: (?:please|pls|take|rather|instead|now|then))*\s*:\s*(?P<text>.+)",
            rf"{_LEADS}{said}(?: i(?:'d| would) (?:like|prefer|want))?{_IS},? (?P<text>.+)",
            rf"(?:.*[,.;!] )?(?:please |rather )?{_CHOOSE} (?P<text>.+?) {_AS} {said}",
            rf"(?P<text>.+?) (?:would be|would make|makes|is) (?=an? |the better ){said}",
            rf"(?:as|for) {said},? {_TAKING} (?P<text>.+)",
            rf"(?:i|the|that|this)\b[^,.;]* {label}\b[^,.;]*[,.;] {_TAKING} (?P<text>.+)",
            (
                rf"(?:(?:set|change|make) )?{said}"
                r" (?P<text>(?!(?:it|this|that|line|i'?d?|is|was|should|the)\b).+)"
            ),
        )
    )


_TITLED = (
    *_forms(_TITLE),
    re.compile(
        rf"(?:.*[,;] )?(?:call|name|title|rename|entitle) {_IT}(?: to| as|:)? (?P<text>.+)",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:it|this|that|the \w+)(?: \w+){0,3} be (?:called|named|titled|entitled) (?P<text>.+)",
        re.IGNORECASE,
    ),
)
_QUOTED = re.compile(
    r"(?:\"(?P<text>[^\"]+)\"|'(?P<single>\w.*?)'(?!\w))"
    r"(?:,? (?:instead|rather|please|then))*(?:\s*[-\u2012-\u2015,;.].*)?",
    re.DOTALL,
)
"""A new name by itself, and at most what speaks for it."""
_PLACED = _forms(_PLACE)
_BEHIND = re.compile(
    r"(?:,? (?:instead|rather|please|pls|then|thanks)\b)+\W*$"
    r"|,? (?:not|instead of|rather than) .+$|, (?:that|it|because|since|as|so)\b.*$",
    re.IGNORECASE,
)
_ASIDE = re.compile(r",\s+| (?:while|because|since|as|so|where|and then)\b")
"""What follows a place and is none of its name."""

_NAME = re.compile(r"[^\W_][\w-]*")
_NOT = r"(?:not|instead of|rather than|than)"
_POSTING = word_set(
    "channel channels post posted into take use other better place slack fits don't do but and only"
)
"""Words of a wish about where something is posted that name no channel."""


def revise_labelled(wish: str, call: Call) -> bool:
    """Set the part that a wish names to what it says; False where it names none the call has."""
    title = call.first(TITLES)
    if title and (said := _said(wish, _TITLED)):
        return call.set(title, said[:1].upper() + said[1:])
    if call.text("event_id") and call.text("title") and (quoted := _QUOTED.fullmatch(wish)):
        return call.set("title", quoted["text"] or quoted["single"])
    place = _said(wish, _PLACED) or _elsewhere(wish, call.text("location"))
    if call.has("location") and place:
        at = _BEHIND.sub("", _ASIDE.split(place)[0])
        return call.set("location", _room(wish, at, call.text("location")))
    channel = _other_channel(wish, call.text("channel"), call.text("text"))
    return bool(channel) and call.set("channel", channel)


def _other_channel(wish: str, channel: str, text: str) -> str:
    """Return the only word a clause says of where it is posted instead; "" where it is not plain.

    The wish has to speak of channels, or name the one it is posted in so far.
    """
    old = fold(channel.removeprefix("#"))
    said = {fold(one) for one in _NAME.findall(wish)}
    if not channel or not said & {old, "channel"}:
        return ""
    new = list[str]()
    ruled_out = re.compile(rf"\b{_NOT} (?:(?:in|to|into|on) )?#?{re.escape(old)}\b", re.IGNORECASE)
    for clause in clauses(ruled_out.sub(",", wish)):
        words = [one for one in _NAME.findall(clause) if not (small(one) or fold(one) in _POSTING)]
        if len(words) == 1 and not values_in(clause):
            new += words
    return new[0] if len(new) == 1 and fold(new[0]) not in map(fold, (old, *text.split())) else ""


def _elsewhere(wish: str, place: str) -> str:
    """Return the only other name in a wish that names the place it is at so far; "" for none."""
    name = re.escape(place.removeprefix("Room "))
    named = re.compile(rf"(?<!\w)(?:room )?{name}(?!\w)", re.IGNORECASE)
    if not place or not named.search(wish):
        return ""
    rest = named.sub("-", wish)
    others = [rest[start:end] for start, end in names_in(rest)]
    return others[0] if len(others) == 1 else ""


def _room(wish: str, value: str, before: str) -> str:
    """Return a room as its like are called: "Room Tyne" where it is said so, or was so far."""
    said = re.search(rf"\broom {re.escape(value)}", wish, re.IGNORECASE) is not None
    called = said or (before.startswith("Room ") and value[:1].isupper())
    if not called or value.casefold().startswith("room"):
        return value
    return f"Room {value[:1].upper()}{value[1:]}"


def _said(wish: str, forms: tuple[re.Pattern[str], ...]) -> str:
    found = next((m for form in forms if (m := form.fullmatch(wish))), None)
    return _BEHIND.sub("", found["text"]).strip(' "') if found else ""
