"""What an agent is to do, as the lines of its procedure, in the words in which it was said.

A message says it in endless ways. What gives the result away is cut out of it; all the rest is
kept word for word as what is to be looked up, each piece by the service it is about. It is read as
a message would be that asks for it, and only ever with tools that change nothing.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from textwrap import wrap

from shared.decisions.building.ingredient import JOB, MAX_VALUE_CHARACTERS
from shared.decisions.building.unread import without_why
from shared.models.building import Known, Part
from shared.reasoning.embedded.drafting.asking_for import without_asking
from shared.reasoning.embedded.drafting.giving import channel_form, given_in, tidied
from shared.reasoning.embedded.drafting.mentions import CUE, mentions_in
from shared.understanding.arranging import sentences_in
from shared.understanding.heads import Sentence
from shared.understanding.reader import Reader

_SERVICES: Mapping[str, str] = {
    "cal": "calendar",
    "mail": "email",
    "page": "pages",
    "sheet": "sheets",
    "slack": "slack",
    "contact": "contacts",
}
"""Which service is read for what is asked so, by how its tasks begin."""
_READS = re.compile(
    r"(?:cal_list|mail_(?:read|search|summary|thread|unanswered)|page_(?:find|read)|sheet_read"
    r"|slack_(?:read|summary|search|unread)|contact_find)"
)
_PIECE = re.compile(r"(?<=[.;])\s+|,\s+(?:(?:and|then|n)\s+)*|\s+(?:and|n|then)\s+(?:then\s+)?")
_LEAD = re.compile(
    r"^(?:(?:set up|make|build|create|get) (?:me |us )?something (?:that|which|to)\s+|(?:i"
    r"|we)(?:['\u2019]d| would)? (?:want|wanna|like|love|need)(?: (?:to (?:get|have|see|know"
    r"|be told)|it to|for it to))?,?\s+|be told\s+|you to\s+|(?:so|right|ok(?:ay)?|well|please"
    r"|also|then|to|have it)\b,?\s+)+",
    re.IGNORECASE,
)
_WANTED = re.compile(
    r"^(?P<from>(?:from|in|out of) [^,.;]+?)\s(?:i|we)(?:['\u2019]d| would)? (?:want|like|need)\b,?"
    r"(?: to (?:get|have|see|know)\b)?",
    re.IGNORECASE,
)
_AT = r"(?P<at>^(?:that|which|who|what)?\s*|[,.;:] |\b(?:and|n|then|each one|one) )"
_MODALS = (
    r"(?:(?:will be|will|should|shall|must|would|has to|have to|needs? to|is to|can|just|then|only"
    r"|simply|always)\s+)"
)
_ITS_VERB = re.compile(
    rf"{_AT}(?:(?:it|he|she|they)\s+)?(?P<verb>(?!(?:its|this|his|does|was|is|has|as|us|unless|thats"
    r"|whats|lets|yes|always)\b)(?-i:[a-z]+s))(?=\s+(?:the|an?|me|us|it|em|them|my|our|your|any|all|each|every"
    r"|everything|how|what|which|who|out|up|over|through|thru|for|on|in|into|at|from|to|down|short|if"
    r"|when|whether|that|#\S+|\d+|three|unread|new|mails?|e-?mails?|messages?|meetings?"
    r"|(?-i:[A-Z])[\w'\u2019-]*)\b)",
    re.IGNORECASE,
)
"""A verb in the third person, at the beginning of what is said of the agent."""
_FIRST_VERB = re.compile(
    r"^(?P<verb>reads|checks|finds|looks|gets|takes|collects|gathers|lists|sums|shows|watches|scans"
    r"|searches|reviews|pulls|fetches|summari[sz]es|monitors|goes|counts|tells|gives|puts|sets|picks"
    r"|boils|makes|keeps|sees)\b",
    re.IGNORECASE,
)
_ITS_MODAL = re.compile(rf"{_AT}(?:(?:it|he|she|they)\s+)?{_MODALS}+(?!it\b)", re.IGNORECASE)
_IT_FINDS = re.compile(r"\b(?P<at>one|each|them|these|those) it (?P<verb>[a-z]+s)\b")
_DOING = re.compile(r"(?P<at>^|, |\band )(?P<verb>[a-z]{2,})ing\b", re.IGNORECASE)
_MUTE = ("iz", "is", "mak", "tak", "writ", "shar", "giv", "compar", "analys", "prepar", "observ")
_THING = re.compile(
    rf"(?!{CUE})(?:the|an?|all|any|every|each|my|our|unread|new|open|number|count of|how many"
    r"|(?:[\w-]+ )?(?:mails?|e-?mails?|messages?|meetings?|posts|rows|pages)|what|who|which|whose"
    r"|owt|anything|everything)\b",
    re.IGNORECASE,
)
"""What is a thing and no order."""
_THE_LIST_OF = re.compile(r"^(?:the |an? )?(?:short )?list of (?!all)", re.IGNORECASE)
_ORDER = re.compile(
    r"^(?P<verb>[a-z]+)(?: (?:out|up|together|down|through|over|off))?\s+", re.IGNORECASE
)
_NO_ORDERS = re.compile(
    rf"{_AT}(?:(?:it|he|she|they)\s+)?{_MODALS}*(?:archives?|deletes?|bins?|moves?|labels?|stars?"
    r"|repl(?:y|ies)|answers?|forwards?|books?|schedules?|creates?|adds?|appends?|updates?|changes?"
    r"|declines?|accepts?|invites?|cancels?|renames?|drafts?|uploads?|buys?|orders?|pays?|calls?"
    r"|(?:puts?|enters?|inserts?)(?= (?:\w+ ){1,3}(?:row|line|entry)\b))\b"
    r"(?! (?:up\b|to (?:my|our) attention))",
    re.IGNORECASE,
)
"""What no line can do that only looks something up."""
_NO_JOB = re.compile(
    rf"{_AT}(?:compar\w+|translat\w+|reminds?)\b"
    r"|\bwhen(?:ever)? (?:an?|any|the|my|our|some|new)\b.{0,80}\b(?:comes?|arrives?|gets?|lands?"
    r"|is|are)\b",
    re.IGNORECASE,
)
"""Likewise what takes more than looking up, or an agent that waits for something to happen: each
is asked about."""
_CLOSE = re.compile(
    r"[\s,.]*\bthat['\u2019]?s (?:it|all)\b\W*$|,? (?:too|as well)\b[^,.;]*$|,?\s+(?:and"
    r"|n) (?:then )?(?:just )?(?:tells?|shows?|lets?|gives?|writes?|makes?)(?: it)? (?:me"
    r"|us)(?: know|(?: an?| the| one)? (?:short |little )?(?:summary|list|overview|digest"
    r"|report))?\W*$",
    re.IGNORECASE,
)
"""What only says once more that somebody is told it."""
_TELLS_ME = re.compile(
    r"^(?:and |n |then )?(?:it )?(?:just |only )?"
    r"(?:drops?|tells?|messages?|sends?|gives?|shows?|lets?"
    r"|writes?|reports?|presents?|intimates?|pings?|mails?|short list|list)\b.{0,40}\b(?:me|us)\b",
    re.IGNORECASE,
)
_THAT_TIME = re.compile(r"\bthat (?P<unit>week|month)\b", re.IGNORECASE)
_THAT_DAY = re.compile(r"\b(?:on )?(?:that (?:same )?day|the day(?= with|$|,))\b", re.IGNORECASE)
_FIGURES = re.compile(
    r"\b(?:rows?|lines?|cells?|columns?|tabs?|tables?|figures|totals?|amounts|actuals?|spend|budget"
    r"|tasks?|metrics|sheet)\b",
    re.IGNORECASE,
)
_WRITTEN = re.compile(
    r"\b(?:wr[io]te|written|inbox|sender|newsletters?|invoices?)\b", re.IGNORECASE
)
_SAID = re.compile(
    r"\b(?:said|posted|wrote|discussed|chat|talked|going on|sick|ill|channel)\b", re.IGNORECASE
)
_CHANNEL = re.compile(r"(?<!\w)#\w")
_VERB = re.compile(rf"{CUE}|go", re.IGNORECASE)
_LOOKS = re.compile(CUE, re.IGNORECASE)
_TELLS = re.compile(
    r"(?:sums?|summ\w+|counts?|digest|recap|overview|reports?|tells?|shows?)\b", re.IGNORECASE
)
_SEVERAL = re.compile(r"[:.;] ")
_BEGINNING = re.compile(r"^[a-z]|(?<=\. )[a-z]")
_POINTS = re.compile(r"\b(?:he|him|his|she|her|they|them|their|there|those|these)\b", re.IGNORECASE)
"""What points back at whom, or where, something was said to be."""
_SURE, _CLEAR, _ASIDE = 0.3, 0.6, 0.9
_PAIR = 2


def parts_in(text: str, reader: Reader, known: Known) -> tuple[Part, ...]:
    """Return what an agent is to do, by what is said of it besides its name and when it runs.

    What is looked up comes before what gives it away; () where no source can be told, or where
    something is to be done that is neither.
    """
    told = _without_why(text, reader, known)
    given = given_in(without_asking(told), known)
    said = tidied(_WANTED.sub(r"\g<from>", _LEAD.sub("", _CLOSE.sub("", given.rest))))
    undone = _NO_ORDERS.search(said) or _NO_JOB.search(said)
    looked_up = () if undone else tuple(_lines(said, reader, known))
    return (*looked_up, *given.parts) if looked_up else ()


def _without_why(text: str, reader: Reader, known: Known) -> str:
    """Return what is wanted without why, which is told before it; all of it where that is needed.

    That is where it tells the service, or somebody or somewhere that is only pointed at after it.
    """
    parts = sentences_in(text)
    roles = zip(parts, reader.revisions.sentences(parts) if parts else (), strict=True)
    asides = sum(1 for _ in takewhile(lambda one: _only_why(*one, reader), roles))
    why, wanted = " ".join(parts[:asides]), " ".join(parts[asides:])
    if not (why and wanted):
        why, wanted = without_why(text)
    apart = _named_service(wanted, known) or not _named_service(why, known)
    return wanted if apart and not _POINTS.search(wanted) else text


def _only_why(sentence: str, roles: Mapping[Sentence, float], reader: Reader) -> bool:
    """Whether a sentence only says why something is wanted, and nothing that is to be done."""
    does = imperative(sentence) != sentence or looks_up(sentence, reader)
    return roles["aside"] >= _ASIDE and not does


def _lines(text: str, reader: Reader, known: Known) -> Iterator[Part]:
    """Yield the pieces of a text by the service that is read for them, the first that is told."""
    text = imperative(text)
    whole = _service(text, reader, known)
    service, line = "", ""
    for piece, joint in _pieces(text):
        its = "" if _TELLS_ME.match(piece) else _spoken_of(piece)
        if line and its and service and its != service:
            yield from _line(line, service, reader)
            service, line = its, ""
        service = service or its
        line = f"{line}{joint if line else ''}{piece}"
    yield from _line(line, service or whole, reader)


def _line(text: str, service: str, reader: Reader) -> Iterator[Part]:
    """Yield what is said of a service as an order, in as many parts as that takes."""
    job = _THAT_DAY.sub("today", _THAT_TIME.sub(r"this \g<unit>", tidied(text)))
    if not (job and service):
        return
    job = _readable(_THE_LIST_OF.sub("", job), service, reader)
    for line in wrap(job, MAX_VALUE_CHARACTERS):
        told = _BEGINNING.sub(lambda found: found[0].upper(), line)
        yield Part(service=service, verb="read", slots=((JOB.name, told),))


def _readable(job: str, service: str, reader: Reader) -> str:
    """Return a job as an order that is read as one: what is only a thing is to be listed.

    "Set out the unread mails" is to list them, where it is not read as something that is told.
    """
    if _reads(job, service, reader):
        return job
    thing = _THING.match(job)
    order = None if thing or _TELLS.match(job) else _ORDER.match(job)
    bare = job[order.end() if order else 0 :]
    listed = f"List {bare if _THING.match(bare) or not _LOOKS.match(job) else job}"
    simple = thing is not None and not _SEVERAL.search(job)
    return listed if simple or _reads(listed, service, reader) else job


def looks_up(text: str, reader: Reader) -> bool:
    """Whether a message surely has something looked up that an agent can read."""
    read = reader.read(text)
    return read.sure >= _CLEAR and _READS.fullmatch(read.task) is not None


def _reads(job: str, service: str, reader: Reader) -> bool:
    read = reader.read(job)
    return _READS.fullmatch(read.task) is not None and _of(read.task) == service


def _of(task: str) -> str:
    return _SERVICES.get(task.partition("_")[0], "")


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield the pieces of a text, each with what joins it to the one before."""
    at, joint = 0, ""
    for found in _PIECE.finditer(text):
        yield text[at : found.start()], joint
        at, joint = found.end(), found[0]
    yield text[at:], joint


def _service(text: str, reader: Reader, known: Known) -> str:
    """Return the service that a text is about: as it is read, or by the words it has."""
    if named := _named_service(text, known):
        return named
    read = [reader.read(one) for one in (text, f"List {text}")]
    likely = [(one.sure, _of(one.task)) for one in read if _of(one.task)]
    sure, service = max(likely, default=(0.0, ""))
    if sure >= _SURE:
        return service
    if _FIGURES.search(text):
        return "sheets"
    return "email" if _WRITTEN.search(text) else ""


def _named_service(text: str, known: Known) -> str:
    """Return the service that a text names, or of which it names something."""
    return _spoken_of(text) or _owner(text, known)


def _spoken_of(text: str) -> str:
    """Return the service that a text calls by its name, or a word for what is in it."""
    if _CHANNEL.search(text):
        return "slack"
    mentioned = mentions_in(text)
    return mentioned[0].service if mentioned else ""


def _owner(text: str, known: Known) -> str:
    """Return the service that has what a text names; a channel only where it is spoken in."""
    flat = " ".join(re.findall(r"\w+", text.casefold()))
    found: list[tuple[int, str]] = []
    for service in ("sheets", "pages", "slack"):
        for name in known.names.get(service, ()):
            plain = " ".join(re.findall(r"[^\W_]+", name.casefold()))
            if part := _named_in(plain, flat):
                found.append((len(part), service))
    if re.search(channel_form(known.names.get("slack", ())), text) and _SAID.search(text):
        return "slack"
    return max(found, default=(0, ""))[1]


def _named_in(name: str, text: str) -> str:
    """Return what of a name a text has: all of it, or two words of it that stand together."""
    words = name.split()
    pairs = (f"{one} {other}" for one, other in pairwise(words)) if len(words) > _PAIR else ()
    said = (one for one in (name, *pairs) if one and re.search(rf"\b{re.escape(one)}\b", text))
    return next(said, "")


def imperative(text: str) -> str:
    """Return what is said of the agent as orders to it: "it goes through it and counts them"."""
    text = _ITS_MODAL.sub(_joint, text)
    text = _IT_FINDS.sub(lambda found: f"{found['at']} {_plain(found['verb'])}", text)
    text = _ITS_VERB.sub(lambda found: f"{_joint(found)}{_plain(found['verb'].lower())}", text)
    text = _FIRST_VERB.sub(lambda found: _plain(found["verb"].lower()), text)
    return _DOING.sub(_ordered, text)


def _ordered(doing: re.Match[str]) -> str:
    """Return what somebody is doing as an order; "pending approvals" orders nothing."""
    order = _done(doing["verb"].lower())
    return f"{doing['at']}{order}" if _VERB.fullmatch(order) else doing[0]


def _joint(found: re.Match[str]) -> str:
    """Return what joins an order to the one before it; nothing before the first."""
    return found["at"] if found.start() else ""


def _done(verb: str) -> str:
    """Return what somebody is doing as it is ordered: "summing" is "sum", "making" is "make"."""
    if verb[-1] == verb[-2:-1] and verb[-1] not in "ls":
        return verb[:-1]
    return f"{verb}e" if verb.endswith(_MUTE) else verb


def _plain(verb: str) -> str:
    """Return a verb as it is ordered: "goes" is "go", "watches" is "watch"."""
    if not verb.endswith("s") or verb.endswith("ss"):
        return verb
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("oes", "shes", "ches", "sses", "xes")) else verb[:-1]


def said_of(parts: Sequence[Part]) -> str:
    """Return all that is kept of what was said."""
    return ". ".join(value for part in parts for _, value in part.slots)
