"""A message that has something written, arranged as everything behind reads it best.

People mix what is to be written with why, how and to whom, in any order. What is to be written
comes last, behind a label; what is only told to whoever writes it is left out.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from shared.understanding.closing import only_how
from shared.understanding.folding import word_set
from shared.understanding.heads import Sentence
from shared.understanding.labelled import OF_TEXT
from shared.understanding.reader import Reader
from shared.understanding.said import Said
from shared.understanding.saying_more import SAYS

WRITING = word_set(
    "mail_send mail_draft mail_reply mail_forward slack_post slack_dm slack_thread page_write"
)
"""Tasks that write something down, or to somebody."""
_BREAK = re.compile(
    r"(?<=[.!?])(?<!\b(?:Mr|Ms|Dr|St|No)\.)(?<!\bMrs\.)(?<!\.\.)(?<!:\s\d\.)(?<!:\s\d\d\.)\s+"
)
"""Where a sentence ends; the number of a step, "add: 5. Ring Ann", ends none."""
_ARRANGED = re.compile(rf"[\"\u201c\u201d\n]|\b(?:{OF_TEXT})\s?:", re.IGNORECASE)
"""What says by itself where a text begins and ends."""
_COLON = re.compile(r"(?<!\bre)(?<!subject)(?<!title)(?<!\bname):\s+(?=\S)", re.IGNORECASE)
_SMALL = r"that|with|to|by|about|on|in|yes|no|we|i|it|he|she|they|the|our|my|an?|please|if|from|for"
_BEGINS = re.compile(
    r"(?:^|[.!?,]\s+|\b(?:so|please|then|and|now|just|ok|okay)\s+)(?:reply|answer|respond)(?= "
    r"(?-i:[A-Z])[\w.-]+(?: (?-i:[A-Z])[\w-]+)? (?:and (?-i:I|[A-Z][\w-]+) (?:both |all )?"
    rf"(?!(?:{_SMALL}|whether|not|as|at|\w+['\u2019]\w+)\b)[a-z]"
    r"|(?!(?:yes|thanks|this|his|its|us|as|regards|always)\b)"
    r"(?:will|can|would|should|[a-z]+s)\b))",
    re.IGNORECASE,
)
"""An order to answer whose words begin with whom they tell of: "reply Ann and I take it"."""
_POINTS = re.compile(
    r"\b(?:he|him|his|she|her|hers|they|them|their|it|that|this|there|those|these)\b", re.IGNORECASE
)
_TO_KEEP = re.compile(
    r"\b(?:only|just|alone|privately|private|cc|bcc|copy|copied|new|fresh|draft|send|thread)\b",
    re.IGNORECASE,
)
"""What a limit says that changes what is done, and not only what is said."""
_TO = re.compile(r"\b(?:for|to|with)\s+$", re.IGNORECASE)
_WOULD_YOU = re.compile(r"(?:would|could|can|will|might) (?:you|i ask you)\b", re.IGNORECASE)
_WRITES = re.compile(
    r"\b(?:answer|reply|respond|write|tell|e?-?mail|send|post|forward|draft|message|dm|drop|let|ask"
    r"|stick|put|note|add)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,;]\s")
_SURELY, _ASIDE = 0.7, 0.6
_MAY, _HARDLY = 0.3, 0.25
_CLEAR = 0.9
"""The least probability that a sentence is the order to write itself."""
_MOST = 12
"""Sentences of a message that is arranged: longer ones are texts themselves."""


Roles = Callable[[Sequence[str]], Sequence[Mapping[Sentence, float]]]
"""Tells how likely each sentence of a message is what."""


class _Sentence(NamedTuple):
    text: str
    role: Sentence
    share: float
    says: float


def arranged(text: str, reader: Reader, roles: Roles) -> str:
    """Return a message with its orders first, and then what is to be written; or as it is.

    As it is where it labels or quotes its text, is no order to write, or says what is to be written
    within its order alone.
    """
    text = _BEGINS.sub(lambda found: f"{found[0]}:", text, count=1)
    parts = sentences_in(text)
    if not parts or _ARRANGED.search(text):
        return text
    sentences = list[_Sentence]()
    for part, shares in zip(parts, roles(parts), strict=True):
        role, share = max(shares.items(), key=lambda one: one[1])
        if only_how(part) or (role == "said" and _orders(part, sentences)):
            role = "order"
        sentences.append(_Sentence(part, role, share, shares["said"]))
    told = {one.role for one in sentences}
    if not {"said", "both"} & told:  # what is said is then the likeliest of what seems told beside
        sentences = [
            one._replace(role="said", share=_SURELY) if _may_say(one, reader) else one
            for one in sentences
        ]
    surely = any(one.role == "said" and one.share >= _SURELY for one in sentences)
    surely = surely or any(_limits(one, reader) for one in sentences[1:])
    if not surely or not {"order", "both"} & told:
        return text
    ordered, said = list[str](), list[str]()
    for at, one in enumerate(sentences):
        left_out = one.role == "aside" and not _needed(sentences, at)
        order, words = ("", "") if left_out else _taken_apart(one, text, reader)
        ordered += [order] if order else []
        said += [words] if words else []
    order = " ".join(ordered)
    if not order or not {reader.read(one).task for one in (order, text)} & WRITING:
        return text
    if reader.read(order).task not in WRITING and _orders_itself(sentences, reader):
        return text
    words = " ".join(one[:1].upper() + one[1:] for one in said)
    return f"{order} Text: {words}" if words else order


def sentences_in(text: str) -> list[str]:
    """Return the sentences of a message that has a few of them; none for any other."""
    parts = _BREAK.split(text.strip())
    return parts if 1 < len(parts) <= _MOST else []


def without_limits(text: str, reader: Reader) -> str:
    """Return a message without sentences at its end that say what stays as it is: "rest stays"."""
    parts = sentences_in(text)
    shares = _shares(parts, reader)
    for part, share in zip(parts[:0:-1], shares[:0:-1], strict=True):
        if share["limit"] < _CLEAR:
            break
        text = text[: text.rindex(part)].rstrip()
    return text


def with_whole_body(said: Said, reader: Reader) -> Said:
    """Return a command with all that its message alone surely marks as the words to be said.

    A name in their midst that is known, or what was said before, may else cut them.
    """
    bodies = [one for one in said.spans if one.kind == "body"]
    alone = reader.unnamed(said.text) if said.task in WRITING and len(bodies) == 1 else None
    if alone is None or alone.task != said.task or alone.sure < _CLEAR:
        return said
    whole = [one for one in alone.spans if one.kind == "body"]
    if len(whole) != 1 or not whole[0].start <= bodies[0].start <= bodies[0].end <= whole[0].end:
        return said
    others = (o for o in said.spans if not whole[0].start <= o.start < whole[0].end)
    return replace(said, spans=tuple(sorted((*others, *whole), key=lambda one: one.start)))


def only_said(said: Said, reader: Reader) -> Said:
    """Return a command whose words to be said end before sentences that only order or limit.

    "Answer Ann that it's fine. You'll see that his remarks are not for her" says that it is fine.
    """
    parts = sentences_in(said.text) if said.task in WRITING else []
    for part, shares in zip(parts[:0:-1], _shares(parts, reader)[:0:-1], strict=True):
        at = said.text.rindex(part)
        body = next((b for b in said.spans if b.kind == "body" and b.start < at < b.end), None)
        if body is None or shares["said"] + shares["both"] >= _HARDLY:
            break
        told = said.text[body.start : at].rstrip()
        ends = replace(body, text=told, end=body.start + len(told))
        said = replace(said, spans=tuple(ends if one is body else one for one in said.spans))
    return said


def _shares(parts: Sequence[str], reader: Reader) -> Sequence[Mapping[Sentence, float]]:
    return reader.revisions.sentences(parts) if parts else ()


def _may_say(one: _Sentence, reader: Reader) -> bool:
    """Whether what seems told beside an order, or asked, may be its words, where no others are."""
    asks = one.role == "ask" and reader.read(one.text).task == "other"
    return asks or (one.says >= _MAY and one.says + one.share >= _CLEAR)


def _orders(sentence: str, before: Sequence[_Sentence]) -> bool:
    """Whether a sentence is the order after all: "would you answer Ann?"."""
    if any(one.role in {"order", "both"} and _WRITES.search(one.text) for one in before):
        return False
    return _WOULD_YOU.match(sentence) is not None and _WRITES.search(sentence) is not None


def _limits(one: _Sentence, reader: Reader) -> bool:
    """Whether a sentence only keeps what is written to some people: "Only to her, not to Al"."""
    keeps = _TO_KEEP.search(one.text) is not None
    return one.role == "limit" and any(
        (who.part in {"to", "not"} and _TO.search(one.text[: who.start]))
        or (who.part == "not" and keeps)
        for who in reader.revisions.alone(one.text).parties
    )


def _orders_itself(sentences: Sequence[_Sentence], reader: Reader) -> bool:
    """Whether what seems to be said holds the order to write: "Ann asked which, tell her both"."""
    said = (one.text for one in sentences if one.role == "said" and _WRITES.search(one.text))
    return any(one.task in WRITING and one.sure >= _CLEAR for one in map(reader.read, said))


def _taken_apart(one: _Sentence, text: str, reader: Reader) -> tuple[str, str]:
    """Return what a sentence orders and what it says; either may be ""."""
    match one.role:
        case "said" if SAYS.match(one.text) and not _COLON.search(one.text):
            return "", _order_and_text(one.text, one.text, reader)[1] or one.text
        case "said":
            return "", one.text
        case "both":
            return _order_and_text(one.text, text, reader)
        case "order" if _COLON.search(one.text):
            return _order_and_text(one.text, text, reader)
        case "limit":
            kept = _CLAUSE.split(one.text)[0].rstrip(".!") + "."
            return kept if _TO_KEEP.search(kept) else "", ""
        case _:
            return one.text, ""


def _order_and_text(sentence: str, text: str, reader: Reader) -> tuple[str, str]:
    """Take apart a sentence that orders something to be written, and holds some of it.

    Where that begins is told by it alone, or else by the whole text.
    """
    if colon := _COLON.search(sentence):
        return f"{sentence[: colon.start()]}.", sentence[colon.end() :]
    whole = (one.text for one in reader.read(text).spans if one.kind == "body")
    alone = (one.text for one in reader.read(sentence).spans if one.kind == "body")
    starts = [at for one in (*whole, *alone) if (at := sentence.find(one)) > 0]
    if not starts:
        return sentence, ""
    return f"{sentence[: starts[0]].rstrip(' ,')}.", sentence[starts[0] :]


def _needed(sentences: Sequence[_Sentence], at: int) -> bool:
    """Whether an order behind an aside, or its limit, points at it, or it is hardly one."""
    after = (one.text for one in sentences[at + 1 :] if one.role in {"order", "both", "limit"})
    return sentences[at].share < _ASIDE or any(_POINTS.search(one) for one in after)
