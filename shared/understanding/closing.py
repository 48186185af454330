"""What a person says behind words that are to be sent, of how they go out: none of those words.

"Keep it as a draft." and "Mr Lee in copy, please." change what is done; "no more than that." says
only where the words end.
"""

import re
from collections.abc import Sequence

from shared.english.spelled import CARDINALS
from shared.understanding.copied import only_copies
from shared.understanding.drafts import KEEPING, keeps
from shared.understanding.folding import content_words
from shared.understanding.heads import Op
from shared.understanding.parties import named
from shared.understanding.reader import Reader
from shared.understanding.tasks import service_of

_BREAK = re.compile(r"(?<=[.!?;])\s+(?=\S)")
_CIVIL = (
    r"(?:[\s,.!]*\b(?:please|pls|thanks|thank you|thx|for now|for today|from me|and)\b)*[\s.!]*"
)
_ENOUGH = re.compile(
    r"(?:(?:ok(?:ay)?|right|so|and|please|just)\b[\s,]*)*"
    r"(?:that(?:['\u2019]?s| is| will be|['\u2019]ll be)"
    r" (?:all|it|everything|the (?:whole )?(?:message|e?-?mail|text|note|letter))"
    r"|end of (?:the )?(?:message|e?-?mail|text|note|letter|dictation)"
    r"|(?:leave|keep) it (?:at that|to that|short|brief)"
    r"|(?:use )?(?:exactly|just) (?:these|those) words"
    r"|(?P<more>(?:no|nothing|not a word) (?:more|else|further)(?: than (?:that|this))?))"
    rf"{_CIVIL}",
    re.IGNORECASE,
)
"""How it is said that nothing is to be added; of a figure, `more` may be said as well."""
_OBLIGED = re.compile(
    r"(?:i(?:['\u2019]d| would| should|['\u2019]ll) be|(?:very |so )?much) (?:\w+ ){0,2}"
    r"(?:grateful|obliged|thankful|appreciated|indebted)(?: (?:to you|if you (?:would|could)))?"
    r"[\s.!]*|(?:thank you|thanks)(?: (?:so|ever so|very) much| kindly)?[\s.!]*",
    re.IGNORECASE,
)
"""How one is thanked for what one is asked to do, where that is asked in words of one's own."""
_DICTATED = re.compile(r"[:\"\u201c]\s")
_FIGURE = re.compile(rf"\d|\b(?:{'|'.join(CARDINALS)})\b", re.IGNORECASE)
_KEPT, UNSENT = "Keep it as a draft.", "Do not post it."
"""How it is said plainly of a mail, and of what is written on Slack, that it does not go out."""
_QUOTED = re.compile(r"[\"\u201c\u201d\n]")
_PART = re.compile(r"(?<=[.!?;,\u2026])\s+|\s+(?=but\b)|\s+[\u2013\u2014-]+\s+", re.IGNORECASE)
"""Where a sentence, or a clause of one, may begin."""
_NOT_OUT = re.compile(
    r"\b(?:do ?n['\u2019]?t|do not|mustn['\u2019]?t|must not|never|no|not|nothing|without"
    r"|hold(?:ing)? (?:off|back|fire)|wait(?:ing)?)\b(?: \w+){0,4}?"
    r" (?:send|sent|sending|dispatch\w*|post\w*|publish\w*|mail(?:ing|ed)?|submit\w*"
    r"|shar(?:e|ed|ing)"
    r"|(?:go|goes|going|fire|fired|firing)(?: \w+)?? (?:out|off))\b",
    re.IGNORECASE,
)
NOT_ANEW = re.compile(
    r"(?:^|[,.;!]) *(?:(?:and|but|please|make|open|start) )*(?:(?:no|not)(?: (?:as|in))?(?: an?)?"
    r"|(?:don['\u2019]?t|do not|never) (?:open|start|post|write|make|begin)\b[^.,;!?]{0,20}?) "
    r"(?:new|fresh|separate) (?:post|message|msg|thread|one)\b",
    re.IGNORECASE,
)
"""How it is said of an answer that it is to be nothing new."""
_BOOKS = "cal_create"
_LIMITS, _LIKELY = 0.4, 0.6
"""How likely words are a limit on what is ordered before them, and say how it goes out."""
_WORDS: tuple[Op, ...] = ("text+", "text=", "text-", "text!")
"""Wishes about what is said, rather than how it goes out."""
_ENDS = (".", "!", "?", ";")
_THING = re.compile(r"\b(?:any|no|some)thing\b", re.IGNORECASE)
_DRAFT = re.compile(r"(?<!\bno )\bdrafts?\b", re.IGNORECASE)
_ANY_MAIL = "mail to: Lena | cc: - | subject: Monday | text: Hi Lena, we meet at 3. Best, Alex"
"""A mail as the revision network reads one, whatever the one that is meant says."""
_WAYS = {
    "mail": (_ANY_MAIL, re.compile(r"\be?-?mail\b", re.IGNORECASE)),
    "dm": (
        "message to: Lena | text: We meet at 3.",
        re.compile(r"\b(?:dms?|direct|private|privately|chat|slack)\b", re.IGNORECASE),
    ),
    "post": (
        "post in: #ops | text: We meet at 3.",
        re.compile(
            r"#(?P<to>[\w-]+)|\b(?:(?:the|our|my|that) )?(?P<named>[\w-]+(?: [\w-]+)?) channel\b",
            re.IGNORECASE,
        ),
    ),
}
"""How something goes out, as the revision network reads one that does, and how that is called."""
_WAY_OF = {"mail_send": "mail", "mail_reply": "mail", "slack_dm": "dm", "slack_post": "post"}
_BESIDES = re.compile(r"\b(?:too|also|as well|besides)\b", re.IGNORECASE)
_KEEPING = re.compile(rf"(?:{KEEPING})(?:,\s*(?:{KEEPING}))*{_CIVIL}", re.IGNORECASE)


def without_closing(text: str) -> str:
    """Return a message without sentences at its end that only say where its words end."""
    *rest, last = _BREAK.split(text.rstrip())
    if rest and _OBLIGED.fullmatch(last) and not _DICTATED.search(text):
        return text[: len(text.rstrip()) - len(last)].rstrip()
    found = _ENOUGH.fullmatch(last) if rest and "\n" not in text and '"' not in last else None
    if found is None:
        return text
    left = text[: len(text.rstrip()) - len(last)].rstrip(" ;")
    return text if found["more"] and _FIGURE.search(left) else without_closing(left)


def held_back(text: str, reader: Reader) -> str:
    """Return a message in which it is said plainly, at its end, that nothing goes out, if it is.

    "Don't fire it off yet, I want to read it" limits the order before it: no words of the mail, and
    no order of its own. Who something does not go to is another matter.
    """
    parts = [one for one in _PART.split(text.strip()) if one]
    if len(parts) == 1 or _QUOTED.search(text):
        return text
    kept, held, why = list[str](), -1, False
    opened = (at for at, part in enumerate(parts) if _DICTATED.search(part))
    begins = next(opened, len(parts))  # behind it "don't send it" may be what is dictated
    for at, (part, shares) in enumerate(zip(parts, reader.revisions.sentences(parts), strict=True)):
        limits = shares["limit"] >= max(_LIMITS, shares["said"], shares["both"])
        limits = limits and (at < begins or "draft" in part.casefold())
        holds = (limits and _stays(part)) or is_how(part, reader)
        if kept and holds and not _names_anybody(part, reader):
            while len(kept) > 1 and kept[-1].endswith(",") and _stays(kept[-1]):
                kept.pop()
            held = len(kept) if held < 0 else held
            why = not part.endswith(_ENDS) or any(_says(kept, reader))
        elif not why or _DICTATED.search(part) or _names_anybody(part, reader):
            kept.append(part)
            why = False
        elif part.endswith(_ENDS):
            why = any(_says(kept, reader))
    if held < 0:
        return text
    left, said = " ".join(kept[:held]).rstrip(" ,;"), kept[held:]
    left = left if left.endswith((".", "!", "?")) else f"{left}."
    chat = service_of(reader.read(left).task) == "slack"
    return " ".join([left, UNSENT if chat else _KEPT, *said])


def _stays(part: str) -> bool:
    """Whether words say that something does not go out."""
    out = NOT_ANEW.search(part) or not (keeps(part) or _NOT_OUT.search(part))
    return not out


def _names_anybody(part: str, reader: Reader) -> bool:
    """Whether words tell who something is for, or not: somebody, and not just "anything"."""
    out = _NOT_OUT.search(part)  # "dispatching" is nobody
    start, end = out.span() if out else (0, 0)
    every = (one for one in reader.revisions.alone(part).parties if not start <= one.start < end)
    parties = (_THING.sub("", one.text) for one in every)
    return any(content_words(one) or named(one).pronoun for one in parties)


def _says(parts: Sequence[str], reader: Reader) -> list[str]:
    """Return what an order has said in words, so far; what comes behind that tells why."""
    return [one.text for one in reader.read(" ".join(parts)).spans if one.kind == "body"]


def is_how(text: str, reader: Reader) -> bool:
    """Whether words, as a reply to a mail that is shown, want it as a draft and nothing else."""
    if not _DRAFT.search(text) or _DICTATED.search(text):
        return False
    ops = reader.revisions.read(_ANY_MAIL, text).ops
    return ops.get("how", 0.0) >= max(_LIKELY, *(share for op, share in ops.items() if op != "how"))


def other_way(text: str, task: str, reader: Reader) -> tuple[str, str] | None:
    """Return how words want what is shown to go out instead, and in which channel; None for no way.

    They are a reply to what does `task`, and want nothing else of it: "same text, as a DM".
    """
    own = _WAY_OF.get(task, "")
    if not own or _BESIDES.search(text) or _DICTATED.search(text):
        return None
    found = reader.revisions.read(_WAYS[own][0], text)
    how, place = found.ops.get("how", 0.0), found.ops.get("place", 0.0)
    if max(how, place) < _LIMITS or any(found.ops.get(op, 0.0) >= _LIKELY for op in _WORDS):
        return None
    marks = found.all("how" if how > place else "place")
    told = {way: m for one in marks for way in _WAYS if (m := _WAYS[way][1].search(one.text))}
    if len(told) != 1 or own in told:
        return None
    way, named = told.popitem()
    channel = next(filter(None, named.groups()), "")
    return (way, channel.replace(" ", "-")) if way != "mail" else None


def only_how(text: str) -> bool:
    """Whether a text says nothing but how something goes out: as a draft, with whom in copy."""
    return all(_KEEPING.fullmatch(one) or only_copies(one) for one in _BREAK.split(text.strip()))


def tells_whom_not(clause: str, task: str, reader: Reader) -> bool:
    """Whether a clause behind what is put in the calendar tells who is not to be written to."""
    parties = reader.revisions.alone(clause).parties if task == _BOOKS else ()
    return any(one.part == "not" for one in parties)
