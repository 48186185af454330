"""Cancelling events, and answering invitations."""

import re

from shared.english import asked_at
from shared.models.reasoning import PlanRequest, ToolPlan
from shared.reasoning.embedded.planning.calendar.finding import event_meant, events_meant
from shared.reasoning.embedded.planning.steps import refused, step

DELETE = "calendar_delete_event"
RESPOND = "calendar_respond_to_event"

MOST_CANCELLED = 9

_CANCEL = re.compile(
    r"^(?:cancel|delete|remove|drop|call off|scrap|clear|get rid of|kill|wipe|erase|axe"
    r"|free up|take)"
    r" (?P<what>.+?)(?:,? (?:off|from|out of|in|on) (?:my|the|our) (?:calendar|diary|schedule))?$",
    re.IGNORECASE,
)
_SERIES = re.compile(
    r",? ?\b(?:the (?:whole|entire) series(?: of)?|(?:all|every) (?:future )"
    r"?(?:occurrences?|instances?)(?: of)?"
    r"|as a series|the series(?: of)?)\b",
    re.IGNORECASE,
)
_ANSWERS = tuple(
    (re.compile(rf"^(?:{pattern})\b ?(?P<what>.*)$", re.IGNORECASE), response)
    for pattern, response in (
        (
            (
                r"(?:tentatively (?:accept|agree to|say yes to)|accept tentatively|maybe(?: to)?"
                r"|mark (?:me |myself )?(?:as )?tentative(?: for)?"
                r"|(?:say|respond|reply|answer|rsvp)(?: with)? (?:maybe|tentative(?:ly)?)(?: to"
                r"| for)?"
                r"|i might (?:attend|go to|join|make)"
                r"|i may (?:attend|join)|put me down as (?:a )?maybe for|pencil me in for)"
            ),
            "tentative",
        ),
        (
            (
                r"(?:decline|reject|refuse|turn down|say no to|(?:rsvp|respond|reply|answer)"
                r"(?: with)"
                r"? no(?: to| for)?|skip|pass on|bow out of|opt out of"
                r"|i (?:can't|cannot|can not|won't|will not|am not able to|'m not able to)"
                r"(?: be able to)? (?:make(?: it to)?|attend|come to|join|go to|be (?:at|in))"
                r"|i'm not (?:coming to|attending|going to|joining)|unable to (?:attend|make))"
            ),
            "declined",
        ),
        (
            (
                r"(?:accept|confirm(?: (?:my )?attendance (?:for|at|to)| that i(?:'ll| will)"
                r" (?:be at"
                r"|attend|join|come to))?|say yes to"
                r"|(?:rsvp|respond|reply|answer)(?: with)? yes(?: to| for)?|rsvp(?: to| for)?"
                r"|agree to"
                r"|approve"
                r"|i(?:'ll| will| can) (?:attend|join|come to|go to|be at|make)|count me in for"
                r"|i'm (?:coming to|attending|going to|in for))"
            ),
            "accepted",
        ),
    )
)
_COMMENT = re.compile(
    r"[,;]? (?:and |with (?:the |a )?(?:note|message|comment|reason)|saying|say)"
    r"(?:[:,]| that)? ?(?=(?:say|tell|add|write|mention|explain|let|note|comment|saying"
    r"|that|\"|“|i\b|i'|we\b|because|sorry|\w))"
    r"(?:(?:say(?:ing)?|tell (?:him|her|them|everyone|the organi[sz]er|\w+)"
    r"|add(?: a (?:note|comment))?|write|mention|explain"
    r"|note|comment|let (?:him|her|them|\w+) know)\b)?(?:[:,]| that| saying)? ?(?P<comment>.+)$",
    re.IGNORECASE,
)
_BECAUSE = re.compile(
    r",? (?:because|as|since) (?P<comment>(?:of |i\b|we\b).+)$"
    r"|, (?P<said>(?:i|we|sorry|unfortunately)\b.+)$",
    re.IGNORECASE,
)
_FROM = re.compile(
    r"^(?:(?:the|that|this|my|our|his|her) )?(?:(?:meeting|calendar|event) )?(?:invitation"
    r"|invite|request|meeting request|proposal)s?"
    r" (?:from|by|to|for|of) ",
    re.IGNORECASE,
)
_WHICH = (
    "Which meeting do you mean? Say its name or its time, for example “Cancel the budget review on "
    "Friday”."
)
_WHICH_INVITATION = (
    "Which invitation do you mean? Say its name or who sent it, for example “Accept the invitation "
    "from Tom”."
)


def cancel(command: str, request: PlanRequest) -> ToolPlan | None:
    """Plan cancelling an event, or several that were listed; None for anything else."""
    found = _CANCEL.match(command.rstrip(" .!?"))
    if found is None:
        return None
    scope = "series" if _SERIES.search(command) else ""
    what = " ".join(_SERIES.sub(" ", found["what"]).split())
    listed = events_meant(what, request)
    if len(listed) > MOST_CANCELLED:
        return refused(f"That is more than {MOST_CANCELLED} meetings: say which of them to cancel.")
    if len(listed) > 1:
        return ToolPlan(
            steps=tuple(
                step(DELETE, f"Cancel {one.label}", event_id=one.id, scope=scope) for one in listed
            )
        )
    meant = event_meant(what, request, asked_at(request))
    if meant is None:
        return refused(_WHICH)
    delete = step(DELETE, "Cancel it", event_id=meant.event, scope=scope)
    return ToolPlan(steps=(*meant.steps, delete))


def respond(command: str, request: PlanRequest) -> ToolPlan | None:
    """Plan answering an invitation; None for anything else."""
    said = command.rstrip(" !?")
    for pattern, response in _ANSWERS:
        if pattern.match(said) is None:
            continue
        comment = ""
        if noted := _COMMENT.search(said) or _BECAUSE.search(said):
            spoken = noted["comment"] or noted.groupdict().get("said") or ""
            comment, said = spoken.strip(' "“”'), said[: noted.start()]
        found = pattern.match(said)
        what = _FROM.sub("", found["what"].strip(" .,")) if found else ""
        meant = event_meant(what or "it", request, asked_at(request))
        if meant is None:
            return refused(_WHICH_INVITATION)
        answer = step(
            RESPOND,
            "Answer the invitation",
            event_id=meant.event,
            response=response,
            comment=comment,
        )
        return ToolPlan(steps=(*meant.steps, answer))
    return None
