"""What a text says between its greeting and how it closes, and wishes about these."""

import re
from typing import NamedTuple

from shared.reasoning.embedded.revising.call import TEXTS, TITLES, Call, CannotRevise
from shared.reasoning.embedded.revising.mentions import is_reached
from shared.reasoning.embedded.revising.values import TIMED, says_nothing, values_in
from shared.understanding.folding import words
from shared.understanding.letters import sentence, worded

_HI = r"(?:hi|hello|dear|hey|good \w+|morning|ciao|hola|salut|bonjour|hallo|greetings)"
_AROUND = re.compile(
    r"(?:(?:it|the \w+) (?:should|must|has to) )?(?:(?:start|begin|open|(?P<ends>end|close|finish))"
    r"(?: (?:it|this|that|off|the \w+))* (?:with|by saying)"
    r"|(?P<signs>sign)(?: (?:it|this|that|off|with|as|from))+(?! (?:for|up|in|on|to)\b))"
    r"(?: the words?)?:? (?P<text>.+)",
    re.IGNORECASE | re.DOTALL,
)
"""How it is said what a text is to begin with, to close with, or to be signed."""
_GREETS = re.compile(
    rf"{_HI}(?: (?:all|both|there|team|everyone|everybody|colleagues|(?-i:[A-Z])[\w-]*))*",
    re.IGNORECASE,
)
_BYE = re.compile(
    r"(?:with )?(?:best|kind|warm|many|all|yours?|thanks|cheers|regards|sincerely|love|greetings)"
    r"(?: (?:regards|wishes|greetings|thanks|the best|sincerely|truly|a lot))?",
    re.IGNORECASE,
)
_ARTICLE = re.compile(rf"^(?:an? )?(?:line|sentence|word)s?:? |^an? (?={_HI}\b)", re.IGNORECASE)
_MY_NAME = re.compile(r"\bmy (?:full |whole )?name\b", re.IGNORECASE)
_PLEASE = re.compile(r",? (?:please|pls|instead(?: of .+)?)\W*$", re.IGNORECASE)
_BESIDE = re.compile(
    r"(?:, (?:it|that)(?:['\u2019]s| is| sounds| reads)\b|[.!?;] (?:the )?(?:rest|others?)\b).*\Z",
    re.IGNORECASE | re.DOTALL,
)
"""What is said of such words, or of the others, behind them."""
_WHOLE = re.compile(
    r"(?:(?:it|the (?:body|text|message|note|mail|e-?mail|reply)) (?:should|must) (?:just )?(?:say"
    r"|read)|(?:make|let|have) it (?:just )?(?:say|read)|(?:change|set|replace) the (?:body|text"
    r"|message|note) (?:to|with)|(?:just )?(?:say|write)(?= [^\"]+ instead$))(?: that)?:? "
    r"(?P<text>(?!.* instead of ).+?)(?: instead)?",
    re.IGNORECASE | re.DOTALL,
)
"""How it is said what all of a text is to be."""
_FOR = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        (
            r"(?:strike|cross out|scratch|delete|remove|take out|change|replace|swap)(?: out)?"
            r' "(?P<old>[^"]+)",?(?: (?:and|to|with|into|for|by|instead|write|put|say|use))*'
            r' "(?P<new>[^"]+)"(?: instead)?'
        ),
        (
            r"(?:change|replace|swap|switch) (?P<old>[^,;:\"]+?) (?:to|with|into|for|by)"
            r" (?P<new>[^,;:\"]+?)(?: please)?"
        ),
    )
)
"""How it is said just which words stand for which: what people are told that they may say."""
_SHORTER = re.compile(
    r"(?:(?:make|keep) it |can it be |it (?:should|could) be )?(?:a (?:bit|little) |much |more )?"
    r"(?:shorter|briefer|brief|concise|to the point)|shorten(?: it)?|(?:it(?:'s| is) )?too long"
    r"|cut it down",
    re.IGNORECASE,
)
_ASKS = re.compile(r"ask (?:him|her|them)\b\s*", re.IGNORECASE)
_THAT = re.compile(r"^that (?=\S+ \S)", re.IGNORECASE)
_TOO = re.compile(r"\s(?:too|as well|also)\W*$", re.IGNORECASE)
_GREETING = re.compile(
    r"\A(?:(?:Hi|Hello|Dear|Hey|Bonjour|Good \w+)\b[^\n]{0,60}[,!]\n+)", re.IGNORECASE
)
_CLOSING = re.compile(
    r"(?:\n+(?:Best|Kind regards|Best regards|Regards|Thanks|Many thanks|Cheers|Sincerely|Yours"
    r"(?: \w+)?),?(?:\n[^\n]{0,60})?)?\s*\Z",
    re.IGNORECASE,
)
_BELOW = re.compile(r"^(?:On .{0,200} wrote:$|-{5,} ?Forwarded message)", re.MULTILINE)
"""How the mail begins that is answered or passed on, which stays as it is."""


class Letter(NamedTuple):
    """A text between its greeting and how it closes; `below` is the mail it answers."""

    greeting: str
    said: str
    closing: str
    below: str

    def saying(self, said: str) -> str:
        """Return the text with something else said in it."""
        return f"{self.greeting}{said}{self.closing}{self.below}"


def said_whole(wish: str, call: Call) -> bool:
    """Say nothing but what a wish gives as all of the text; False for any other wish."""
    found, name = _WHOLE.fullmatch(wish), call.first(TEXTS)
    if found is None or not name or call.has("row") or says_nothing(found["text"]):
        return False
    said = sentence(found["text"].strip(" \"'"))
    return call.set(name, letter_of(call.text(name)).saying(said))


def exchanged_as_named(wish: str, call: Call) -> bool:
    """Put what a wish names in the place of words shown just so; False for any other wish."""
    found = next((m for form in _FOR if (m := form.fullmatch(wish))), None)
    name = call.first(TEXTS)
    if found is None or not name or call.has("row") or _timed(wish, call):
        return False
    old, new = (found[slot].strip(" .!?") for slot in ("old", "new"))
    there = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)", re.IGNORECASE)
    if is_reached(old, call) or not there.search(letter_of(call.text(name)).said):
        return False
    for one in (name, *TITLES):
        if before := call.text(one):
            call.arguments[one] = there.sub(lambda at: _cased(new, at[0]), before)
    return True


def _cased(new: str, old: str) -> str:
    """Return new words with a capital where the old ones had it."""
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


def shortened(wish: str, call: Call) -> bool:
    """Leave out the second half of what a text says; False for any other wish."""
    if not _SHORTER.fullmatch(wish):
        return False
    name = _text_of(call)
    letter = letter_of(call.text(name))
    sentences = [one for one in re.split(r"(?<=[.!?])\s+", letter.said) if one]
    if len(sentences) < 2:  # noqa: PLR2004
        raise CannotRevise("It is a single sentence already. Tell me what it should say instead.")
    kept = sentences[: (len(sentences) + 1) // 2]
    return call.set(name, letter.saying(" ".join(kept)))


def said_around(wish: str, call: Call) -> bool:
    """Begin a text, close it or sign it with what a wish says."""
    found, name = _AROUND.fullmatch(wish), call.first(TEXTS)
    text = _ARTICLE.sub("", found["text"]) if found else ""
    text = _MY_NAME.sub(call.profile.name or "I", text)
    text = _PLEASE.sub("", _BESIDE.sub("", text)).strip(" \"'")
    if found is None or not call.text(name) or not text or _timed(text, call):
        return False
    letter = letter_of(call.text(name))
    if not (found["ends"] or found["signs"]):
        begun = letter.saying(f"{sentence(text)} {letter.said}")
        return greeted(text, call) or call.set(name, begun)
    bye, *named = letter.closing.strip().split("\n")[:2]
    regards, _, who = text.partition(",")
    if _BYE.fullmatch(regards) and (who or name == "body"):
        closing = "\n".join((f"{regards},", *([who.strip()] if who else named)))
    elif found["signs"]:
        closing = f"{bye}\n{text}" if bye and name == "body" else text
    else:
        return False
    closed = letter._replace(closing=f"{_apart(name)}{closing}")
    return call.set(name, closed.saying(letter.said))


def greeted(text: str, call: Call) -> bool:
    """Let a text begin with a greeting, in the place of its own; False for any other words."""
    name, greeting = _text_of(call), text.strip(" \"',.!")
    if not _GREETS.fullmatch(greeting):
        return False
    letter = letter_of(call.text(name))
    begun = letter._replace(greeting=f"{greeting},{_apart(name)}")
    return call.set(name, begun.saying(letter.said))


def _apart(name: str) -> str:
    """Return what stands between the parts of a mail, or of a shorter text."""
    return "\n\n" if name == "body" else "\n"


def say_besides(text: str, call: Call, verb: str = "") -> bool:
    """Say something more in the text of a call, behind what it says; raise CannotRevise."""
    name = _text_of(call)
    letter = letter_of(call.text(name))
    text = _THAT.sub("", _TOO.sub("", text))
    verb = "" if verb == "tell" and call.has("channel") else verb  # it goes to nobody in particular
    if found := _ASKS.match(text):  # "ask her for it"
        verb, text = "ask", text[found.end() :]
    if {*words(letter.said)} < {*words(text)}:  # it is said once more, with what was missing
        return call.set(name, letter.saying(sentence(text)))
    listed = letter.said[-1:].isalnum() and "," in letter.said
    if listed and not verb:
        return call.set(name, letter.saying(f"{letter.said}, {text.rstrip('.')}"))
    more = worded(verb, text) if verb else sentence(text)
    stopped = letter.said if not letter.said[-1:].isalnum() or verb else f"{letter.said}."
    return call.set(name, letter.saying(f"{stopped} {more}".strip()))


def _timed(wish: str, call: Call) -> bool:
    """Whether a wish names a time, and the call is at one."""
    own = any(call.arguments.get(name) for name in ("start", "until"))
    return own and any(one.kind in TIMED for one in values_in(wish))


def _text_of(call: Call) -> str:
    name = call.first(TEXTS)
    if not name:
        raise CannotRevise("There is no text in this that could be changed.")
    return name


def letter_of(text: str) -> Letter:
    """Take a text apart."""
    greeting = found[0] if (found := _GREETING.match(text)) else ""
    rest = text[len(greeting) :]
    below = f"\n\n{rest[found.start() :]}" if (found := _BELOW.search(rest)) else ""
    rest = rest[: found.start()].rstrip() if found else rest
    closing = found[0] if (found := _CLOSING.search(rest)) else ""
    return Letter(greeting, rest[: len(rest) - len(closing)].strip(), closing, below)
