"""How a person writes, as a model is shown it where it writes in their name: in form alone.

It is a few of their own mails, the nearest first, each cut to how it begins and ends. What could be
taken for a fact is left out of them, and what is left no call may say that nothing else says.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from shared.decisions.grounding import Ground, addresses_in
from shared.models.own_mail import OwnMail
from shared.models.profile import PUBLIC_DOMAINS, domain_of
from shared.models.reasoning import IntentRequest, PlanRequest
from shared.reasoning.prompting import quoted_block
from shared.reasoning.samples import GREETING, LEFT_OUT, NAME, Sample, sample_of
from shared.reasoning.tokens import tokens_in

MOST_TOKENS = 130
"""Of all that is said of somebody's style, so that everyday prompts stay short."""
MOST_SAMPLES = 2

Kind = Literal["mail", "chat"]
WRITING: dict[str, Kind] = {
    "gmail_send_email": "mail",
    "gmail_reply_to_message": "mail",
    "gmail_forward_message": "mail",
    "gmail_create_draft": "mail",
    "slack_post_message": "chat",
    "slack_send_direct_message": "chat",
}
"""Tools that take words in the person's name."""

_HOW = (
    "How they wrote to others: take its language, greeting, close, length and tone; say nothing "
    "that it says."
)
_CHAT = "How they write: take its language, length and tone; say nothing that it says."
_NO_GREETING = "They do not greet."
_NO_NAME = "They greet without a name."


@dataclass(frozen=True)
class Style:
    """What a model is told of how somebody writes, and the words of it that tell of anything."""

    text: str
    samples: tuple[str, ...]


def style_for(
    request: IntentRequest | PlanRequest, tools: Iterable[str], most: int = MOST_TOKENS
) -> Style | None:
    """Return how the person writes, in `most` tokens; None where nothing is written or known."""
    kinds = {WRITING[name] for name in tools if name in WRITING}
    if not kinds or not request.own_mails:
        return None
    kind: Kind = "mail" if "mail" in kinds else "chat"
    shown: list[Sample] = []
    for mail in nearest(request.own_mails, _text(request), recipients(request))[:MOST_SAMPLES]:
        more = [*shown, sample_of(mail)]
        if tokens_in(_block(kind, more)) <= most:
            shown = more
    if not shown:
        return None
    return Style(_block(kind, shown), tuple(one.body for one in shown))


def nearest(mails: Iterable[OwnMail], text: str, recipients: Collection[str] = ()) -> list[OwnMail]:
    """Return mails to these people, or to whom a text names, first; then to their organisations.

    Where that is the same, the newest come first.
    """
    domains = {domain_of(one) for one in recipients} - PUBLIC_DOMAINS
    said = _words(text.casefold())

    def apart(mail: OwnMail) -> int:
        named = any(not said.isdisjoint(_words(name.casefold())) for name in mail.names)
        if named or not set(mail.to).isdisjoint(recipients):
            return 0
        return 1 if any(domain_of(one) in domains for one in mail.to) else 2

    newest = sorted(mails, key=lambda one: one.sent_at, reverse=True)
    return sorted(newest, key=apart)


def recipients(request: IntentRequest | PlanRequest) -> frozenset[str]:
    """Return the addresses of those it may be for: named in it, or else in what it goes on from."""
    linked = (thing.address for link in request.links for thing in link.things)
    named = {*addresses_in(_text(request)), *(one.casefold() for one in linked if one)}
    if named:
        return frozenset(named)
    before = (
        *(one.who for one in request.context.references),
        *(one.address for one in request.mentioned),
    )
    return frozenset(one.casefold() for one in before if one)


def _text(request: IntentRequest | PlanRequest) -> str:
    return request.text if isinstance(request, IntentRequest) else request.command


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{3,}", text))


def copied(text: str, known: Ground, samples: Sequence[str]) -> tuple[str, ...]:
    """Return what a text says that only the samples of somebody's style do, or leave out."""
    if not samples:
        return ()
    marks = (mark for mark in (NAME, LEFT_OUT) if mark in text and not known.says(mark))
    said = GREETING.sub(r"\g<0>\n", text)  # after a greeting, a capital is nobody's name
    elsewhere = set(Ground("\n".join(samples)).strays(said))
    return (*marks, *(one for one in known.strays(said) if one not in elsewhere))


def _block(kind: Kind, shown: Sequence[Sample]) -> str:
    """Return samples as they stand in a prompt: each in a line, so that none can look like more."""
    lines = [_CHAT] if kind == "chat" else [" ".join((_HOW, *_habits(shown)))]
    for one in shown:
        length = f" [{one.words} words]" if one.words else ""
        whole = (one.greeting, one.body + length, one.close)
        text = "\n\n".join(filter(None, whole)) if kind == "mail" else one.body + length
        lines.append(json.dumps(text, ensure_ascii=False))
    return quoted_block("style", "\n".join(lines), len("\n".join(lines)))


def _habits(shown: Sequence[Sample]) -> Iterator[str]:
    if not any(one.greeting for one in shown):
        yield _NO_GREETING
    elif not any(NAME in one.greeting for one in shown):
        yield _NO_NAME
