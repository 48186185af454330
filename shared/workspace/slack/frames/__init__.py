"""Slack: from what a command says to the calls that do it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

from shared.english import local
from shared.models.base import Json
from shared.models.reasoning import Reference
from shared.understanding.folding import content_words, fold
from shared.understanding.marking import Span
from shared.understanding.names import known_word
from shared.understanding.numbers import number_in
from shared.understanding.parties import named
from shared.understanding.plain import PUT_IN
from shared.understanding.pointing import CONTACT_KINDS, person_meant, pointed_references
from shared.understanding.said import Said
from shared.understanding.turned import past_news, teller_in
from shared.understanding.work import Asked, Work
from shared.workspace.slack.frames.shown import (
    CHANNEL_KINDS,
    MESSAGE_KINDS,
    asked_about,
    author_shown,
    channel_shown,
    many_read,
)

CHANNELS = "slack_list_channels"
MESSAGES = "slack_get_channel_messages"
UNREAD = "slack_get_unread"
SEARCH = "slack_search_messages"
REPLIES = "slack_get_thread_replies"
ANALYSE = "slack_analyze_conversation"
USER = "slack_get_user_info"
MARK_READ = "slack_mark_read"
POST = "slack_post_message"
FIND = "slack_find_users"
READ_DIRECT = "slack_get_direct_messages"
SEND_DIRECT = "slack_send_direct_message"

MEMBER_KINDS = frozenset({"member"})
MAX_MESSAGES = 200
_RECENT = timedelta(days=7)
_LONGEST_QUERY = 200
_TELLING = 2
"""So many words that mean something tell, before an order, of the message it answers."""
_LOOKED_THROUGH = 100
"""So many messages of a channel are looked through for the one that is meant."""

_WHICH_CHANNEL = "Which channel do you mean? Say its name, for example “{}”."
_NO_TEXT = "What should I write? Say for example “Post 'Release is out' to #general”."
_NO_FILES = (
    "I can't put files on Slack, only messages. Say what I should write, for example “Post 'The "
    "report is in the shared folder' to #general”."
)
_NOT_LATER = "I can only post right away. Ask me at that time, or say it without the time."
_BY_WORDS = (
    "I can search Slack by words, but not by who said them alone. Say for example “What did Sarah "
    "say about the launch on Slack?”."
)
_WHICH_THREAD = (
    "Which message do you mean? Show me a channel first, then say “Show the replies to the second "
    "one”."
)
_WHICH_ANSWERED = (
    "Which message should I answer? Show me a channel first, then say “Reply to the second one "
    "that ...”."
)

_HASH = re.compile(r"(?<!\w)#[^\W_][\w-]*")
_LONGEST_NAME = 120
"""Characters of what names a channel; Slack takes 80 for its name."""
_SPARE = re.compile(
    r"^(?:in|into|on|to|from|the|our|my) |^(?:slack )?channel (?=\w)"
    r"|(?: slack)? (?:channel|one|please|pls)$",
    re.IGNORECASE,
)
"""What is said around a channel's name."""
_GROUP = re.compile(
    r"\b(?:the|our|from) (?P<channel>(?!other|same|new|right|two|three|few|old)\w[\w-]*?)"
    r"(?:['\u2019]s)? (?:people|folks|team|guys|lot|crew|crowd|gang|side|bunch)\b",
    re.IGNORECASE,
)
"""How those are called who write in a channel."""
_QUOTED = re.compile(r"(?<!\w)[\"“'](?P<text>.+?)[\"”'](?!\w)", re.DOTALL)
_SAYING = re.compile(r"(?:\bthat|\bsay(?:ing|s)?|\bknow|:)$", re.IGNORECASE)
_AFTER_COLON = re.compile(r":\s+((?!u[hm]\b|er\b)[\w']+(?: [\w']+)?\s+)$", re.IGNORECASE)
_NO_WORDS = re.compile(r"(?:the )?same(?: (?:thing|message))?|it|this|that|so", re.IGNORECASE)
"""What stands for words that were said before."""
_ENDS = re.compile(r"[.!]+(?=\s*$)")
_TO_DO = re.compile(
    r"^(?:(?:to|asking)(?: to)? (?=[a-z])|that (?=(?:i|we|you|he|she|it|they|there|the|our|my)\b))",
    re.IGNORECASE,
)
_READ = re.compile(r"\bread\b", re.IGNORECASE)
_STOP = re.compile(r"[,.;!?]")
_SENTENCE = re.compile(r"[.;!?]\s+(?=\S)")
_WHOLE = r"mark (?:(?:the|this|that|whole|entire) )*channel"
"""How a whole channel is meant, whoever else is spoken of."""
_OWN = re.compile(
    r"(?:in |under )?(?:its?|that|this|there|them|those|these|the(?: same)?"
    r"|(?:his|her|their|the)(?= (?:mess|ques|post|thread)))"
    r"(?: (?:channel|one|thread|message|question|post))?|(?:message|question|post|thread)"
)
_LATER_ONLY = re.compile(r"(?:before|until|till|up to|by|older)\b")
_POINTABLE = re.compile(r"\b(?:channel|post|thread|room)(s?)\b")

_REPLIES = r"repl(?:y|ies|ying)|rply|answer|respond|comment|under(?:neath)?|beneath|below|threads?"
_THERE = r"there|them|in it|(?:this|that|same|the) channel"
_EVERYBODY = re.compile(
    r"them(?: all)?|they|all(?: of them)?|every(?:one|body)(?: there)?|you all"
    r"|(?:the )?(?:team|folks|others)"
)
"""Those whom one writes to where a channel was just read."""
_NEW = (
    r"not (?:under|beneath|below|in reply|in (?:the|a|any) thread)"
    r"|(?:new|fresh|separate) (?:post|message)"
)
_DIRECT = r"dm(?:s|ed|'d)?|pms?|direct(?:ly)?|private(?:ly)?|to me|each other|between"
_POINTS_BACK = r"(?:that|this|his|her|their|the) (?:message|question|post|one)|him|her|them|it"
_READS = (
    r"what|show|read|see|any|last|latest|newest|older|open|did|has|between|dms|messages|wrote|said"
)
_SENDS = (
    r"dm|pm|tell|send|write|message|msg|slack|nudge|ping|ask|remind|thank|let|drop|give|inform"
    r"|notify|shoot|answer|reply|now"
)
_OPENINGS = (
    ("thank|thanks", "Thank you"),
    ("congratulate|congratulations", "Congratulations"),
    ("apologi[sz]e", "Sorry"),
)
"""Verbs that say by themselves how a message begins: "thank #ops for the lift"."""


def list_channels(work: Work) -> None:
    """List the channels."""
    work.add(CHANNELS, "List the channels")


def read(work: Work) -> None:
    """Read a channel, or the direct messages with somebody who is named without one."""
    said = work.said
    said = work.said = _of_groups(said)
    people = said.meant("person")
    asked = said.says("messages?|anything|news|something")
    own = said.says(_DIRECT) or any(
        said.before(one) in {"with", "to"} or (asked and said.before(one) == "from")
        for one in people
    )
    channels = () if people and said.says("dms?|dm'd") else _channels(work, before=not people)
    if not channels and people and own:
        _read_direct(work)
        return
    if not channels and people:
        raise Asked(_BY_WORDS, "topic")
    if not channels:
        raise Asked(_WHICH_CHANNEL.format("What's new in #general"), "channel")
    for channel in channels:
        work.add(
            MESSAGES, "Read the channel", channel=channel, since=_since(work), limit=_limit(said)
        )


def unread(work: Work) -> None:
    """Read what is unread, in the channels that are named or in all."""
    for channel in _channels(work, before=False) or ("",):
        work.add(
            UNREAD,
            "See what is unread",
            channel=channel,
            since=_since(work),
            limit=_limit(work.said),
        )


def search(work: Work) -> None:
    """Search messages by their words."""
    words = _query(work.said)
    if words:
        work.add(SEARCH, "Search Slack", query=words, limit=_limit(work.said))
    elif work.said.all("channel"):
        read(work)
    elif work.said.all("person"):
        raise Asked(_BY_WORDS, "topic")
    else:
        raise Asked("What should I look for on Slack?", "topic")


def summarise(work: Work) -> None:
    """Sum up what was discussed."""
    said = work.said
    described = not said.has("channel", "which") and (_query(said) or said.has("person"))
    channels = _channels(work, before=not described)
    if not channels and _query(said):
        search(work)
    elif not channels and said.has("person"):
        _read_direct(work)
    elif not channels and said.says(r"catch|miss(?:ed)?|happen(?:ed|ing)|going on"):
        unread(work)
    elif not channels:
        raise Asked(_WHICH_CHANNEL.format("Summarize #general"), "channel")
    since = _since(work) or (work.now - _RECENT).date().isoformat()
    for channel in channels:
        work.add(ANALYSE, "Sum up the discussion", channel=channel, since=since)


def thread(work: Work) -> None:
    """Read a message with the replies to it."""
    said = work.said
    about = _about(said)
    message = None if about and not said.has("which") else _message(work)
    if message is not None:
        work.add(REPLIES, "Read the thread", **_place_of(work, message))
    elif about:
        found = work.add(SEARCH, "Find the message", query=about)
        work.add(REPLIES, "Read the thread", thread_id=f"{{{found}.messages.0.id}}")
    elif said.all("channel") and (channels := _channels(work, before=False)):
        newest = re.search(r"\b(?:last|latest|newest)\b", fold(f"{said.one('which')} {said.rest}"))
        limit = 1 if newest else _limit(said)
        found = work.add(
            MESSAGES, "Read the channel", channel=channels[-1], since=_since(work), limit=limit
        )
        if newest:
            work.add(REPLIES, "Read the thread", thread_id=f"{{{found}.messages.0.id}}")
    else:
        raise Asked(_WHICH_THREAD, "which" if work.known(MESSAGE_KINDS) else "topic")


def look_up(work: Work) -> None:
    """Look up members of the team."""
    spans = work.said.meant("person", "value")
    for who in _members(work, spans):
        work.add(USER, "Look them up", user=who)


def _since_when(said: Said) -> bool:
    """Whether only some of a channel is meant, by when; not why: "..., I won't scroll at 4am"."""
    read = _READ.search(said.text)
    ahead = read.end() if read else len(said.text)
    times = [one for one in said.spans if one.kind == "time"]
    return any(not _STOP.search(said.text[ahead : one.start]) for one in times)


def mark_read(work: Work) -> None:
    """Mark channels as read."""
    said = work.said
    if not said.says(_WHOLE):  # "poor gerald, mark the channel read": nobody is a channel
        said = work.said = _with_bare_names(said)
    somebodys = said.has("person") and not said.has("channel") and not said.says(_WHOLE)
    if _since_when(said) or somebodys:
        raise Asked("I can only mark whole channels as read: say which one.", "")
    whole = said.says("all|everything|slack|whole")
    channels = _channels(work, before=not whole)
    if not channels:
        raise Asked(_WHICH_CHANNEL.format("Mark #general as read"), "channel")
    for channel in channels:
        work.add(MARK_READ, "Mark it read", channel=channel)


def post(work: Work) -> None:
    """Say something in a channel, or in a thread of it."""
    said = work.said = _posted_in(_with_hash(_of_its_order(_put_in(work.said))))
    if said.has("file"):
        raise Asked(_NO_FILES)
    if _answers(work):
        _answer(work)
        return
    channels = _channels(work, before=said.says(_THERE) or _for_all(work))
    if not channels and said.meant("person") and not said.says("post|announce|share|publish"):
        _send_direct(work)
        return
    if not channels:
        raise Asked(_WHICH_CHANNEL.format("Post 'Release is out' to #general"), "channel")
    text = _text(work, _NO_TEXT)
    for channel in channels:
        work.add(POST, f"Post in {channel}", channel=channel, text=text)


def direct(work: Work) -> None:
    """Write to somebody alone, or read what was written with them."""
    said = work.said = past_news(work.said) or work.said
    if said.has("file"):
        raise Asked(_NO_FILES)
    if not said.all("body") and (said.says(_READS) or not said.says(_SENDS)):
        _read_direct(work)
    elif (said.has("channel") and not said.all("person")) or (
        said.has("person") and _for_all(work)
    ):
        post(work)
    else:
        _send_direct(work)


def _for_all(work: Work) -> bool:
    """Whether it is for all who read the channel just shown: nobody else it goes to is named."""
    named = work.said.held("person")
    return many_read(work) and all(_EVERYBODY.fullmatch(fold(o.text)) for o in named)


def _read_direct(work: Work) -> None:
    spans = work.said.meant("person")
    if not spans:
        work.add(UNREAD, "See what is unread", since=_since(work), limit=_limit(work.said))
        return
    for who in _members(work, spans):
        found = work.add(FIND, f"Find {who}", name=who.removeprefix("@"))
        work.add(
            READ_DIRECT,
            "Read the direct messages",
            user=f"{{{found}.users.0.id}}",
            since=_since(work),
            limit=_limit(work.said),
        )


def _send_direct(work: Work) -> None:
    said = work.said
    # whoever is named in or after the words to be said is spoken of, unless it says "to" them
    begun = _stretch(said)[1] if said.held("body") else len(said.text)
    held = [one for one in said.held("person") if one.start < begun or said.before(one) == "to"]
    spans = said.last_joined(held) or said.meant("person")
    if not spans and not said.has("which"):
        raise Asked("Who should it go to?", "person")
    members = _members(work, spans)
    text = _text(work, f"What should I write to {' and '.join(members)}?")
    for who in members:
        found = work.add(FIND, f"Find {who}", name=who.removeprefix("@"))
        work.add(SEND_DIRECT, f"Write to {who}", user=f"{{{found}.users.0.id}}", text=text)


def _members(work: Work, spans: tuple[Span, ...]) -> list[str]:
    """Return whom some spans name, or what is pointed at; raise Asked where nobody can tell."""
    if not spans:
        found = _pointed(work, MEMBER_KINDS)
        if not found:
            raise Asked("Who do you mean? Say the name.", "person")
        return [one.id for one in found]
    return [
        _member(work, name, span)
        for span in spans
        for name in re.split(r"\s*(?:,|&|\band\b)\s*", span.text)
        if name
    ]


def _member(work: Work, name: str, span: Span) -> str:
    """Return whom a name names; a pronoun stands for the one who was named before it."""
    party = named(name)
    if party.pronoun:
        said = work.said
        before = [*said.carried, *(one for one in said.spans if one.start < span.start)]
        people = [one.text for one in before if one.kind == "person"]
        told = next((one for one in reversed(people) if not named(one).pronoun), "")
        contacts = {one.label for one in work.known(CONTACT_KINDS)}
        told = told or teller_in(said.text) or person_meant(name, work.request)
        told = told or (contacts.pop() if len(contacts) == 1 else "")
        told = told or author_shown(work)
        if told:
            return named(told).name
    if party.pronoun or party.role:
        raise Asked(f"Who do you mean by “{name}”? Say the name.", "person")
    return party.name


def _channels(work: Work, *, before: bool) -> tuple[str, ...]:
    """Return the channels named, or pointed at, or else (`before`) the one talked about last."""
    said = work.said
    if said.has("channel"):
        return tuple(_known(work, span.text) for span in said.meant("channel"))
    which = said.one("which") if said.has("which") else ""
    if which and (found := _pointed(work, CHANNEL_KINDS)):
        return tuple(channel_called(one.label or one.id) for one in found)
    if which and (found := _pointed(work, MESSAGE_KINDS)):
        places = (one.id.rpartition("/")[0] for one in found)
        return tuple(dict.fromkeys(channel_called(place) for place in places if place))
    if which and not _OWN.fullmatch(fold(which)):
        return ()
    if carried := said.meant("channel"):
        return tuple(channel_called(span.text) for span in carried)
    told = _channel_before(work) if before or which else ""
    return (told,) if told else ()


def _of_groups(said: Said) -> Said:
    """Return a command in which those who are known by their channel are it: "the ops people"."""
    group = _GROUP.search(said.text)
    if group is None or said.has("channel"):
        return said
    start, end = group.span("channel")
    others = (one for one in said.spans if one.kind != "person")
    return replace(said, spans=(*others, Span("channel", group["channel"], start, end)))


def _with_bare_names(said: Said) -> Said:
    """Return a command in which a channel that goes by an ordinary word is nobody."""
    spans = (
        replace(one, kind="channel")
        if one.kind == "person" and one.text.islower() and known_word(one.text)
        else one
        for one in said.spans
    )
    return replace(said, spans=tuple(spans))


def _put_in(said: Said) -> Said:
    """Return a command of which nothing is marked as its words with all behind its order as them.

    "Pop this into the general channel: who has the ladder?".
    """
    order = None if said.held("body") else PUT_IN.match(said.text)
    words = said.text[order.end() :].strip() if order else ""
    if order is None or not words:
        return said
    start = said.text.index(words, order.end())
    kept = (one for one in said.spans if one.end <= order.end() and one.kind != "which")
    return replace(said, spans=(*kept, Span("body", words, start, start + len(words))))


def _of_its_order(said: Said) -> Said:
    """Return a command whose order ends in a colon with what stands behind that as its words.

    What a sentence before it says somebody asked is not said again: "Ann asks us to choose. Answer
    in her thread: both".
    """
    bodies = said.held("body")
    led = (
        _SENTENCE.search(said.text, first.end, last.start) and said.text[: last.start].rstrip()
        for first, last in pairwise(bodies)
    )
    begins = [last for lead, last in zip(led, bodies[1:], strict=True) if lead and lead[-1] == ":"]
    told = [one for one in bodies if begins and one.start < begins[0].start]
    return replace(said, spans=tuple(one for one in said.spans if one not in told))


def _posted_in(said: Said) -> Said:
    """Return a command in which what something is posted "in" is a channel: nobody is.

    Likewise what it is posted "to" that is a plain word: "post to general".
    """
    posts = said.says("post|announce|share|publish")
    spans = (
        replace(one, kind="channel")
        if (one.kind == "file" and "." not in one.text and said.before(one) in {"in", "into"})
        or (one.kind == "person" and said.before(one) in {"in", "into"})
        or (one.kind == "person" and posts and _is_place(said, one))
        else one
        for one in said.spans
    )
    return said if said.has("channel") else replace(said, spans=tuple(spans))


def _is_place(said: Said, one: Span) -> bool:
    return said.before(one) in {"to", "on"} and known_word(one.text)


def _with_hash(said: Said) -> Said:
    """Return a command with the channel that its # tells, which what is quoted never does."""
    shown = _QUOTED.sub(_blank, said.text)
    spans = [
        one for one in said.spans if one.kind != "channel" or shown[one.start : one.end].strip()
    ]
    hashes = list(_HASH.finditer(shown))
    if len(hashes) != 1 or any(one.kind == "channel" for one in spans):
        return replace(said, spans=tuple(spans))
    start, end = hashes[0].span()
    left = re.sub(r"(?:\b(?:to|in|into|on|at))?\s*$", "", shown[:start])
    kept = [
        replace(one, text=said.text[one.start : len(left)], end=len(left))
        if one.start < end and start < one.end
        else one
        for one in spans
    ]
    channel = Span("channel", hashes[0][0], start, end)
    return replace(said, spans=(*(one for one in kept if one.text.strip()), channel))


def _blank(quoted: re.Match[str]) -> str:
    return quoted[0] if quoted["text"].startswith("#") else " " * len(quoted[0])


def channel_called(text: str) -> str:
    """Return a channel's name as it is written: "the marketing channel" is "#marketing"."""
    bare = text[:_LONGEST_NAME].strip(" .,")
    while (less := _SPARE.sub("", bare)) != bare:
        bare = less
    return f"#{'-'.join(bare.removeprefix('#').split())}"


def _known(work: Work, text: str) -> str:
    """Return a channel's name, whole where the person is in one that goes by a part of it."""
    name = channel_called(text)
    for link in work.request.links:
        said = work.request.command[link.start : link.end]
        if link.kind == "channel" and len(link.things) == 1 and fold(f"#{said}") == fold(name):
            return f"#{link.things[0].name.removeprefix('#')}"
    before = {one.name for one in work.request.mentioned if one.kind == "channel"}
    parts = {one for one in before if fold(name.removeprefix("#")) in fold(one).split("-")}
    return f"#{parts.pop().removeprefix('#')}" if len(parts) == 1 else name


def _channel_before(work: Work) -> str:
    """Return the channel that was talked about last; "" where it was not just one.

    Of several that were listed, it is the one this command has in passing.
    """
    request = work.request
    places = {one.id.rpartition("/")[0] for one in work.known(MESSAGE_KINDS)} - {""}
    passing = {one for one in places if work.said.says(re.escape(fold(one)))}
    if len(passing) == 1:
        return channel_called(passing.pop())
    if shown := channel_shown(work):
        return channel_called(shown)
    texts = [done.command for done in reversed(request.earlier)]
    for role in ("user", "assistant"):
        texts += [one.text for one in reversed(request.context.exchanges) if one.role == role][:1]
    named_ones = (set(_HASH.findall(text)) for text in texts)
    mentioned = {channel_called(one.name) for one in request.mentioned if one.kind == "channel"}
    return next((names.pop() for names in (*named_ones, mentioned) if len(names) == 1), "")


def _pointed(work: Work, kinds: frozenset[str], which: str = "") -> tuple[Reference, ...]:
    """Return what of some kinds the words point at."""
    told = _POINTABLE.sub(r"one\1", fold(which or work.said.one("which")))
    return pointed_references(told, work.known(kinds), kinds) if told else ()


def _message(work: Work) -> Reference | None:
    """Return the listed message that is meant: of a thread just read, the one that began it."""
    which = work.said.one("which") if work.said.has("which") else ""
    found = _pointed(work, MESSAGE_KINDS, which or "it")
    if len(found) == 1:
        return found[0]
    if which and not _OWN.fullmatch(fold(which)):
        return None
    about = asked_about(work, _addressed(work), work.said.joined("body"))
    only = () if _addressed(work) else _pointed(work, MESSAGE_KINDS, "it")
    return _thread_shown(work) or about or next(iter(only), None)


def _addressed(work: Work) -> list[str]:
    """Return the names of those whom a command is for, before what it is to say."""
    said = work.said
    begun = said.held("body")[0].start if said.held("body") else len(said.text)
    people = (named(one.text) for one in said.held("person") if one.start < begun)
    return [one.name for one in people if not one.pronoun]


def _thread_shown(work: Work) -> Reference | None:
    """Return the message that began the thread just read; None where none was."""
    told = [one.text for one in work.request.context.exchanges if one.role == "user"][-1:]
    listed = [one for one in work.known(MESSAGE_KINDS) if one.ordinal]
    shown = any(re.search(r"\b(?:threads?|replies)\b", fold(text)) for text in told)
    return listed[0] if listed and shown else None


def _place_of(work: Work, message: Reference) -> dict[str, Json]:
    """Return the arguments of a message's thread, whose channel is looked for if nothing tells."""
    place, _, own = message.id.rpartition("/")
    channel = f"{place}" or next(iter(_channels(work, before=True)), "")
    if not channel:
        label = " ".join(message.label.split())[:100]
        found = work.add(SEARCH, "Find where it was said", query=label, limit=1)
        channel = f"{{{found}.messages.0.channel}}"
    return {"channel": channel, "thread_id": own}


def _answers(work: Work) -> bool:
    """Whether what is to be said answers a message, rather than going to a whole channel."""
    said = work.said
    which = fold(said.one("which")) if said.has("which") else ""
    if "channel" in which or said.says(_NEW) or _pointed(work, CHANNEL_KINDS):
        return False
    if said.says(_REPLIES):
        return bool(which or work.known(MESSAGE_KINDS)) or not said.says("there")
    if not said.has("channel") and said.says(_THERE) and _thread_shown(work):
        return True
    return bool(which) and not said.has("channel") and bool(_pointed(work, MESSAGE_KINDS))


def _answer(work: Work) -> None:
    text = _text(work, "What should the reply say?")
    about = _about(work.said)
    message = None if about and not work.said.has("which") else _message(work)
    if message is not None:
        work.add(POST, "Answer in the thread", text=text, **_place_of(work, message))
        return
    channel, words = next(iter(_channels(work, before=True)), ""), _describing(work)
    if channel and words:
        found = work.add(MESSAGES, "Find the message", channel=channel, limit=_LOOKED_THROUGH)
    elif about:
        channel, found = "", work.add(SEARCH, "Find the message", query=about)
    else:
        raise Asked(_WHICH_ANSWERED, "which" if work.known(MESSAGE_KINDS) else "topic")
    work.seek(found, words or about)
    message_id = f"{{{found}.messages.0.id}}"
    work.add(POST, "Answer in the thread", channel=channel, text=text, thread_id=message_id)


def _describing(work: Work) -> str:
    """Return what tells a message from others: who wrote it, and what it is about.

    Where this command says neither, the one before it may have.
    """
    said = work.said
    begun = _stretch(said)[1] if said.held("body") else len(said.text)
    people = [one for one in said.held("person") if one.start < begun]
    who = [one.text if named(one.text).role else _member(work, one.text, one) for one in people]
    about = [one.text for one in said.held("topic") if one.start < begun]
    asked = ("question",) if said.says("questions?|asked|asks") else ()
    before = [one.text for one in work.request.context.exchanges if one.role == "user"][-1:]
    ends = [one.start() for one in _SENTENCE.finditer(said.text, 0, begun)]
    told = said.text[: ends[-1]] if ends and said.says(_POINTS_BACK) else ""
    if who or about or len(content_words(told)) >= _TELLING:
        pronouns = [named(one.text).pronoun for one in people]
        pointed = bool(people) and all(pronouns) and not (about or asked)
        lead = (said.text[: ends[-1]],) if ends and (any(pronouns) or told) and not pointed else ()
        return " ".join((*who, *about, *asked, *lead, *(before if pointed else ())))
    known = work.request.context.memory.entities
    told = [
        one
        for one in (*known.people, known.topic or "")
        if one and fold(one) in fold("".join(before))
    ]
    answer = said.held("body")[:1]  # which may well say words of what it answers
    words = (*(told or before), *(one.text for one in answer))
    return " ".join(words) if said.says(_POINTS_BACK) else ""


def _about(said: Said) -> str:
    """Return the words by which a message is described, to search for it."""
    if said.has("topic"):
        return _query(said)
    return " ".join(content_words(said.one("which").partition(" about ")[2]))


def _query(said: Said) -> str:
    """Return the words to search for: those that carry meaning, or as they are quoted."""
    own = said.held("topic", "organisation", "file")
    spans = own or [one for one in said.carried if one.kind in {"topic", "organisation", "file"}]
    words: list[str] = []
    for span in spans:
        quoted = own and said.text[max(0, span.start - 1) : span.start] in set("\"“'")
        plain = [word for word in span.text.split() if quoted or content_words(word)]
        words += plain or [span.text]
    return " ".join(word.strip("\"“”',.?!") for word in words)[:_LONGEST_QUERY].strip()


def _text(work: Work, question: str) -> str:
    """Return what to say: what is quoted word for word, anything else as a sentence begins."""
    said = work.said
    if not said.held("body"):
        carried = said.one("body")
        if not carried:
            raise Asked(question, "body")
        return _shaped(said, carried)
    text, start, end = _stretch(said)
    _now_only(work, start, end)
    if _NO_WORDS.fullmatch(text) or (text.casefold() == "no" and not start):
        raise Asked(question, "body")
    for quoted in _QUOTED.finditer(said.text):
        inside = quoted.start() <= start < quoted.end()
        if inside and 2 * len(quoted["text"]) >= end - start:
            return quoted["text"].strip()
    return _shaped(said, text)


def _stretch(said: Said) -> tuple[str, int, int]:
    """Return the words to be said as they stand, and where: a correction replaces, a gap does not.

    Names and times in their midst, and what follows them at once, are said with them.
    """
    line = [one for one in sorted(said.spans, key=_start) if one.kind not in {"channel", "which"}]
    bodies = said.held("body")
    alone = not said.has("channel") and len(said.held("person")) == 1  # whom it goes to
    inner = [one for one in line if one.kind != "person" or not alone]
    start = end = _begun(said, inner, bodies[0].start)
    parts: list[str] = []
    for span in [one for one in inner if one.start >= start]:
        gap = said.text[end : span.start]
        parted = any(end <= one.start < span.start for one in said.spans)
        if not parts:
            parts = [said.text[start : span.end]]
        elif span in bodies and said.corrects(end, span.start):
            parts, start = [span.text], span.start
        elif span in bodies and parted:
            parts.append(span.text)
        elif span in bodies or not gap.strip():
            parts[-1] += gap + span.text
        else:
            continue
        end = span.end
    stop = _ENDS.match(said.text[end:])
    return " ".join(parts) + (stop[0] if stop else ""), start, end


def _begun(said: Said, spans: list[Span], start: int) -> int:
    """Return where the words to be said begin: with a name, or a word, that was left out of them.

    That is what stands right before them after "that", a colon or the channel.
    """
    channels = [one.end for one in said.spans if one.kind == "channel"]
    for span in reversed([one for one in spans if one.end <= start]):
        lead = said.text[: span.start].rstrip()
        if said.text[span.end : start].strip() or not (
            _SAYING.search(lead) or len(lead) in channels
        ):
            break
        start = span.start
    missed = _AFTER_COLON.search(said.text[:start])
    if missed and not any(one.end > missed.start(1) for one in said.spans if one.end <= start):
        return missed.start(1)
    return start


def _start(span: Span) -> int:
    return span.start


def _shaped(said: Said, text: str) -> str:
    """Return a text with a capital; an order without its "to", a question with its mark."""
    text = _TO_DO.sub("", text.strip(" -\u2013:>"), count=1)
    opening = next((begin for verbs, begin in _OPENINGS if said.says(verbs)), "")
    if opening and re.match(r"(?:for|on|that)\b", text):
        text = f"{opening} {text}"
    text = text[:1].upper() + text[1:]
    asks = said.says("ask(?! you)|find out|enquire|inquire") and not text.endswith("?")
    return f"{text.rstrip('.')}?" if asks else text


def _now_only(work: Work, start: int, end: int) -> None:
    """Raise Asked where it is to be said at a later time."""
    outside = [span.text for span in work.said.held("time") if not start <= span.start < end]
    when = work.read(" ".join(outside))
    if when.first and (when.first > work.now.date() or (when.at and when.at > work.now.time())):
        raise Asked(_NOT_LATER)


def _since(work: Work) -> str:
    """Return the local time from which messages count; "" for no limit."""
    told = work.said.joined("time")
    if not told or _LATER_ONLY.match(fold(told)):
        return ""
    when = work.read(told, past=True)
    if when.first is None and when.since is None:
        when = work.read(f"in {told}", past=True)
    if when.since is not None:
        return local(when.since.date(), when.since.time())
    if when.first is None or when.first > work.now.date():
        return ""
    begins = datetime.combine(when.first, when.at) if when.at else None
    past = begins is not None and begins <= work.now.replace(tzinfo=None)
    return when.start if past else when.first.isoformat()


def _limit(said: Said) -> int | None:
    count = number_in(said.one("count"))
    if count is None and said.says(r"(?:last|latest|newest) (?:message|post|thing|one)"):
        return 1
    return max(1, min(count, MAX_MESSAGES)) if count else None


FRAMES: Mapping[str, Callable[[Work], None]] = {
    "slack_channels": list_channels,
    "slack_dm": direct,
    "slack_mark_read": mark_read,
    "slack_post": post,
    "slack_read": read,
    "slack_search": search,
    "slack_summary": summarise,
    "slack_thread": thread,
    "slack_unread": unread,
    "slack_user": look_up,
}
"""How each task about Slack is done."""
