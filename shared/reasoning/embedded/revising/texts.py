"""Wishes about words: "change Friday to Monday", "say ... instead", "add that ...", "shorter"."""

import re
from typing import NamedTuple, cast

from shared.models.base import Json
from shared.reasoning.embedded.revising.call import PEOPLE, TEXTS, TITLES, Call, CannotRevise
from shared.reasoning.embedded.revising.contrasts import contrasted
from shared.reasoning.embedded.revising.mentions import is_called, is_out
from shared.reasoning.embedded.revising.values import (
    CRIES,
    TIMED,
    clauses,
    exchanged,
    exchanges,
    says_nothing,
    values_in,
)
from shared.understanding.folding import fold
from shared.understanding.letters import sentence, worded

_HELD = (
    r"(?:.*\b(?:make|do|have|hold|put|place|move|shift|book|stick|get|meet|sit|be|go|it's)"
    r"(?: (?:it|us|that|this|them|everyone|everybody|all))*,? )?"
)
_PLACE = re.compile(
    rf"{_HELD}(?:(?:in|into|at) (?P<at>(?:the |our |my )?(?:(?-i:[A-Z])\S*|room|office"
    r"|meeting room)(?: \S+){0,3}?)|(?:(?:in|on|over|via|at|to) )?(?P<online>online|zoom"
    r"|(?:ms )?teams|google meet|webex|skype))"
    r"(?: (?:instead|please|pls|then|too|for (?:it|this|that)))*",
    re.IGNORECASE,
)
_ROOM = re.compile(
    r"\broom (?!(?:a|an|at|and|are|as|by|for|has|i|if|in|instead|is|it|of|on|or|please|so|that"
    r"|the|then|to|too|was|we|which|who|will|with|would|you)\b)(?P<name>[\w-]+)",
    re.IGNORECASE,
)
_SAID = re.compile(
    r":|\b(?:say|says|saying|tell|ask|mention|write|note|(?:add|and|know|put) that)\b",
    re.IGNORECASE,
)
"""What puts a place among words to be said."""
_THEN = re.compile(r"(?:,? (?:then|rather|please|pls|today))+$", re.IGNORECASE)
_WHOLE = re.compile(
    r"(?:(?:it|the (?:body|text|message|note|mail|e-?mail|reply)) (?:should|must) (?:just"
    r" )?(?:say|read|be)"
    r"|(?:make|let|have) it (?:just )?(?:say|read)|(?:change|set|replace) the (?:body|text"
    r"|message|note)"
    r" (?:to|with)|(?:just )?(?:say|write"
    r"|put(?! (?:it|this|that|them)\b)|tell (?:him|her|them))(?= .+ instead))"
    r"(?: that)?:?\s+(?P<text>.+?)(?: instead)?",
    re.IGNORECASE | re.DOTALL,
)
_HOW = (
    r"(?:also|too|as well|still|besides|in addition|on top|at the end|in there"
    r"|in(?! (?:the|its|it)\b))"
)
_WHERE = (
    r"(?: (?:to|in|into|at|on|under) (?:it|there|(?:the|its|my|this) (?:notes?|body|text|e?-?mail"
    r"|message|reply|answer|page|post|(?:check)?list|end|bottom|top|description|invite|invitation)"
    r"(?: (?:to|for) [\w'-]+(?=[,:]| that\b))?)"
    r"| (?:on top|above|below|under(?:neath)?)(?: of)?(?: it| that| the (?:mail|message))?"
    r"| (?:after|behind) (?:it|that|this)| afterwards)"
)
_LINE = (
    r"(?:(?:an?|one|two|three|four|five|\d|another|some|few|more|the|this|these|following|short) )*"
    r"(?:lines?|sentences?|notes?|paragraphs?|ps|remarks?|words?|points?|bullets?|things?|items?"
    r"|topics?|questions?|ones?)"
)
_PUT = r"(?:put|write|say|throw|stick|slip|pop|drop|work|squeeze|fit|note|list)"
_MORE = re.compile(
    rf"(?:and |plus )?(?:(?:{_HOW},? )*(?:{_PUT}|tell|ask|thank)(?: (?:him|her|them))?(?: {_HOW})+"
    rf"|{_HOW},? (?:say|write|tell|ask|thank)(?: (?:him|her|them))?"
    rf"|{_PUT}(?: down| {_HOW})?(?:{_WHERE}|(?: {_LINE})(?:{_WHERE},|(?:{_WHERE})?(?=:| that\b)))"
    r"|(?:(?:it|this|that|the \w+) (?:also |still )?(?:needs|wants|lacks|is missing|should have"
    r"|could (?:use|do with)) )?"
    rf"(?:an?|another|one more|the) (?:(?:second|third|next|last|further|new|final) )?{_LINE}(?=:)"
    r"|(?:[^.:;!?]{1,40} if )?(?:it|this|that|the \w+) (?:(?:could|should|would|might|may) )?also"
    r" (?:sa(?:id|ys?)|mention(?:ed|s)?|told|tells?|read|stated?)(?= that\b|:)"
    r"|(?:below|underneath|under(?: it)?)(?: it| that)?(?=:)"
    r"|in (?:the|my) (?:e?-?mail|message|reply|post|note|page|text),? (?:say|write|tell|ask|offer)"
    r"|(?:(?:still|what(?:'s| is)(?: still)?) )?missing(?: is| still)*(?=:)"
    r"|(?:offer|promise|assure|remind) (?:him|her|them)(?= that\b)"
    rf"|(?:{_HOW},? )?(?:add|mention|include|append)(?: {_HOW})*|also"
    r"|(?:(?:he|she|they) should|let (?:him|her|them))(?: also)? know(?: too| as well| also)"
    r"|(?:i'd|i would) (?:also )?like to (?:also )?(?:say|add|mention)"
    r"|(?:one more|another) thing(?: for the \w+)?:|p\.?s\.?:?"
    r"|let (?:it|this|that|the \w+) also (?:say|read|mention)"
    rf")(?: (?:him|her|them))?(?: {_LINE}(?: saying| that says)?)?(?:{_WHERE},?)?"
    r"(?: to say)?(?: that)?:?\s+(?P<text>.+)",
    re.IGNORECASE | re.DOTALL,
)
_MAIL_TO = re.compile(
    r"\b(?:e?-?mail|message|reply|answer) (?:to|for) (?!(?:him|her|them)\b)(?P<who>[\w'-]+)\W*"
    r"(?:that )?$",
    re.IGNORECASE,
)
"""How it is said into whose mail something is put."""
_HI = r"(?:hi|hello|dear|hey|good \w+|morning|ciao|hola|salut|greetings)"
_IT = r"(?: (?:it|this|that|off|the \w+))*"
_AROUND = tuple(
    re.compile(form, re.IGNORECASE | re.DOTALL)
    for form in (
        (
            rf"(?:(?:it|the \w+) (?:should|must|has to) |let{_IT} )?(?P<how>start|begin|open|end"
            rf"|close|finish|sign){_IT} (?:with|as|by saying)(?: the words?)?:? (?P<text>.+)"
        ),
        r"(?P<how>sign) (?:it|this|that|off|the \w+):? (?P<text>(?!for\b|up\b|in\b|on\b|to\b).+)",
        (
            rf"(?:{_PUT}|add) (?P<text>.+) (?:at|in) (?:the )?(?:very )?"
            r"(?P<how>beginning|start|top|front)(?: of .+)?"
        ),
        (
            rf"(?:{_PUT} |use )?(?P<text>{_HI} .+?),? (?:not|instead of|rather than)"
            rf" (?P<how>{_HI})\b.*"
        ),
        (
            r"(?:with |use |make )?(?:(?:the|a|as) )?(?P<how>greeting|salutation)"
            rf"(?: (?:line|should|must|has to|be|is))*:? (?P<text>[\"']?{_HI}[^,;.\"]*[\"']?)"
            r"(?:[,;.]\"? (?:because|since|as|we|i|he|she|they|it|that)\b.*)?"
        ),
        (
            r"at the (?:very )?(?P<how>beginning|start|top|end|bottom)"
            rf",?:? (?:{_PUT} |add )?(?P<text>.+)"
        ),
    )
)
"""How it is said what a text is to begin with, to end with, or to be signed."""
_FRONT = re.compile(rf"start|begin|open|top|front|greeting|salutation|{_HI}", re.IGNORECASE)
_HELLO = re.compile(rf"{_HI}\b", re.IGNORECASE)
_BYE = re.compile(
    r"(?:with )?(?:best|kind|warm|many|all|yours?|thanks|cheers|regards|sincerely|love|greetings)"
    r"(?: (?:regards|wishes|greetings|thanks|the best|sincerely|truly|a lot))?",
    re.IGNORECASE,
)
_ARTICLE = re.compile(
    rf"^(?:an? )?(?:line|sentence|word)s?:? |^an? (?={_HI}\b)|^from (?=the\b)", re.IGNORECASE
)
_MY_NAME = re.compile(r"\bmy (?:full |whole )?name\b", re.IGNORECASE)
_PLEASE = re.compile(r",? (?:please|pls|instead(?: of .+)?)\W*$", re.IGNORECASE)
_SWAP = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        (
            r"(?:change|replace|swap|correct|turn) (?:the word |every )?(?P<old>.+?) (?:to|with"
            r"|into|for|by)"
            r" (?P<new>.+)"
        ),
        (
            r"(?:use|say|write|put|make it|it'?s|it should (?:be|say|read))? ?(?P<new>.+?)"
            r" (?:instead of|rather than|not) (?P<old>.+)"
        ),
        r"not (?P<old>.+?),? but (?P<new>.+)",
        r"not (?P<old>[^,.]+), (?:rather )?(?P<new>[^,.]+)",
    )
)
_SHORTER = re.compile(
    r"(?:(?:make|keep) it |can it be |it (?:should|could) be )?(?:a (?:bit|little) |much |more )?"
    r"(?:shorter|briefer|brief|concise|to the point)|shorten(?: it)?|(?:it(?:'s| is) )?too long"
    r"|cut it down",
    re.IGNORECASE,
)
_WITHOUT = re.compile(
    r"(?:remove|drop|delete|leave out|take out|cut|skip|lose|without|don't mention|do not mention)"
    r" (?:the )?(?:(?:word|bit) \"?(?P<word>[\w-]+)\"?"
    r"|(?P<which>last|first|second|third) (?:sentence|line)|(?:part|bit|sentence|line)"
    r" (?:about|with|on) (?P<about>.+)|(?P<words>.+))"
    r"|(?:leave|keep|take) (?P<out>.+?) out(?: of (?:it|this|that|the \w+))?",
    re.IGNORECASE,
)
_DATED = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow)\b", re.IGNORECASE
)
_GREETING = re.compile(r"\A(?:(?:Hi|Hello|Dear|Hey|Good \w+)\b[^\n]{0,60}[,!]\n+)", re.IGNORECASE)
_CLOSING = re.compile(
    r"(?:\n+(?:Best|Kind regards|Best regards|Regards|Thanks|Many thanks|Cheers|Sincerely|Yours"
    r"(?: \w+)?),?(?:\n[^\n]{0,60})?)?\s*\Z",
    re.IGNORECASE,
)
_BELOW = re.compile(r"^(?:On .{0,200} wrote:$|-{5,} ?Forwarded message)", re.MULTILINE)
"""How the mail begins that is answered or passed on, which stays as it is."""
_POINTER = re.compile(r"(?:that|this|it|them|those|him|her)\W*", re.IGNORECASE)
_OWNED = re.compile(r"^(?:the|my|our|\w+'s) ", re.IGNORECASE)
_LEAST_SAID = 3
"""Words of what is said besides, after "and"."""
_NTH = {"first": 0, "second": 1, "third": 2, "last": -1}


class _Letter(NamedTuple):
    """A text between its greeting and how it closes; `below` is the mail it answers."""

    greeting: str
    said: str
    closing: str
    below: str

    def saying(self, said: str) -> str:
        """Return the text with something else said in it."""
        return f"{self.greeting}{said}{self.closing}{self.below}"


def revise_texts(wish: str, call: Call) -> bool:
    """Change what is said; False if the wish is about something else."""
    return (
        _placed(wish, call)
        or _shortened(wish, call)
        or _said_whole(wish, call)
        or _said_more(wish, call)
        or _exchanged_in(wish, call)
        or _swapped(wish, call)
        or contrasted(wish, call)
        or _left_out(wish, call)
    )


def _placed(wish: str, call: Call) -> bool:
    """Hold it where a clause says, or in the only room that is named."""
    if not call.has("location") or _DATED.search(wish):
        return False
    found = next((m for one in clauses(wish) if (m := _PLACE.fullmatch(one.strip(" .!?")))), None)
    rooms = [] if found or _SAID.search(wish) else list(_ROOM.finditer(wish))
    if found:
        at = found["at"] or (found["online"] or "").title()
    elif len(rooms) == 1 and not is_out(wish, *rooms[0].span()):
        at = f"Room {rooms[0]['name'].title()}"
    else:
        return False
    return call.set("location", _THEN.sub("", at).strip(' "'))


def _shortened(wish: str, call: Call) -> bool:
    if not _SHORTER.fullmatch(wish):
        return False
    name = _text_of(call)
    letter = letter_of(call.text(name))
    sentences = single_sentences(letter.said)
    if len(sentences) < 2:  # noqa: PLR2004
        raise CannotRevise("It is a single sentence already. Tell me what it should say instead.")
    kept = sentences[: (len(sentences) + 1) // 2]
    return call.set(name, letter.saying(" ".join(kept)))


def _said_whole(wish: str, call: Call) -> bool:
    found = _WHOLE.fullmatch(wish)
    return found is not None and " instead of " not in wish and _say(found["text"], call)


def _say(text: str, call: Call) -> bool:
    if says_nothing(text) or call.has("row"):
        return False
    name = _text_of(call)
    return call.set(name, letter_of(call.text(name)).saying(sentence(text)))


def _said_more(wish: str, call: Call) -> bool:
    found = _MORE.fullmatch(wish)
    if not found:
        return False
    text, lead = found["text"], wish[: found.start("text")]
    verb = next((v for v in ("ask", "thank") if re.search(rf"\b{v}\b", lead)), "")
    _refuse_another(lead, call)
    if _POINTER.fullmatch(text):
        return False
    return say_besides(text, call, "tell" if text.startswith("to ") and not verb else verb)


def _refuse_another(lead: str, call: Call) -> None:
    """Raise CannotRevise where something is to be put into a mail to somebody else."""
    named = _MAIL_TO.search(lead)
    reached = [one for where in PEOPLE for one in call.listed(where)]
    if named and reached and not any(is_called(named["who"], one) for one in reached):
        raise CannotRevise(f"What is shown does not go to {named['who']}. Answer this one first.")


def said_around(wish: str, call: Call) -> bool:
    """Begin a text, end it or sign it with what a wish says."""
    found = next((m for form in _AROUND if (m := form.fullmatch(wish))), None)
    name = call.first(TEXTS)
    text = _ARTICLE.sub("", found["text"]) if found else ""
    text = _MY_NAME.sub(call.profile.name or "I", text)
    text = _PLEASE.sub("", text).strip(" \"'")
    if found is None or not call.text(name) or not text or timed(text, call):
        return False
    letter, how = letter_of(call.text(name)), found["how"].casefold()
    apart = "\n\n" if name == "body" else "\n"
    if _FRONT.match(how):
        if _HELLO.match(text):
            return call.set(
                name, letter._replace(greeting=f"{text.rstrip(',')},{apart}").saying(letter.said)
            )
        return call.set(name, letter.saying(f"{sentence(text)} {letter.said}"))
    bye, *named = letter.closing.strip().split("\n")[:2]
    regards, _, who = text.partition(",")
    if _BYE.fullmatch(regards) and (who or name == "body"):
        closing = "\n".join((f"{regards},", *([who.strip()] if who else named)))
    elif how == "sign":
        closing = f"{bye}\n{text}" if bye and name == "body" else text
    else:
        return say_besides(text, call)
    return call.set(name, letter._replace(closing=f"{apart}{closing}").saying(letter.said))


def say_besides(text: str, call: Call, verb: str = "") -> bool:
    """Say something more in the text of a call, behind what it says; raise CannotRevise."""
    name = _text_of(call)
    letter = letter_of(call.text(name))
    listed = letter.said[-1:].isalnum() and "," in letter.said
    if listed and not verb:
        return call.set(name, letter.saying(f"{letter.said}, {text.rstrip('.')}"))
    more = worded(verb, text) if verb else sentence(text)
    stopped = letter.said if not letter.said[-1:].isalnum() or verb else f"{letter.said}."
    return call.set(name, letter.saying(f"{stopped} {more}".strip()))


def _swapped(wish: str, call: Call) -> bool:
    for pattern in _SWAP:
        if found := pattern.fullmatch(wish):
            old, new = (found[slot].strip(" \"'.,!?") for slot in ("old", "new"))
            if _POINTER.fullmatch(old) or fold(new) in CRIES:
                continue  # "not that", "gosh, not Friday": which words are meant is not said
            if swap(old, new, call) or swap(old.partition(",")[0], new, call):  # then why
                return True
            old, _, more = old.partition(" and ")
            if len(more.split()) >= _LEAST_SAID and swap(old, new, call):
                return _said_along(more, call)
    return False


def _said_along(more: str, call: Call) -> bool:
    """Say something more in the sentence that a text ends with."""
    name = _text_of(call)
    letter = letter_of(call.text(name))
    said = letter.said.rstrip(".!?")
    return call.set(name, letter.saying(f"{said} and {more}{letter.said[len(said) :]}"))


def _exchanged_in(wish: str, call: Call) -> bool:
    """Put a value where the text has one of its kind, and only one; why may follow it.

    A call's own time is not meant here.
    """
    name = call.first(TEXTS)
    known = letter_of(call.text(name)).said if name else ""
    if not known or timed(wish, call):
        return False
    swaps = exchanges(known, wish)
    return bool(swaps) and False not in [_exchange(*swap, call) for swap in swaps]


def timed(wish: str, call: Call) -> bool:
    """Whether a wish names a time, and the call is at one."""
    own = any(call.arguments.get(name) for name in ("start", "until"))
    return own and any(one.kind in TIMED for one in values_in(wish))


def _exchange(old: str, new: str, call: Call) -> bool:
    """Put a value in the place of another wherever that stands in what is written."""
    changed = {
        name: after
        for name in (*TEXTS, *TITLES)
        if (before := call.text(name)) and (after := exchanged(before, old, new)) != before
    }
    call.arguments |= changed
    return bool(changed)


def swap(old: str, new: str, call: Call, *, quoted: bool = False) -> bool:
    """Replace words wherever they stand; False if they stand nowhere.

    "The" before words that are not `quoted` stays where the new ones have none.
    """
    old = old if quoted or _OWNED.match(new) else _OWNED.sub("", old)
    pattern = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)", re.IGNORECASE)
    changed = {
        name: _replaced(value, pattern, new)
        for name, value in call.arguments.items()
        if name in {*TEXTS, *TITLES, "location", "row"}
    }
    changed = {name: value for name, value in changed.items() if value != call.arguments[name]}
    call.arguments |= changed
    timed = any(call.arguments.get(name) for name in ("start", "until"))
    return bool(changed) and not (timed and _DATED.search(new))


def _replaced(value: Json, pattern: re.Pattern[str], new: str) -> Json:
    if isinstance(value, list):
        return [_replaced(one, pattern, new) for one in cast("list[Json]", value)]
    if isinstance(value, str):
        return pattern.sub(lambda found: _cased(new, found[0]), value)
    if isinstance(value, int | float) and pattern.fullmatch(str(value)) and new.isdigit():
        return int(new)
    return value


def _cased(new: str, old: str) -> str:
    """Return new words with a capital where the old ones had it."""
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


def _left_out(wish: str, call: Call) -> bool:
    found = _WITHOUT.fullmatch(wish)
    name = call.first(TEXTS)
    if found is None or not name:
        return False
    if word := found["word"]:
        kept = re.sub(rf"\b{re.escape(word)}\b ?", "", call.text(name), flags=re.IGNORECASE)
        return call.set(name, kept)
    letter = letter_of(call.text(name))
    sentences = single_sentences(letter.said)
    if which := found["which"]:
        place = _NTH[which.casefold()]
        gone = sentences[place:][:1] if place < len(sentences) else []
    else:
        words = _named(found["about"] or found["words"] or found["out"])
        gone = [one for one in sentences if words.casefold() in one.casefold()]
    left = [one for one in sentences if one not in gone]
    if not gone:
        return False
    named = _named(found["words"] or found["out"] or "")
    if not left and (shorter := _without_one(letter.said, named)) != letter.said:
        left = [shorter]
    if not left:
        raise CannotRevise("Then nothing would be left. Tell me what it should say instead.")
    return call.set(name, letter.saying(" ".join(left)))


def _named(words: str) -> str:
    """Return what is to be left out by its name: "Sarah" for "Sarah's name"."""
    return re.sub(
        r"^the |(?:['\u2019]s)? (?:name|word|part|bit)$", "", words.strip(' "'), flags=re.IGNORECASE
    )


def _without_one(said: str, words: str) -> str:
    """Return a text without one of several that it joins, or what is told with a preposition.

    "On Tuesday and Wednesday" without "Wednesday", "I check it with Sarah" without "Sarah".
    """
    one = re.escape(words)
    joined = re.compile(
        rf",? (?:and|or|&|with|from|to|for|by) {one}(?!\w)|(?<!\w){one} (?:and|or|&) ",
        re.IGNORECASE,
    )
    return joined.sub("", said) if words else said


def _text_of(call: Call) -> str:
    name = call.first(TEXTS)
    if not name:
        raise CannotRevise("There is no text in this that could be changed.")
    return name


def letter_of(text: str) -> _Letter:
    """Take a text apart."""
    greeting = found[0] if (found := _GREETING.match(text)) else ""
    rest = text[len(greeting) :]
    below = f"\n\n{rest[found.start() :]}" if (found := _BELOW.search(rest)) else ""
    rest = rest[: found.start()].rstrip() if found else rest
    closing = found[0] if (found := _CLOSING.search(rest)) else ""
    return _Letter(greeting, rest[: len(rest) - len(closing)].strip(), closing, below)


def single_sentences(text: str) -> list[str]:
    """Return the sentences of a text, in order."""
    return [one for one in re.split(r"(?<=[.!?])\s+", text) if one]
