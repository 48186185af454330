"""What matters in a conversation: decisions, questions and things to do, found by rule."""

import re
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal

from shared.models.base import Payload
from shared.tools.wording import one_line
from shared.workspace.slack.port import ChatMessage

Why = Literal["decision", "question", "action", "discussed"]

_MAX_POINTS = 30
_MAX_TEXT = 300
_MUCH = 2
"""Replies from which a message counts as discussed."""
_ANSWERED_WITHIN = timedelta(hours=2)

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_QUESTION = re.compile(
    r"\?\W*$|^(?:does any|did any|has any|is any|who|what|when|where|why|how|which|"
    r"(?:can|could|should|shall) (?:we|i|some|any))\b"
)
_REQUEST = re.compile(r"\b(?:can|could|would|will) you\b|\bplease\b")
_DECISION = re.compile(
    r"\bdecision:|\bdecided\b|\b(?:we(?:'ve| have)?|is|it's|all) agreed\b|^agreed\b|"
    r"\bwe(?:'ve| have)? (?:settled on|chose|chosen|picked)\b|"
    r"\b(?:approved|signed off)\b|\b(?:it's|is) final\b|\bfinal (?:call|decision)\b|"
    r"\blet's (?:go|stick) with\b|\bgoing with\b|"
    r"\b(?:we're|we are|we'll|we will) (?:go|going|stick|sticking) (?:with|for|ahead)\b"
)
_UNDECIDED = re.compile(
    r"(?:\bnot|n't|\bnever|\bnothing|\bto be) (?:\w+ ){0,2}(?:decided|agreed|approved|final)\b"
)
_DOING = "send|write|review|fix|check|prepare|update|share|draft|book|call|ask|follow up"
_ACTION = re.compile(
    r"\b(?:todo|to-do|action items?|next steps?)\b|\bneeds? to\b|\bmake sure\b|\bremember to\b|"
    r"\bi(?:'ll| will|'m going to| am going to) (?!be\b)|\bassigned to\b|"
    rf"\b\w+ (?:will|to) (?:{_DOING})\b|"
    r"\bby (?:eod|eow|tomorrow|tonight|monday|tuesday|wednesday|thursday|friday|next week)\b"
)
_PRECEDENCE: tuple[Why, ...] = ("decision", "action", "question")


class Point(Payload):
    """Something in a conversation that matters, and why it does."""

    author: str
    text: str
    sent_at: datetime
    why: Why
    id: str = ""


class Speaker(Payload):
    """Somebody in a conversation, and how much they said."""

    name: str
    messages: int


class Analysis(Payload):
    """What a conversation came to; points and open questions are the latest, oldest first."""

    people: tuple[Speaker, ...]
    points: tuple[Point, ...]
    open_questions: tuple[Point, ...]


def analyse(messages: Sequence[ChatMessage]) -> Analysis:
    """Find what matters in messages, given oldest first.

    A question is open when nobody replied in its thread, and the next thing somebody else said in
    the channel within 2 hours was none that could answer it.
    """
    points = [(place, _point(message)) for place, message in enumerate(messages)]
    kept = [(place, point) for place, point in points if point is not None]
    open_questions = [
        point for place, point in kept if point.why == "question" and not _answered(messages, place)
    ]
    said = Counter(one_line(message.author) or "somebody" for message in messages)
    return Analysis(
        people=tuple(Speaker(name=name, messages=n) for name, n in said.most_common()),
        points=tuple(point for _, point in kept[-_MAX_POINTS:]),
        open_questions=tuple(open_questions[-_MAX_POINTS:]),
    )


def why(message: ChatMessage) -> Why | None:
    """Return why a message matters, by its weightiest sentence; None when it does not."""
    text = message.text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").casefold()
    found = {_sentence(sentence.strip()) for sentence in _SENTENCE.split(text)}
    for reason in _PRECEDENCE:
        if reason in found:
            return reason
    return "discussed" if message.replies >= _MUCH else None


def _sentence(sentence: str) -> Why | None:
    if _REQUEST.search(sentence):
        return "action"
    if _QUESTION.search(sentence):
        return "question"
    if _DECISION.search(sentence) and not _UNDECIDED.search(sentence):
        return "decision"
    return "action" if _ACTION.search(sentence) else None


def _point(message: ChatMessage) -> Point | None:
    reason = why(message)
    if reason is None:
        return None
    text = one_line(message.text, _MAX_TEXT)
    author = one_line(message.author) or "somebody"
    place = f"{message.channel}/{message.id}"
    return Point(author=author, text=text, sent_at=message.sent_at, why=reason, id=place)


def _answered(messages: Sequence[ChatMessage], place: int) -> bool:
    asked = messages[place]
    if asked.replies:
        return True
    later = (one for one in messages[place + 1 :] if one.author != asked.author)
    following = next(later, None)
    if following is None or following.sent_at - asked.sent_at > _ANSWERED_WITHIN:
        return False
    return why(following) != "question"
