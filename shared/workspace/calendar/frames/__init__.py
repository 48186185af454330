"""The calendar: from what a command says to the calls that do it."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from shared.decisions.referring import SUBJECT_PREFIX
from shared.english import When, local
from shared.understanding.folding import fold, words
from shared.understanding.going_on import ASKS_ALL
from shared.understanding.marking import Span
from shared.understanding.numbers import number_in
from shared.understanding.pointing import MAIL_KINDS, pointed_reference
from shared.understanding.said import WHO, Said, pronoun, takes_up
from shared.understanding.times import (
    kept,
    minutes_said,
    ruled_out,
    standing,
    when_said,
    window_for,
)
from shared.understanding.work import Asked, Work
from shared.workspace.calendar.frames.beside import takes_beside
from shared.workspace.calendar.frames.changing import update
from shared.workspace.calendar.frames.events import (
    DESCRIBING,
    EVENT_KINDS,
    LIST,
    MOST,
    NEXT,
    THIS_TIME,
    Meant,
    around,
    as_pointed,
    awaited,
    by_topic,
    events_meant,
    events_told,
    labelled,
    listed,
    of_series,
    query_of,
    shown_at,
    words_of,
)
from shared.workspace.calendar.frames.forms import in_form
from shared.workspace.calendar.frames.guests import guests
from shared.workspace.calendar.frames.making import (
    SLOT_KINDS,
    SLOTS,
    create,
    orders_booking,
    slot_named,
)
from shared.workspace.calendar.frames.moving import MOVES, NEW
from shared.workspace.calendar.frames.that_day import lists_that_day

CHECK = "calendar_check_availability"
CONFLICTS = "calendar_find_conflicts"
DELETE = "calendar_delete_event"
RESPOND = "calendar_respond_to_event"

MOST_SLOTS = 20
LONGEST_MEETING = 720

_WHICH_INVITATION = (
    "Which invitation do you mean? Say its name or who sent it, for example “the invitation from "
    "Tom”."
)
_PAST = re.compile(
    r"\b(?:did|had|attended|met|spoken|happened|past|previous|yesterday|ago)\b"
    r"|\blast\b(?! (?:longer|an?|until|till?|for|more|less)\b)"
)
_WHY = re.compile(
    r"\b(?:because|cause|co[sz]|cuz|bc|since|in case|(?:as|so(?: that)?|before) (?:i|we)"
    r"|thinking|hoping|planning|trying|gonna|i (?:might|may|want|need|would|am)|i['\u2019]?[dm])\b"
)
"""What leads to why it is asked what there is on a day."""
_NAMED_AGAIN = re.compile(r"\b(?:was|were)\b")
"""How people ask again for what they were told: it may well be still to come."""
_INVITED = re.compile(
    r"^(?!.*\bwho (?:has|have|had|did|does|do)(?:n['\u2019]?t)?\b)"
    r"(?=.*\b(?:invit(?:e|es|ations?|ed)|meeting requests?)\b)"
    r".*\b(?:(?:un|not |\w+n['\u2019]?t )(?:\w+ ){0,2}?(?:answer|repl|respon|accept|react)\w*"
    r"|neither|pending|outstanding|open|owe|wait(?:s|ing)?|still (?:to|have to))\b",
    re.IGNORECASE | re.DOTALL,
)
"""Invitations that wait for an answer."""
_ANSWERED = re.compile(r"\b(?:accept|declin|cancel|repl|answer|respond|organi[sz]|set up)")
_THEIR_DIARY = re.compile(
    r"(?:'s)? (?:calend[ae]r|diary|schedule|agenda|availability|doing|up to)\b"
)
_BE_THERE = r"(?:be|come|coming|go|going|invited|along) (?:there|to (?:it|that))|be there"
_WEEKS = re.compile(r"upcoming|coming up|soon|ahead|meetings|events|appointments|plans|next|count")
_INSTEAD = r"propose|suggest|sooner|rather|prefer|what about|how about"
_ANSWERS = re.compile(
    r"\b(?:(?P<tentative>maybe|perhaps|tentativ\w*|provisional\w*|might|not sure)"
    r"|(?P<declined>declin\w+|reject\w*|refus\w+|turn\w*(?: (?:it|that|this|them|the|my|one))* down"
    r"|regrets|unable|no(?:pe)?|skip|pass on|count me out"
    r"|(?:not|isn't|won't|can't|cannot|can not|couldn't|do not|don't)"
    r"(?: be| able to| really| want to)*(?: (?:coming|come|going|goin|go|attending|attend|join\w*"
    r"|mak\w+|participat\w*|be there|take part|accept))?)"
    r"|(?P<accepted>accept\w*|yes|yeah|yep|attend\w*|coming|come|in for"
    r"|confirm\w*(?! (?:once|when|later|after|as soon)\b)"
    r"|i'?m in(?=\s*(?:$|[,.;!]|then|too))|count me in|be there|going|participat\w*|join\w*|rsvp"
    r"|agree\w*|approve\w*|take part))\b"
)
_PLAIN_ANSWER = re.compile(r"accept|declin|reject|refus|tentativ")
"""Words for an answer; "I'm in" may be the beginning of "I'm in Leeds that day"."""
_BARE_NOT = re.compile(
    r"\bnot\b(?! (?:be|able|really|want|com\w+|go\w*|attend\w*|join\w*|mak\w+|part\w*|take|accept))"
)
"""What denies something else than that somebody comes."""
_ASKS_FOR_TIMES = (
    r"find|look|search|suggest\w*|propose|when|free|available|availability|slots?|openings?|gaps?"
    r"|options?|possible|possibilities|could|can|might|works?|suits?|times?|whether|if|check"
)
_REST = re.compile(r"\b(?:rest|others?)\b")
_ITS_OWN = re.compile(
    r"(?:['\u2019]?s)? (?:invit\w+|one|meeting|call)\b|['\u2019]s(?=[,.;!?]|$)", re.IGNORECASE
)
"""What comes behind a name that tells whose invitation is meant: "Al's", "Bo's one"."""
_POSSESSIVE = re.compile(r"['\u2019]s$", re.IGNORECASE)
_LONGEST_SAID = 120
"""Minutes up to which a range of hours is rather when something is than where to look for it."""
_MINUTE = timedelta(minutes=1)
_NAMING = frozenset({"topic", "person", "organisation"})
_AND = re.compile(r"(?:\b(?:and|or)|[&,]) (?:the |my |our |for |about )*$", re.IGNORECASE)
"""What stands before the name of one more event."""
_AHEAD = timedelta(days=60)
_WEEK = timedelta(days=7)
_BACK = timedelta(days=90)


def look(work: Work) -> None:
    """List what is on; what is asked about by name is looked for further ahead, or back."""
    said, now = work.said, work.now
    if any(_THEIR_DIARY.match(said.text[one.end :]) for one in _people(said.spans)) or any(
        said.before(one) in {"of", "for"} and said.says("calendar|diary|schedule|agenda")
        for one in _people(said.spans)
    ):
        availability(work)
        return
    which = fold(said.one("which"))
    if which and not NEXT.search(which) and (meant := listed(work, which)):
        _details(work, meant)
        return
    if lists_that_day(work):
        return
    gone = _PAST.search(said.rest) is not None or _goes_on_from_past(work)
    asked_again = not gone and _NAMED_AGAIN.search(said.rest) is not None
    past = (gone or asked_again) and not _ANSWERED.search(said.rest)
    when = when_said(work, "time", past=past, clock=False)
    why = _why(said)
    named = kept(said, "topic", "person", "organisation", "place")
    named = [one for one in named if not _oneself(work, one)]
    query = query_of(work, [one for one in named if one.start < why or one not in said.spans])
    if which and not NEXT.search(which) and not query:
        query = words_of(said.one("which"))
    when = around(when, said.joined("time")) if query else when
    limit = number_in(said.one("count")) if said.has("count") else None
    coming = limit or NEXT.search(f"{said.rest} {which}") or said.says(r"first (?:thing|meeting)")
    window = when.window(now)
    if _INVITED.search(said.text) and not (gone and _ANSWERED.search(fold(said.text)) is None):
        start, end = window or (now.date().isoformat(), (now + _AHEAD).date().isoformat())
        what = {"start": start, "end": end, "query": query}
        work.add(LIST, "Look for open invitations", **what, unanswered=True)
        return
    if coming and not past and (not window or said.says("first")):
        today = local(now.date(), now.time())
        start, end = window or (today, (now + _AHEAD).date().isoformat())
        work.add(LIST, "Find the next event", start=start, end=end, query=query, limit=limit or 1)
        return
    if asked_again and query and not window:
        window = ((now - _BACK).date().isoformat(), (now + _AHEAD).date().isoformat())
    start, end = window or _usual_window(work, named=bool(query), past=past)
    for one in _each_named(work) or [query]:
        work.add(LIST, "Look in the calendar", start=start, end=end, query=one)


def _oneself(work: Work, span: Span) -> bool:
    """Whether somebody who is named is who asks, and nobody else that is known is called so."""
    called = set(words(span.text))
    own = (one.email.partition("@")[0] for one in work.profile.accounts)
    mine = any(called <= set(words(one)) for one in (work.profile.name, *own))
    people = (one for link in work.request.links for one in link.things if one.kind == "person")
    others = [set(words(one.name)) for one in people if not work.profile.own(one.address)]
    return span.kind == "person" and mine and not any(called <= other for other in others)


def _why(said: Said) -> int:
    """Return where it is only told why a time is asked about: "what's on Monday, as I may swap"."""
    ends = [one.end for one in said.spans if one.kind == "time"]
    found = (
        one.start() for one in _WHY.finditer(fold(said.text)) if ends and min(ends) <= one.start()
    )
    return next(found, len(said.text))


def _each_named(work: Work) -> list[str]:
    """Return what to search by for each of several events: "the review and lunch with Mei"."""
    said = work.said
    named = [one for one in standing(said) if one.kind in _NAMING]
    each = by_topic(named)
    joined = each[1:] and all(_AND.search(said.text, 0, part[0].start) for part in each[1:])
    return [query for part in each if joined and (query := query_of(work, part))]


def _goes_on_from_past(work: Work) -> bool:
    """Whether what is carried over was asked about the past, and this says no tense of its own."""
    said = work.said
    if not said.carried or said.says(r"is|are|am|do|does|will|have|has|what's|whats|when's"):
        return False
    return _PAST.search(fold(_said_before(work))) is not None


def availability(work: Work) -> None:
    """Say whether people are free at a time."""
    said = work.said
    spans = _people(kept(said, "person", "organisation"))
    if said.has("place") and not said.has("person", "organisation"):
        raise Asked(
            "I can't see which rooms are free: I know people's calendars only. Ask for example "
            "“Is Sarah free tomorrow at 2?”"
        )
    if not said.has("time") and said.says(_BE_THERE) and (it := listed(work, "it")):
        _details(work, it)
        return
    found = guests(work, spans)
    start, end = window_for(_with_length(work, when_said(work, "time")), work.now)
    work.add(CHECK, "See who is free", start=start, end=end, people=list(found.addresses))


def slots(work: Work) -> None:
    """Find times when all are free; a bare "2" takes one of those that were found."""
    said = work.said = as_pointed(work)
    if _settled(work) or takes_beside(said) or orders_booking(said) or _takes_it(work):
        create(work)
        return
    own = [one for one in _people(standing(said)) if not _left_out(work, one)]
    out = {fold(one.text) for one in _people(said.spans) if _left_out(work, one)}
    before = [one for one in _people(said.carried) if fold(one.text) not in out]
    joining = said.says("too|also|as well|must be|add") or not own
    found = guests(work, [*before, *own] if joining else own)
    minutes = minutes_said(work) or 30
    if minutes > LONGEST_MEETING:
        raise Asked(
            f"I can look for {LONGEST_MEETING // 60} hours in one piece at the most. How long "
            "should it be?",
            "duration",
        )
    when = when_said(work, "time")
    if when.exact and not said.has("time"):  # the hour that did not suit
        when = replace(when, at=None, until=None, exact=False)
    start, end = window_for(when, work.now)
    count = number_in(said.one("count")) if said.has("count") else None
    work.add(
        SLOTS,
        "Find times when all are free",
        people=list(found.addresses),
        minutes=minutes,
        start=start,
        end=end,
        limit=min(count, MOST_SLOTS) if count else None,
    )


def _takes_it(work: Work) -> bool:
    """Whether a time that was found is taken: "this hour then, with her", or "2" and no more."""
    spans = work.said.spans
    if not spans:
        return slot_named(work, work.said.text) is not None
    return any(one.kind == "which" and THIS_TIME.fullmatch(one.text) for one in spans)


def _settled(work: Work) -> bool:
    """Whether the one time a meeting is to be at is said: then none is to be looked for."""
    said = work.said
    if not said.has("time") or "?" in said.text or said.says(_ASKS_FOR_TIMES):
        return False
    when = when_said(work, "time")
    if not (when.exact and when.one_day and when.day_named and when.first and when.at):
        return False
    if when.until is None:
        return not said.says("after|before|by|until|between")
    whole = datetime.combine(when.first, when.until) - datetime.combine(when.first, when.at)
    minutes = minutes_said(work) or min(whole // _MINUTE, _LONGEST_SAID)
    return whole == minutes * _MINUTE


def conflicts(work: Work) -> None:
    """Find what takes the same time; for one event, what else is then.

    Who asks what is on, and only fears that something clashes, is told both.
    """
    said = work.said
    if any(_THEIR_DIARY.match(said.text[one.end :]) for one in _people(said.spans)):
        raise Asked("I can only look for clashes in your own calendar.")
    if lists_that_day(work):
        return
    when = when_said(work, "time")
    which = said.one("which")
    meant = listed(work, which) if which else ()
    query = words_of(meant[0].label) if len(meant) == 1 else ""
    query = query or query_of(work, kept(said, "topic")[:1])
    if not query or when.dated:
        start, end = window_for(when, work.now)
        work.add(CONFLICTS, "Look for conflicts", start=start, end=end)
        if ASKS_ALL.search(said.text):
            work.add(LIST, "Look in the calendar", start=start, end=end)
        return
    today, last = work.now.date().isoformat(), (work.now + _AHEAD).date().isoformat()
    found = work.add(LIST, "Find the event", start=today, end=last, query=query, limit=1)
    work.add(
        CONFLICTS,
        "Look for conflicts",
        start=f"{{{found}.events.0.starts_at}}",
        end=f"{{{found}.events.0.ends_at}}",
    )


def change(work: Work) -> None:
    """Change an event; where only times are on offer, take the one that is pointed at."""
    offered = work.known(SLOT_KINDS) and not work.known(EVENT_KINDS) and work.said.has("which")
    (create if offered or takes_beside(work.said) else update)(work)


def cancel(work: Work) -> None:
    """Cancel an event, or several that were listed; one that is moved is not cancelled."""
    said = work.said
    if said.says(MOVES) and any(one.role in NEW for one in said.times):
        update(work)
        return
    told = {"tell", "inform", "telling"} if said.has("body") else set[str]()
    spans = [
        one for one in standing(said) if not (one.kind == "person" and said.before(one) in told)
    ]
    for one in events_meant(work, spans, apart=True):
        work.add(
            DELETE,
            f"Cancel {one.label or 'it'}",
            event_id=one.event,
            scope="series" if of_series(said) else "",
        )


def respond(work: Work) -> None:
    """Answer an invitation, or several that were listed."""
    said = work.said
    answer, comment = _answered_with(said)
    response = answer or _answer_before(work)
    if not response:
        raise Asked(
            "What should I answer? Say for example “accept it”, “decline it” or “answer maybe”."
        )
    proposed = [one for one in said.spans if _proposed(work, one)]
    if proposed:
        response = "declined" if response == "accepted" else response
        comment = comment or f"Would {proposed[-1].text} work instead?"
    spans = [one for one in standing(said) if one not in proposed and not _written_to(said, one)]
    spans = _of_the_mail(work, spans)
    told = [one for one in spans if one.kind == "which" or _names_event(work, one)]
    told = [one for one in told if not takes_up(one)] or told
    if len(told) > 1 and len({one.lastgroup for one in _ANSWERS.finditer(fold(said.rest))}) > 1:
        _respond_apart(work, told, response)
        return
    told = [one for one in spans if one.kind in DESCRIBING and not _that_one(one)]
    open_one = () if told else awaited(work)
    for one in open_one or events_meant(work, spans, _WHICH_INVITATION, apart=True):
        _respond(work, one, response, comment)


def _that_one(span: Span) -> bool:
    """Whether words only point at one of those listed: "no to that one"."""
    return span.kind == "which" and fold(span.text).removesuffix(" one") in {"that", "this", "it"}


def _written_to(said: Said, span: Span) -> bool:
    """Whether somebody is only who is told of it: "tell them I'm in"."""
    return pronoun(span) and said.before(span) in {"tell", "let", "inform"}


def _of_the_mail(work: Work, spans: Sequence[Span]) -> Sequence[Span]:
    """Return what tells an invitation: the subject of the mail shown last, if nothing else does."""
    told = (*spans, *work.said.carried)
    which = " ".join(one.text for one in told if one.kind == "which")
    named = any(one.kind in DESCRIBING - {"which"} for one in told) or words_of(which)
    if named or work.known(EVENT_KINDS):
        return spans
    mail = pointed_reference(which or "it", work.known(MAIL_KINDS), MAIL_KINDS)
    subject = SUBJECT_PREFIX.sub("", mail.label) if mail else ""
    return [Span("topic", subject, 0, 0)] if words_of(subject) else spans


def _names_event(work: Work, span: Span) -> bool:
    """Whether words name an event, or somebody tells one by their name or as the one listed."""
    query = words_of(span.text)
    if span.kind == "topic":
        return bool(query)
    return _whose(work, span) or (span.kind in WHO and labelled(work, query) is not None)


def _whose(work: Work, span: Span) -> bool:
    """Whether somebody is whose invitation is meant, told by nothing else."""
    if span.kind not in {"person", "organisation"}:
        return False
    end = span.start + len(_POSSESSIVE.sub("", span.text))
    return _ITS_OWN.match(work.said.text, end) is not None


def _proposed(work: Work, span: Span) -> bool:
    """Whether a time is one that would suit better."""
    said = work.said
    lead = said.text[: span.start].casefold()
    return span.kind == "newtime" or (
        span.kind == "time" and re.search(rf"\b(?:{_INSTEAD})(?: \w+)?\s*$", lead) is not None
    )


def _respond_apart(work: Work, told: Sequence[Span], response: str) -> None:
    """Give each event that is told apart the answer beside it; "the rest" are those left over."""
    text = work.said.text
    ends = [*(one.start for one in told[1:]), len(text)]
    done: set[str] = set()
    follows = bool(answer_in(text[told[-1].end :]))  # "the first one yes, the other no"
    for at, span in enumerate(told):
        lead, tail = text[told[at - 1].end if at else 0 : span.start], text[span.end : ends[at]]
        own = (answer_in(tail) if follows else answer_in(lead)) or response
        left = [one for one in listed(work, "all of them") if one.event not in done]
        rest = span.kind == "which" and _REST.search(fold(span.text)) and left
        for one in left if rest else events_told(work, [span], _WHICH_INVITATION):
            done.add(one.event)
            _respond(work, one, own, "")


def _respond(work: Work, meant: Meant, response: str, comment: str) -> None:
    work.add(
        RESPOND,
        "Answer the invitation",
        event_id=meant.event,
        response=response,
        comment=comment.strip(' "“”'),
    )


def _answered_with(said: Said) -> tuple[str, str]:
    """Return the answer that a command gives and what is said with it; "" for none.

    "As my week is not clear, answer as tentative": what is marked as said may be the answer.
    """
    body = said.joined("body")
    if _PLAIN_ANSWER.match(fold(body)):
        rest = answer_in(_BARE_NOT.sub(" ", fold(said.rest)))
        if not rest or " " not in body:
            return rest or answer_in(body), ""
    return answer_in(said.rest) or answer_in(body), said.one("body")


def answer_in(text: str) -> str:
    """Return the answer that words give, the last and plainest of several; "" for none."""
    said = re.sub(r"\bno,? (?:sorry|wait|i mean)\b", " ", fold(text))
    found = list(_ANSWERS.finditer(said))
    plain = [one for one in found if _PLAIN_ANSWER.match(one[0])]
    return next(((one.lastgroup or "") for one in reversed(plain or found)), "")


def _answer_before(work: Work) -> str:
    """Return the answer that the command before gave, which this one goes on with."""
    return answer_in(_said_before(work))


def _said_before(work: Work) -> str:
    spoken = [one.text for one in work.request.context.exchanges if one.role == "user"]
    return spoken[-1] if spoken else ""


def _people(spans: Sequence[Span]) -> list[Span]:
    return [one for one in spans if one.kind in {"person", "organisation"}]


def _left_out(work: Work, span: Span) -> bool:
    """Whether a person is not to be there after all."""
    said = work.said
    without = re.search(
        r"\b(?:without|w/?o(?:ut)?|w out|leave|left|drop|minus)\s*$", said.text[: span.start]
    )
    return without is not None or ruled_out(said, span)


def _with_length(work: Work, when: When) -> When:
    minutes = minutes_said(work)
    return replace(when, minutes=minutes) if minutes and not when.until else when


def _details(work: Work, meant: Sequence[Meant]) -> None:
    """Show events that were listed: each is looked up by its title, when it was shown."""
    around_now = (work.now - _WEEK).date().isoformat(), (work.now + _AHEAD).date().isoformat()
    for label in list(dict.fromkeys(one.label for one in meant))[:MOST]:
        start, end = shown_at(work, label).window(work.now) or around_now
        query = words_of(label) or label
        work.add(LIST, "Find the event", start=start, end=end, query=query)


def _usual_window(work: Work, *, named: bool, past: bool) -> tuple[str, str]:
    """Return where to look when no time is said."""
    today = work.now.date()
    if past:
        return (today - _BACK).isoformat(), today.isoformat()
    if named:
        return today.isoformat(), (today + _AHEAD).isoformat()
    ahead = _WEEK if _WEEKS.search(work.said.rest) or work.said.has("flag") else timedelta(0)
    return today.isoformat(), (today + ahead).isoformat()


def _formed(frame: Callable[[Work], None]) -> Callable[[Work], None]:
    """Return a frame whose command is first set right by its form, and by what was listed."""

    def done(work: Work) -> None:
        work.said = in_form(work.said)
        work.said = as_pointed(work)
        frame(work)

    return done


FRAMES: Mapping[str, Callable[[Work], None]] = {
    "cal_list": _formed(look),
    "cal_create": _formed(create),
    "cal_update": _formed(change),
    "cal_cancel": _formed(cancel),
    "cal_respond": _formed(respond),
    "cal_availability": availability,
    "cal_slots": slots,
    "cal_conflicts": conflicts,
}
"""How each task about the calendar is done."""
LISTED: Mapping[str, frozenset[str]] = dict.fromkeys(
    ("cal_update", "cal_cancel", "cal_respond"), EVENT_KINDS
)
"""Tasks that may be about events that were listed."""
