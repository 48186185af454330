"""A call that was shown before it is made, changed as the person wishes in words."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from shared.models.base import Json
from shared.models.reasoning import ReplyRequest, ReviseRequest, Revision
from shared.reasoning.embedded.revising.call import PEOPLE, TEXTS, Call, CannotRevise
from shared.reasoning.embedded.revising.fields import answered, renamed, revise_fields
from shared.reasoning.embedded.revising.leftover import Heard, left_out
from shared.reasoning.embedded.revising.mentions import chosen
from shared.reasoning.embedded.revising.people import answers_all, put_back
from shared.reasoning.embedded.revising.spans import named_beside, revise_spans, seen
from shared.reasoning.embedded.revising.texts import exchanged_as_named, said_around, said_whole
from shared.reasoning.embedded.revising.values import clauses
from shared.reasoning.embedded.revising.wished import SURELY, wished
from shared.understanding.cards import AS_SHOWN, TASK_OF
from shared.understanding.drafts import without_keeping
from shared.understanding.folding import ASIDES, fold, tidy
from shared.understanding.numbers import in_figures
from shared.understanding.pointing import spares
from shared.understanding.reader import Reader
from shared.understanding.repairs import repaired
from shared.understanding.spoken import as_written, digits_said

_COURTESY = re.compile(
    r"^(?:(?:please|haha|sorry|sry|hah|lol|oops|ooh|oh|ah|ach|hmm+|yes|yeah|yep|ok(?:ay)?|sure|perfect"
    r"|no(?! (?:need|rush|hurry|problem|answer|reply|response|call|more|longer|further)\b)"
    r"|(?:lovely|wonderful|brilliant|excellent|super|cool|nice)(?=[,.!])"
    r"|great|fine|go ahead|confirmed|negative|well|but|actually|wait|pardon"
    r"|(?:i )?beg your pardon|(?:do |please )?(?:forgive|excuse) me|(?:my )?apologies"
    r"|so|then|could you|can you|would you|kindly|be so (?:good|kind) as to"
    r"|i'd like (?:you )?to|i want (?:you )?to|let's|just(?! that\b)|and)\b[,.!:]*\s+)+",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"(?:(?:[\s,]+|[.!] )(?:by the way|that's what i meant?|how could i forget(?: (?:it|that))?"
    rf"|i (?:almost |nearly )?forgot(?: that)?|{'|'.join(sorted(ASIDES))}))+[\s.!]*$",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"^(?:(?:wait|hang on|hold on|hm+|oh|ah|um+|er+m?|actually|my bad"
    r"|sorry(?! (?:as|for|about|to|if|that)\b)|no(?=[,.!]| (?:wait|hang on|hold on|sorry)\b))"
    r"[\s,.!\u2026]+(?=\S))+",
    re.IGNORECASE,
)
"""How somebody begins who thinks better of it: it says nothing of what is wanted."""
_AND = re.compile(r"^n (?=[a-z])")
_CLIPPED = (
    (
        re.compile(
            r"\b(do|does|did|is|are|was|were|has|have|had|would|could|should|need|ca|wo)nt\b",
            re.IGNORECASE,
        ),
        r"\1n't",
    ),
    (re.compile(r"\b(s?he|that|there|what|who)s\b", re.IGNORECASE), r"\1's"),
    (re.compile(r"\b([A-Z]\w+) extra\b"), r"\1 too"),
)
_FORMS = (put_back, exchanged_as_named, said_whole, said_around, answers_all)
"""What is done just as it is said, whatever is marked in it."""
_SPELT = re.compile(
    r"\b(?P<word>\w{3,})[\s,:]+(?P<letters>[^\W\d_](?:[\s.-]+[^\W\d_]){2,})\b(?:,(?= ))?"
)
"""A word and, maybe, how it is spelt: "shop, S H O P"."""
_OF_ALL = 0.95
"""How sure the whole of a wish has to be read, that its parts are not read by themselves."""
_BY_FORM = 0.9
"""How likely a reply changes what is shown that spares some of it, or puts a name right."""
_CLAUSES = 2
"""So many clauses of a wish have to be followed, where it cannot be as a whole: one is no wish."""
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
_AS_IT_IS = "I can't change that in words. Say no to drop it, and ask for it anew."
_ONE = re.compile(r"him|her|he|she", re.IGNORECASE)
_SPEAKS = re.compile(r"\b(?:tell|ask|thank|let|remind|wish|offer|promise|assure) \Z", re.IGNORECASE)
"""What leads to whom something is said, who gets it anyway."""
_WHICH_ONE = "I can't tell which of them should get it. Who should?"
_SO_ALREADY = "It says so already. Tell me what should be different."


def revise(request: ReviseRequest, reader: Reader) -> Revision:
    """Return the arguments as wished, and what of the wish is not in them, if anything.

    Where it can't be done, what can be changed. What can't be followed as a whole is followed
    sentence by sentence, and so is what is left of it afterwards.
    """
    if left := _fewer(request):
        return left
    if TASK_OF.get(request.tool.name) in AS_SHOWN:  # what it names is told, not set
        return Revision(why=_AS_IT_IS)
    request = request.model_copy(update={"wish": _in_figures(request.wish, request.tool.name)})
    made = _followed(request, reader)
    if made.arguments is None and (left := repaired(request.wish, reader)) != request.wish:
        request = request.model_copy(update={"wish": left})
        made = _followed(request, reader)
    sentences = [one for one in _SENTENCE.split(request.wish) if one.strip()]
    inside = clauses(request.wish) if Call.of(request).first(TEXTS) else ()
    apart = [one for one in ((sentences, 1), (inside, _CLAUSES)) if len(one[0]) > 1]
    whole, unsure = made, bool(apart) and _unsure(request, reader, _OF_ALL)
    for parts, least in apart:
        if made.arguments is None or (unsure and made is whole):
            made = _in_turn(request, parts, made, reader, least)
    left = _left_out(request, made, reader)
    for one in left if left != (request.wish.strip(" .,;:!?"),) else ():
        again = request.model_copy(update={"wish": one, "arguments": made.arguments})
        more = _followed(again, reader)
        if len(still := _left_out(request, more, reader)) < len(left) and more.arguments:
            made, left = more, still
    if _one_of_several(request, made, reader):
        return Revision(why=_WHICH_ONE)
    return made.model_copy(update={"why": _not_used(left)}) if left else made


def _fewer(request: ReviseRequest) -> Revision | None:
    """Return a call of several mails with those that are to be left in it; None for any other."""
    ids = cast("list[Json]", request.arguments.get("message_ids") or [])
    if len(ids) != len(request.items) or len(ids) < 2:  # noqa: PLR2004
        return None
    left = [ids[at] for at in chosen(request.wish, request.items)]
    fewer = {"message_ids": left, "matching": 0, "more": False}
    return Revision(arguments=request.arguments | fewer) if left else None


def _in_turn(
    request: ReviseRequest, parts: Sequence[str], made: Revision, reader: Reader, least: int
) -> Revision:
    """Return what comes of those parts that can be followed, one after the other.

    There have to be `least` of them. What has been made of the whole stays, unless several can be
    followed and come to something else.
    """
    so_far, followed = request, 0
    for one in parts:
        part = so_far.model_copy(update={"wish": one})
        more = Revision() if _unsure(part, reader) else _followed(part, reader)
        if more.arguments is not None:
            so_far, followed = so_far.model_copy(update={"arguments": more.arguments}), followed + 1
    if made.arguments is None:
        return Revision(arguments=so_far.arguments) if followed >= least else made
    whole, apart = (replace(Call.of(request), arguments=one.arguments) for one in (made, so_far))
    if any(len(apart.listed(one)) < len(whole.listed(one)) for one in PEOPLE):
        return made  # "to Al and Bo instead"
    other = _in_any_order(so_far.arguments) != _in_any_order(made.arguments)
    return Revision(arguments=so_far.arguments) if other and followed > 1 else made


def _in_any_order(arguments: Mapping[str, Json]) -> dict[str, object]:
    """Return arguments to compare: who comes, comes wherever they stand."""
    return {
        name: sorted(map(str, cast("list[Json]", value))) if isinstance(value, list) else value
        for name, value in arguments.items()
    }


def _unsure(request: ReviseRequest, reader: Reader, least: float = SURELY) -> bool:
    """Whether a wish is read, and nothing that it might want is at all sure."""
    doing = wished(_plainly(request.wish), Call.of(request), reader)
    return doing is not None and doing.sure < least


def _left_out(request: ReviseRequest, made: Revision, reader: Reader) -> tuple[str, ...]:
    """Return what of a wish is not in the arguments that were made of it."""
    if made.arguments is None or "\n" in request.wish.strip():  # a line may take back another
        return ()
    wish, before = _plainly(request.wish), Call.of(request)
    doing = wished(wish, before, reader)
    times = reader.revisions.alone(wish).times
    reasons = [one.start for one in times if one.role in {"why", "dropped"}]
    spans = seen(wish, before, reader).spans
    heard = Heard(spans, doing.found.marks if doing else (), reasons)
    after = Call.of(request.model_copy(update={"arguments": made.arguments}))
    return left_out(wish, before, after, heard)


def _not_used(parts: Sequence[str]) -> str:
    """Say which parts of a wish are not in the call."""
    named = "; ".join(f"\u201c{one}\u201d" for one in parts)
    return f"I did not use {named}."


def _followed(request: ReviseRequest, reader: Reader) -> Revision:
    """Return the arguments as a wish says by itself that they should be."""
    call, wish = Call.of(request), _plainly(request.wish)
    told = _COURTESY.sub("", wish).strip(" .!")
    doing = wished(wish, call, reader)
    try:
        formed = any(form(told, call) for form in _FORMS)
        did = formed or (doing is not None and doing.done())
        if did and call.arguments != request.arguments:
            return Revision(arguments=call.arguments)
        tried = replace(call, arguments=dict(call.arguments))
        marks = doing.found.marks if doing else ()
        done = revise_fields(wish, tried, reader, marks)
        done = done or revise_spans(wish, tried, reader, marks)
    except CannotRevise as reason:
        return Revision(why=str(reason))
    allowed = doing is None or doing.allows(tried.changed(request.arguments))
    if done and allowed and tried.arguments != request.arguments:
        return Revision(arguments=tried.arguments)
    return Revision(why=_SO_ALREADY if did or (done and allowed) else _what_can(call))


def _one_of_several(request: ReviseRequest, made: Revision, reader: Reader) -> bool:
    """Whether "her" gets it, who may be one of several that are named."""
    wish, before = _plainly(request.wish), Call.of(request)
    if not before.changed(made.arguments or before.arguments) & {*PEOPLE, "user"}:
        return False
    parties = reader.revisions.alone(wish).parties
    whom = [one for one in parties if one.part in {"to", "copy"} and _ONE.fullmatch(one.text)]
    gets = [one for one in whom if not _SPEAKS.search(wish, 0, one.start)]
    said = seen(wish, before, reader)
    not_meant = {one.text for one in parties if one.part == "not"}
    named = [one for one in named_beside(said, before, known=False) if one not in not_meant]
    return len(named) > 1 and bool(gets)


def likely_changes(request: ReplyRequest, reader: Reader) -> float:
    """Return how likely a reply to a card changes the call in a way that can be followed."""
    call = Call.shown(request)
    if len(call.listed("message_ids")) > 1 and spares(request.text):
        return _BY_FORM
    wish = _plainly(_in_figures(request.text, request.tool))
    if put_back(wish, call) and (call.listed("remove_attendees") or call.listed("add_attendees")):
        return 1.0
    if request.tool.startswith("contacts_") and renamed(wish, call):
        return _BY_FORM
    doing = wished(wish, call, reader)
    try:
        tried = doing.done() if doing else answered(wish, call)
    except CannotRevise:
        tried = False
    changed = tried and call.arguments != request.arguments
    *_, last = _SENTENCE.split(request.text.strip())
    if not changed and call.has("values") and last != request.text.strip():
        return likely_changes(request.model_copy(update={"text": last}), reader)
    return (doing.sure if doing else 1.0) if changed else 0.0


def goes_on(request: ReplyRequest) -> str:
    """Return what a reply says behind how somebody begins who thinks better of it; "" for none."""
    left = _OPENING.sub("", request.text)
    return _in_figures(left, request.tool) if left != request.text else ""


def _in_figures(wish: str, tool: str) -> str:
    """Return a wish about a number with that as the call has it: a cell's, or somebody's."""
    if tool.startswith("sheets_"):
        return in_figures(wish)
    return digits_said(wish) if tool.startswith("contacts_") else wish


def _plainly(wish: str) -> str:
    """Return a wish as it would be written, without what is said besides."""
    written = _SPELT.sub(_as_spelt, _AND.sub("and ", as_written(tidy(wish))))
    for clipped, full in _CLIPPED:
        written = clipped.sub(full, written)
    return without_keeping(_ASIDE.sub("", _OPENING.sub("", written)))


def _as_spelt(found: re.Match[str]) -> str:
    """Return a word without how it is spelt."""
    letters = re.sub(r"\W", "", found["letters"])
    return f"{found['word']}," if fold(letters) == fold(found["word"]) else found[0]


def _what_can(call: Call) -> str:
    """Say what can be changed in such a call."""
    things = [
        said
        for names, said in (
            (("to", "attendees", "add_attendees"), "who gets it (“add Tom”, “remove John”)"),
            (("subject", "title"), "the title (“change the subject to Budget”)"),
            (
                ("body", "text", "note", "notes"),
                "the text (“add that I'm away”, “change Friday to Monday”)",
            ),
            (("location",), "the place (“in Room Tyne”)"),
            (("start", "until"), "the time (“at 4pm instead”, “an hour later”)"),
        )
        if any(call.has(name) for name in names)
    ]
    if call.first(("contact_id", "phone", "company")):
        things = ["what is set (“the phone is +1 555 0100”, “sorry, Head of Sales”)"]
    elif call.has("row") and call.first(("values", "row")):
        things = ["a cell (“Actual is 5400”)"]
    if not things:
        return _AS_IT_IS
    return f"I don't know how to change it so. You can change {'; '.join(things)}."
