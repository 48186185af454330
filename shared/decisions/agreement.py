"""Consent in words: a closed list of plain agreements, and nothing else.

A reply agrees only if all of it is in the list: a row of phrases that agree, that praise what is
shown, that tell to go on with it, and of courtesies. Whatever it says besides (a name, a time, a
doubt, a question) makes it a wish or a question, however it begins; no reading of a reasoner widens
this.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache

from shared.words import COURTESY

_DEGREE = (
    r"(?:(?:all|just|very|quite|so|really|absolutely|perfectly|exactly|precisely|much|now|still"
    r"|fully|truly|simply) )*"
)
_GOOD = (
    r"fine|good|right|correct|perfect|great|lovely|ok|okay|nice|ideal|excellent|(?:spot|bang) on"
    r"|in (?:good )?order|good enough|proper|accurate|exact|precise|all right|alright|sound"
    r"|splendid|wonderful|marvellous|brilliant|grand|super|smashing|champion|magic|satisfactory"
    r"|acceptable|sensible|beautiful"
)
_WELL = r"well|kind|polite|fair|true|tidy|neat|friendly|decent|honest|generous|warm"
_AS_IT_IS = r"(?:just |exactly )?(?:as (?:(?:it|they) (?:is|are|stands?)|shown)|like (?:this|that))"
_IN_ALL = (
    r"(?: (?:in (?:every|all|each) (?:particular|detail|point|respect|way)s?|all round|to me|now"
    rf"|{_AS_IT_IS}))?"
)
"""How far it is said to be as it should."""
_AS_WANTED = (
    r"(?:how|what|as|the way|like) (?:(?:i|we) (?:want(?:ed)?|wish(?:ed)?|meant?|liked?|said|hoped"
    r"|need(?:ed)?|agreed|had (?:in mind|it)|was after|(?:would|'d) (?:say|put|like|have) it)"
    r"|it should be)(?: it(?: to be)?| to (?:say|ask|write|post|send|tell (?:him|her|them)))?"
)
"""How it is said of what is shown that it is as it should be."""
_NOUN = (
    r"(?:read ?back|text|wording|words|details?|numbers?|figures?|names?|dates?|times?"
    r"|day|place|room|channel|spelling|address(?:es)?|card|message|mail|reply|post|entry)"
)
"""What a card shows, in a word."""
_PRAISE = r"(?:very )?(?:good|great|grand|nice|lovely|fine|top|excellent|cracking|perfect|splendid)"
_PRAISED = (
    r"(?:(?:little|old) )?(?:job|work|stuff|one|man|woman|lad|lass|fellow|person|thing|copy|idea"
    r"|shout|choice|company|crowd|bunch|crew|team|lot)"
)
"""What is praised beside what is shown: "grand job", "the very man"."""
_NO_FAULT = (
    r"the (?:one|ticket|take|version|lot|spirit|stuff|way|idea|plan|text|tone|wording)"
    r"(?: (?:i|we) (?:want(?:ed)?|need(?:ed)?))?"
)
"""What is shown, called by a word that finds nothing wrong with it: "that's the ticket"."""
_THAT = r"(?:that|it(?: all)?|this|everything|all(?: of (?:it|that|this))?)"
_SEEMS = r"(?:sounds|looks|reads|feels|seems)"
_YOU_MAY = r"(?:(?:you )?(?:can|may)|you are (?:free|cleared|clear) to|feel free to)"
"""How it is told that it may."""
_ON = r"(?:(?:please )?(?:go (?:right )?(?:ahead|on)|proceed|(?:carry|crack|get) on|continue))"
_AGREES = re.compile(
    r"yes|yeah|yea|yeh|yh|yep|yup|aye|ja|oui|si|ok|okay|okey|k|sure|sure thing|of course|absolutely"
    r"|definitely|certainly|correct|exactly|affirm(?:ative)?|confirmed|approved|agreed|granted"
    r"|yes do|but yes|(?:i )?(?:agree|confirm|approve)(?: (?:it|this|that))?|(?:spot|bang) on"
    r"|with (?:the greatest (?:of )?)?pleasure|with my blessing|gladly|you have my (?:blessing|yes)"
    r"|i (?:fully )?consent|consented|mhm|mm hm|yah?|ye|hai|sim|tak|vale|tamam|sawa|haan|bueno"
    r"|d'accord|genau|roger(?: that)?|wilco|amen"
    rf"|(?:{_YOU_MAY} |do )?(?:go(?: ahead)?|proceed|do (?:it|that|this|so))|you (?:can|may) go on"
    rf"|{_ON} (?:with|then with) (?:it|this|that)|go for it|go on (?:then|so)|(?:carry|crack) on"
    r"|fire away|run (?:with )?(?:it|this|that)|please do"
    r"|(?:work|away|off|on) (?:away|(?:you|ye) go)|let it be (?:so|done)"
    r"|(?:so )?it may (?:so )?be done|by all means|make it so|let's do (?:it|that|this)"
    r"|ship it|lgtm|perfect|so be it|very well"
    r"|right you are|(?:quite|too) right|(?:that is )?(?:fine|ok|okay) (?:by|with) me|deal"
    rf"|(?:so )?(?:{_THAT} )?(?:works|fits|suits)(?: for me| me)?(?: well| nicely)?"
    rf"|(?:{_THAT} )?{_SEEMS} {_DEGREE}(?:{_GOOD}|{_WELL}){_IN_ALL}"
    rf"|{_THAT} (?:now )?is {_DEGREE}(?:{_GOOD}|clear|complete){_IN_ALL}"
    r"|(?:that|it|this) will do(?: (?:nicely|fine|well|grand|perfectly))?"
    r"|(?:that|it|this) (?:can|may) go (?:out|off|in)"
)
_BESIDE = re.compile(
    rf"{COURTESY}|go on|pray|cheers|many thanks|very much|kindly|then|now|right"
    r"|right away|straight away|quick(?:ly)?|at last|just|and|well|oh|ah|so|cool|for me"
    r"|accordingly|with (?:it|that|this)|as shown|sweet|smashing|champion|ace|lush|mint|magic|calm"
    r"|safe|bet|sick|copy that|bravo|voil[a\u00e0]|bon|bien|prima|parfait|perfetto|perfecto|merci"
    r"|gracias|danke|grazie|obrigad[oa]|bless(?: you)?|god bless(?: you)?|full marks|nice one"
    rf"|well done|i am {_DEGREE}(?:content|happy|satisfied|sure|certain)"
    rf"|(?:an? )?{_PRAISE} {_PRAISED}|the very {_PRAISED}|po|lah|perf|ta|(?:ha)+|aww?|sadly|alas"
    r"|(?:my )?(?:love|dear|darling|friend)|sir|ma'am|madam|mate|pal|boss"
    rf"|(?:exactly|precisely|just|quite) (?:this|that|so)|{_DEGREE}(?:{_GOOD}){_IN_ALL}"
    rf"|(?:(?:{_THAT} )?is )?(?:much )?better|{_AS_IT_IS} {_DEGREE}is {_DEGREE}(?:{_GOOD})"
    r"|(?:exactly |just )?like (?:this|that)|(?:i )?(?:love|like) it"
    r"|no (?:more )?changes|(?:i have )?no (?:more |further )?objections?(?: from me| whatsoever)?"
    rf"|(?:exactly |just )?{_AS_WANTED}|(?:that |it |this )?sounds like me"
    rf"|(?:{_THAT} )?(?:now )?is {_DEGREE}"
    rf"(?:{_GOOD}|{_WELL}|{_AS_WANTED}|{_NO_FAULT}|(?:much )?better){_IN_ALL}"
    rf"|(?:(?:all )?the )?{_NOUN}(?: is| are)?(?: now)? {_DEGREE}(?:{_GOOD}|clear|complete)"
    rf"{_IN_ALL}|(?:(?:that|it|this) )?(?:is )?(?:the )?(?:right|correct) {_NOUN}"
    rf"|(?:{_THAT} (?:now )?is {_DEGREE})?(?:well|nicely|beautifully|admirably)"
    rf" (?:put|said|written)|(?:that|it|this) is {_DEGREE}(?:it|her|him|them|like (?:this|that))"
)
_SENDS = "send|mail|post|dispatch|release|fire|submit|transmit|ping"
_PUTS = "add|enter|save|write|put|pop|stick|log|record|note|keep"
_LETTER = "e ?mail|mail|message|letter|note"
_DOINGS: Mapping[str, tuple[str, str]] = {
    "send this reply": (f"{_SENDS}|reply|answer", f"reply|answer|{_LETTER}"),
    "send": (_SENDS, _LETTER),
    "reply": (f"{_SENDS}|reply|answer", f"reply|answer|{_LETTER}"),
    "forward": (f"{_SENDS}|forward|share|pass on", _LETTER),
    "save": ("save|keep|store", "draft"),
    "new meeting": (f"{_PUTS}|book|schedule|create|set up|make|send|invite", ""),
    "new": (f"{_PUTS}|book|schedule|create|set up|make|build", ""),
    "add a row": (f"{_PUTS}|insert", "row|line|entry"),
    "add to the page": (f"{_PUTS}|insert|append|publish", "text|words|wording|line|sentence"),
    "add": (f"{_PUTS}|insert", ""),
    "make": (f"{_PUTS}|make|create|set up|build|publish", ""),
    "change": ("change|update|move|save|enter|apply|put|record|write", "change"),
    "update": ("change|update|save|enter|apply|put|record|write", "update|change"),
    "delete a row": ("delete|remove", "row|line|entry"),
    "delete": ("delete|remove", ""),
    "move to the bin": ("move|delete|remove", ""),
    "post": ("post|send|share|publish|put|pop|stick|fire|print", "post|message|text|wording"),
    "remind": (f"{_PUTS}|remind|set|set up|schedule|create|make", "reminder"),
}
"""What doing it may be called, and what is shown, by how its card begins; else the first word of
the card alone."""
_WAYS = {
    **dict.fromkeys(("send", "mail", "ping", "fire"), "off|out|over|on"),
    **dict.fromkeys(("put", "pop", "stick"), "in|up|on|down"),
    **dict.fromkeys(("write", "note", "log", "enter", "add", "book"), "in|down"),
    "set up": "up",
    "pass on": "on",
}
"""What may follow "it" after each of these, be it before or behind."""
_GOES = {
    **dict.fromkeys(("send", "reply", "forward", "post"), "off|out|away"),
    "new": "in(?: the (?:diary|calendar|book|agenda))?",
    "add": "in",
    "remind": "in",
}
"""Where it is said to go, by the word its card begins with: "off it goes"."""
_THERE = {
    "save": r"as (?:an?|the) drafts?",
    "new": r"(?:in|into) (?:the|my) (?:calendar|diary|book|agenda)",
    "add": r"(?:in|into|on|to) (?:the|my) (?:contacts|list|page|sheet)",
    "delete": r"from (?:the|my) (?:contacts|list|page|sheet|calendar|diary)",
}
"""Where that goes which is put somewhere, by the word its card begins with."""
_AWAY = (
    r"(?:(?:yes|yeah|yep|yup|aye) )+(?:please )?(?:that one )?"
    r"(?:(?:cancel|bin|kill)(?: (?:it|that|this|them))?|(?:it|that|this) (?:can|may) go|out)"
    r"|get rid(?: of (?:it|that|this|them))?|(?:out|away|in the bin) with (?:it|that|this|them)"
)
"""What doing away with something is called as well. What a request is called off by, too, takes a
yes in front of it: alone it is the opposite."""
_AWAY_CARDS = ("delete", "move to the bin")
"""How the cards begin that do away with something."""
_ENTERED = ("new", "add", "change", "update", "remind")
"""The words that cards begin with which enter something."""
_OF_WHAT_IS = ("change", "update", "delete", "move", "cancel")
_STAYS = re.compile(r"\bas (?:it|they) (?:is|are|stands?)\b")
"""What may be said of what is there before the change, of cards that begin so."""
_LONGEST = 14
"""So many words a phrase of the list has at most."""
_SIGNS = (
    (re.compile("[\U0001f44d\u2705\U0001f44c\U0001f197\u2714\u2611]"), " yes "),
    (re.compile("[\u2018\u2019`]"), "'"),
    (re.compile("[\ufe0f\u200d\U0001f3fb-\U0001f3ff\u2764\U0001f499-\U0001f49c\U0001f64f]"), ""),
)
_HESITANT = re.compile(r"\?|\.\.|\u2026")
_APART = re.compile(r"[\s.,!;:-]+")
_CLIPPED = (
    (re.compile(r"\b(that|it|this|everything|all)'?s\b"), r"\1 is"),
    (re.compile(r"\b(that|it)'?ll\b"), r"\1 will"),
    (re.compile(r"\bi'?m\b"), "i am"),
    (re.compile(r"\byou're\b"), "you are"),
    (re.compile(r"\blets\b"), "let's"),
)
STRETCHED = re.compile(r"([a-z])\1{2,}")


def plainly_agrees(text: str, action: str = "", whom: Sequence[str] = ()) -> bool:
    """Return whether a reply agrees, and says nothing else.

    `action` is the title of the card agreed to ("Send this email"): its verb agrees as well, said
    of "it" or by itself, or as what is gone on with. `whom` are the ways to say to whom or where it
    goes just as the card has it ("to Ann Lee"): they may stand behind the verb.
    """
    if _HESITANT.search(text):
        return False
    words = _words(text)
    if action.casefold().startswith(_OF_WHAT_IS) and _STAYS.search(" ".join(words)):
        return False
    agrees, beside = zip((_AGREES, _BESIDE), _said_of(action, tuple(whom)), strict=True)
    reached = [{False}, *(set[bool]() for _ in words)]  # whether any phrase up to there agrees
    for at, so_far in enumerate(reached):
        for end in range(at + 1, min(len(words), at + _LONGEST) + 1) if so_far else ():
            phrase = " ".join(words[at:end])
            if any(form.fullmatch(phrase) for form in agrees):
                reached[end] |= {True}
            elif any(form.fullmatch(phrase) for form in beside):
                reached[end] |= so_far
    return True in reached[-1]


def _words(text: str) -> list[str]:
    said = unicodedata.normalize("NFC", text).casefold()
    for sign, plain in _SIGNS:
        said = sign.sub(plain, said)
    said = STRETCHED.sub(r"\1", _APART.sub(" ", said))
    for clipped, full in _CLIPPED:
        said = clipped.sub(full, said)
    return said.split()


@lru_cache(maxsize=64)
def _said_of(action: str, whom: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return what agrees to a card, and what may be said beside that."""
    title = action.casefold()
    verb = re.sub(r"\W", "", title.partition(" ")[0])
    begins = next((one for one in _DOINGS if title.startswith(one)), verb)
    if not verb:
        return _AGREES, _BESIDE
    verbs, nouns = _DOINGS.get(begins, (verb, ""))
    named = action.endswith(" your contacts")
    it = "it|this|that|them|these|those" + ("|her|him" if named else "")
    it += "|me" if verb == "remind" else ""
    it = rf"(?:{it}{rf'|(?:the|this|that) (?:{nouns})' if nouns else ''})"
    there = rf"(?: {_THERE[verb]})?" if verb in _THERE else ""
    each = verbs.split("|")
    ways = [f"|{one.split()[0]} {it} (?:{_WAYS[one]})" for one in each if one in _WAYS]
    ways += [rf"|(?:get|lock) {it} in(?: there)?"] if verb in _ENTERED else []
    to = rf"(?: (?:{'|'.join(re.escape(' '.join(_words(one))) for one in whom)}))?" if whom else ""
    does = rf"(?:(?:{verbs})(?: {it}{there})?{''.join(ways)}){to}(?: {_AS_IT_IS})?"
    doing = "|".join(f"{one.removesuffix('e')}ing" for one in each)
    onward = rf"{_ON} (?:and {does}|with (?:(?:{doing}|{verbs}) {it}|(?:the|that|this) {verb}))"
    agrees = rf"(?:(?:understood|clear) )?(?:do |you |{_YOU_MAY} )?(?:{does}|{onward})"
    if goes := _GOES.get(verb):
        agrees += rf"|(?:{goes}) (?:it goes|they go|with {it})"
    if verb in {"send", "reply", "forward"}:
        agrees += "|(?:it )?(?:can|may) (?:now )?(?:go|leave)"
    if title.startswith(_AWAY_CARDS):
        agrees += f"|{_AWAY}"
    own = "|".join(map(re.escape, _words(action))) if named else "them"
    beside = (
        rf"that is (?:our |my )?(?:{own})|the (?:whole|entire|complete|full) (?:{nouns or own})"
    )
    return re.compile(agrees), re.compile(beside)
