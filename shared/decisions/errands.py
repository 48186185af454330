"""Doing something with an agent that exists, or with a reminder: how it is asked for, shown, told.

One general form: an operation and a name. What would change anything is shown and agreed to first.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from shared.decisions import recurring, routing
from shared.decisions.agreement import plainly_agrees
from shared.decisions.building.ingredient import one_line
from shared.english import read_when
from shared.english.away import by_date, find_away, find_shift, in_week
from shared.english.near import read_near
from shared.english.schedules import Found, find_rule, find_timing
from shared.models.building import BuildSession, Response
from shared.models.errand import Errand, ErrandKind
from shared.models.schedule import Recurrence, Schedule
from shared.models.thread import Turn

TIMED = frozenset({"remind", "move"})
"""What cannot be done without a time."""
MOST_SHOWN_AGAIN = 3
"""How often what nobody agrees to is shown again after something else."""
AGREE, CANCEL = "Yes, do it", "Cancel"
STOPPED = "All right, nothing was changed."

_PLEASE = r"^(?:(?:please|can you|could you|would you|i want to|i'd like to)[, ]+)*"
_ASKED = (
    r"(?:,? (?:again|please),?)*,? (?=(?:(?:at|in|on|from|with|for|to) (?=wh(?:at|ich|om|ose)\b))?"
    r"(?:what|who|whom|whose|where|which|why|how)\b"
    r"|when (?:exactly |again )?(?:is|are|was|were|do|does|did|am)\b"
    r"|when .*\b(?:is|are|was|were|due|starts?|begins?)(?: again)?[.?! ]*$)"
)
"""What follows where people ask once more for what they were told: no reminder of it."""
_ONCE_MORE = re.compile(rf"{_PLEASE}remind me{_ASKED}", re.IGNORECASE)
_REMIND = re.compile(
    rf"{_PLEASE}(?:remind me\b(?!{_ASKED})"
    r"|(?:set|add|create|make|give me)(?: me)?(?: up)? a reminder\b)(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_TO = re.compile(r"^[\s,:]*(?:(?:remind me|to|about|of|that|for)\b[\s,:]*)*", re.IGNORECASE)
_MOVE = re.compile(
    rf"{_PLEASE}(?:move|change|shift|push|postpone|reschedule|bring forward)\b"
    r" (?:the |my |that |this )?reminder\b(?P<rest>.*)",
    re.IGNORECASE,
)
_TO_WHEN = re.compile(
    r"(?P<name>.*?)\s*\b(?:to|until|till|for)\s+(?P<when>(?:(?!\b(?:to|until|till)\b).)+)"
)
"""What a reminder is called, and the time that it is moved to."""
_FORGET = re.compile(
    rf"{_PLEASE}(?:cancel|delete|remove|drop|stop|forget)\b (?:the |my |that |this )?"
    r"remind(?:ers?|ing me)\b(?P<rest>.*)",
    re.IGNORECASE,
)
_AGENT = r"(?:agent|bot|assistant)"
_NAME = (
    rf"(?:the |my |our )?(?:{_AGENT} (?:called |named )?)?[\"'\u201c@]?(?P<name>.+?)"
    rf"[\"'\u201d]?(?P<agent> {_AGENT})?"
)
_FORMS: dict[ErrandKind, str] = {
    "undo": (
        r"(?:undo|revert|take back|roll back)(?: (?:it|that|this))?(?: the last change)?"
        rf"(?: (?:of|to|on|in) {_NAME})?"
    ),
    "delete": rf"(?:delete|remove|get rid of) {_NAME}",
    "restore": rf"(?:restore|undelete|bring back) {_NAME}",
    "pause": rf"(?:pause|suspend|switch off|turn off|disable|stop) {_NAME}",
    "resume": rf"(?:resume|unpause|switch on|turn on|enable|restart) {_NAME}",
    "share": rf"share {_NAME} with (?P<people>.+?)",
    "export": rf"(?:export|download) {_NAME}",
}
_OPERATIONS: dict[ErrandKind, re.Pattern[str]] = {
    kind: re.compile(rf"{_PLEASE}{form}(?:,? please)?\s*[.!?]*$", re.IGNORECASE)
    for kind, form in _FORMS.items()
}
_ASKS = re.compile(
    r"(?:(?:please|what|which|any|list|show|tell|see|check|read|i want to|let me|know|do i have|are"
    r"|all|of|the|my|me|there)[ ]+)*reminders?(?: list)?"
    r"(?: (?:do i have|are there|have i|i have|set|got|now|today|please))*[?.! ]*"
    r"|(?:(?:do i(?: still| already)? have|have i(?: got| set)?|did i (?:set|make|ask for)|is there"
    r"|when(?: is|'s)) )(?:(?:an?|any|my|the|one|already) )*reminder(?: set)?"
    r"(?: (?:about|for|to|on|of)\b(?!.*\b(?:mails?|e-?mails?|inbox|slack|channel)\b)[^.?!]*)?"
    r"[?.! ]*",
    re.IGNORECASE,
)
_ASKED_FOR = re.compile(
    r"\bre?mi?n?d me (?:to|of|about)\b|\banother (?:reminder|nudge)\b", re.IGNORECASE
)
"""How it is asked to be reminded of something that is named."""
_APART = re.compile(r"[,.;!]\s+|(?<!n't)(?<!not)\s+(?=make (?:it|that)\b)", re.IGNORECASE)
_NOT = re.compile(r"\b(?:not|never)\b|n't\b", re.IGNORECASE)
_LEAD = 1
"""Characters that may stand before what a message begins with."""
_DAY = 24 * 60
_FEW, _SOME = 3, 6
"""Words that may stand beside a time that is the answer to a question, or takes one back."""
_TAKES_BACK = re.compile(
    r"(?:no|not|sorry|sry|wait|oops|actually|rather|better|i mean)\b", re.IGNORECASE
)
_BESIDE = re.compile(
    r"\b(?:is|would|be|better|rather|for|the|my|that|reminder|please|suits|me|fine|make|it|instead"
    r"|so|then|same|time|hour)\b",
    re.IGNORECASE,
)
"""Words that say no more beside a time than that it is to be the one."""
_MAKE_IT = re.compile(
    r"^(?:(?:no|please|rather|better|so|h+m+|u+h?m+|er+m?|oh|ah|well|ok(?:ay)?|actually|wait)\b"
    r"[,.]* )*"
    r"(?:make (?:it|that)\s+)?(?=\S)",
    re.IGNORECASE,
)
_ELSE = re.compile(
    r"\W*(?:(?:and|also|then|please|can you|could you)\W+)*(?:book|schedule|block|put|send|tell|ask"
    r"|write|reply|mail|e-?mail|post|meet|invite|find|show|list|cancel|archive|add|create|what(?:'s)?"
    r"|who(?:'s)?|where|which|any|is there|am i|do i|did)\b",
    re.IGNORECASE,
)
"""What begins another order, or a question, that only has a time in it."""
_THAN = re.compile(r",? (?:instead of|(?:rather )?than|not)\b[^,.;!]*$", re.IGNORECASE)
"""What a time is said to be better than."""
_WORDED = re.compile(
    r"(?:(?:it|that|the (?:reminder|text)) (?:should|must|has to|ought to|needs to)(?: rather)?"
    r" (?:say|read|be)|(?:rather |better |please |just )*(?:say|write|word it|call it))"
    r"(?: that)?:? (?P<text>\S.*)",
    re.IGNORECASE,
)
"""How it is said what a reminder is to say."""
_WEEKDAY = re.compile(r"(?:on )?(?:the )?\w+day", re.IGNORECASE)
_IT = frozenset({"", "it", "this", "that", "this agent", "that agent", "the agent", "agent"})
_EVERYONE = re.compile(
    r"(?:every(?:one|body)|all|the (?:whole )?(?:team|organi[sz]ation|company))\b"
)
_AND = re.compile(r"(?<!\s)\s*(?:,|;|&|\band\b)\s*")
_NO = re.compile(
    r"(?:no|nope|cancel|stop|never ?mind|don't|forget it|leave it)\b[^?]{0,20}", re.IGNORECASE
)
_SHOWN: dict[ErrandKind, str] = {
    "delete": "I'd delete **{name}**. It runs no more, and can be restored for 30 days.",
    "restore": "I'd restore **{name}** as it was when it was deleted.",
    "pause": "I'd pause **{name}**: it won't run until you resume it.",
    "resume": "I'd let **{name}** run again.",
    "undo": "I'd undo the last change to **{name}**.",
    "share": "I'd let {people} use **{name}**.",
    "forget": "I'd cancel this reminder: {name}.",
}
_DONE: dict[ErrandKind, str] = {
    "delete": "**{name}** is deleted. Say “restore {name}” to have it back.",
    "restore": "**{name}** is back.",
    "pause": "**{name}** is paused. Say “resume {name}” to let it run again.",
    "resume": "**{name}** runs again.",
    "undo": "The last change to **{name}** is undone.",
    "share": "**{name}** can now be used by {people}.",
    "forget": "The reminder is cancelled: {name}.",
    "export": "**{name}** can be downloaded as files at /api/v1/agents/{subject}/export.",
}
_WHAT = "What should I remind you of?"
_WHEN = (
    "When should I remind you: {text}? Say for example “tomorrow at 9” or “every Friday at 4pm”."
)


def wanted(turn: Turn) -> str:
    """Return what a turn wants: as it is said, or, for a reminder, as it was understood."""
    understood = turn.intent.plainly if turn.intent is not None else ""
    return understood or routing.wanted(turn)


def errand_in(text: str, now: datetime) -> Errand | None:
    """Return what a message asks to be done; its subject is only in words yet."""
    said = " ".join(text.split())
    if found := _REMIND.match(said):
        return _timed(Errand(kind="remind"), found["rest"], now)
    if found := _MOVE.match(said):
        return _moved(found["rest"], now)
    if found := _FORGET.match(said):
        return Errand(kind="forget", name=_TO.sub("", found["rest"]).strip(" .!?"))
    for kind, form in _OPERATIONS.items():
        if found := form.match(said):
            groups = found.groupdict()
            return Errand(
                kind=kind, name=found["name"] or "", people=_people(groups.get("people") or "")
            )
    return None


def once_more(text: str) -> str:
    """Return the question of a message that wants to be reminded of its answer, or the message."""
    return _ONCE_MORE.sub("", text, count=1)


def asks_for_reminders(text: str) -> bool:
    """Whether the whole of a message asks which reminders there are."""
    return _ASKS.fullmatch(text.strip()) is not None


def means_latest(errand: Errand) -> bool:
    """Whether an operation names no agent, but points at the one talked about."""
    return errand.name.casefold() in _IT


def speaks_of_agents(text: str) -> bool:
    """Whether a message says itself that what it names is an agent."""
    return any((found := form.match(text)) and found["agent"] for form in _OPERATIONS.values())


def _people(said: str) -> tuple[str, ...]:
    if not said or _EVERYONE.match(said.casefold()):
        return ()
    return tuple(one_line(each) for each in _AND.split(said) if each.strip())


def _timed(errand: Errand, said: str, now: datetime) -> Errand:
    """Return a reminder with what was said of its time, and of what it is for."""
    found = _found(said, now)
    rest = found.rest if found is not None else said
    text = _TO.sub("", rest).strip(" .!,;") or errand.text
    return _at(errand.model_copy(update={"text": text}), found, now)


def _moved(said: str, now: datetime) -> Errand:
    """Return a reminder to be moved: the words it is named with, and when it is to be instead."""
    if told := _TO_WHEN.fullmatch(said.strip(" .!?")):
        for words in (told["when"], f"at {told['when']}"):
            if (found := _found(words, now)) and not found.rest:
                return _at(_named_move(told["name"]), found, now)
    return _named_move(said)


def _named_move(words: str) -> Errand:
    return Errand(kind="move", name=_TO.sub("", words).strip(" .!?,"))


def on_its_day(errand: Errand, known: Recurrence, now: datetime) -> Errand:
    """Return a reminder with what its new time leaves open: the day it was for, or the hour.

    A weekday alone is that of the week it was for.
    """
    if known.once is None or errand.when is None or errand.when.once is None:
        return errand
    zone = ZoneInfo(errand.when.zone)
    before, new = known.once.astimezone(zone), errand.when.once.astimezone(zone)
    said = read_near(errand.said, now.astimezone(zone), before.time())
    day, at = new.date(), new.timetz()
    if said.at and said.exact and said.at != new.time():
        at = said.at.replace(tzinfo=at.tzinfo)
    if not said.day_named:
        day = before.date()
    elif said.at is None:
        at = before.timetz()
        same = before.date() + timedelta(days=day.weekday() - before.weekday())
        ahead = datetime.combine(same, at) > now
        day = same if ahead and _WEEKDAY.fullmatch(errand.said) else day
    when = errand.when.model_copy(update={"once": datetime.combine(day, at)})
    return errand.model_copy(update={"when": when})


def _found(said: str, now: datetime) -> Found | None:
    """Return when it is to be; what repeats, but nobody can tell when, is no time at all."""
    rule, single = find_rule(said, now), find_timing(said, now, once=True)
    if rule and single and _begins(single, now) and rule.span[0] >= single.span[1]:
        return single  # "Tuesday at 6 to catch the train, I don't do mornings"
    return rule or single


def _begins(found: Found, now: datetime) -> bool:
    """Whether a message begins with a single time on a day that is named."""
    once = found.timing is not None and found.timing.at is not None
    return once and found.span[0] <= _LEAD and read_when(found.said, now).day_named


def _at(errand: Errand, found: Found | None, now: datetime) -> Errand:
    if found is None or found.timing is None:
        return errand
    when = recurring.recurrence_of(found.timing, ZoneInfo(str(now.tzinfo)))
    return errand.model_copy(update={"when": when, "said": found.said})


def begun(errand: Errand, session: BuildSession) -> Response:
    """Show what would be done, and ask for what is missing or for leave."""
    if errand.problem:
        done = session.model_copy(update={"state": "done", "errand": errand})
        return Response(session=done, text=errand.problem)
    asking = session.model_copy(update={"state": "confirm", "errand": errand})
    if errand.kind == "export":
        done = session.model_copy(update={"state": "done", "errand": errand})
        return Response(session=done, text=told(errand))
    if errand.kind == "remind" and not errand.text:
        return Response(session=asking, text=_WHAT)
    if errand.kind in TIMED and errand.when is None:
        about = one_line(errand.text or errand.name)
        return Response(session=asking, text=_WHEN.format(text=about))
    return Response(session=asking, text=card(errand), suggestions=(AGREE, CANCEL))


def card(errand: Errand) -> str:
    """Return what would be done, and the question whether it should be."""
    return f"{_shown(errand)}\n\nShall I do that?"


def ready(session: BuildSession) -> Errand | None:
    """Return what was shown and only waits for a yes, as it is shown again; None for anything else.

    What has been passed over often enough is not.
    """
    errand = session.errand
    if errand is None or not waits(session):
        return None
    if errand.passed >= MOST_SHOWN_AGAIN:
        return None
    return errand.model_copy(update={"passed": errand.passed + 1})


def waits(session: BuildSession) -> bool:
    """Whether something was shown whole, and only waits for a yes."""
    return session.errand is not None and session.state == "confirm" and _whole(session.errand)


def _whole(errand: Errand) -> bool:
    """Whether nothing is missing for it to be done."""
    named = errand.text or errand.kind == "move"
    return errand.kind not in TIMED or bool(named and errand.when)


def respond(session: BuildSession, errand: Errand, text: str, now: datetime) -> Response:
    """Go on after something was said: done, dropped, changed, or about something else."""
    if session.state == "apply":
        return _agreed(session, errand)
    if session.state == "done":
        return Response(session=session, text="", act="leave")
    named = errand.text or errand.kind == "move"
    if errand.kind == "remind" and _of_another(errand, text):
        return Response(session=session, text="", act="leave")
    if named and errand.when and (other := _completed(errand, text, now)) != errand:
        return begun(other, session)  # "no, at 5" is no refusal
    if _NO.fullmatch(text.strip()):
        return called_off(session)
    if _whole(errand) and (
        plainly_agrees(text, errand.kind) or text.strip(" .!").casefold() == AGREE.casefold()
    ):
        return _agreed(session, errand)
    if errand.kind in TIMED:
        changed = _completed(errand, text, now)
        if changed != errand:
            return begun(changed, session)
    return Response(session=session, text="", act="leave")


def called_off(session: BuildSession) -> Response:
    """Let what was shown be."""
    cancelled = session.model_copy(update={"state": "cancelled"})
    return Response(session=cancelled, text=STOPPED, act="leave")


def _of_another(errand: Errand, text: str) -> bool:
    """Whether a message asks to be reminded of something else, whatever time it says."""
    asked = _ASKED_FOR.search(text)
    told = {*re.findall(r"\w+", errand.text.casefold())}
    return bool(told and asked) and not told <= {*re.findall(r"\w+", text.casefold())}


def _completed(errand: Errand, text: str, now: datetime) -> Errand:
    """Return a reminder with an answer: its time, or what it is for where that is open.

    A time that takes back the one before says nothing of what it is for.
    """
    dated = text  # its words stay as they are said
    if errand.when and errand.when.once:
        before = errand.when.once.astimezone(ZoneInfo(errand.when.zone))
        dated = in_week(by_date(text, before.date()), before.date(), now.date())
        if (shift := find_shift(text) or _days(text)) and _plain(_plainly(shift[1]), 0):
            once = before + timedelta(minutes=shift[0])
            when = errand.when.model_copy(update={"once": once})
            return errand.model_copy(update={"when": when}) if once > now else errand
    if errand.kind == "remind" and not errand.text:
        found = _found(_plainly(dated), now)
        alone = _TAKES_BACK.match(text) or (found and _plain(found.rest, 0))
        again = _retimed(errand, dated, now) if alone else errand
        return again if again != errand else _timed(errand, text, now)
    same = _retimed(errand, dated, now)
    parts = map(_plainly, _APART.split(text))
    worded = next((found["text"] for one in parts if (found := _WORDED.fullmatch(one))), "")
    changed = worded and errand.text and same.when == errand.when
    return errand.model_copy(update={"text": worded}) if changed else same


def _days(text: str) -> tuple[int, str] | None:
    """Return by how many minutes of whole days a text says another day, and the rest of it."""
    away = find_away(text)
    days = away[0].days if away and away[0].weekday is None else 0
    return (days * _DAY, away[1]) if away and days else None


def _retimed(errand: Errand, text: str, now: datetime) -> Errand:
    """Return a reminder at the time that an answer says it is to be at, if it says one."""
    of_part = _SOME if _TAKES_BACK.match(text) else _FEW
    parts = [_plainly(part) for part in reversed(_APART.split(text))]
    ends = [_plainly(text[one.end() :]) for one in _APART.finditer(text)]
    runs, whole, same = _whole_times(text, now), _plainly(text), errand
    tried = [(whole, 0), *((one, of_part) for one in runs), *((one, 0) for one in parts)]
    tried += [(whole, _FEW), *((one, of_part) for one in (*ends, *parts))]
    for said, most in tried:  # of "noon is silly, 5pm" the last
        found = _found(said, now) or _found(f"at {said}", now)
        hour = _hour(said, errand.when, now) if found is None and errand.when else None
        if (found := found or hour) is not None and _plain(found.rest, 0 if hour else most):
            told = _at(errand, found, now)
            told = on_its_day(told, errand.when, now) if errand.when else told
            if told.when != errand.when:  # what it is at already may only be what is dropped
                return told
            same = told
    return same


def _whole_times(text: str, now: datetime) -> list[str]:
    """Return the runs of clauses that say both a day and a time of it, the longest first."""
    apart = [*_APART.finditer(text)]
    starts, ends = [0, *(one.end() for one in apart)], [*(o.start() for o in apart), len(text)]
    runs = [_plainly(text[a:b]) for at, a in enumerate(starts) for b in ends[at + 1 :]]
    told = [one for one in runs if (when := read_when(one, now)).day_named and when.exact]
    return sorted(told, key=len, reverse=True)


def _plainly(said: str) -> str:
    """Return what is to be, without how it is asked for and what it is to be instead of."""
    return _MAKE_IT.sub("", _THAN.sub("", said))


def _hour(said: str, known: Recurrence, now: datetime) -> Found | None:
    """Return the hour that is named by its number alone, for what is at some time already."""
    told = f"at {said.removeprefix('at ')}"
    at = known.once.astimezone(ZoneInfo(known.zone)).time() if known.once else None
    when = read_near(told, now, at)
    if when.at is None or when.day_named or len(when.spans) != 1:
        return None
    found, (start, end) = _found(f"at {when.at:%H:%M}", now), when.spans[0]
    return replace(found, rest=f"{told[:start]} {told[end:]}") if found else None


def _plain(rest: str, most: int) -> bool:
    """Whether what is said beside a time leaves it the answer: few words, or none but such."""
    beside = not re.search(r"\w", _BESIDE.sub("", rest))
    other = _NOT.search(rest) or _ELSE.match(rest)
    return not other and (beside or len(rest.split()) <= most)


def _agreed(session: BuildSession, errand: Errand) -> Response:
    applying = session.model_copy(update={"state": "apply", "errand": errand})
    return Response(session=applying, text="", act="update")


def told(errand: Errand) -> str:
    """Return what is said once it is done."""
    if errand.kind in TIMED and errand.when is not None:
        return f"I'll remind you {moment(errand.when)}{_reminded(errand)}"
    return _worded(_DONE[errand.kind], errand)


def _shown(errand: Errand) -> str:
    if errand.kind in TIMED and errand.when is not None:
        return f"I'd remind you **{moment(errand.when)}**{_reminded(errand)}"
    return _worded(_SHOWN[errand.kind], errand)


def asked_again(errand: Errand) -> str:
    """Return the words that ask once more for what was shown, and is not done yet."""
    about = errand.text or errand.name
    if errand.kind != "remind" or errand.when is None:
        return f"{errand.kind} {about}"
    return f"remind me {moment(errand.when).partition(' (')[0]}: {about}"


def _reminded(errand: Errand) -> str:
    instead = " instead" if errand.kind == "move" else ""
    return f"{instead}: {one_line(errand.text or errand.name)}."


def _worded(form: str, errand: Errand) -> str:
    people = ", ".join(errand.people) or "everyone in your organisation"
    return form.format(name=one_line(errand.name), people=people, subject=errand.subject)


def moment(when: Recurrence) -> str:
    """Return when a reminder comes, by its own clocks: "on Friday 6 March at 9:00"."""
    if when.once is None:
        return recurring.told(when)
    at = when.once.astimezone(ZoneInfo(when.zone))
    return f"on {at:%A} {at.day} {at:%B} at {at.hour}:{at:%M} ({when.zone})"


def matching(reminders: Sequence[Schedule], words: str) -> tuple[Schedule, ...]:
    """Return the reminders that some words may mean; all of them for none."""
    wanted = set(re.findall(r"\w+", words.casefold()))
    return tuple(
        one for one in reminders if wanted <= set(re.findall(r"\w+", one.request.casefold()))
    )
