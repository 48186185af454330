"""Whether a reply to something shown before it is done wants it different, or not at all."""

import re

_OPENING = (
    r"(?:(?:yes|yeah|yep|ok(?:ay)?|sure|no|nope|well|wait|good|great|fine|almost|perfect|please"
    r"|just|h+m+"
    r"|ooh|oh|ah|pardon(?: me)?|(?:i )?beg your pardon|(?:forgive|excuse) me|sorry|so|then|but|and"
    r"|could you|can you|would you|let's|actually|first|also|that's fine|better|rather)\b"
    r"[\s,.!:;-]*)*"
)
_WISH = re.compile(
    rf"^{_OPENING}(?:(?:make|keep) (?:it|this|that|the)\b|(?:change|replace|swap|correct|fix|set)"
    r" (?!my\b|.*\bmy (?:calendar|contacts))|(?:use|say|write|put|mention|include|tell (?:him|her"
    r"|them))\b(?! me\b)|add (?:that|an? (?:line|sentence|note|greeting|ps|paragraph|word)|\"|it\b"
    r"|\S+(?: \S+)?(?: and \S+(?: \S+)?)?(?: (?:in|to|on|as) (?:the |an? )?(?:b?cc|copy|list"
    r"|recipients?|invite|meeting|event|it|attendees?))?(?: too| as well)?(?=$|,))"
    r"|(?:remove|drop|delete|take out|leave out|cut|lose|leave) (?!my\b|all\b|.*\bmy (?:calendar"
    r"|contacts"
    r"|inbox))|b?cc\b|copy \w|shorten\b|shorter\b|(?:a (?:bit|little) |much |more |less )(?!of\b)"
    r"|(?:send|forward|mail|move|push|shift|bring|delay|postpone|reschedule) (?:it|this|that)"
    r" (?:to|as|back"
    r"|forward|by|at|on|an?|in|until|tomorrow|next|from|also|only)\b|it (?:should|must|needs)\b"
    r"|(?:the )?(?:subject|title|body|time|location|place|date|note)s?\b(?: (?:should|must|is"
    r"|to)|:)"
    r"|let (?:it|this|that|the \w+) (?:also |too )?(?:say|read|mention)\b|keep \S+(?: \S+)? in\b"
    r"|call it\b|title it\b|rename it\b|without\b|instead\b|to \S+(?: \S+)? instead\b"
    r"|(?:at|on(?! second thought)|from|until|in) .*(?:instead|rather)?$|(?:an?|half an|\d+"
    r"|two|three) (?:minute"
    r"|hour|day"
    r"|week)s? (?:later|earlier)\b|sign (?:it|off)\b|don't (?:say|mention|include|add|copy|cc"
    r"|invite)\b"
    r"|not \S+(?: \S+)?,? but\b|(?:reply|send it) (?:to all|only)\b)"
    r"|\b(?:instead(?: of\b|$)|rather than\b)|\bbut (?:make|change|say|add|remove|use|send|with"
    r"|without"
    r"|at|on|move|cc|not)\b",
)
_ELSE = re.compile(
    r"^(?:list|show|find|search|look up|check|schedule|book|archive|open|read|what's|which|who"
    r" are)\b"
)


def wishes_change(said: str) -> bool:
    """Whether a folded reply says how what was shown should be different."""
    return _WISH.search(said) is not None


def asks_else(said: str) -> bool:
    """Whether a folded reply is a request of its own by how it begins."""
    return _ELSE.match(said) is not None
