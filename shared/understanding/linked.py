"""What it says of a message that it names things the person has."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from shared.decisions.questioning import asks_last
from shared.models.world import Link, ThingKind
from shared.understanding.folding import word_set
from shared.understanding.marking import Span, meets
from shared.understanding.naming import only_listed, which_done
from shared.understanding.page_changes import orders_change
from shared.understanding.tables import COMES_TO
from shared.understanding.tasks import CHANGING, Ranked, service_of, with_first
from shared.understanding.timed import TIMED
from shared.words import words_of

_NONE_OF_OURS = frozenset({"other", "product", "smalltalk"})
_LOOKED_UP: Mapping[ThingKind, tuple[str, str]] = {
    "event": ("cal_list", "topic"),
    "file": ("sheet_read", "file"),
    "page": ("page_read", "file"),
    "channel": ("slack_read", "channel"),
    "person": ("mail_search", "person"),
}
"""How somebody is told of a thing of theirs that they ask about, and the kind of span it is."""
_IS_ABOUT: Mapping[str, tuple[ThingKind, str]] = {
    **{task: (kind, span) for kind, (task, span) in _LOOKED_UP.items()},
    **dict.fromkeys(("cal_update", "cal_cancel", "cal_respond"), ("event", "topic")),
    "slack_unread": ("channel", "channel"),
    **dict.fromkeys(("contact_find", "contact_update", "contact_validate"), ("person", "person")),
}
"""What each of these tasks is about, and the kind of span that names it."""
_NAMING = frozenset({"topic", "person", "organisation", "place", "repeat"})
"""Kinds of span that a name may be marked as, or a part of one."""
_ASKS = re.compile(
    r"\b(?:what|when|where|who|whos|whats|whens|wheres|which|how|is|are|was|did|does|do|has)\b"
    r"|\?",
    re.IGNORECASE,
)
_SHOW = word_set(
    """
    show open see read view look at pull bring put up display give get have let me us i we you can
    could may would like want need to the my our a please pls now again just quick quickly thanks
    hi hey ok so and on screen
    """
)
"""Words in which all of something that is named is wanted."""
_SAID_SO = re.compile(
    r"\b(?:wr[io]te|written|sa(?:y|ys|id)|ask(?:s|ed)?|want(?:s|ed)?|t(?:ell|ells|old)|mean(?:s|t)?"
    r"|propose[ds]?|suggest(?:s|ed)?|offer(?:s|ed)?|answer(?:s|ed)?|repl(?:y|ies|ied)|agree[ds]?"
    r"|mind(?:s|ed)?|promise[ds]?|complain(?:s|ed)?|need(?:s|ed)?|sen[dt])\b",
    re.IGNORECASE,
)
"""What somebody did who may have done it by mail: other questions about people are not ours."""
_CLEARLY, _DOUBTFUL, _HARDLY, _SURE, _POSSIBLE, _BARELY = 0.85, 0.6, 0.4, 0.7, 0.2, 0.1
_UNREAD_SURE, _OF_THAT_SHEET = 0.8, 0.9
_SLIGHTLY = 0.05
"""How likely a change is to be of what has the name that is said, where that is of another kind."""
_OF_AGENTS = frozenset({"create_agent", "update_agent"})
_MAKES = frozenset({"cal_create", "page_write"})
_WRITES, _COUNTS = "page_write", "sheet_read"
_WRITES_IT = re.compile(
    r"\b(?:add (?!up)|put|enter|append|write|insert|post|send|mail|every|each (?:\w*day|week|month)"
    r"|whenever|remind)\b(?! in the)",
    re.IGNORECASE,
)
"""What orders something else than to tell what figures come to."""
CHANGES_PAGES = frozenset(
    {
        *("page_find", "page_read", "page_write", "sheet_set", "sheet_read", "cal_update"),
        *("cal_cancel", "mail_delete", "contact_update", "other", "product", "undo"),
        *("update_agent", "slack_read", "cal_create", "cal_conflicts"),
    }
)
"""What an order to change the text of a page may be taken for."""
NEAR_PAGES = frozenset({"page_find", "page_read", "page_write", "other", "sheet_set"})
_OF_UNREAD = "slack_unread"
RENAMES = re.compile(
    r"\bre(?:name|title)[ds]?\b|\b(?:another|new|different|other) (?:name|title)\b"
    r"|\b(?:(?:should|shall|must) (?:now )?|let it )read\b(?! to)"
    r"|\b(?:call|name|title)[^,.;:]* (?:differently|otherwise)\b"
    r"|\b(?:call|name|title) (?:it|that|this)\b|\b(?:be|is) (?:now )?(?:called|named|titled)\b"
    r"|\b(?:name|title) (?:of|to|should|shall|must|needs)\b",
    re.IGNORECASE,
)
"""How it is said that something there is to be called otherwise."""
_IS_OF = re.compile(r"\b(?:of|for) (?:the |our |my )?$", re.IGNORECASE)
AGENTS = re.compile(r"\b(?:agents?|bots?|assistants?|automations?)\b", re.IGNORECASE)
"""What of all that has a name is no thing of a service."""
_SERVICE_OF: Mapping[ThingKind, str] = {
    "event": "cal",
    "file": "sheet",
    "page": "page",
    "channel": "slack",
}
"""What the names of the tasks begin with that are about a kind of thing."""
_UNREAD = re.compile(
    r"^(?!.*\b(?:e-?)?mails?\b)"
    r"(?=.*\b(?:i|i['\u2019]?ve|un(?:read|seen)|not read|(?:still|yet|left) to)\b)"
    r".*\b(?:(?:un|not |no |never |\w+n['\u2019]?t |(?:still|yet|left) to )(?:\w+ ){0,2}?"
    r"(?:read|seen|see|opened|looked at)|(?:have|had) i (?:\w+ )?(?:read|seen)|miss(?:ed)?)\b",
    re.IGNORECASE | re.DOTALL,
)
"""How it is asked what there is in a place that the person has not read."""
_ANOTHER = re.compile(
    r"\b(?:and|n|plus|or|also|no|not|sorry|wait|rather|actually|mean|then|to|in|into|on)\b|[&+/]",
    re.IGNORECASE,
)
"""What stands between something that there is and another of its kind."""
_MAILS = re.compile(r"\b(?:e-?)?mails?\b|\binbox\b|\bmessages? (?:of|from)\b", re.IGNORECASE)
_CHANNEL = re.compile(r"\b(?:channel|slack)\b|(?<!\w)#[a-z]", re.IGNORECASE)
_MARKS = word_set("mail_mark_read mail_archive mail_star mail_delete")
"""What mails may seem to be told for that are only listed by how they are marked."""
_IN_CHANNELS = word_set(
    "slack_read slack_unread slack_mark_read slack_summary slack_thread slack_post"
)
_ANY = re.compile(r"(?<!\ban )(?<!\ba )(?<!\bsome )$", re.IGNORECASE)
_TOGETHER = re.compile(
    r"^\W*(?:(?:channels?|and|n|plus)\W+)(?:(?:in|to|the)\W+)*$|^, $", re.IGNORECASE
)
_INTO = re.compile(r"\b(?:in|into|to|on) (?:the )?$", re.IGNORECASE)
"""What stands before the name of a channel: whatever does, beside another, where it is said."""
_SAID = frozenset({"body", "which"})
_KIND_NAMED: Mapping[str, tuple[ThingKind, tuple[str, ...]]] = {
    **dict.fromkeys(("page_read", "page_find"), ("file", ("sheet_read",))),
    **dict.fromkeys(("sheet_read", "sheet_find"), ("page", ("page_read",))),
    "page_write": ("file", ("sheet_set", "sheet_append")),
    **dict.fromkeys(("sheet_set", "sheet_append"), ("page", ("page_write",))),
}
"""What a message for a page or sheet is where the only one it names is of another kind."""
_TABLE = re.compile(r"\b(?:tab|table|plan|list|(?:work|spread ?)?sheet)\b", re.IGNORECASE)
_OF_SHEET = re.compile(
    r"(?: (?:tab|table|sheet))? (?:in|of|on|from)(?: the| my| our)? ", re.IGNORECASE
)
"""What stands between a tab and its sheet."""
_FILED: Collection[ThingKind] = frozenset({"file", "page"})


def _of_figures(text: str, links: Sequence[Link], likeliest: tuple[str, float]) -> str:
    """Return the task for what the figures of a sheet come to, which alone is named; else ""."""
    if not links or not {one.kind for one in links} <= {"file", "tab"} or AGENTS.search(text):
        return ""
    task, sure = likeliest
    unserved = task in {*_NONE_OF_OURS, "create_agent", "update_agent"} or sure < _DOUBTFUL
    sheets = service_of(task) == "sheet" and re.search(r"\d", text) is None
    wants = COMES_TO.search(text) and not _WRITES_IT.search(text)
    return _COUNTS if wants and (unserved or sheets) else ""


def asked_about(text: str, links: Sequence[Link], ranked: Ranked) -> Ranked:
    """Return the tasks with the one first that tells of what is asked about by its name.

    A question that names something of the person's is not about nothing they have, and one for
    what is unread in a channel about that.
    """
    likely = ranked[0][0] in NEAR_PAGES
    changes = _filed(text, links) != {"file"} and ranked[0][0] in CHANGES_PAGES
    if changes and orders_change(text, links, likely=likely):
        return with_first(_WRITES, max(dict(ranked).get(_WRITES, 0.0), _SURE), ranked)
    if instead := _of_figures(text, links, ranked[0]):
        return with_first(instead, max(dict(ranked).get(instead, 0.0), _OF_THAT_SHEET), ranked)
    ranked = _as_named(text, _ordered(text, links, ranked), links)
    first, share = ranked[0]
    unsaid = first == "mail_delete" and share < _HARDLY
    asked = first in CHANGING and (
        which_done(text) or asks_last(text) or (first in _MARKS and only_listed(text, links))
    )
    if unsaid or asked:
        ranked = _read_alone(ranked)
    if _unread_in_channel(text, links, ranked[0][0]):
        return with_first(_OF_UNREAD, max(ranked[0][1], _UNREAD_SURE), ranked)
    shown = _only_shown(text, links)
    if not ((shown or _ASKS.search(text)) and ranked[0][0] in _NONE_OF_OURS):
        return ranked
    told = _SAID_SO.search(text) is not None
    tasks = [_LOOKED_UP.get(kind_of(one, text), ("", ""))[0] for one in links]
    named = [one for one in tasks if one and (told or one != _LOOKED_UP["person"][0])]
    if not named:
        return ranked
    task, share = min(named, key=lambda one: one == _LOOKED_UP["person"][0]), dict(ranked)
    share[task], share[ranked[0][0]] = share[ranked[0][0]], share.get(task, 0.0)
    share[task] = max(share[task], _CLEARLY if shown else 0.0)
    return sorted(share.items(), key=lambda one: -one[1])


def _only_shown(text: str, links: Sequence[Link]) -> bool:
    """Whether all that is said is what one text or table is called, and that it is to be seen."""
    if len(links) != 1 or kind_of(links[0], text) not in {"file", "page", "channel"}:
        return False
    around = f"{text[: links[0].start]} {text[links[0].end :]}"
    return not set(words_of(around)) - _SHOW


def _read_alone(ranked: Ranked) -> Ranked:
    """Return the tasks with the likeliest one first that changes nothing, of the service if any."""
    first, share = ranked[0]
    reads = [one for one in ranked if one[0] not in {*CHANGING, "remind"}]
    task, _ = max(reads, key=lambda one: (service_of(one[0]) == service_of(first), one[1]))
    return with_first(task, share, ranked, instead=True)


def kind_of(link: Link, text: str) -> ThingKind:
    """Return what kind of thing is named: a tab is of a sheet, unless it may be any word."""
    plainly = " " in text[link.start : link.end] or _TABLE.search(text)
    return "file" if link.kind == "tab" and plainly else link.kind


def _filed(text: str, links: Sequence[Link]) -> set[ThingKind]:
    """Return whether it names sheets, or pages, or both."""
    return {kind for one in links if (kind := kind_of(one, text)) in _FILED}


def _as_named(text: str, ranked: Ranked, links: Sequence[Link]) -> Ranked:
    """Return the tasks with the one first that is for a sheet, or a page, as the one named is."""
    (first, share), *others = ranked
    kind, tasks = _KIND_NAMED.get(first, (None, ()))
    if kind is None or _filed(text, links) != {kind}:
        return ranked
    known = dict(others)
    task = max(tasks, key=lambda one: known.get(one, 0.0))
    if first in CHANGING and known.get(task, 0.0) < _SLIGHTLY:
        return ranked
    return with_first(task, share + known.get(task, 0.0), ranked, instead=True)


def _ordered(text: str, links: Sequence[Link], ranked: Ranked) -> Ranked:
    """Return the tasks as likely as they are where it is about something named, if it may be.

    What is there by its name is no agent.
    """
    first, share = ranked[0]
    services = {_SERVICE_OF.get(one.kind) for one in links}
    ours = [one for one in ranked[1:] if service_of(one[0]) in services]
    together = sum(one for _, one in ours)
    if AGENTS.search(text):
        return ranked
    of_agents = first in _OF_AGENTS and together >= _BARELY and "cal" in services
    nothing = first in _NONE_OF_OURS and together >= _POSSIBLE and share < _SURE
    there = [one for one in ours if one[0] not in _MAKES]
    if not there or not (of_agents or nothing):
        return ranked
    return with_first(there[0][0], together / (1 - share), ranked, instead=True)


def _unread_in_channel(text: str, links: Sequence[Link], task: str) -> bool:
    named = any(one.kind == "channel" for one in links) or _CHANNEL.search(text) is not None
    return named and task not in {*CHANGING, *_OF_AGENTS} and _UNREAD.search(text) is not None


def with_named(task: str, text: str, links: Sequence[Link], spans: Sequence[Span]) -> list[Span]:
    """Return spans with the name of what a task is about as one, though less of it is marked.

    "The Acme review" is a meeting and no company; where nothing is marked that the task could be
    about, it is what is named.
    """
    about, kind = _IS_ABOUT.get(task, (None, ""))
    found = list(spans)
    for link in (one for one in links if kind_of(one, text) == about):
        own = [one for one in found if meets(one, link)]
        parts = all(_is_part(text, one, link) for one in own)
        if parts and (own or not any(one.kind in {kind, "which"} for one in found)):
            named = Span(kind, text[link.start : link.end], link.start, link.end)
            found = [*(one for one in found if one not in own), named]
    return _of_those_known(text, links, sorted(found, key=lambda one: one.start))


def of_channel(text: str, spans: Sequence[Span], named: Sequence[Link]) -> bool:
    """Whether what mails would be looked for by are names of channels: "mark marketing as read"."""
    told = [one for one in spans if one.kind in {"person", "organisation", "topic", "label"}]
    channels = all(any(meets(one, link) for link in named) for one in told)
    return bool(told) and channels and _MAILS.search(text) is None


def with_channels(
    task: str, text: str, spans: Sequence[Span], named: Sequence[Link]
) -> tuple[Span, ...]:
    """Return the spans of what is done in channels with the `named` ones among them.

    "Mark general and random as read" names two, whatever else the words may be. What is to be said
    names none, and where one is marked, only what stands behind it may be another.
    """
    found = list(spans)
    for link in named if task in _IN_CHANNELS else ():
        own = [one for one in found if meets(one, link)]
        last = max((o.end for o in found if o.kind == "channel" and o.end <= link.start), default=0)
        begun = min((one.start for one in found if one.kind == "body"), default=len(text))
        before = text[last : link.start]
        placed = any(one.kind == "channel" for one in found)
        beside = _TOGETHER if placed else _ANY if task != "slack_post" or own else _INTO
        inside = all(link.start <= one.start and one.end <= link.end for one in own)
        other = any(one.kind in {"channel", "body", "time"} for one in own)
        if inside and not other and link.start < begun and beside.search(before):
            new = Span("channel", text[link.start : link.end], link.start, link.end)
            found = [*(one for one in found if one not in own), new]
    return tuple(sorted(found, key=lambda one: one.start))


def _of_those_known(text: str, links: Sequence[Link], spans: list[Span]) -> list[Span]:
    """Return spans without what is marked as a channel behind one that there is: "random, mate".

    What has the sign of one stays, and what is named along with that or in its place.
    """
    known = [one for one in links if one.kind == "channel"]
    ends = [o.end for o in spans if any(meets(o, one) for one in known)]
    end = max(ends, default=len(text))
    return [
        one
        for one in spans
        if one.kind != "channel"
        or one.start < end
        or "#" in text[one.start - 1 : one.end]
        or _ANOTHER.search(text[end : one.start])
        or not text[end : one.start].strip(" ,")
    ]


def _is_part(text: str, span: Span, link: Link) -> bool:
    """Whether a span is of words of a name: of a time, never all of them ("Delivery weekly").

    What is of an event names that: "the seating plan of the strategy day".
    """
    inside = link.start <= span.start and span.end <= link.end
    if link.kind == "event" and span.kind == "topic" and span.end == link.end:
        return inside or _IS_OF.search(text[span.start : link.start]) is not None
    whole = (span.start, span.end) == (link.start, link.end)
    return inside and (span.kind in _NAMING or (span.kind in TIMED and not whole))


def with_tabs(text: str, links: Sequence[Link], spans: Sequence[Span]) -> list[Span]:
    """Return spans in which a tab is no sheet, where the sheet is named as well.

    "In the roll-out table of the Alpha plan" names two files, and "roll-out in the Alpha plan" one.
    """
    found: list[Span] = []
    spans = _pieced(text, links, spans)
    files = [one for one in spans if one.kind == "file"]
    for span in spans:
        tab = next(
            (one for one in links if one.kind == "tab" and span.start == one.start < span.end), None
        )
        rest = _OF_SHEET.match(text, tab.end, span.end) if tab and span.kind == "file" else None
        if tab and rest:
            found.append(Span("place", text[tab.start : tab.end], tab.start, tab.end))
            found.append(Span("file", text[rest.end() : span.end], rest.end(), span.end))
        elif tab and span.kind == "file" and len(files) > 1:
            found.append(replace(span, kind="place"))
        else:
            found.append(span)
    return found


def _pieced(text: str, links: Sequence[Link], spans: Sequence[Span]) -> list[Span]:
    """Return spans with a tab in one, where pieces of its name, or less than it, are marked.

    It tells the sheet where none is named.
    """
    found = list(spans)
    for tab in (one for one in links if one.kind == "tab"):
        pieces = [one for one in found if tab.start <= one.start and one.end <= tab.end]
        if not pieces or any(one.kind in _SAID for one in pieces):
            continue
        rest = [one for one in found if one not in pieces]
        kind = "place" if any(one.kind == "file" for one in rest) else "file"
        if len(pieces) > 1 or pieces[0].kind == "file":
            found = [*rest, Span(kind, text[tab.start : tab.end], tab.start, tab.end)]
    return sorted(found, key=lambda one: one.start)
