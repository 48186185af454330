"""Yes, no, none of them, and not knowing, as people type them."""

import re

_YES = (
    r"yes+|y|ye|yep|yup|yeah|yea|yah|ya|yis|aye|jup|sure(?: thing| enough)?|of course|ok(?:ay)?"
    r"|okey"
    r"|oki|k+|alright|all right|fine|absolutely|definitely|certainly|totally|correct|exactly|indeed"
    r"|affirmative|confirm(?:ed)?|approved?|accept(?:ed)?|agree(?:d)?|go ahead|go for it|go|do it"
    r"|do that|do so|please do|proceed|continue|carry on|why not|by all means|no problem"
    r"|no worries|let's do (?:it|that|this)|let's go|make it so|make it happen|sounds (?:good"
    r"|great)"
    r"|looks (?:good|great|fine)|works for me|that's (?:right|fine|correct|ok|it)|perfect|great"
    r"|cool"
    r"|you bet|fire away|ship it|i do|i'm sure|it is|positive|100 ?%|right|yes sir|roger"
    r"|(?:i'm )?happy (?:with|for) that|ja|jawohl|jo|klar|genau|si|oui|claro|vale|sim|hai|tak"
)
_NO = (
    r"no+(?! one\b)|n|nope|nah|naw|nay|na|no thank(?:s| you)|no way|not now|not yet|not today"
    r"|not really"
    r"|never(?! ?mind)|negative"
    r"|(?:please )?don't(?: do (?:it|that|this))?|stop|hold off|(?:i'd )?rather not|better not"
    r"|i don't think so|absolutely not|definitely not|certainly not|of course not|not at all"
    r"|i don't(?: want (?:to|that|it|this))?|hell no|no no|nein|non|nee|nej|nao|nie|niet|nope"
)
_SOFT = (
    r"please|pls|plz|thanks?(?: you)?|thx|ty|then|now|just|it|that|this|so|and|mate|man|buddy|sir"
    r"|oh|uh|um|well|hmm?|very much|for me|actually|today|right away|immediately|asap|anyway"
    r"|bitte|danke|gracias|merci|por favor|with (?:it|that)|to (?:it|that)|i (?:think|guess)|go"
    r"|honestly|really|i'm afraid|sorry|not|no|yes"
)
_LED = re.compile(
    rf"(?:(?:{_SOFT.removesuffix('|not|no|yes')})[\s,.!:;-]+)*(?:(?P<yes>{_YES})"
    rf"|(?P<no>{_NO}))(?![\w'])[\s,.!:;-]*"
)
_SOFTENED = re.compile(rf"(?:(?:{_SOFT.removesuffix('|not|no|yes')})(?![\w'])[\s,.!:;-]*)*")
_UNSURE = re.compile(
    r"\bnot (?:\w+ )?(?:sure|certain|decided)\b|\b(?:don't|do not|didn't) (?:really )?(?:know"
    r"|care|mind"
    r"|remember|understand|get it)\b|\b(?:idk|dunno|no (?:idea|clue|preference)|unsure)\b"
    r"|\b(?:maybe|perhaps|possibly|probably|might|could be|either|whichever|whatever|whoever"
    r"|wherever|whenever|any(?: of (?:them|these|those))?|anything|anyone|anywhere)\b(?! but\b)"
    r"|\b(?:you|u) (?:choose|decide|pick|select|tell me)\b|\bup to you\b|\byour (?:call|choice"
    r"|pick)\b"
    r"|\bsurprise me\b|\bdepends?\b|\blet me (?:think|check|see|get back)\b|\bor so\b"
    r"|\bhard to say\b"
    r"|\bcan't (?:decide|say|tell|remember)\b|\bi(?:'m| am)? (?:wonder|wondering|confused|lost"
    r"|torn)\b"
    r"|\b(?:i )?forgot?\b(?! (?:it|that))|\b(?:recommend|suggest)\w*\b|\bhm+\b|\bmhm\b|\beh\b"
    r"|\bboth\b|\ball (?:of them|of these|three|four|\d)\b|^(?:all|everything|wait)$"
    r"|\b(?:no|doesn't|don't) (?:difference|matter)\b|\bwhat do you (?:think|mean)\b"
    r"|\bask me later\b"
    r"|\bone of (?:them|these|those)\b|\btwo of them\b|\begal\b|\bkeine ahnung\b"
)
_NONE = re.compile(
    r"(?:no[,.! ]+|nope[,.! ]+|nah[,.! ]+|actually[, ]+|sorry[, ]+|well[, ]+|i (?:want|need"
    r"|choose|pick|meant?) |u?h?m+[, ]+|oh[,.! ]+|wait[,.! ]+|on second thoughts?[, ]+"
    r"|it's |please[, ]+)*"
    r"(?:(?P<each>(?:none|neither|not (?:any|one|either)|nobody|no one|nothing)\b"
    r"(?: (?:of|from|in|on|among) (?:the |this )?(?:these|them|those|this|that|above|options?"
    r"|list|any)"
    r"(?: \w+)?| (?:one|option)s?)?)"
    r"|(?P<off>never ?mind|nvm|forget (?:about )?(?:it|that|this|the whole thing|all that)"
    r"|(?:drop|scrap|scratch) (?:it|that)|cancel(?: (?:that|it|this|everything))?"
    r"|abort|quit|exit|stop|skip(?: (?:it|that|this))?"
    r"|leave (?:it|them|this|that)(?: (?:be|alone|open|untouched|as (?:it|they) (?:is|are)))?"
    r"|let it (?:go|be)"
    r"|i changed my mind|changed my mind|do nothing|don't bother|i give up|not (?:needed"
    r"|necessary|interested|relevant)"
    r"|not (?:this|that)(?: one)?|no need(?: \w+)*|keep it as (?:it )?is|i don't (?:want"
    r"|need) (?:any|either)(?: of (?:them|these|those))?"
    r"|(?:don't|do not) do (?:anything|(?:any|either|none) of (?:it|that|this|them|those)))"
    r"|(?P<else>(?:something|someone|somebody|somewhere|anything|sth) (?:completely "
    r"|totally )?(?:else|different|other)"
    r"|another \w+|other (?:one|option|thing)s?|a different (?:one|option|thing|\w+)|different one"
    r"|(?:it's|they're|it is) not (?:here|there|listed|in (?:the|this) list|on (?:the|this) list"
    r"|any of (?:these|them|those))"
    r"|not (?:listed|on the list|in the list|here|there)"
    r"|(?:it's )?(?:not )?(?:one )?not (?:in|among) (?:any of )?(?:these|them|those)"
    r"|keine[rs]?(?: davon)?|ningun[oa]?|aucune?|nessuno|nada|nichts))(?![\w'])[\s,.!:;-]*"
)
_OFF_AT_THE_END = re.compile(
    r"^(?:h+m+\W+)?(?:no|don't|nothing|nowhere|not)\b.*[,.;!-] ?(?:(?:just|so|then|please) )*"
    r"(?:cancel|skip|drop|scrap|forget|stop|leave|never ?mind)"
    r"(?: (?:it|that|this|them|the whole thing))?\W*$"
)
_QUALIFIED = re.compile(
    r"^(?:but|except|only|however|though|although|if|unless|wait|as long as|provided|once|after"
    r"|when)\b"
)
_ASKING = re.compile(
    r"^(?:and |but |so |ok |hmm?,? |wait,? )*(?:who|what|what's|why|when|where|which|how|is|are"
    r"|does|did|was|do (?:i|you|we|they)"
    r"|were|has|have (?:i|we|you|they)|will|would|should|am|isn't|aren't|doesn't"
    r"|tell me (?:about|more)|explain|difference)\b"
)
_CHOOSING_QUESTION = re.compile(
    r"^(?:(?:can|could|would|will|may|shall) (?:you|we|i|u) (?:please |maybe )?|how about "
    r"|what about"
    r" |why not |why don't (?:you|we) |is it (?:ok|possible) (?:to|if) |let's |i(?:'d"
    r"| would) like (?:you )?to )"
)


def split_verdict(said: str) -> tuple[bool | None, str]:
    """Return yes (True), no (False) or neither, as a reply begins, and what it says besides."""
    verdicts: list[bool] = []
    rest = said
    while found := _LED.match(rest):
        verdicts.append(found["yes"] is not None)
        rest = rest[found.end() :]
    rest = rest[found.end() :] if (found := _SOFTENED.match(rest)) else rest
    if not verdicts or len(set(verdicts)) > 1:
        return None, rest if not verdicts else said
    return verdicts[0], rest.strip()


def split_none(said: str) -> tuple[str, str]:
    """Return how a reply turns all options down, and the rest: "each", "off", "else" or ""."""
    found = _NONE.match(said)
    if found is None:
        return "", said
    return found.lastgroup or "each", said[found.end() :].strip()


def unsure(said: str) -> bool:
    """Whether a reply leaves the choice open."""
    return _UNSURE.search(said) is not None


def doubt(said: str) -> str:
    """Return the words that leave the choice open."""
    found = _UNSURE.search(said)
    return found[0] if found else ""


def turned_off(said: str) -> bool:
    """Whether a reply ends by calling it off: "no chart, skip it"."""
    return _OFF_AT_THE_END.search(said) is not None


def qualified(rest: str) -> bool:
    """Whether what follows a verdict takes part of it back."""
    return _QUALIFIED.match(rest) is not None or re.search(r"\bbut\b", rest) is not None


def chooses_asking(said: str) -> bool:
    """Whether a reply asks for something to be so ("how about 4pm?"): a wish, put as a question."""
    return _CHOOSING_QUESTION.match(said) is not None


def asking(said: str, text: str) -> bool:
    """Whether a reply asks something back."""
    if chooses_asking(said):
        return False
    return _ASKING.match(said) is not None or text.rstrip().endswith("?")
