"""Which channel, message or people a command about Slack means."""

import re

from shared.models.reasoning import Reference
from shared.understanding.folding import content_words, fold
from shared.understanding.given_names import may_be
from shared.understanding.marking import Span
from shared.understanding.parties import named
from shared.understanding.pointing import (
    CONTACT_KINDS,
    person_meant,
    pointed_references,
)
from shared.understanding.said import Said
from shared.understanding.turned import teller_in
from shared.understanding.work import Asked, Work
from shared.workspace.slack.frames.shown import (
    CHANNEL_KINDS,
    MESSAGE_KINDS,
    asked_about,
    author_shown,
    by_another,
    channel_shown,
)

MESSAGES = "slack_get_channel_messages"
SEARCH = "slack_search_messages"
POST = "slack_post_message"
FIND = "slack_find_users"
SEND_DIRECT = "slack_send_direct_message"
MEMBER_KINDS = frozenset({"member"})
_LONGEST_QUERY = 200
WHICH_CHANNEL = "Which channel do you mean? Say its name, for example “{}”."
HASH = re.compile(r"(?<!\w)#[^\W_][\w-]*")
_LONGEST_NAME = 120
"""Characters of what names a channel; Slack takes 80 for its name."""
SENTENCE = re.compile(r"[.;!?]\s+(?=\S)")
"""Where a sentence ends and another begins."""
_SPARE = re.compile(
    r"^(?:in|into|on|to|from|the|our|my) |^(?:slack )?channel (?=\w)"
    r"|(?: slack)? (?:chann?ell?|chat|one|please|pls)$",
    re.IGNORECASE,
)
"""What is said around a channel's name."""
_OWN = re.compile(
    r"(?:in |under )?(?:its?|that|this|there|them|those|these|the(?: same)?"
    r"|(?:his|her|their|the)(?= (?:mess|ques|post|thread)))"
    r"(?: (?:channel|one|thread|message|question|post))?|(?:message|question|post|thread)"
)
_POINTABLE = re.compile(r"\b(?:channel|post|thread|room)(s?)\b")


def members_meant(work: Work, spans: tuple[Span, ...]) -> list[str]:
    """Return whom some spans name, or what is pointed at; raise Asked where nobody can tell."""
    if not spans:
        found = pointed_at(work, MEMBER_KINDS)
        if not found:
            raise Asked("Who do you mean? Say the name.", "person")
        return [one.id for one in found]
    return [
        member_called(work, name, span)
        for span in spans
        for name in re.split(r"\s*(?:,|&|\band\b)\s*", span.text)
        if name
    ]


def member_called(work: Work, name: str, span: Span) -> str:
    """Return whom a name names; a pronoun stands for the one who was named before it."""
    party = named(name)
    if party.pronoun:
        said = work.said
        contacts = {one.label for one in work.known(CONTACT_KINDS)}
        every = (
            *_named_before(said, span),
            teller_in(said.text),
            *(one.text for one in reversed(said.carried) if one.kind == "person"),
            person_meant(name, work.request),
            contacts.pop() if len(contacts) == 1 else "",
            author_shown(work),
        )
        fitting = (one for one in every if one and may_be(fold(name), named(one).name))
        told = next((named(one) for one in fitting if not named(one).pronoun), None)
        if told:
            return told.name
    if party.pronoun or party.role:
        raise Asked(f"Who do you mean by “{name}”? Say the name.", "person")
    return party.name


def _named_before(said: Said, span: Span) -> list[str]:
    """Return who is named before a pronoun: of the sentence next to it, who that is about first."""
    people = [one for one in said.spans if one.kind == "person" and one.start < span.start]
    sentences = {one.end() for one in SENTENCE.finditer(said.text, 0, span.start)}
    key = {one: sum(end <= one.start for end in sentences) for one in people}
    return [one.text for one in sorted(people, key=lambda one: (-key[one], one.start))]


def channels_meant(work: Work, *, before: bool) -> tuple[str, ...]:
    """Return the channels named, or pointed at, or else (`before`) the one talked about last."""
    said = work.said
    if said.has("channel"):
        return tuple(_known(work, span.text) for span in said.meant("channel"))
    which = said.one("which") if said.has("which") else ""
    if which and (found := pointed_at(work, CHANNEL_KINDS)):
        return tuple(channel_called(one.label or one.id) for one in found)
    if which and (found := pointed_at(work, MESSAGE_KINDS)):
        told = [one for one in found if one.told] or found
        places = (one.id.rpartition("/")[0] for one in told)
        return tuple(dict.fromkeys(channel_called(place) for place in places if place))
    if which and not _OWN.fullmatch(fold(which)):
        return ()
    if carried := said.meant("channel"):
        return tuple(channel_called(span.text) for span in carried)
    told = _channel_before(work) if before or which else ""
    return (told,) if told else ()


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
    named_ones = (set(HASH.findall(text)) for text in texts)
    mentioned = {channel_called(one.name) for one in request.mentioned if one.kind == "channel"}
    return next((names.pop() for names in (*named_ones, mentioned) if len(names) == 1), "")


def pointed_at(work: Work, kinds: frozenset[str], which: str = "") -> tuple[Reference, ...]:
    """Return what of some kinds the words point at."""
    told = _POINTABLE.sub(r"one\1", fold(which or work.said.one("which")))
    return pointed_references(told, work.known(kinds), kinds) if told else ()


def message_meant(work: Work) -> Reference | None:
    """Return the listed message that is meant: of a thread just read, the one that began it."""
    which = work.said.one("which") if work.said.has("which") else ""
    found = pointed_at(work, MESSAGE_KINDS, which or "it")
    if len(found) == 1 and (which or not by_another(found[0], addressed(work))):
        return found[0]
    if which and not _OWN.fullmatch(fold(which)):
        return None
    about = asked_about(work, addressed(work), work.said.joined("body"))
    only = () if addressed(work) else pointed_at(work, MESSAGE_KINDS, "it")
    return thread_shown(work) or about or next(iter(only), None)


def addressed(work: Work) -> list[str]:
    """Return the names of those whom a command is for, before what it is to say."""
    said = work.said
    begun = said.held("body")[0].start if said.held("body") else len(said.text)
    people = (named(one.text) for one in said.held("person") if one.start < begun)
    return [one.name for one in people if not one.pronoun]


def thread_shown(work: Work) -> Reference | None:
    """Return the message that began the thread just read; None where none was."""
    listed = [one for one in work.known(MESSAGE_KINDS) if one.ordinal]
    shown = re.search(r"\b(?:threads?|replies)\b", fold(work.asked_before))
    return listed[0] if listed and shown else None


def words_about(said: Said) -> str:
    """Return the words by which a message is described, to search for it."""
    if said.has("topic"):
        return query_of(said)
    return " ".join(content_words(said.one("which").partition(" about ")[2]))


def query_of(said: Said) -> str:
    """Return the words to search for: those that carry meaning, or as they are quoted."""
    own = said.held("topic", "organisation", "file")
    spans = own or [one for one in said.carried if one.kind in {"topic", "organisation", "file"}]
    words: list[str] = []
    for span in spans:
        quoted = own and said.text[max(0, span.start - 1) : span.start] in set("\"“'")
        plain = [word for word in span.text.split() if quoted or content_words(word)]
        words += plain or [span.text]
    return " ".join(word.strip("\"“”',.?!") for word in words)[:_LONGEST_QUERY].strip()
