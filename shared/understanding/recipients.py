"""Who a message is for, as the network marks it: who gets it, or a copy, and who does not.

Whoever is only spoken of, or left out, is nobody that it goes to.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from shared.understanding.folding import fold
from shared.understanding.given_names import may_be
from shared.understanding.heads import Part
from shared.understanding.marking import Span
from shared.understanding.revision import Party
from shared.understanding.said import Said, pronoun

COPIED = "copied"
"""The kind of span of somebody who gets a copy."""
SENDS = frozenset(
    {"mail_send", "mail_reply", "mail_draft", "mail_forward", "slack_dm", "cal_create"}
)
"""Tasks whose people may get what is sent, or may not."""
_WHOSE = re.compile(r"(?:my|our|your|his|her|their) [a-z][\w-]*", re.IGNORECASE)
"""What says only whose somebody is who is named right behind it: "my sister" of "my sister Ida"."""
_PEOPLE = frozenset({"person", "organisation"})


def with_parts(said: Said, parties: Sequence[Party]) -> Said:
    """Return a command with those people alone who get what it sends, or tell what it is about."""
    named = [one for one in said.spans if one.kind in _PEOPLE and not pronoun(one)]
    sent = any(_part(one, parties) == "to" for one in named)  # "her" may be who is spoken of
    whom = next((fold(one.text) for one in reversed(parties) if one.part == "to"), "")
    others = [one for one in named if said.task == "mail_reply" and not may_be(whom, one.text)]
    others = others if len(others) < len(named) else []
    spans: list[Span] = []
    for span in said.spans:
        if _WHOSE.fullmatch(span.text) and any(one.start == span.end + 1 for one in named):
            continue
        part = _part(span, parties) if span.kind in _PEOPLE else ""
        other = part == "of" and span in others  # "Ann asks who is in for Al. Answer her"
        if part == "not" or other or (part == "said" and sent):
            continue
        copied = part == "copy" and said.task != "cal_create"
        spans.append(replace(span, kind=COPIED) if copied else span)
    kept_from = {one.end for one in parties if one.part == "not"}
    return replace(said, spans=tuple(_said_to_others(one, kept_from) for one in spans))


def _said_to_others(body: Span, kept_from: Collection[int]) -> Span:
    """Return what is said without how it is kept from somebody: "not Al, he knows: yes"."""
    lead, colon, words = body.text.partition(": ")
    if body.kind != "body" or body.start - 1 not in kept_from or not colon:
        return body
    return replace(body, text=words, start=body.start + len(lead) + len(colon))


def _part(span: Span, parties: Sequence[Party]) -> Part | str:
    """Return the part of whoever a span names; "" where none is marked, or two differ."""
    told = {one.part for one in parties if one.start < span.end and span.start < one.end}
    return told.pop() if len(told) == 1 else ""
