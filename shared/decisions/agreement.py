"""Consent in words: a closed list of plain agreements, and nothing else.

A reply agrees only if all of it is in the list. Whatever it says besides (a name, a time, a doubt,
a question) makes it a wish or a question, however it begins; no reading of a reasoner widens this.
"""

import re
import unicodedata

from shared.words import COURTESY

_AGREEMENTS = (
    r"yes|yeah|yea|yep|yup|aye|ja|oui|si|ok|okay|okey|k|sure|sure thing|of course|absolutely"
    r"|definitely|certainly|correct|exactly|affirmative|confirmed|approved|agreed|yes do"
    r"|(?:i )?(?:agree|confirm|approve)(?: (?:it|this|that))?|spot on|bang on|with pleasure|gladly"
    r"|(?:you (?:can|may) )?(?:go(?: ahead)?|proceed|do (?:it|that|this|so))|you (?:can|may) go on"
    r"|go for it|go on then|(?:carry|crack) on|run (?:it|this|that)|please do|by all means"
    r"|make it so|let's do (?:it|that|this)|ship it|lgtm|perfect|works for me"
    r"|(?:that |it |this )?(?:sounds|looks|reads) (?:good|great|fine|right|perfect|lovely)"
    r"|(?:that's )?fine (?:by|with) me|(?:that|it|this)'ll do(?: nicely)?"
    r"|(?:that|it|this)'s (?:all )?(?:fine|good|right|correct|ok|okay|perfect|great|lovely)"
)
_COURTESIES = (
    rf"{COURTESY}|cheers|many thanks|very much|kindly|then|now|right"
    r"|right away|straight away|just|and|well|oh|ah|so|cool|for me|with (?:it|that|this)|as shown"
    r"|(?:very )?(?:fine|great|good|nice|lovely)|super|excellent|wonderful|brilliant|splendid"
    r"|grand|(?:that's )?(?:much )?better|like (?:this|that)|(?:i )?(?:love|like) it|mate|pal|boss"
    r"|(?:that|it|this)'s (?:it|her|him|them|the one|in order|like (?:this|that)"
    r"|what i (?:want(?:ed)?|meant?))|all good"
)
_DOINGS = {
    "send": "send|mail|post|dispatch|release|fire|submit",
    "reply": "send|reply|post|dispatch|release|fire",
    "forward": "send|forward|pass|dispatch|release",
    "save": "save|keep",
    "new": "book|schedule|create|set up|make|build|enter|add|save|put|pop",
    "add": "add|enter|save|write|insert|put|pop",
    "make": "make|create|set up|add|save",
    "change": "change|update|move|save|enter",
    "update": "change|update|save|enter",
    "delete": "delete|remove",
    "post": "post|send|share|publish",
}
"""What doing it may be called, by the word its card begins with; else that word alone."""
_WAYS = {
    "send": "off|out|over",
    "fire": "off",
    "pass": "on",
    "book": "in",
    "put": "in",
    "pop": "in",
    "write": "in|down",
    "set": "up",
}
"""What may follow "it" after each of these."""
_GOES = {"send": "off|out", "book": "in", "add": "in"}
"""Where it is said to go, after which of the verbs: "off it goes"."""
_SIGNS = (
    (re.compile("[\U0001f44d\u2705\U0001f44c\U0001f197\u2714\u2611]"), " yes "),
    (re.compile("[\u2018\u2019`]"), "'"),
    (re.compile("[\ufe0f\u200d\U0001f3fb-\U0001f3ff]"), ""),
)
_HESITANT = re.compile(r"\?|\.\.|\u2026")
_APART = re.compile(r"[\s.,!;:-]+")
_CLIPPED = re.compile(r"\b(that|it)(s|ll)\b")
_SAID_IN_FULL = re.compile(r"(?<=\b(?:that|this))(?: is| will)\b|(?<=\bit)(?: is| will)\b")
STRETCHED = re.compile(r"([a-z])\1{2,}")


def plainly_agrees(text: str, action: str = "") -> bool:
    """Return whether a reply agrees, and says nothing else.

    `action` is the title of the card agreed to ("Send this email"): its verb agrees as well, said
    of "it" or by itself, or as what is gone on with.
    """
    said = unicodedata.normalize("NFC", text).casefold()
    for sign, plain in _SIGNS:
        said = sign.sub(plain, said)
    if _HESITANT.search(said):
        return False
    said = STRETCHED.sub(r"\1", _APART.sub(" ", said).strip())
    said = _CLIPPED.sub(r"\1'\2", re.sub(r"\blets\b", "let's", said))
    said = _SAID_IN_FULL.sub(lambda full: "'s" if full[0] == " is" else "'ll", said)
    agreements = f"{_AGREEMENTS}|{_doing(action)}" if action else _AGREEMENTS
    courtesy = rf"(?:(?:{_COURTESIES}) )*"
    return re.fullmatch(rf"{courtesy}(?:(?:{agreements}) {courtesy})+", f"{said} ") is not None


def _doing(action: str) -> str:
    verb = re.sub(r"\W", "", action.split(maxsplit=1)[0].casefold())
    verbs = _DOINGS.get(verb, re.escape(verb))
    each = verbs.split("|")
    doing = "|".join(f"{one.removesuffix('e')}ing" for one in each)
    person = "|her|him" if action.endswith("to your contacts") else ""
    it = f"it|this|that|them|these|those{person}"
    onward = "(?:go (?:ahead|on)|proceed|carry on|continue) (?:with|and)"
    does = rf"(?:{verbs})(?: (?:{it}))?|{onward} (?:{doing}|{verbs}) (?:{it})"
    heads = {one.partition(" ")[0] for one in each}
    along = "".join(rf"|{one} (?:{it}) (?:{_WAYS[one]})" for one in _WAYS.keys() & heads)
    goes = next((way for one, way in _GOES.items() if one in each), "")
    off = rf"|(?:{goes}) (?:it goes|they go|with (?:{it}))" if goes else ""
    return rf"(?:understood )?(?:you (?:can|may) )?(?:{does}{along}{off})"
