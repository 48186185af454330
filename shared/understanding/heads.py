"""What the network that reads what is shown and said tells of it: the names of each head.

A head chooses one for the whole of what is said, or labels each of its words.
"""

from typing import Literal

Role = Literal[
    "text", "ask", "old", "out", "who", "copy", "gone", "title", "start", "end", "length", "shift",
    "place", "field", "value", "how",
]  # fmt: skip
ROLES: tuple[Role, ...] = (
    "text", "ask", "old", "out", "who", "copy", "gone", "title", "start", "end", "length", "shift",
    "place", "field", "value", "how",
)  # fmt: skip
"""What words of a reply say: `text` is to stand in the text, `ask` likewise in other words; `old`
and `out` tell what goes, `gone` who does not get it; `how` is another way to do it."""
Op = Literal[
    "text+", "text=", "text-", "text!", "who+", "who-", "who=", "copy+", "copy-", "title", "when",
    "length", "place", "value", "how",
]  # fmt: skip
OPS: tuple[Op, ...] = (
    "text+", "text=", "text-", "text!", "who+", "who-", "who=", "copy+", "copy-", "title", "when",
    "length", "place", "value", "how",
)  # fmt: skip
"""What a reply does to the text (more, other words for some, less, all of it anew), to who gets it
and who gets a copy (more, fewer, others), and to the rest."""
TAGS = ("O", *(f"{part}-{role}" for role in ROLES for part in "BI"))
CUTS = ("O", "B-cut", "I-cut", "behind")
"""Of each word that is shown: whether it goes, and whether what is added stands behind it."""

TimeRole = Literal[
    "which", "start", "end", "length", "later", "earlier", "longer", "shorter", "before", "after",
    "every", "until", "stays", "dropped", "why",
]  # fmt: skip
TIME_ROLES: tuple[TimeRole, ...] = (
    "which", "start", "end", "length", "later", "earlier", "longer", "shorter", "before", "after",
    "every", "until", "stays", "dropped", "why",
)  # fmt: skip
"""What a time in a message is for: to tell `which` one is meant (or when it is now), when it is to
begin and end, for how long, by how much it moves or changes its length, how far from something else
it is to be, how often and until when; what stays as it is, what is taken back or ruled out, and the
times of other things."""
TIME_TAGS = ("O", *(f"{part}-{role}" for role in TIME_ROLES for part in "BI"))
Part = Literal["to", "copy", "not", "of", "said"]
PARTS: tuple[Part, ...] = ("to", "copy", "not", "of", "said")
"""What part somebody has in a message: gets what is sent, or a copy, or is not to; tells which mail
or event is meant; is only spoken of, or in what is to be said."""
PART_TAGS = ("O", *(f"{part}-{role}" for role in PARTS for part in "BI"))
BACK = ("O", "back")
"""Of each word of a message: whether it is taken back."""
Want = Literal[
    "told", "mails", "chat", "calendar", "contact", "sheet", "page", "do", "other"
]  # fmt: skip
WANTS: tuple[Want, ...] = (
    "told", "mails", "chat", "calendar", "contact", "sheet", "page", "do", "other"
)  # fmt: skip
"""What a message by itself wants: to be `told` what stands in the text of something, to see mails,
messages, events, contacts, rows or pages themselves, to have something done, or none of these."""

Stance = Literal["agree", "refuse", "hold", "change", "ask", "other"]
STANCES: tuple[Stance, ...] = ("agree", "refuse", "hold", "change", "ask", "other")
"""What a reply to a card does: `hold` waits, `ask` wants to know something of what is shown,
`other` is about something else. That it is taken for an agreement makes it none: see
`decisions.agreement`."""
About = Literal["same", "part", "undo", "undopart", "new", "end"]
ABOUT: tuple[About, ...] = ("same", "part", "undo", "undopart", "new", "end")
"""What a message is about that follows something: `same` is all that was just shown or done, `part`
some of it; `undo` and `undopart` take that back; `new` has to be found or made; with `end` nothing
more is to be done."""
Left = Literal["one", "list", "done", "many", "told"]
LEFT: tuple[Left, ...] = ("one", "list", "done", "many", "told")
"""What was left to go on from: one thing or several that were shown, something done to one or to
several, or an answer."""
Sentence = Literal["order", "said", "both", "aside", "limit", "ask"]
SENTENCES: tuple[Sentence, ...] = ("order", "said", "both", "aside", "limit", "ask")
"""What a sentence of a message is: `said` is to be written, `both` orders that and holds some of
it, `limit` restricts."""
UNWRITTEN: tuple[Sentence, ...] = ("order", "aside", "limit", "ask")
"""What the sentences are of a message that has nothing written."""
