"""Cues: what the form of a text gives away about what its writer wants."""

import re

_CUES: dict[str, str] = {
    "smalltalk": r"^(?:hi|hiya|hello|hey|yo|good (?:morning|afternoon|evening|day)|greetings"
    r"|thanks?|thank you|thx|cheers|great|perfect|awesome|cool|nice|bye"
    r"|goodbye|see you|how are you)\b"
    r"(?: \w+){0,4}[!.,]*$",
    "product": r"\b(?:omniforge|you do|you able|are you|platform)\b"
    r"|^(?:help|who are you|what are you)\b",
    "how to": r"^how (?:do|does|can|should|would|to|come)\b"
    r"|\b(?:difference between|what happens|walk me through|explain|wondering)\b",
    "asks": r"^(?:what|what's|whats|which|who|who's|when|where|why|how|is|are|am|do|does|did|has"
    r"|have|was|were|any)\b",
    "offers modal": r"^(?:can|could|would|will|may|shall|should) (?:you|we|i|someone|somebody)\b",
    "indefinite agent": r"\b(?:an?|another|new|some|one|my own|our own) (?:[\w-]+ ){0,3}"
    r"(?:agent|bot|assistant|helper|automation|workflow|chatbot|colleague)\b",
    "definite agent": r"\b(?:the|my|our|this|that|these|all|existing|\w+'s) (?:[\w-]+ ){0,3}"
    r"(?:agents?|bots?|assistants?|helper|one|thing|automation|workflow|chatbot)\b",
    "build verb": r"\b(?:create|build|make|develop|design|generate|register|set (?:me |us )?up"
    r"|spin up|whip up|put together|new|duplicate|clone|copy)\b",
    "lasting": r"\b(?:whenever|every time|each time|any time|automatic\w*|automate|by itself"
    r"|from now on|in future|in the future|from today|always|never|no longer|as soon as|once a"
    r"|keep an eye|monitor|watch)\b",
    "rule": r"\b(?:if|when|once) .+(?:,|then) ?.*\b(?:should|must|send|tell|notify|alert|warn"
    r"|ping|get|gets|let|email|text|create|add)\b",
    "recurring": r"\b(?:daily|weekly|monthly|quarterly|yearly|annual|fortnightly|nightly|regular\w*"
    r"|(?:every|each) (?:\w+ )?(?:day|week\w*|month|morning|evening|night|hour|quarter|year"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day))s?\b",
    "life cycle": r"\b(?:pause|resume|disable|enable|delete|retire|archive|stop"
    r"|turn (?:\w+ )?o(?:n|ff)|switch (?:\w+ )?o(?:n|ff)|rename|share|roll back|revert|undo"
    r"|shut down|deactivate|reactivate)\b",
    "settings": r"\b(?:instructions?|permissions?|access|schedule|skills?|model|prompt|template"
    r"|version|owner|description|tone|setting\w*|config\w*|trigger|limit|language)\b",
    "obligation": r"\b(?:should|must|ought to|has to|needs? to|shouldn't|mustn't|stop \w+ing)\b",
    "pointing": r"\b(?:it|that|this|them|those|these|him|her|the (?:other|same|last|usual))\b",
    "vague": r"\b(?:something|anything|stuff|things?|somehow|better|improve|sort out|handle"
    r"|take care|deal with|help with|issue|problem|broken|wrong)\b",
    "wish": r"\b(?:i'd (?:like|love)|i would (?:like|love)|i want|we want|i need|we need|need"
    r"|looking (?:for|to)|thinking of|it would be)\b",
    "figures": r"\d",
    "code": r"\b[a-z]+-?\d+\b",
    "own": r"\b(?:my|our|we|us|i|mine)\b",
}
_COMPILED = {name: re.compile(pattern) for name, pattern in _CUES.items()}


def cues_in(folded: str) -> list[str]:
    """Return the names of the cues a folded text has."""
    return [name for name, pattern in _COMPILED.items() if pattern.search(folded)]
