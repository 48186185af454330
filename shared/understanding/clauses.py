"""A message cut into its commands, each read by itself."""

import re
from collections.abc import Sequence

from shared.models.reasoning import ConversationContext
from shared.understanding.changed_event import goes_on_with
from shared.understanding.closing import only_how, tells_whom_not
from shared.understanding.drafts import WISH, sent_too
from shared.understanding.marking import TIMES, Cut
from shared.understanding.reader import POINTS, Before, Reader, Reading
from shared.understanding.said import Said, pronoun, said_in
from shared.understanding.saying_more import (
    ASKED,
    QUESTION,
    SAYS,
    TELLS,
    VERY_CLEAR,
    WRITES,
    one_wish,
    says_more,
)
from shared.understanding.stating import follow_clause
from shared.understanding.tasks import CHANGING, service_of

_MOST = 6
"""More parts than this are a list, not commands."""
_LIKELY = 0.5
"""The least probability of a cut that needs no more than two clear parts."""
_NAME = 2
"""So many words may be a name alone."""
_SURE = 0.95
"""The least probability of a cut up to which what stands before it is read by itself."""
_HARDLY, _CLEAR, _RULED_OUT, _PLAINLY = 0.4, 0.5, 0.7, 0.8
"""The least probability of the tasks on both sides of a sure and of a likely cut, of a part that
only says what is not to be done, and of the tasks of any cut."""
_FAVOUR = re.compile(
    r"^\W*(?:please |just |and |now )*be (?:(?:so|very|really) )?(?:an? )?(?:\w+ )?\w+(?: enough)?"
    r",? (?:and|to) (?=\w)",
    re.IGNORECASE,
)
"""How one is asked for a favour, which says nothing of it: "be a star and", "be so kind to"."""
_ANOTHER = re.compile(
    r"(?P<joint>(?:,\s*)?\b(?:and|plus)\b(?: also)?|[;?])\s+"
    rf"(?={ASKED}(?:['\u2019]?(?:s|re))?\b)",
    re.IGNORECASE,
)
_STATES = re.compile(
    r"\W*(?:(?:right|ok|okay|so|well|um|hi|hey|you know|look),? )*"
    r"(?:(?:in|on|under) (?:the |our )?[\w#-]+(?: [\w#-]+){0,2},? )?"
    r"(?:i|we|he|she|they|there|it|(?:our|the|my|his|her) [\w'\u2019-]+|(?-i:[A-Z])[^.;:!?]{0,60}?)"
    r" (?:just |also |already )?(?:had|has|have an?|sent|posted|wrote|mailed|asks|asked|said|told"
    r"|got|saw|wants|wanted|needs|needed|was|were|is|i should|we should)\b[^.;:!?,]*$",
    re.IGNORECASE,
)
"""How a sentence begins that says what is so, or what some people should do, and orders nothing."""
_FILLERS = re.compile(
    r"\b(?:and|channels?|ehm?|er+|hello|hey|hi|hm+|now|ok|okay|please|pls|right|so|u[hm]+|well)\b"
)
"""What is said before anything is."""
_ARTICLE = re.compile(r"\b(?:the|my|our|an?)\b", re.IGNORECASE)
_CLAUSES = re.compile(r"[.!?,;:]\s+(?:so\b)?")
_STOPS = re.compile(r"[.!?]\s+")
_NOT = re.compile(
    r"(?!.*, (?:take|put|get|remove|add|invite|send|tell|mark|move|start|end)\b).*(?:n['\u2019]t\b"
    r"|\b(?:dont|not?|no(?:body|thing|ne)|never|only|just|without|else|leave|keep|stays?|rest)\b)",
    re.IGNORECASE,
)
"""What is said of what is not to be done, or to stay, where no order stands behind it."""
_SHARED = re.compile(
    r"(?:,? and(?: also)?|[,;]) (?=(?:the|my|our|(?-i:(?!I\b)[A-Z]))\w*)", re.IGNORECASE
)
"""Where what one verb is for may be parted: "move the retro to three and the sync to four"."""
_ONE = re.compile(r"(?:the|my|our) (?:[\w'\u2019-]+ ){0,4}?ones?\b", re.IGNORECASE)
"""What stands for another thing of the kind that the verb is for: "and the one from Ann"."""
_NAMING = ("person", "organisation", "topic")
"""Kinds of span that tell what something is about."""
_MAKES = frozenset({"contact_add", "cal_create"})
_TOLD = frozenset({"mail", "slack", "page"})
"""Services whose things are not changed by saying what is so; a number or a cell is."""
_WITH_THEM = re.compile(
    r"\b(?P<led>(?:with|to|for|and|tell|ask|invite|message|dm|mail|e-?mail|send|remind) )"
    r"(?:her|him|(?P<two>(?:them )?both(?: of them)?|(?:the|these|those) two(?: of them)?|them))\b"
    r"(?=\W*$|[,.:;!?]| (?:on|at|in|the|this|that|next|tomorrow|and|to|about|for|if|whether"
    r"|as|too|an?)\b)",
    re.IGNORECASE,
)
"""Where a pronoun in an order can only be the one who alone, or `two` that, are named before it."""
_QUOTED = re.compile(
    r"[\"\u201c][^\"\u201d\n]+[\"\u201d](?:[\s,;/]*(?:and )?[\"\u201c][^\"\u201d\n]+[\"\u201d])*"
)
_DICTATED = re.compile(r"[:\"\u201c]\s*$")


def commands_in(
    text: str, context: ConversationContext, reader: Reader, known: Sequence[str]
) -> tuple[Said, ...]:
    """Return the commands of a message in order; one, where it cannot be cut.

    A cut holds where what stands on both sides is clearly one of the `known` tasks.
    """
    text = _FAVOUR.sub("", text)
    whole = follow_clause(text, context, reader)
    if whole.has(WISH):
        first, then = sent_too(text)
        every = (follow_clause(first, context, reader), follow_clause(then, context, reader))
        return every if then and every[0].has(WISH) else (whole,)
    if shared := _of_one_verb(text, whole, context, reader, known):
        return shared
    found: list[Said] = []
    at = 0
    asked = _asked(text)
    cuts = _cuts(text, whole, context, reader, asked)
    for cut in cuts:
        end = min((o.start for o in cuts if o.start > cut.end and o.likely >= _SURE), default=None)
        left, right = text[at : cut.start].strip(" ,;."), text[cut.end : end].strip(" ,;")
        if not left or not right or len(found) == _MOST:
            continue
        one = _read(left, found, context, reader)
        rest = said_in(_next(right, one, reader))
        named = _only_named(whole, one, rest)
        whole = said_in(reader.read_as(rest.task, text)) if named else whole
        bare = cut in asked and not rest.spans  # "and where is it?"
        adds = goes_on_with(whole, rest, cut.start) or _only_adds(whole, one, rest, reader)
        if bare or named or adds:
            continue
        limits = rest.task in CHANGING - {one.task} and not only_how(right)
        if limits and _only_limits(cut, left, right, reader):
            if end is not None or _NOT.match(right) is None:
                continue
            whole, text = one, text[: cut.start]
            break
        if _holds(cut, one, rest, known, reader):
            found += [one] if found else _again(one, context, reader, known)
            at = cut.end
    rest = (_read(text[at:].strip(" ,;"), found, context, reader),) if found else (whole,)
    return (*found, *rest)


def _again(
    one: Said, context: ConversationContext, reader: Reader, known: Sequence[str]
) -> Sequence[Said]:
    """Return the commands of the first part of a message, which by itself may have several."""
    every = commands_in(one.text, context, reader, known)
    return every if len(every) > 1 else (one,)


def _of_one_verb(
    text: str, whole: Said, context: ConversationContext, reader: Reader, known: Sequence[str]
) -> tuple[Said, ...]:
    """Return orders that share their verb: "move the retro to three and the sync to four"."""
    before = text[: min((one.start for one in whole.spans), default=0)]
    verb = _ARTICLE.split(_CLAUSES.split(before)[-1])[0].strip()
    first, *more = _SHARED.split(text)
    alike = all(map(_ONE.match, more))
    if not verb or not 0 < len(more) < _MOST or not (alike or whole.task == "cal_update"):
        return ()
    others = (said_in(reader.read(f"{verb} {one}")) for one in more)
    every = (follow_clause(first, context, reader), *others)
    whole_each = all(
        one.task == every[0].task
        and one.task in {*known} - TELLS
        and one.sure >= VERY_CLEAR
        and (alike or one.has("newtime"))
        and one.has("topic", "person", "organisation")
        for one in every
    )
    return every if whole_each else ()


def with_them(text: str, names: Sequence[str]) -> str:
    """Return what is ordered with the one, or the two, whom it can only be for, by name."""
    who = " and ".join(names)
    alone = {1: False, 2: True}.get(len(names))
    return _WITH_THEM.sub(
        lambda found: f"{found['led']}{who}" if bool(found["two"]) is alone else found[0], text
    )


def _holds(cut: Cut, one: Said, rest: Said, known: Sequence[str], reader: Reader) -> bool:
    """Whether what stands on both sides of a cut is clearly a command of its own."""
    likely = cut.likely >= _LIKELY
    clear = _CLEAR if likely else VERY_CLEAR
    least = _CLEAR if cut.likely < _SURE else _HARDLY
    if says_more(one, rest) or one_wish(one, rest):
        return False
    plain = all(
        said.task in known
        and said.near >= clear
        and (said.sure >= least or said.task not in CHANGING)  # else it would only be asked about
        and _tells(said)
        and not _only_states(said, (one.text, rest.text), reader)
        for said in (one, rest)
    )
    return plain and (likely or one.task != rest.task)


def _only_adds(whole: Said, one: Said, rest: Said, reader: Reader) -> bool:
    """Whether a part only leads to the next, or tells who is not to be written to of it.

    What makes something new out of nothing but "it" goes on about what is changed before it: "put
    it in my contacts instead of the old one".
    """
    same = whole.task == one.task and service_of(one.task) == service_of(rest.task)
    if same and rest.task in _MAKES - {one.task} and not rest.has(*_NAMING, *TIMES, "value"):
        return True
    return tells_whom_not(rest.text, one.task, reader) or _only_leads(whole, one, rest, reader)


def _only_leads(whole: Said, one: Said, rest: Said, reader: Reader) -> bool:
    """Whether a first part is no order, but leads to that behind it or names what it is about."""
    return _leads_in(whole, one, rest) or _only_names(one, reader)


def _leads_in(whole: Said, one: Said, rest: Said) -> bool:
    """Whether a first part only leads to the order behind it: "Two minutes to the bus. Answer Al".

    The whole is plainly what is ordered behind it then, and it is not plainly anything itself. It
    may be what that is done to, where the order names nothing: "That train ticket, archive it".
    What needs a time has it where that is said behind it.
    """
    same = whole.task == rest.task != one.task
    if same and one.task == "cal_slots" and not one.has("time"):
        return not rest.has("person", "organisation")
    known = one.task == "contact_update"  # "Ann signs as Head now. What title have I for her?"
    of_it = all(known and (o.kind not in _NAMING or pronoun(o)) for o in rest.spans)
    asked_of = rest.task not in CHANGING and one.task in CHANGING and of_it
    if same and (asked_of or _only_when(one)):  # "the sync on Friday, at what time?"
        return True
    clear = same and min(whole.sure, rest.sure) >= _PLAINLY > one.sure
    tells = whole.task in TELLS and not one.has(*_NAMING)  # what it goes on about
    named = one.has(*_NAMING) or POINTS.search(one.text) is not None
    done_to = whole.task in CHANGING and named and not rest.has(*_NAMING)
    return clear and (tells or done_to)


def _only_when(said: Said) -> bool:
    """Whether the last sentence of a part says when, and no word besides."""
    begins = max((one.end() for one in _STOPS.finditer(said.text)), default=0)
    times = [one for one in said.spans if one.kind in TIMES and one.start >= begins]
    ends = [*(one.start for one in times), len(said.text)]
    between = zip([begins, *(one.end for one in times)], ends, strict=True)
    return bool(times) and not any(said.text[a:b].strip(" ,;:-") for a, b in between)


def _only_limits(cut: Cut, left: str, right: str, reader: Reader) -> bool:
    """Whether a part says what is not to be done, and orders nothing: "Read only, change nothing".

    Whatever it is taken for by itself would be done, though it was ruled out.
    """
    may = cut.likely < _SURE or _NOT.match(right) is not None
    return may and reader.revisions.sentences([left, right])[1]["limit"] >= _RULED_OUT


def _only_names(one: Said, reader: Reader) -> bool:
    """Whether a part only names what is asked of behind it: "Board lunch, Friday. Who comes?"."""
    left = list(one.text)
    for named in (*reader.world.links(one.text), *one.spans):
        left[named.start : named.end] = " " * (named.end - named.start)
    return not any(map(str.isalpha, _FILLERS.sub("", "".join(left).casefold())))


def _only_named(whole: Said, one: Said, rest: Said) -> bool:
    """Whether a part plainly orders what is to be done to what the first one only names.

    "Them two mails of Al's, mark em read" may be taken together for something else.
    """
    orders = rest.task in CHANGING - {whole.task} and rest.sure >= VERY_CLEAR
    named = POINTS.search(rest.text) is not None and not rest.has(*_NAMING)
    unclear = one.sure < _CLEAR and whole.sure < _PLAINLY
    return orders and named and unclear and service_of(one.task) == service_of(rest.task)


def _only_states(one: Said, parts: Sequence[str], reader: Reader) -> bool:
    """Whether a part says what is so and orders nothing: "Ann wrote a mail about x"."""
    told = service_of(one.task) in _TOLD or one.task == "contact_find"
    if not told or "?" in one.text:
        return False
    named = (*reader.world.links(one.text), *one.spans)
    somebody = any(o.kind == "person" and not o.start for o in named)
    plain = one.task in CHANGING and one.sure >= VERY_CLEAR and not somebody
    ordered = reader.revisions.orders(one.text)
    if plain and ordered:  # "Post that it is ready"
        return False
    if _STATES.match(one.text[:1].upper() + one.text[1:] if somebody else one.text):
        return True
    shares = reader.revisions.sentences(parts)[parts.index(one.text)]
    order = _FAVOUR.sub("", _STOPS.split(one.text)[-1])  # "... matters. Be so kind and star it"
    orders = ordered or reader.revisions.orders(order)
    return max(shares.values()) == shares["aside"] and not orders


def _tells(said: Said) -> bool:
    """Whether something is named or pointed at, and a word besides: a name alone is no command.

    An order that is very clear may name nothing that is marked: "archive the digests".
    """
    named = bool(said.spans) or POINTS.search(said.text) is not None
    named = named or (said.sure >= VERY_CLEAR and len(said.text.split()) > _NAME)
    return named and any(letter.isalpha() for letter in _FILLERS.sub("", said.rest))


def _read(piece: str, found: Sequence[Said], context: ConversationContext, reader: Reader) -> Said:
    if not found:
        return follow_clause(piece, context, reader)
    return said_in(_next(piece, found[-1], reader))


def _next(piece: str, last: Said, reader: Reader) -> Reading:
    """Read a part after the one before it, or by itself where that is clearer."""
    after, alone = reader.read(piece, Before(last.text, "done")), reader.read(piece)
    return alone if alone.sure > after.sure else after


def _asked(text: str) -> list[Cut]:
    """Return where another question may begin after one: "what is her number, and who comes"."""
    if QUESTION.match(text) is None:
        return []
    return [Cut(*found.span("joint"), _LIKELY) for found in _ANOTHER.finditer(text)]


def _cuts(
    text: str, whole: Said, context: ConversationContext, reader: Reader, asked: Sequence[Cut]
) -> list[Cut]:
    """Return where the reader, or a question after one, tells that another command may begin."""
    last = next((one for one in reversed(context.exchanges) if one.role == "user"), None)
    before = Before(last.text, "none") if last is not None else None
    read = [reader.read(text), *([reader.read(text, before)] if before else [])]
    cuts = {cut.start: cut for cut in asked}
    for cut in (cut for one in read for cut in one.cuts):
        cuts = {at: one for at, one in cuts.items() if one.end <= cut.start or cut.end <= at}
        cuts[cut.start] = cut
    said = [span for span in whole.spans if span.kind == "body"]
    within = {at for at in cuts for span in said if span.start < at < span.end}
    within |= {at for at in cuts for one in _QUOTED.finditer(text) if one.start() < at < one.end()}
    if said and _DICTATED.search(text[: said[0].start]):  # all of it is said, to its end
        last = said[-1].end
        within |= {at for at in cuts if said[0].start < at < last and cuts[at].likely < _PLAINLY}
    first = min((span.start for span in said), default=0)
    leads = {
        at
        for at, cut in cuts.items()
        if whole.task in WRITES
        and cut.end <= first
        and (SAYS.match(text, cut.end) or not text[cut.end : first].strip())
    }
    if whole.task == "sheet_append":  # a comma parts the cells of a row
        within |= {at for at, cut in cuts.items() if text[cut.start : cut.end].strip() == ","}
    return [cuts[at] for at in sorted(cuts.keys() - within - leads)]
