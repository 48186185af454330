"""What is said of a draft that was saved a moment ago: as of a card that still stands.

Likewise that a mail which was shown, and not sent, is to be kept as one.
"""

import re
from collections.abc import Callable, Mapping

from shared.decisions.undoing import asked
from shared.models.intent import Command, PlannedStep
from shared.models.reasoning import ConversationContext, IntentRequest, Reference, ReplyRequest
from shared.reasoning.embedded.replying.approvals import read_approval
from shared.reasoning.embedded.revising.texts import letter_of
from shared.understanding.closing import is_how, other_way
from shared.understanding.drafts import drops, keeps, of_draft, sent_too, without_keeping
from shared.understanding.followed import follow
from shared.understanding.heads import Stance
from shared.understanding.likewise import asked_likewise
from shared.understanding.marking import meets
from shared.understanding.people_said import ADDRESS
from shared.understanding.pointing import DRAFT_KINDS, MAIL_KINDS
from shared.understanding.reader import Before, Reader, Reading
from shared.understanding.said import pronoun, takes_up
from shared.understanding.shown_table import last_answer
from shared.understanding.steps import DISCARD_DRAFT, DRAFT, SEND_DRAFT, UPDATE_DRAFT, step
from shared.workspace.slack.frames.naming import FIND as FIND_USERS
from shared.workspace.slack.frames.naming import POST, SEND_DIRECT

_CARD = "Save this draft"
_NO_TASK = "other"
_OF_IT = frozenset({"mail_draft", "mail_send_draft"})
_LETTERS = frozenset({"mail_draft", "mail_send", "mail_reply"})
_GIVEN_UP = 0.85
"""How surely a draft as it stands has to be refused to go."""
_BY_ITSELF, _LIKELY, _NEW = 0.8, 0.5, 0.4
"""How sure an order of its own is, a word on the draft, and that something new is wanted."""
_UNSURE, _PLAINLY = 0.6, 0.9
"""What is read as something else less surely may be what plainly changes the draft."""
_SHOWN = re.compile(
    r"\A\*\*(?:(?P<mail>Send this (?:email|reply)|Reply to everyone)"
    r"|(?P<dm>Send .+ a direct message on Slack)|Post in #[\w-]+)\*\*\n"
    r"(?P<heads>(?:- (?!Attach|Subject: \(no subject\))\w+: [^\n]*\n)+)\n(?P<text>(?:>[^\n]*\n)+)\n"
)
"""A mail that was shown whole, and has a subject and no files; or a message on Slack."""
_QUOTE = re.compile(r"\n\nOn [^\n]+ wrote:\n>.*\Z", re.DOTALL)
_LET_GO = re.compile(
    r"(?<!n't )(?<!not )(?<!never )\b(?:let (?:it|that|this)|(?:it|that|this) (?:can|may|should))"
    r"(?: now| just)? go (?:out|off|now|as it (?:is|stands)|like (?:that|this))\b",
    re.IGNORECASE,
)
"""How it is said of a draft that it is to be sent."""
Weigh = Callable[[ReplyRequest], Mapping[Stance, float]]


def changes_in(
    text: str, request: IntentRequest, reader: Reader, weigh: Weigh
) -> tuple[Command, ...]:
    """Return the orders that change the draft saved last, or throw it away; none for another.

    What is changed is read again where it is done, in the words that were typed.
    """
    if kept := _kept_as_shown(text, request.context, reader):
        return (kept,)
    draft = _saved(request.context) or _saved_before(text, request.context, reader)
    if draft is None:
        return ()
    if names_draft(text, request.context, reader) or asked_likewise(text):
        return ()
    whole, then = sent_too(text if request.context.clarified else request.text)
    typed = without_keeping(whole)
    order = f"Draft a mail to {draft.who}: {draft.label}"
    readings = [_after(one, order, reader) for one in dict.fromkeys((typed, whole))]
    shown = ReplyRequest(
        question="",
        options=(),
        text=typed,
        kind="approval",
        free_text=True,
        action=_CARD,
        tool=DRAFT,
        arguments={"to": [draft.who], "cc": [], "subject": draft.label, "body": draft.text},
        command=order,
    )
    sends = _sends(readings[0])
    if _LET_GO.search(whole) and not drops(typed) and _last(request.context) == [draft]:
        sent = PlannedStep(tool=SEND_DRAFT, arguments={"draft_id": draft.id})
        return (Command(agent="email", command=typed, risk="high", steps=(sent,)),)
    given_up = not sends and _given_up(draft, weigh(shown)["refuse"], whole, reader)
    if drops(typed) or given_up:
        refused = read_approval(shown, reader, weigh).meaning != "text"
        gone = PlannedStep(tool=DISCARD_DRAFT, arguments={"draft_id": draft.id})
        alone = _last(request.context) == [draft] and (refused or readings[0].task not in _OF_IT)
        return (Command(agent="email", command=typed, risk="high", steps=(gone,)),) if alone else ()
    if sends or not any(_about(one, draft, reader) for one in readings):
        return ()
    if read_approval(shown, reader, weigh).meaning != "text":
        return ()
    change = PlannedStep(tool=UPDATE_DRAFT, arguments={"draft_id": draft.id}, wish=typed)
    first = Command(agent="email", command=typed, risk="medium", steps=(change,))
    if not then:
        return (first,)
    return (first, Command(agent="email", command=then, order=2, depends_on=(1,), risk="high"))


def _kept_as_shown(text: str, context: ConversationContext, reader: Reader) -> Command | None:
    """Return the order to keep the mail that was just shown as a draft, word by word.

    Or to have what was shown go out another way.
    """
    shown = _SHOWN.match(last_answer(context))
    if shown is None:
        return None
    heads = dict(one[2:].split(": ", 1) for one in shown["heads"].splitlines())
    body = "\n".join(line[2:] for line in shown["text"].splitlines())
    task = "mail_send" if shown["mail"] else "slack_dm" if shown["dm"] else "slack_post"
    if not (shown["mail"] and is_how(text, reader)):
        way = other_way(text, task, reader)
        return _sent_otherwise(text, way, heads, letter_of(body).said, reader) if way else None
    about = heads["Subject"].partition("Re: ")[2]
    answered = [one.id for one in _last(context) if one.kind in MAIL_KINDS and one.label == about]
    if about and not answered:
        return None
    people = {
        name: re.findall(ADDRESS, heads.get(name.title(), "")) for name in ("to", "cc", "bcc")
    }
    whole = {"body": _QUOTE.sub("", body), "reply_to_message_id": "".join(answered[:1])}
    kept = step(DRAFT, "Keep it as a draft", subject=heads["Subject"], **people, **whole)
    return Command(agent="email", command=text, risk="medium", steps=(kept,))


def _sent_otherwise(
    text: str, way: tuple[str, str], heads: Mapping[str, str], body: str, reader: Reader
) -> Command | None:
    """Return the order to send what was shown to one person on Slack, or to post it in a channel.

    It goes to whom the words name, or to the only one it was for; None where that is unclear.
    """
    if way[0] == "post":
        steps = (step(POST, "Post it", channel=way[1], text=body),)
    else:
        named = [one for one in reader.read(text).spans if one.kind == "person"]
        told = [one.text for one in named if not pronoun(one)]
        shown = [one for name in ("To", "Cc", "Bcc") for one in heads.get(name, "").split(", ")]
        whom = told or [one.partition(" <")[0].partition("@")[0] for one in shown if one]
        if len(whom) != 1:
            return None
        name = whom[0].replace(".", " ")
        steps = (
            step(FIND_USERS, f"Find {name}", name=name),
            step(SEND_DIRECT, f"Write to {name}", user="{1.users.0.id}", text=body),
        )
    return Command(agent="slack", command=text, risk="high", steps=steps)


def _given_up(draft: Reference, refused: float, text: str, reader: Reader) -> bool:
    """Whether a draft is wanted no more, rather than its last change or another thing."""
    if refused < _GIVEN_UP or keeps(text) or asked(text) is not None:
        return False
    share = reader.revisions.about("done", f"{draft.label} {draft.who}", text)
    return share["undo"] + share["undopart"] >= _LIKELY


def names_draft(text: str, context: ConversationContext, reader: Reader) -> bool:
    """Whether a message itself says which draft should be different, or be thrown away."""
    return of_draft(follow(text, context, reader), reader) is not None


def _after(text: str, order: str, reader: Reader) -> Reading:
    """Return a message as it follows the order to draft; why, most likely, and how, if no task."""
    read = reader.read(text, Before(order, "done"))
    return reader.read(text, Before(order, "card")) if read.task == _NO_TASK else read


def _sends(after: Reading) -> bool:
    """Whether a message surely has the draft sent as it is."""
    surely = after.task == "mail_send_draft" and after.likely("mail_send_draft") >= _PLAINLY
    return surely and all(takes_up(one) for one in after.spans)


def _about(after: Reading, draft: Reference, reader: Reader) -> bool:
    """Whether a message goes on with a draft, and is no letter of its own."""
    alone = reader.read(after.text)
    said = reader.revisions.alone(after.text)
    to = [one for one in said.parties if one.part == "to"]
    named = [one for one in alone.spans if one.kind in {"person", "organisation"}]
    addressed = any(not pronoun(one) and any(meets(one, each) for each in to) for one in named)
    if alone.task in _LETTERS and alone.sure >= _BY_ITSELF and addressed:
        return False
    share = reader.revisions.about("done", f"{draft.label} {draft.who}", after.text)
    likely = sum(map(after.likely, _OF_IT))
    shown = f"draft to: {draft.who} | cc: - | text: {draft.text}".replace("\n", " ")
    plainly = max(reader.revisions.read(shown, after.text).ops.items(), key=lambda one: one[1])
    plain = after.sure < _UNSURE and plainly[0] != "how" and plainly[1] >= _PLAINLY
    onward = all(map(pronoun, named)) and min(likely, plainly[1]) >= _PLAINLY
    return (likely >= _LIKELY or plain) and (share["new"] <= _NEW or onward)


def _last(context: ConversationContext) -> list[Reference]:
    return [one for one in context.references if one.ordinal == 0]


def _saved_before(text: str, context: ConversationContext, reader: Reader) -> Reference | None:
    """Return the draft saved before something else was shown, where that is clearly not meant."""
    draft = context.memory.draft
    if draft is None or any(one.id == draft.id for one in context.references):
        return None
    said = follow(text, context, reader)
    return draft if said.task in {*_OF_IT, *_LETTERS} or said.sure < _LIKELY else None


def _saved(context: ConversationContext) -> Reference | None:
    """Return the draft that was talked about last."""
    drafts = [one for one in _last(context) if one.kind in DRAFT_KINDS and one.text]
    return drafts[-1] if drafts else None
