"""Mail: from what a command says to the calls that do it."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from shared.english import local
from shared.models.base import Json
from shared.models.reasoning import Reference
from shared.understanding.folding import content_words, fold, words
from shared.understanding.letters import letter, sentence, subject_of, worded
from shared.understanding.mail_accounts import find_accounts
from shared.understanding.marking import Span
from shared.understanding.names import known_word
from shared.understanding.numbers import number_in
from shared.understanding.people import first_name, name_in
from shared.understanding.pointing import (
    CONTACT_KINDS,
    DRAFT_KINDS,
    MAIL_KINDS,
    SENT_KINDS,
    person_meant,
    place_named,
    pointed_reference,
    pointed_references,
)
from shared.understanding.said import Said
from shared.understanding.steps import (
    ARCHIVE,
    ATTACHMENT,
    ATTACHMENTS,
    CONTACTS,
    DELIVERY,
    DRAFT,
    FORWARD,
    LABEL,
    MARK_READ,
    READ,
    REPLY,
    SEARCH,
    SEND,
    SEND_DRAFT,
    SNOOZE,
    STAR,
    THREAD,
    UNANSWERED,
    address_of,
    addresses_of,
    counted_by,
    mail_of,
    mails_of,
    search_term,
)
from shared.understanding.timeframes import find_timeframe
from shared.understanding.work import Asked, Work

DEFAULT_LIMIT = 10
MAX_LIMIT = 500
"""As many mails as are changed at once; what matches besides them is told."""
_FAR_BACK = 60
"""So many days back it is looked who of some people waits, unless it is said."""
MOST_CONTACTS = 50
"""People of one kind (clients, vendors) whose mail is looked for at once."""

_SLIGHT = 4
"""Letters of words that people shorten or mistype, and that are no names."""
WHICH = "Which email do you mean? Say who it is from or what it is about."

_NOT_READ = (
    r"(?:\bnot|n't|\b(?:have|has|did|do)nt)(?: (?!to\b)\w+){0,3} (?:read|opened|seen|looked at)\b"
)
_FLAGS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(words), operator)
    for words, operator in (
        (
            rf"unread|unopened|new\b|{_NOT_READ}",
            "is:unread",
        ),
        (r"star|flagged", "is:starred"),
        (r"important|urgent|priority", "is:important"),
        (r"attach|file|pdf|document", "has:attachment"),
        (
            r"newsletter|mailing list|marketing|promotion|subscription|\bads?\b",
            "(label:newsletters OR category:promotions OR (newsletter unsubscribe))",
        ),
        (r"\bsent\b|i wrote|i send|\bsend\b", "in:sent"),
        (r"drafts?\b", "in:drafts"),
        (r"archived", "-in:inbox"),
        (r"spam|junk", "in:spam"),
    )
)
"""What people call a kind of mail, and Gmail's operator for it."""
_NEWEST = re.compile(r"\b(?:last|latest|newest|most recent|recent)\b")
_SINGULAR = re.compile(r"\b(?:e-?mail|mail|message|one|thing|note|reply|answer|it|that|this)\b")
_PLURAL = re.compile(
    r"\b(?:e-?mails|mails|messages|newsletters|threads|notifications|promotions|ads|all|everything"
    r"|every|anything|any|ones|them|these|those|both|stuff|whole)\b"
)
_OLDER = re.compile(
    r"(?:older than|more than|over|before the last|past) (?P<count>.+?) ?"
    r"(?P<unit>day|week|month|year)s?(?: ago| old)?$"
)
_VIPS = re.compile(r"\bvips?\b|\b(?:important|key) (?:people|contacts)\b")
_RELATIONS = {
    **dict.fromkeys(("client", "customer"), "client"),
    **dict.fromkeys(("vendor", "supplier"), "vendor"),
    **dict.fromkeys(("colleague", "coworker", "co-worker"), "colleague"),
    "partner": "partner",
}
_PRONOUN = re.compile(r"(?:him|her|his|hers|them|their|theirs|they|he|she)\b")
_TO_ME = " me "
_MAILED = re.compile(
    r"\W*(?:(?:please|and|then|now|also|ok|(?:can|could|would|will) you)\W+)*e?-?mail\b(?! from)"
)
"""How an order to mail something begins; elsewhere a mail is a thing."""
_FILES = re.compile(
    r"attach|\b(?:files?|documents?|pdfs?|csv|xlsx?|docx?|pptx?|spreadsheets?|presentations?"
    r"|pictures?|photos?|images?|slides|deck)\b"
)
_PLAIN_FILE = re.compile(r"(?:attach\w*|files?|documents?)(?: \w+)?", re.IGNORECASE)
_FILE_WORDS = frozenset({"attachment", "attachments", "file", "files", "document", "documents"})
_BESIDE = re.compile(r"\s*(?:[<(\[:-]|at|in|of)?\s*")
"""What may stand between a name and its address, or "everyone" and an organisation."""
_ONES = frozenset({"one", "ones", "mail", "email", "message"})
_AND_THE = re.compile(
    r"(?:\W*(?:e-?mails?|messages?|ones?|notes?))?(?: from| of)?\s*(?:,|&|,?\s*\band\b)\s*"
    r"(?:also\s+)?(?:the|that|his|her|their|my)\b.*$",
    re.IGNORECASE,
)
"""What stands between the words for one mail and for another."""
_OWNS = re.compile(r"['\u2019]s\b|s['\u2019](?!\w)")
_UNTIL = re.compile(r"(?:(?:un)?til+|by) ", re.IGNORECASE)
_ALL = re.compile(r"\b(?:all|everyone|everybody|every one)\b")
_EVERYONE = re.compile(
    r"(?:all|every(?:one|body)|anyone|people|folks|team|guys|staff)\b", re.IGNORECASE
)
_COPY = re.compile(r"^(?:b?cc|copy|copying|copied)$")
_IN_COPY = re.compile(
    r"\s+(?:(?:in|on|as)(?: the| a)? (?:copy|cc)|copied(?: in)?|cc'?d)\b", re.IGNORECASE
)
_TO = frozenset({"to", "for", "with"})
_INTO = frozenset({"in", "into", "to", "under", "the", "my"})
"""What stands before a label that mail is moved to, rather than given."""
_LEAD = re.compile(
    r"^(?:saying|asking|telling \w+|stating|that|to say)(?: that)?:?\s+", re.IGNORECASE
)
_NOT_SAID = re.compile(
    r"[,.]?\s*(?:but |and )*(?:(?:don't|do not) send (?:it|this)(?: yet)?"
    r"|(?:save|keep) it as an? draft|send it(?: off)?|(?:please )?(?:tell|let) (?:him|her|them)"
    r"(?: know)?(?: that| this| so)?)\.?$",
    re.IGNORECASE,
)
"""What a person says of the mail behind what is to be said in it."""
_KEEP = re.compile(r"don't send|do not send|(?:save|keep) (?:it |this )?as an? draft|as an? draft")
_VERBS = (
    ("ask", r"ask|asking|question|find out|check with|enquire|inquire|see (?:if|whether)"),
    ("thank", r"thank|thanking"),
    ("remind", r"remind|reminding"),
    ("invite", r"invite|inviting"),
    ("congratulate", r"congratulate|congratulating"),
    ("apologise", r"apologi[sz]e|apologi[sz]ing"),
)
"""Verbs that shape what is said, by how they are written."""


@dataclass(frozen=True)
class Meant:
    """The mail meant: ids or references to what finds them; who it is from, if known.

    `whole`: all that a search finds is meant; the search is then the last call so far.
    """

    ids: tuple[str, ...]
    who: str = ""
    whole: bool = False


def search_mail(work: Work) -> None:
    """Search the mailbox."""
    _search(work, _limit(work))


def read_mail(work: Work) -> None:
    """Read one mail; a list where several are meant."""
    said = work.said
    several = _PLURAL.search(f"{said.rest} {said.joined('which')}") and not said.has("which")
    several = several or (not said.spans and said.says("mail|inbox|mailbox|messages"))
    if (
        several
        or said.has("count")
        or (_newest(said.one("which")) > 1 and not work.known(MAIL_KINDS))
    ):
        search_mail(work)
        return
    work.add(READ, "Read the email", message_id=_one_mail(work).ids[0])


def read_thread(work: Work) -> None:
    """Read a whole conversation."""
    work.add(THREAD, "Read the conversation", message_id=_one_mail(work).ids[0])


def unanswered(work: Work) -> None:
    """Find who waits for an answer."""
    if re.search(_NOT_READ, work.said.rest):
        search_mail(work)
        return
    found = find_timeframe(work.said.joined("time"), work.now.date())
    narrowed = work.said.has("person", "organisation", "topic")
    query = _query(work, [one for one in work.said.spans if one.kind != "time"]) if narrowed else ""
    days = _FAR_BACK if narrowed else None
    if found and (first := work.when(past=True).first):
        days = max(1, (work.now.date() - first).days or 1)
    work.add(UNANSWERED, "Look for mail that waits for an answer", days=days, query=query)


def attachments(work: Work) -> None:
    """List or read what is attached to a mail."""
    said = work.said
    passed = said.says("send|forward|pass|share") and not said.says("did|what|which")
    passed = passed or _MAILED.match(said.rest)
    if passed and (said.has("person") or _TO_ME in said.rest):
        forward(work)
        return
    if not said.has("file") and _FILES.search(fold(said.text)) is None:
        read_mail(work)  # "open the second one", of mails with attachments
        return
    file = re.sub(r"^(?:the|that|this|its|a|an|my) ", "", said.one("file"), flags=re.IGNORECASE)
    named = file and not _PLAIN_FILE.fullmatch(file)
    reads = said.says(
        r"read|open|say|says|summari[sz]e|in it|inside|content|contents|what's in|look"
    )
    mail = _one_mail(work, [span for span in said.spans if span.kind != "file"])
    if named or reads:
        kind = re.search(r"\b(?:pdf|csv|xlsx|docx|pptx)\b", said.text, re.IGNORECASE)
        name = file if named else f".{kind[0].casefold()}" if kind else ""
        work.add(ATTACHMENT, "Read the file", message_id=mail.ids[0], name=name)
    else:
        work.add(ATTACHMENTS, "List the files", message_id=mail.ids[0])


def delivery(work: Work) -> None:
    """Ask what became of a mail that was sent."""
    sent = work.known(SENT_KINDS) or work.known(MAIL_KINDS)
    described = work.said.has("person", "organisation", "topic", "time")
    if sent and not described:
        chosen = pointed_reference(work.said.one("which") or "it", sent, SENT_KINDS | MAIL_KINDS)
        work.add(DELIVERY, "See what became of it", message_id=(chosen or sent[0]).id)
        return
    found = _search(work, 1, scope=("in:sent",), to=True)
    work.add(DELIVERY, "See what became of it", message_id=mail_of(found))


def write_mail(work: Work) -> None:
    """Send a new mail; keep it where it is not to be sent yet."""
    _write(work, draft=_KEEP.search(fold(work.said.text)) is not None)


def draft_mail(work: Work) -> None:
    """Keep a new mail, or an answer, as a draft."""
    said = work.said
    draft = re.search(r"\b(?:and|then) send it\b", fold(said.text)) is None
    if said.says(r"reply|answer|respond|response|replies") and _pointable(work):
        _answer(work, draft=draft)
    else:
        _write(work, draft=draft)


def reply(work: Work) -> None:
    """Answer a mail."""
    _answer(work, draft=_KEEP.search(fold(work.said.text)) is not None)


def forward(work: Work) -> None:
    """Pass a mail on, or files of it."""
    said = work.said
    to, rest = _forwarded_to(work)
    if not to and _TO_ME in said.rest:
        to = ["me"]
    if not to:
        raise Asked("Who should it go to?", "person")
    pointed = [span for span in rest if not _plain_file(span)]
    described = not work.known(MAIL_KINDS) or _describes(work, pointed)
    mail = _one_mail(work, rest if described else pointed)
    people = work.people(to)
    note = sentence(said.one("body")) if said.one("body") else ""
    if file := said.one("file") or _named_file(f"{said.rest} {fold(said.joined('which'))}"):
        name = re.sub(r"^(?:the|that|its|all|my) ", "", file, flags=re.IGNORECASE)
        plain = _PLAIN_FILE.fullmatch(name)
        are = "are" if re.match(r"(?:attachment|file|document)s\b", name) else "is"
        attached: dict[str, Json] = {"mail_id": mail.ids[0], **({} if plain else {"name": name})}
        work.add(
            SEND,
            "Send the files",
            to=people.argument(),
            subject=name[:1].upper() + name[1:],
            body=letter(note or f"Here {are} the {name}.", people.names, work.profile),
            attachments=[attached],
        )
        return
    work.add(FORWARD, "Forward the email", message_id=mail.ids[0], to=people.argument(), note=note)


def _plain_file(span: Span) -> bool:
    """Whether a file is only called one: it doesn't say which mail it belongs to."""
    name = re.sub(r"^(?:the|that|this|its|all|my) ", "", span.text, flags=re.IGNORECASE)
    return span.kind == "file" and _PLAIN_FILE.fullmatch(name) is not None


def _named_file(words: str) -> str:
    found = re.search(
        r"\b(?:attachments?|pdf|csv|files?|spreadsheet|document|presentation)\b", words
    )
    return found[0] if found else ""


def send_draft(work: Work) -> None:
    """Send a draft that was kept."""
    drafts = work.known(DRAFT_KINDS)
    said = work.said
    chosen = pointed_reference(said.one("which") or "it", drafts, DRAFT_KINDS)
    if chosen is None and len({one.id for one in drafts}) == 1:
        chosen = drafts[0]
    if chosen is not None:
        work.add(SEND_DRAFT, "Send the draft", draft_id=chosen.id)
        return
    if not said.has("person", "organisation", "topic"):
        raise Asked("Which draft do you mean? Say who it is to.", "person")
    found = _search(work, DEFAULT_LIMIT, scope=("in:drafts",), to=True)
    work.add(SEND_DRAFT, "Send the draft", draft_id=mail_of(found))


def archive(work: Work) -> None:
    """Take mails out of the inbox, or put them back."""
    if work.said.says(r"unarchive|back (?:in|to|into)"):
        _change(work, LABEL, "Back to the inbox", add=["inbox"])
    else:
        _change(work, ARCHIVE, "Archive", scope="in:inbox")


def star(work: Work) -> None:
    """Star mails, or take the star off; what is called important gets that label."""
    if any("important" in fold(flag) and work.said.says("as") for flag in work.said.all("flag")):
        _change(work, LABEL, "Label", add=["important"])
        return
    off = work.said.says(
        r"unstar|unflag|(?:remove|take|drop|clear) (?:the |that |this |my |its )?(?:star|flag)"
        r"|no longer|(?:needs?|must|should) not be (?:starred|flagged)"
        r"|n't (?:need|have) (?:a star|to be starred)"
    )
    _change(work, STAR, "Remove the star" if off else "Star", starred=not off)


def mark_read(work: Work) -> None:
    """Mark mails as read or unread."""
    said = work.said
    aim = " ".join(fold(s.text) for s in said.spans if s.kind == "flag" and said.before(s) == "as")
    back = "unread" in aim or (said.says(r"unread|as new|not read") and not said.says("as read"))
    _change(
        work,
        MARK_READ,
        "Mark as unread" if back else "Mark as read",
        scope="" if back else "is:unread",
        read=not back,
    )


def label(work: Work) -> None:
    """Put labels on mails, or take them off."""
    said = work.said
    work.need("label", "Which label should it get?")
    said_here = said.held("label")
    label = next(iter(said_here or (one for one in said.carried if one.kind == "label")))
    name = re.sub(
        r"^(?:the|my|a|an) |(?: (?:label|folder|tag))$", "", label.text, flags=re.IGNORECASE
    )
    if said.says(r"remove|take|drop|untag|unlabel|strip|off"):
        _change(work, LABEL, "Remove the label", remove=[name])
    elif said.says(r"move|file|put|sort|shift") and said.before(label) in _INTO:
        _change(work, LABEL, "Move", scope="in:inbox", add=[name], remove=["inbox"])
    else:
        _change(work, LABEL, "Label", add=[name])


def snooze(work: Work) -> None:
    """Take mails out of the inbox until later."""
    times = work.said.all("newtime") or work.said.all("time")
    until = next((one for one in times if _UNTIL.match(one)), " ".join(times))
    when = work.read(_UNTIL.sub("", until))
    if when.first is None:
        raise Asked("Until when?", "time")
    wakes = local(when.first, when.at or work.profile.preferred.working_hours.start)
    _change(work, SNOOZE, "Snooze the email", timed=False, until=wakes)


def delete(_work: Work) -> None:
    """Say that mail is not deleted here."""
    raise Asked(
        "I don't delete mail and can't unsubscribe or block senders. I can archive it instead: say "
        "for example “archive all newsletters”."
    )


def _change(
    work: Work, tool: str, reason: str, *, scope: str = "", timed: bool = True, **arguments: Json
) -> None:
    meant = _mails(work, scope, timed=timed)
    every = len(meant.ids) == 1 and ".*." in meant.ids[0]
    ids: Json = meant.ids[0] if every else list(meant.ids)
    counted = counted_by(work.count) if meant.whole else {}
    work.add(tool, reason, message_ids=ids, **arguments, **counted)


def _one_mail(work: Work, described: Sequence[Span] | None = None) -> Meant:
    """Return the one mail meant: pointed at, or the newest of those described."""
    known = work.known(MAIL_KINDS)
    which = work.said.one("which")
    if not _describes(work, described):
        if found := pointed_reference(which or "it", known, MAIL_KINDS):
            return Meant((found.id,), found.who)
        if found := _listed_of(work, known):
            return Meant((found.id,), found.who)
        if which and (theirs := _newest(which)):
            return Meant((mail_of(work.add(SEARCH, "Find it", query="in:inbox", limit=theirs)),))
        raise Asked(WHICH, "which")
    if not which or not place_named(which, len(known)):
        if listed := _listed_of(work, known):
            return Meant((listed.id,), listed.who)
    elif found := pointed_reference(which, known, MAIL_KINDS):
        return Meant((found.id,), found.who)
    chosen = work.said.spans if described is None else described
    only_who = not any(span.kind in {"topic", "time", "flag", "file", "label"} for span in chosen)
    found_by = _search(work, _limit(work), described=described)
    work.seek(found_by, first=only_who)
    return Meant((mail_of(found_by),), _sender(work, described))


def _mails(work: Work, scope: str, *, timed: bool) -> Meant:
    """Return the mails meant, one or several."""
    said = work.said
    which = said.one("which")
    if things := _named_apart(said):
        return Meant(tuple(_found_apart(work, spans, scope) for spans in things))
    if not _describes(work, None, timed=timed):
        return _pointed(work, which, scope)
    plural = _PLURAL.search(f"{said.rest} {which}".casefold())
    if not plural and (one := _listed_of(work, work.known(MAIL_KINDS))):
        return Meant((one.id,), one.who)
    several = plural or re.search(r"s\b", said.joined("flag"))
    described = {one.kind for one in said.spans} - {"flag", "which"}
    several = several or (described == {"organisation"} and not _SINGULAR.search(said.rest))
    if not said.has("person", "organisation", "topic", "label"):
        _nothing_unread(said)
    limit = _limit(work)
    if limit == 1 or not (several or limit != DEFAULT_LIMIT):
        found_by = _search(work, limit, scope=scope.split(), timed=timed)
        work.seek(found_by, first=True)
        return Meant((mail_of(found_by),))
    if limit == DEFAULT_LIMIT:
        limit = MAX_LIMIT
    found_by = _search(work, limit, scope=scope.split(), timed=timed)
    return Meant((mails_of(found_by),), whole=limit == MAX_LIMIT)


def _pointed(work: Work, which: str, scope: str) -> Meant:
    """Return the mails that are pointed at, listed before or at the top of the inbox."""
    said, known = work.said, work.known(MAIL_KINDS)
    if found := pointed_references(which or said.rest, known, MAIL_KINDS):
        return Meant(tuple(dict.fromkeys(one.id for one in found)))
    if not which and (found := pointed_reference("it", known, MAIL_KINDS)):
        return Meant((found.id,))
    if found := _listed_of(work, known):
        return Meant((found.id,), found.who)
    if newest := _newest(which):
        found_by = work.add(SEARCH, "Find it", query="in:inbox", limit=newest)
        return Meant((mail_of(found_by) if newest == 1 else mails_of(found_by),))
    if not re.search(r"\b(?:inbox|all (?:of )?my)\b", f"{which} {said.rest}"):
        raise Asked(WHICH, "which")
    _nothing_unread(said)
    found_by = work.add(SEARCH, "Find them", query=scope or "in:inbox", limit=MAX_LIMIT)
    return Meant((mails_of(found_by),), whole=True)


def _nothing_unread(said: Said) -> None:
    """Ask which mails are meant where a word may be a name: it is never all of them then."""
    if any(
        len(word) > _SLIGHT and word.isalpha() and not known_word(word) for word in words(said.rest)
    ):
        raise Asked(WHICH, "which")


def _named_apart(said: Said) -> list[list[Span]]:
    """Return what describes each of several mails: "the first about x and the one from Ann".

    Whoever stands before the first one is whose they all are, unless another says who itself.
    """
    spans = [one for one in said.spans if one.kind in {"topic", "person", "organisation"}]
    apart: list[list[Span]] = [[]]
    for span in spans:
        between = said.text[apart[-1][-1].end : span.start] if apart[-1] else ""
        if apart[-1] and _AND_THE.match(between):
            apart.append([])
        apart[-1].append(span)
    if len(apart) == 1 or _PLURAL.search(f"{said.rest} {said.one('which')}"):
        return []
    owner = [one for one in apart[0][:1] if one.kind != "topic" and len(apart[0]) == 1]
    if owner:  # "Sarah's mails, the one on x and the one on y"
        return [[*owner, *group] for group in apart[1:]] if len(apart) > 2 else []  # noqa: PLR2004
    return apart


def _found_apart(work: Work, spans: Sequence[Span], scope: str) -> str:
    """Look for the one mail that some of a command's words describe."""
    found = _search(work, DEFAULT_LIMIT, scope=scope.split(), described=spans)
    later = (one.start for one in work.said.spans if one.start > spans[-1].start)
    words = work.said.text[spans[0].start : min(later, default=len(work.said.text))]
    work.seek(found, words, first=True)
    return mail_of(found)


def _describes(work: Work, spans: Sequence[Span] | None, *, timed: bool = True) -> bool:
    """Whether a command says which mail by itself rather than pointing at some."""
    kinds = {"person", "organisation", "topic", "flag", "file"}
    kinds |= {"time"} if timed else frozenset()
    kinds |= {"label"} if work.said.task != "mail_label" else frozenset()
    chosen = work.said.spans if spans is None else spans
    return any(
        span.kind in kinds
        and not (span.kind == "person" and _pronoun_of_listed(work, span))
        and not (span.kind == "flag" and work.said.before(span) == "as")
        for span in chosen
    )


def _pronoun_of_listed(work: Work, span: Span) -> bool:
    """Whether a pronoun stands for who the mail talked about last is from ("reply to her")."""
    if not _PRONOUN.fullmatch(fold(span.text)):
        return False
    last = pointed_reference("it", work.known(MAIL_KINDS), MAIL_KINDS)
    return last is not None and last.who == person_meant(fold(span.text), work.request)


def _listed_of(work: Work, known: Sequence[Reference]) -> Reference | None:
    """Return the mail, of those listed before, that is meant by who wrote it or what it is about.

    None where several are about as likely, or none has a word of what is said.
    """
    said = work.said
    names = [fold(name) for name in said.all("person")]
    topic = set(content_words(f"{said.joined('topic')} {said.one('which')}")) - _ONES
    if said.has("time", "flag") or not (names or topic):
        return None
    theirs = {one.id: one for one in known if all(_is(name, one.who) for name in names)}
    near = {key: len(topic & set(content_words(one.label))) for key, one in theirs.items()}
    best = max(near.values(), default=0)
    likely = [one for key, one in theirs.items() if near[key] == best]
    return likely[0] if len(likely) == 1 and (best or names) else None


def _is(name: str, address: str) -> bool:
    """Whether an address is plainly of someone of that name."""
    said = re.sub(r"['\u2019]s$", "", name).split()
    parts = re.split(r"[._-]", fold(address).partition("@")[0])
    return bool(said) and all(word in parts for word in said)


def _search(
    work: Work,
    limit: int,
    *,
    scope: Sequence[str] = (),
    described: Sequence[Span] | None = None,
    to: bool = False,
    timed: bool = True,
) -> int:
    """Add a search for what is said, its people looked up first; return its number."""
    said = work.said
    spans = [*said.carried, *said.spans] if described is None else list(described)
    accounts = find_accounts(said.text, work.profile)
    if accounts.unknown:
        raise Asked(accounts.unknown)
    query = _query(work, spans, scope, to=to, timed=timed) or "in:inbox"
    return work.add(
        SEARCH, "Search the mailbox", query=query, limit=limit, accounts=list(accounts.addresses)
    )


def _query(
    work: Work,
    spans: Sequence[Span],
    scope: Sequence[str] = (),
    *,
    to: bool = False,
    timed: bool = True,
) -> str:
    """Return a search for what spans say, its people looked up first."""
    said = work.said
    parties = _named(_parties(spans, said.text))
    spans = [one for one in spans if one.kind not in {"person", "organisation"} or one in parties]
    terms: list[str] = []
    who: dict[str, list[str]] = {"from": [], "to": []}
    sent = to or any("in:sent" in _flag_terms(span.text) for span in spans if span.kind == "flag")
    for span in spans:
        if span in parties:
            to_them = sent or (said.task == "mail_search" and said.before(span) == "to")
            field = "to" if to_them else "from"
            if not work.profile.own(span.text):
                who[field].append(_party(work, span, field))
        elif timed or span.kind != "time":
            terms += _terms(work, span)
    if re.search(_NOT_READ, said.rest):
        terms.append("is:unread")
    if sent and "in:drafts" not in scope and not any(who["to"]):
        terms.append("in:sent")
    terms = [*map(_either, who.values()), *terms]
    return " ".join(dict.fromkeys([*filter(None, terms), *scope]))


def _terms(work: Work, span: Span) -> list[str]:
    """Return what a span that names nobody adds to a search."""
    said = work.said
    match span.kind:
        case "topic":
            return _topic_terms(span.text)
        case "flag" if said.before(span) != "as":  # "mark as read" is no filter
            return _flag_terms(span.text)
        case "label" if said.task != "mail_label":
            return [f"label:{search_term(span.text)}"]
        case "file":
            named = (word for word in _topic_terms(span.text) if word not in _FILE_WORDS)
            return ["has:attachment", *named]
        case "time":
            return _time_terms(span.text, work.now.date())
        case _:
            return []


def _either(parties: Sequence[str]) -> str:
    """Return the term for mail from, or to, any of some people."""
    known = [one for one in parties if one]
    return f"({' OR '.join(known)})" if len(known) > 1 else "".join(known)


def _party(work: Work, span: Span, field: str) -> str:
    """Return the term for mail from or to somebody, who is looked up first."""
    name = re.sub(
        r"['\u2019]s?$", "", re.sub(r"^(?:the|our|my|all|any) ", "", span.text, flags=re.IGNORECASE)
    )
    if "@" in name:
        return f"{field}:{name}"
    folded = fold(name)
    if folded in {"me", "myself", "i", "us", "anyone", "anybody", "someone", "somebody", "people"}:
        return ""
    if _VIPS.search(folded):
        if not (vips := work.profile.preferred.vips):
            raise Asked(
                "You have not told me yet who your VIPs are. Add their addresses to your "
                "preferences, or name the sender."
            )
        return f"{field}:({' OR '.join(vips)})"
    if _PRONOUN.fullmatch(folded):
        if who := person_meant(folded, work.request):
            return f"{field}:{who}"
        contacts = work.known(CONTACT_KINDS)
        if len({one.label for one in contacts}) != 1:
            raise Asked(f"Who do you mean by “{span.text}”?", "person")
        name = contacts[0].label
    if relation := _RELATIONS.get(folded.removesuffix("s")):
        lookup = work.add(CONTACTS, f"Find the {relation}s", relation=relation, limit=MOST_CONTACTS)
        return f"{field}:{addresses_of(lookup)}"
    if span.kind == "organisation":
        lookup = work.add(CONTACTS, f"Find who is at {name}", organization=name)
        return f"{field}:{address_of(lookup)}"
    return f"{field}:{address_of(work.look_up(name))}"


def _sender(work: Work, described: Sequence[Span] | None) -> str:
    spans = work.said.spans if described is None else described
    name = next((span.text for span in spans if span.kind == "person"), "")
    return name if "@" in name else ""


def _topic_terms(topic: str) -> list[str]:
    quoted = re.findall(r'"[^"]+"', topic)
    return [*quoted, *content_words(re.sub(r'"[^"]*"?', " ", topic))]


def _flag_terms(flag: str) -> list[str]:
    said = fold(flag)
    found = [operator for words, operator in _FLAGS if words.search(said)]
    return found[:2]


def _time_terms(said: str, today: date) -> list[str]:
    if old := _OLDER.search(fold(said)):
        count = number_in(old["count"]) or 1
        days = old["unit"] == "week"
        return [f"older_than:{count * 7}d" if days else f"older_than:{count}{old['unit'][0]}"]
    ways = (find_timeframe(f"{lead}{said}", today) for lead in ("", "on ", "in "))
    found = next(filter(None, ways), None)
    return list(found.operators) if found else []


def _newest(which: str) -> int:
    """Return how many of the newest mails are pointed at ("the last one", "last two"); 0: none."""
    said = fold(which)
    if not _NEWEST.search(said):
        return 0
    return number_in(re.sub(r"\bone\b", "", said)) or 1


def _limit(work: Work) -> int:
    said = work.said
    if count := number_in(said.one("count")):
        return max(1, min(count, MAX_LIMIT))
    if (newest := _newest(said.one("which"))) > 1:
        return min(newest, MAX_LIMIT)
    words = f"{said.rest} {said.joined('which')} {said.joined('flag')}".casefold()
    if _NEWEST.search(words) and _SINGULAR.search(words) and not _PLURAL.search(words):
        return 1
    return DEFAULT_LIMIT


def _write(work: Work, *, draft: bool) -> None:
    said = work.said
    to = _named(_parties(said.spans, said.text)) or _parties(said.carried)
    own = [span for span in to if work.profile.own(span.text) and said.before(span) == "from"]
    to = [span for span in to if span not in own]
    copied = [span for span in to if _copied(span, said)]
    blind = [span for span in copied if said.before(span) == "bcc"]
    direct = [span for span in to if span not in copied]
    if not direct and not draft:
        raise Asked("Who should it go to?", "person")
    body = _body(work)
    topic = _about(said)
    if not body and re.search(r"\b(?:update|reminder|summary|report)\b", fold(topic)):
        body = f"Here is the {topic}."
    if not body and topic and said.says("ask|asking|requesting"):
        body = worded("ask", f"for {topic}")
    if not body:
        names = " and ".join(span.text for span in direct)
        raise Asked(f"What should it say{f' to {names}' if names else ''}?", "body")
    if not draft and len(direct) == 1 and not copied and _talked_about(work, direct[0]):
        _answer(work, draft=False)
        return
    people = work.people([_who(span) for span in direct])
    cc = work.people([_who(span) for span in copied if span not in blind])
    bcc = work.people([_who(span) for span in blind])
    accounts = find_accounts(said.text, work.profile)
    sent = work.add(
        DRAFT if draft else SEND,
        "Keep the email as a draft" if draft else "Send the email",
        to=people.argument(),
        cc=cc.argument(),
        bcc=bcc.argument(),
        subject=subject_of(body, topic),
        body=letter(body, people.names, work.profile),
        account="" if draft or not accounts.addresses else accounts.addresses[0],
    )
    if not draft and said.says(r"delivered|arrived|arrives|went through|goes through|bounced?"):
        work.add(DELIVERY, "See what became of it", message_id=f"{{{sent}.sent.id}}")


def _copied(span: Span, said: Said) -> bool:
    """Whether somebody only gets a copy: "cc Ann", "with Ann in copy"."""
    return bool(_COPY.match(said.before(span)) or _IN_COPY.match(said.text[span.end :]))


def _named(parties: Sequence[Span]) -> list[Span]:
    """Return who is named; whoever is only a pronoun where nobody is."""
    named = [one for one in parties if not _PRONOUN.fullmatch(fold(one.text))]
    return named or list(parties)


def _about(said: Said) -> str:
    """Return what a mail is about: a thing that is named right in front of it belongs to it."""
    topic = next((one for one in reversed(said.spans) if one.kind == "topic"), None)
    if topic is None:
        return said.one("topic")
    beside = (one for one in said.spans if one.kind == "file" and one.end == topic.start - 1)
    start = next((one.start for one in beside), topic.start)
    return said.text[start : topic.end]


def _talked_about(work: Work, span: Span) -> bool:
    """Whether the mail talked about last is from the one named, whom to tell is to answer then."""
    last = next((one for one in work.known(MAIL_KINDS) if one.ordinal == 0), None)
    verbs = work.said.says("tell|ask|thank|remind|let|inform")
    return bool(verbs and last and "@" not in span.text and _is(fold(span.text), last.who))


def _parties(spans: Sequence[Span], text: str = "") -> list[Span]:
    """Return who is named: a name with its address is one, "everyone at" an organisation is it.

    `text` is what the spans are of, but for carried ones.
    """
    found: list[Span] = []
    for span in _outside_letter(spans, text):
        if span.kind not in {"person", "organisation"}:
            continue
        gap = range(found[-1].end, span.start) if found else range(0)
        own = bool(found) and _stands(found[-1], text) and _stands(span, text)
        between = text[gap.start : gap.stop] if own else " " * len(gap)
        beside = found and found[-1].kind == "person" and len(gap) in {1, 2, 3, 4}
        if (
            beside
            and _BESIDE.fullmatch(between)
            and ("@" in span.text or _EVERYONE.match(found[-1].text))
        ):
            found.pop()
        found.append(span)
    return found


def _stands(span: Span, text: str) -> bool:
    return text[span.start : span.end] == span.text


def _outside_letter(spans: Sequence[Span], text: str) -> list[Span]:
    """Return the spans that are not inside a letter of several lines."""
    letters = (span for span in spans if span.kind == "body" and _stands(span, text))
    start = next((one.start for one in letters if "\n" in text[one.start :].strip()), len(text))
    return [span for span in spans if span.start < start or not _stands(span, text)]


def _who(span: Span) -> str:
    """Return a name as contacts know it; all of an organisation where that is meant."""
    if span.kind == "organisation":
        return f"everyone at {re.sub(r'^(?:the|our) ', '', span.text)}"
    return span.text


def _body(work: Work) -> str:
    """Return what is to be said, as a sentence to the one it is said to."""
    said = work.said
    told = _told(said)
    if not told:
        return "Thank you." if said.says("thank") else ""
    start = next((span.start for span in said.spans if span.kind == "body"), len(said.text))
    lead = fold(said.text[:start])
    if led := _LEAD.match(told):
        lead, told = f"{lead} {fold(led[0])}", told[led.end() :]
    verb = next((verb for verb, words in _VERBS if re.search(rf"\b(?:{words})\b", lead)), "tell")
    return worded(verb, told) or sentence(told)


def _told(said: Said) -> str:
    """Return the words to be said as they are written; a letter of several lines is all of it."""
    spans = [span for span in said.spans if span.kind == "body"]
    if spans and "\n" in said.text[spans[0].start :]:
        return said.text[spans[0].start :].strip()
    told = said.joined("body") or _behind(said)
    return _NOT_SAID.sub("", told).strip(" ,")


def _behind(said: Said) -> str:
    """Return the sentences behind the order of an answer: "Reply to Tom. I'll come"."""
    order = re.match(r".{8,}?[.:!]\s+(?=\S)", said.text)
    behind = said.text[order.end() :] if order is not None else ""
    return behind if said.task in {"mail_reply", "mail_draft"} and len(behind.split()) > 1 else ""


def _answer(work: Work, *, draft: bool) -> None:
    said = work.said
    body = _body(work)
    if not body:
        raise Asked("What should the reply say?", "body")
    everyone = any(_ALL.search(fold(name)) for name in said.all("person")) or said.says(
        r"reply[- ]all|all of them|everyone|everybody"
    )
    described = [
        span
        for span in _outside_letter(said.spans, said.text)
        if not (span.kind == "person" and _ALL.search(fold(span.text)))
    ]
    mail = _one_mail(work, [span for span in described if span.kind != "body"])
    name = name_in(mail.who) or _first(said.all("person"))
    text = letter(body, (name,) if name else (), work.profile)
    if draft:
        work.add(
            DRAFT,
            "Keep the reply as a draft",
            to=[mail.who] if mail.who else [],
            body=text,
            reply_to_message_id=mail.ids[0],
        )
        return
    work.add(
        REPLY,
        "Answer the email",
        message_id=mail.ids[0],
        body=text,
        reply_all=True if everyone else None,
    )


def _first(names: Sequence[str]) -> str:
    named = [re.sub(r"['\u2019]s?$", "", name) for name in names]
    usual = [
        n for n in named if n[:1].isupper() and not _PRONOUN.fullmatch(fold(n)) and "@" not in n
    ]
    return first_name(usual[-1]) if usual else ""


def _pointable(work: Work) -> bool:
    return bool(work.known(MAIL_KINDS)) or work.said.has("person", "topic", "which")


def _forwarded_to(work: Work) -> tuple[list[str], list[Span]]:
    """Return whom a mail is passed on to, and the spans that say which mail it is."""
    said = work.said
    parties = _parties(said.spans, said.text)
    others = [
        one
        for one in parties
        if said.before(one) != "from" and not _OWNS.search(said.text[one.end - 2 : one.end + 2])
    ]
    to = [one for one in others if said.before(one) in _TO or "@" in one.text] or others[:1]
    stands_for: list[Span] = []
    if len(to) == 1 and _PRONOUN.fullmatch(fold(to[0].text)):
        stands_for, to = to, _named(others)[-1:]
    for span in parties:  # "to Sarah and Tom": what stands beside one it goes to
        gap = any(one.end <= span.start and _near(said.text[one.end : span.start]) for one in to)
        if gap and span not in to:
            to.append(span)
    taken = [*to, *stands_for]
    rest = [span for span in said.spans if span not in taken and span.kind != "body"]
    return [_who(span) for span in to], rest


def _near(between: str) -> bool:
    return re.fullmatch(r"\s*(?:,|and|&|,\s*and)\s*", between) is not None


FRAMES: Mapping[str, Callable[[Work], None]] = {
    "mail_search": search_mail,
    "mail_read": read_mail,
    "mail_thread": read_thread,
    "mail_unanswered": unanswered,
    "mail_attachment": attachments,
    "mail_delivery": delivery,
    "mail_send": write_mail,
    "mail_draft": draft_mail,
    "mail_reply": reply,
    "mail_forward": forward,
    "mail_send_draft": send_draft,
    "mail_archive": archive,
    "mail_star": star,
    "mail_mark_read": mark_read,
    "mail_label": label,
    "mail_snooze": snooze,
    "mail_delete": delete,
}
"""How each task about mail is done."""
