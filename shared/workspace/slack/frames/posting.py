"""Commands that say something on Slack: in a channel, in a thread, to one person."""

import re
from dataclasses import replace

from shared.decisions.picking import describing
from shared.models.base import Json
from shared.understanding.closing import NOT_ANEW, UNSENT
from shared.understanding.folding import content_words, fold
from shared.understanding.marking import Span, meets
from shared.understanding.parties import named
from shared.understanding.pointing import person_meant
from shared.understanding.said import Said
from shared.understanding.steps import FIND as LOOK
from shared.understanding.work import Asked, Work
from shared.workspace.slack.frames.naming import (
    FIND,
    HASH,
    POST,
    SEND_DIRECT,
    SENTENCE,
    WHICH_CHANNEL,
    addressed,
    channels_meant,
    members_meant,
    message_meant,
    pointed_at,
    thread_shown,
    words_about,
)
from shared.workspace.slack.frames.reading import read_direct_messages
from shared.workspace.slack.frames.shown import CHANNEL_KINDS, MESSAGE_KINDS, many_read

_TELLING = 2
"""So many words that mean something tell, before an order, of the message it answers."""
_NO_TEXT = "What should I write? Say for example “Post 'Release is out' to #general”."
_NO_FILES = (
    "I can't put files on Slack, only messages. Say what I should write, for example “Post 'The "
    "report is in the shared folder' to #general”."
)
_NOT_SENT = "I keep no drafts on Slack, so nothing is sent. It would read:\n\n> {}"
_NOT_LATER = "I can only post right away. Ask me at that time, or say it without the time."
_WHICH_ANSWERED = (
    "Which message should I answer? Show me a channel first, then say “Reply to the second one "
    "that ...”."
)
_QUOTED = re.compile(r"(?<!\w)[\"“'](?P<text>.+?)[\"”'](?!\w)", re.DOTALL)
_LED = re.compile(r":\s*$")
_SAYING = re.compile(r"(?:\bthat|\bsay(?:ing|s)?|\bknow|:)$", re.IGNORECASE)
_NO_WORDS = re.compile(r"(?:the )?same(?: (?:thing|message))?|it|this|that|so", re.IGNORECASE)
"""What stands for words that were said before."""
_WITHIN_NAMES = re.compile(r"\s*(?:(?:of|from|at|on|in|by|until|till|for|before|after)\s+)?")
"""What stands between the names that begin what is to be said."""
_ENDS = re.compile(r"[.!]+(?=\s*$)")
_TO_DO = re.compile(
    r"^(?:(?:it|this|that|him|her|them): (?=\S)|(?:to|asking)(?: to)? (?=[a-z])"
    r"|that (?=(?:i|we|you|he|she|it|they|there|the|our|my)\b))",
    re.IGNORECASE,
)
_REPLIES = r"repl(?:y|ies|ying)|rply|answer|respond|comment|under(?:neath)?|beneath|below|threads?"
_IN_THREAD = r"(?:in|under|as|to) (?:the|a|that|this|his|her|their) thread"
_THERE = r"there|them|in it|(?:this|that|same|the) channel"
_EVERYBODY = re.compile(
    r"them(?: all)?|they|all(?: of them)?|every(?:one|body)(?: there)?|you all"
    r"|(?:the )?(?:team|folks|others)"
)
"""Those whom one writes to where a channel was just read."""
_NEW = (
    r"not (?:under|beneath|below|in reply|in (?:the|a|any) thread|(?:an? )?(?:reply|answer))"
    r"|(?:new|fresh|separate|(?<!her )(?<!his )(?<!their )own) (?:post|message|msg)"
)
_WRITES = rf"\b(?:{_REPLIES}|post|put|write|tell|say)\b"
_ORDER_LED = re.compile(
    rf"[.;!?]\s+[^.;:!?]*?{_WRITES}(?:[^.;:!?]*:|[^.;:!?]*?\bthat"
    r"(?! (?:thread|channel|message|post|question)\b))\s+(?=\S)",
    re.IGNORECASE,
)
"""An order in a sentence of its own that leads to the words to be said."""
_OPENED = re.compile(rf"(?<!\bha[sd] )(?<!\bhave ){_WRITES}|[:\"\u201c]\s*$", re.IGNORECASE)
_POINTS_BACK = r"(?:that|this|his|her|their|the) (?:message|question|post|one)|him|her|them|it"
_POINTING = re.compile(rf"\b(?:{_REPLIES}|message|msg|posts?|channel)\b", re.IGNORECASE)
"""What is said of any message that is answered, and tells none from another."""
_READS = (
    r"what|show|read|see|any|last|latest|newest|older|open|did|has|between|dms|messages|wrote|said"
)
_SENDS = (
    r"dm|pm|tell|send|write|message|msg|slack|nudge|ping|ask|remind|thank|let|drop|give|inform"
    r"|notify|shoot|answer|reply|now"
)
_LEADS = re.compile(
    r"\b(?:(?:thank|tell|ask|congratulate|assure|remind) (?:him|her|them|every(?:one|body))"
    r"(?: from me| all)?|let (?:him|her|them|every(?:one|body)) know|say(?:ing)?"
    r"|that(?=[^.;:!?]*\b(?:i|i['\u2019]m|we|he|she|it|they|there|you|our|my|the)\b))"
    r"(?: that)?:? (?P<text>\w+ \S.*)",
    re.IGNORECASE | re.DOTALL,
)
"""What leads to words that are to be said, where nothing marks those."""
_OPENINGS = (
    ("thank|thanks", "Thank you"),
    ("congratulate|congratulations", "Congratulations"),
    ("apologi[sz]e", "Sorry"),
)
"""Verbs that say by themselves how a message begins: "thank #ops for the lift"."""


def post(work: Work) -> None:
    """Say something in a channel, or in a thread of it."""
    said = work.said = _posted_in(_with_hash(_worded(_of_its_order(work.said))))
    if said.has("file"):
        raise Asked(_NO_FILES)
    if _answers(work):
        _answer(work)
        return
    channels = channels_meant(work, before=said.says(_THERE) or _for_all(work))
    if not channels and said.meant("person") and not said.says("post|announce|share|publish"):
        _send_direct(work)
        return
    if not channels:
        raise Asked(WHICH_CHANNEL.format("Post 'Release is out' to #general"), "channel")
    text = _text(work, _NO_TEXT)
    for channel in channels:
        work.add(POST, f"Post in {channel}", channel=channel, text=text)


def direct(work: Work) -> None:
    """Write to somebody alone, or read what was written with them."""
    said = work.said
    if said.has("file"):
        raise Asked(_NO_FILES)
    if not said.all("body") and (said.says(_READS) or not said.says(_SENDS)):
        read_direct_messages(work)
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


def _send_direct(work: Work) -> None:
    said = work.said = _worded(work.said)
    # whoever is named in or after the words to be said is spoken of, unless it says "to" them
    begun = _stretch(said)[1] if said.held("body") else len(said.text)
    held = [one for one in said.held("person") if one.start < begun or said.before(one) == "to"]
    spans = said.last_joined(held) or said.meant("person")
    if not spans and not said.has("which"):
        raise Asked("Who should it go to?", "person")
    members = members_meant(work, spans)
    text = _text(work, f"What should I write to {' and '.join(members)}?")
    for who in members:
        found = work.add(FIND, f"Find {who}", name=who.removeprefix("@"))
        work.add(SEND_DIRECT, f"Write to {who}", user=f"{{{found}.users.0.id}}", text=text)


def _of_its_order(said: Said) -> Said:
    """Return a command whose order leads to what it says with what stands behind that as its words.

    What a sentence before it says somebody asked is not said again: "Ann asks us to choose. Answer
    in her thread that it is both". Behind a colon that is all there is.
    """
    bodies = said.held("body")
    if not bodies:
        return said
    start, end = bodies[0].start, bodies[-1].end
    if _OPENED.search(said.text, 0, start):
        placed = any(one.start >= end for one in said.held("channel", "which"))
        goes_on = any(SENTENCE.match(said.text, at) for at in (end - 1, end))
        if placed or not (goes_on and _LED.search(said.text, 0, start)):
            return said
        end = len(said.text)
    elif led := _ORDER_LED.search(said.text, start):
        start = led.end()
    else:
        return said
    anew = NOT_ANEW.search(said.text, start)
    end = min(end, anew.start()) if anew else end
    told = Span("body", said.text[start:end], start, end)
    kept = (one for one in said.spans if one not in bodies and not meets(one, told))
    return replace(said, spans=(*kept, told))


def _worded(said: Said) -> Said:
    """Return a command in which the words to be said are marked by what leads to them, if at all.

    "Put something in #ops that I am away", "drop Ann a line and thank her for the lift".
    """
    place = max((one.end for one in said.spans if one.kind == "channel"), default=0)
    led = None if said.all("body") else _LEADS.search(said.text, place)
    if led is None:
        return said
    body = Span("body", led["text"].strip(), *led.span("text"))
    return replace(said, spans=(*(one for one in said.spans if one.end <= body.start), body))


def _posted_in(said: Said) -> Said:
    """Return a command in which what something is posted "in" is a channel: nobody is."""
    spans = (
        replace(one, kind="channel")
        if (one.kind == "file" and "." not in one.text and said.before(one) in {"in", "into"})
        or (one.kind == "person" and said.before(one) in {"in", "into"})
        else one
        for one in said.spans
    )
    return said if said.has("channel") else replace(said, spans=tuple(spans))


def _with_hash(said: Said) -> Said:
    """Return a command with the channel that its # tells, which what is quoted never does."""
    shown = _QUOTED.sub(_blank, said.text)
    spans = [
        one for one in said.spans if one.kind != "channel" or shown[one.start : one.end].strip()
    ]
    hashes = list(HASH.finditer(shown))
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


def _answers(work: Work) -> bool:
    """Whether what is to be said answers a message, rather than going to a whole channel."""
    said = work.said
    which = fold(said.one("which")) if said.has("which") else ""
    anew = said.says(_NEW) and not NOT_ANEW.search(said.text)
    if "channel" in which or anew:
        return False
    if pointed_at(work, CHANNEL_KINDS):  # never for all what is for a thread
        return said.says(_IN_THREAD)
    if said.says(_REPLIES):
        known = which or work.known(MESSAGE_KINDS) or said.has("channel")
        return bool(known) or not said.says("there")
    if not said.has("channel") and said.says(_THERE) and thread_shown(work):
        return True
    return bool(which) and not said.has("channel") and bool(pointed_at(work, MESSAGE_KINDS))


def _answer(work: Work) -> None:
    text = _text(work, "What should the reply say?")
    about = words_about(work.said)
    message = None if about and not work.said.has("which") else message_meant(work)
    if message is not None:
        work.add(POST, "Answer in the thread", text=text, thread_id=message.id)
        return
    channel = next(iter(channels_meant(work, before=True)), "")
    who, words = _described(work)
    if not words or not (channel or who or about):  # nothing tells where it was said, or by whom
        raise Asked(_WHICH_ANSWERED, "which" if work.known(MESSAGE_KINDS) else "topic")
    inside: list[Json] = [{"kind": "channel", "id": channel}] if channel else []
    found = work.add(
        LOOK, "Find the message", about=words, only="message", by=who, one=True, inside=inside
    )
    work.seek(found, words)
    work.add(POST, "Answer in the thread", text=text, thread_id=f"{{{found}.found.0.id}}")


def _described(work: Work) -> tuple[str, str]:
    """Return who wrote the message that is answered, and the words that tell it from others.

    That is what is said of it before the order, or in it; where they only point, it is what was
    asked before. Whoever alone is named wrote it.
    """
    said = work.said
    begun = _stretch(said)[1] if said.held("body") else len(said.text)
    ends = [one.end() for one in SENTENCE.finditer(said.text, 0, begun)]
    news = said.text[: ends[-1]] if ends else ""
    told = news if len(content_words(news)) >= _TELLING else said.describing_before(begun)
    for channel in said.held("channel"):
        told = told.replace(channel.text, " ")
    known = [one for one in work.request.links if one.kind == "person" and one.start < begun]
    whoever = {one.things[0].name for one in known if one.things} or {*addressed(work)}
    people = (one.text for one in said.held("person") if one.start < begun)
    pointed = [person_meant(one, work.request) for one in people if named(one).pronoun]
    who = whoever.pop() if len(whoever) == 1 else next(filter(None, pointed), "")
    telling = describing(_POINTING.sub(" ", told))
    asked = "question" if said.says("questions?|asked|asks") else ""
    parts = [who, asked, told.strip(" ,:") if telling else ""]
    if work.asked_before and told != news and (said.says(_POINTS_BACK) or pointed):
        parts += [work.asked_before, *(one.text for one in said.held("body")[:1])]
    return who, " ".join(filter(None, parts))


def _text(work: Work, question: str) -> str:
    """Return what to say: what is quoted word for word, anything else as a sentence begins."""
    said = work.said
    if not said.held("body"):
        carried = said.one("body")
        if not carried:
            raise Asked(question, "body")
        return _shaped(said, carried)
    text, start, end = _stretch(said)
    if said.text.rstrip().endswith(UNSENT):
        told = text.removesuffix(".").removesuffix(UNSENT.rstrip(".")).rstrip(" .,")
        raise Asked(_NOT_SENT.format(_shaped(said, told)))
    _now_only(work, start, end)
    if _NO_WORDS.fullmatch(text) or (text.casefold() == "no" and not start):
        raise Asked(question, "body")
    for quoted in _QUOTED.finditer(said.text):
        inside = quoted.start() <= start < quoted.end()
        led = start <= quoted.start() < end and _LED.search(said.text, start, quoted.start())
        if (inside or led) and 2 * len(quoted["text"]) >= end - start:
            return quoted["text"].strip()
    return _shaped(said, text)


def _stretch(said: Said) -> tuple[str, int, int]:
    """Return the words to be said as they stand, and where: a correction replaces, a gap does not.

    Names and times in their midst, and what follows them at once, are said with them.
    """
    bodies = said.held("body")
    alone = not said.has("channel") and len(said.held("person")) == 1  # whom it goes to
    places = {"channel", "which", "person"} if alone else {"channel", "which"}
    inner = sorted((o for o in said.spans if o.kind not in places), key=lambda one: one.start)
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
        elif span in bodies or _WITHIN_NAMES.fullmatch(gap):
            parts[-1] += gap + span.text
        else:
            continue
        end = span.end
    stop = _ENDS.match(said.text[end:])
    return " ".join(parts) + (stop[0] if stop else ""), start, end


def _begun(said: Said, spans: list[Span], start: int) -> int:
    """Return where the words to be said begin: with a name that was left out of them.

    That is what stands right before them after "that", a colon or the channel.
    """
    channels, at = [one.end for one in said.spans if one.kind == "channel"], start
    for span in reversed([one for one in spans if one.end <= start]):
        if not _WITHIN_NAMES.fullmatch(said.text[span.end : at]):
            break
        at, lead = span.start, said.text[: span.start].rstrip()
        if _SAYING.search(lead) or len(lead) in channels:
            start = at
    return start


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
    first = max((o.end() for o in SENTENCE.finditer(work.said.text, 0, start)), default=0)
    outside = [
        o.text for o in work.said.held("time") if first <= o.start and not start <= o.start < end
    ]
    when = work.read(" ".join(outside))
    if when.first and (when.first > work.now.date() or (when.at and when.at > work.now.time())):
        raise Asked(_NOT_LATER)
