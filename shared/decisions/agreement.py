"""Consent in words: a closed list of plain agreements, and nothing else.

A reply agrees only if all of it is in the list. Whatever it says besides (a name, a time, a doubt,
a question) makes it a wish or a question, however it begins; no reading of a reasoner widens this.
"""

import re
import unicodedata

_AGREEMENTS = (
    r"yes|yeah|yea|yep|yup|aye|ja|oui|si|ok|okay|okey|k|sure|sure thing|of course|absolutely"
    r"|definitely|certainly|correct|exactly|affirmative|confirm|confirmed|approve|approved|agreed"
    r"|i (?:agree|approve|confirm)"
    r"|(?:you (?:can|may) )?(?:go(?: ahead)?|proceed|do (?:it|that|this|so))|you (?:can|may) go on"
    r"|go for it|please do|by all means|make it so|let's do (?:it|that|this)|ship it|lgtm|perfect"
    r"|(?:that |it )?(?:sounds|looks) (?:good|great|fine|right|perfect)|works for me"
    r"|(?:that's )?fine (?:by|with) me|that's (?:fine|good|right|correct|ok|okay|perfect|great)"
)
_COURTESIES = (
    r"please|pls|plz|thanks|thank you|thx|ty|cheers|many thanks|very much|kindly|then|now|right now"
    r"|right away|straight away|just|and|well|oh|ah|so|fine|great|good|cool|nice|super|excellent"
    r"|wonderful|for me|with (?:it|that|this)|as shown"
)
_DOINGS = {
    "send": "send|mail",
    "reply": "send|reply",
    "forward": "send|forward|pass",
    "save": "save|keep",
    "new": "book|schedule|create|set up|make|build",
    "change": "change|update|move",
    "update": "change|update",
    "delete": "delete|remove",
    "post": "post|send",
}
"""What doing it may be called, by the word its card begins with; else that word alone."""
_SIGNS = (
    (re.compile("[\U0001f44d\u2705\U0001f44c\U0001f197\u2714\u2611]"), " yes "),
    (re.compile("[\u2018\u2019`]"), "'"),
    (re.compile("[\ufe0f\u200d\U0001f3fb-\U0001f3ff]"), ""),
)
_HESITANT = re.compile(r"\?|\.\.|\u2026")
_APART = re.compile(r"[\s.,!;:-]+")
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
    said = re.sub(r"\bthats\b", "that's", re.sub(r"\blets\b", "let's", said))
    agreements = f"{_AGREEMENTS}|{_doing(action)}" if action else _AGREEMENTS
    courtesy = rf"(?:(?:{_COURTESIES}) )*"
    return re.fullmatch(rf"{courtesy}(?:(?:{agreements}) {courtesy})+", f"{said} ") is not None


def _doing(action: str) -> str:
    verb = re.sub(r"\W", "", action.split(maxsplit=1)[0].casefold())
    verbs = _DOINGS.get(verb, re.escape(verb))
    doing = "|".join(f"{one.removesuffix('e')}ing" for one in verbs.split("|"))
    it = "it|this|that|them|these|those"
    onward = "(?:go (?:ahead|on)|proceed|carry on|continue) (?:with|and)"
    does = rf"(?:{verbs})(?: (?:{it}))?|{onward} (?:{doing}|{verbs}) (?:{it})"
    return rf"(?:understood )?(?:you (?:can|may) )?(?:{does})"
