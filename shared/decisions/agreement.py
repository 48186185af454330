"""Consent in words: a closed list of plain agreements, and nothing else.

A reply agrees only if all of it is in the list. Whatever it says besides (a name, a time, a doubt,
a question) makes it a wish or a question, however it begins; no reading of a reasoner widens this.
"""

import re
import unicodedata

from shared.words import COURTESY

_THAT_IS = r"(?:(?:(?:that|it|this)'s|(?:now )?is)|(?:everything|all(?: of it)?)(?:'s| is))"
_DEGREE = r"(?:(?:all|just|very|quite|so|really|absolutely|perfectly|exactly|precisely|much|now) )*"
_RIGHT = (
    r"fine|good|right|correct|perfect|great|lovely|ok|okay|nice|ideal|excellent|(?:spot|bang) on"
    r"|clear|(?:fully |all )?in (?:good )?order|complete|good enough|proper|accurate|exact|precise"
    r"|all right|alright|sound|splendid|wonderful|marvellous|brilliant|grand|super|smashing"
    r"|champion|magic|satisfactory|acceptable|sensible|beautiful"
)
_IN_ALL = (
    r"(?: (?:in (?:every|all|each) (?:particular|detail|point|respect|way)s?|all round"
    r"|(?:just )?as (?:it's|it stands|shown)))?"
)
"""How far it is said to be as it should."""
_AS_WANTED = (
    r"(?:how|what|as|the way|like) (?:(?:i|we) (?:want(?:ed)?|wish(?:ed)?|meant?|liked?|said|hoped"
    r"|need(?:ed)?|agreed|had (?:in mind|it)|was after|(?:would|'d) (?:say|put|like|have) it)"
    r"|it should be)(?: it(?: to be)?| to (?:say|ask|write|post|send|tell (?:him|her|them)))?"
)
"""How it is said of what is shown that it is as it should be."""
_WELL = r"kind|polite|fair|true|tidy|neat|friendly|decent|honest|generous|warm"
_NOUN = (
    r"(?:read-?back|text|wording|words|details?|numbers?|figures?|names?|dates?|times?"
    r"|day|place|room|channel|spelling|address(?:es)?|card|message|mail|reply|post|entry)"
)
_PRAISE = r"(?:very )?(?:good|great|grand|nice|lovely|fine|top|excellent|cracking|perfect|splendid)"
_PRAISED = (
    r"(?:(?:little|old) )?(?:job|work|stuff|one|man|woman|lad|lass|fellow|person|thing|copy|idea"
    r"|shout|choice|company|crowd|bunch|crew|team|lot)"
)
"""What is praised beside what is shown: "grand job", "the very man"."""
_SHOWN = rf"(?:the )?{_NOUN}(?: is| are)?(?: now)?"
"""What a card shows, in a word."""
_NO_FAULT = (
    r"the (?:one|ticket|take|version|lot|spirit|stuff|way|idea|plan|text|tone|wording)"
    r"(?: (?:i|we) (?:want(?:ed)?|need(?:ed)?))?"
)
"""What is shown, called by a word that finds nothing wrong with it: "that's the ticket"."""
_YOU_MAY = r"(?:(?:you )?(?:can|may)|you(?: are|'re) (?:free|cleared|clear) to)"
"""How it is told that it may."""
_AGREEMENTS = (
    r"yes|yeah|yea|yeh|yh|yep|yup|aye|ja|oui|si|ok|okay|okey|k|sure|sure thing|of course|absolutely"
    r"|definitely|certainly|correct|exactly|affirm(?:ative)?|confirmed|approved|agreed|granted"
    r"|yes do|but yes|(?:i )?(?:agree|confirm|approve)(?: (?:it|this|that))?|(?:spot|bang) on"
    r"|with (?:the greatest (?:of )?)?pleasure|with my blessing|gladly|you have my (?:blessing|yes)"
    r"|i (?:fully )?consent|consented|mhm|mm hm|yah?|ye|hai|sim|tak|vale|tamam|sawa|haan|bueno"
    r"|d'accord|genau|roger(?: that)?|wilco|amen"
    rf"|(?:{_YOU_MAY} )?(?:go(?: ahead)?|proceed|do (?:it|that|this|so))|you (?:can|may) go on"
    r"|do (?:go ahead|proceed)"
    r"|go for it|go on (?:then|so)|(?:carry|crack) on|fire away|run (?:it|this|that)|please do"
    r"|(?:work|away|off|on) (?:away|(?:you|ye) go)|let it be (?:so|done)"
    r"|(?:so )?it may (?:so )?be done"
    r"|by all means|make it so|let's do (?:it|that|this)|ship it|lgtm|perfect|so be it|very well"
    r"|right you are|(?:quite|too) right"
    r"|(?:so )?(?:(?:that|it|this) )?(?:works|fits|suits)(?: for me| me)?"
    rf"|(?:that |it |this )?(?:sounds|looks|reads|feels) {_DEGREE}(?:{_RIGHT}|well|fair)(?: to me)?"
    rf"{_IN_ALL}"
    r"|(?:that's )?fine (?:by|with) me"
    rf"|(?:that|it|this)'ll do(?: nicely)?|(?:that|it|this) (?:can|may) go (?:out|off|in)"
    rf"|{_THAT_IS} (?:all )?(?:{_RIGHT}){_IN_ALL}"
)
_COURTESIES = (
    rf"{COURTESY}|go on|pray|cheers|many thanks|very much|kindly|then|now|right"
    r"|right away|straight away|quick(?:ly)?|at last|just|and|well|oh|ah|so|cool|for me"
    r"|accordingly|with (?:it|that|this)|as shown|sweet|smashing|champion|ace|lush|mint|magic|calm"
    rf"|safe|bet|sick|copy that|i(?: am|'m) {_DEGREE}(?:content|happy|satisfied)"
    r"|bravo|voil[a\u00e0]|bon|bien|prima|parfait|perfetto|perfecto|merci|gracias|danke|grazie"
    r"|obrigad[oa]|bless(?: you)?|god bless(?: you)?|full marks|nice one|well done"
    rf"|(?:an? )?{_PRAISE} {_PRAISED}|the very {_PRAISED}|po|lah"
    r"|(?:my )?(?:love|dear|darling|friend)|sir|ma'am|madam"
    r"|(?:exactly|precisely) (?:this|that|so)"
    r"|(?:very )?(?:fine|great|good|nice|lovely|beautiful)|super|excellent|wonderful|brilliant"
    r"|splendid|perf|grand|marvellous|ta|(?:ha)+|aww?|sadly|alas|(?:that's )?(?:much )?better"
    r"|(?:exactly |just )?like (?:this|that)"
    r"|(?:exactly|just|quite) so|(?:fine|good|right) as (?:it is|it stands|shown)"
    r"|(?:i )?(?:love|like) it|mate|pal|boss|no (?:more )?changes"
    r"|(?:i have )?no (?:more |further )?objections?(?: from me)?"
    rf"|(?:exactly |just )?(?:{_AS_WANTED})|(?:that |it |this )?sounds like me|all good"
    rf"|{_THAT_IS} {_DEGREE}(?:{_RIGHT}|{_WELL}|{_AS_WANTED}|{_NO_FAULT}|(?:much )?better){_IN_ALL}"
    rf"|{_SHOWN} {_DEGREE}(?:{_RIGHT}){_IN_ALL}"
    rf"|(?:(?:that|it|this)'s )?(?:is )?(?:the )?(?:right|correct) {_NOUN}"
    rf"|(?:{_THAT_IS} {_DEGREE})?(?:well|nicely|beautifully|admirably) (?:put|said|written)"
    r"|(?:that|it|this)'s (?:it|her|him|them|like (?:this|that))"
)
_DOINGS = {
    "send": "send|mail|post|dispatch|release|fire|submit|transmit",
    "reply": "send|reply|post|dispatch|release|fire|transmit",
    "forward": "send|forward|pass|dispatch|release|fire|transmit",
    "save": "save|keep",
    "new": "book|schedule|create|set up|make|build|enter|add|save|put|pop|stick|write",
    "add": "add|enter|save|write|insert|put|pop|stick|log|record|note|keep",
    "make": "make|create|set up|add|save",
    "change": "change|update|move|save|enter|apply|put",
    "update": "change|update|save|enter|apply|put",
    "delete": "delete|remove",
    "move": "move|delete|remove",
    "post": "post|send|share|publish|put|stick|fire",
}
"""What doing it may be called, by the word its card begins with; else that word alone."""
_AWAY = (
    r"(?:yes|yeah|yep|yup|aye)(?: please)?(?: that one)?"
    r" (?:(?:cancel|bin|kill) (?:it|that|this|them)|(?:it|that|this) (?:can|may) go)"
    r"|get rid(?: of (?:it|that|this|them))?|(?:out|away) with (?:it|that|this|them)"
)
"""What doing away with something is called as well. What a request is called off by, too, takes a
yes in front of it: alone it is the opposite."""
_THERE = {
    "save": r"(?: as (?:an?|the) drafts?)?",
    "new": r"(?: (?:in|into) (?:the|my) (?:calendar|diary|book))?",
    "add": r"(?: (?:in|into|on|to) (?:the|my) (?:contacts|list|page|sheet))?",
}
"""Where that goes which is put somewhere, by the word its card begins with."""
_WAYS = {
    "send": "off|out|over",
    "fire": "off",
    "pass": "on",
    "book": "in",
    "put": "in|up|on|down",
    "pop": "in",
    "stick": "in|up",
    "write": "in|down",
    "set": "up",
}
"""What may follow "it" after each of these."""
_GOES = {"send": "off|out|away", "book": "in(?: the (?:diary|calendar|book))?", "add": "in"}
"""Where it is said to go, after which of the verbs: "off it goes"."""
_ENTERED = ("new", "add", "change", "update")
"""The words that cards begin with which enter something."""
_AWAY_CARDS = ("delete", "move to the bin")
"""How the cards begin that do away with something."""
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
    if action.casefold().startswith(_AWAY_CARDS):
        agreements = f"{_AWAY}|{agreements}"
    courtesy = rf"(?:(?:{_COURTESIES}) )*"
    return re.fullmatch(rf"{courtesy}(?:(?:{agreements}) {courtesy})+", f"{said} ") is not None


def _doing(action: str) -> str:
    verb = re.sub(r"\W", "", action.split(maxsplit=1)[0].casefold())
    verbs = _DOINGS.get(verb, re.escape(verb))
    each = verbs.split("|")
    there = _THERE.get(verb, "")
    doing = "|".join(f"{one.removesuffix('e')}ing" for one in each)
    person = "|her|him" if action.endswith(" your contacts") else ""
    it = f"it|this|that|them|these|those{person}"
    onward = "(?:go (?:ahead|on)|proceed|carry on|continue) (?:with|and)"
    does = rf"(?:{verbs})(?: (?:{it}){there})?|{onward} (?:{doing}|{verbs}) (?:{it})"
    does += rf"|{onward} (?:the|that|this) {verb}"  # "go ahead with the change"
    heads = {one.partition(" ")[0] for one in each}
    along = "".join(rf"|{one} (?:{it}) (?:{_WAYS[one]})" for one in _WAYS.keys() & heads)
    goes = next((way for one, way in _GOES.items() if one in each), "")
    letter = "|the (?:e?mail|message|reply|letter|post|note)" if "off" in goes else ""
    off = rf"|(?:{goes}) (?:it goes|they go|with (?:{it}{letter}))" if goes else ""
    if letter:
        off += r"|it (?:can|may) (?:now )?(?:go|leave)"
    if verb in _ENTERED:
        off += rf"|(?:get|lock) (?:{it}) in(?: there)?"
    own = "|".join(map(re.escape, re.findall(r"\w+", action.casefold()))) if person else "them"
    whom = rf"(?:that's (?:our |my )?(?:{own}) )?"
    return rf"(?:(?:understood|clear) )?{whom}(?:do |you |{_YOU_MAY} )?(?:{does}{along}{off})"
