"""How requests for the calendar are put: the words that tell them from all others."""

import re

_EVENT = (
    r"(?:meetings?|calls?|lunch|dinner|breakfast|coffee|workshops?|demos?|reviews?|retro(?:spective"
    r")?s?|kick-?offs?|stand-?ups?|syncs?|1:1s?|one-on-ones?|interviews?|appointments?|events?"
    r"|sessions?|rounds?|webinars?|trainings?|catch-?ups?|huddles?|conferences?|invit(?:e|ation)s?"
    r"|all-hands|day off)"
)
CALENDAR = re.compile(
    r"(?:->|=>|\u2192) ?\d{1,2}[:.]\d\d|^\d+[- ]?(?:h|min)\w* (?:with|w/)"
    r"|\bcalend[ae]r\b|\bmeetings?\b|\bappointments?\b|\bavailab(?:le|ility)\b"
    r"|\b(?:am|are|is) (?:i|we|\w+) (?:free|busy|booked)\b|^(?:free|busy|available)\b"
    r"|\b(?:schedule|book|set up|arrange|plan|organi[sz]e) (?:an? )?(?:\w+ )?(?:event|slot)\b"
    rf"|\b(?:schedule|book|set up|arrange|plan|organi[sz]e)\b.*\b{_EVENT}\b"
    r"|\bmy (?:schedule|agenda|diary)\b|\b(?:free|common|open|spare|minutes?|mins?|hours?)"
    r" (?:slots?|time)\b|\b\d+[- ]?(?:h|min)\w* slots?\b"
    r"|\b(?:find|suggest|propose|look for|need|get|any|what)\b.*\b(?:slots?|times?)\b.*"
    r"\b(?:for|with|when|between|that works|next|this|tomorrow|today)\b"
    r"|\b(?:find|suggest) (?:an? )?(?:time|slot)\b|\bdouble[- ]booked\b|\bconflicts\b"
    r"|^when (?:can|could|should|shall|would|will) .*\b(?:meet|talk|speak|get together)\b"
    r"|\bwhat does (?:my|our) .*\blook like\b|\boverlaps?\b.*\bday\b"
    rf"|^(?:accept|decline|confirm|join|skip|attend|say (?:yes|no|maybe) to)\b.*\b{_EVENT}\b"
    rf"|^(?:cancel|call off|re-?schedule|postpone|move|push|shift|delay|bring|drop|delete|remove"
    rf"|take|extend|shorten)\b.*\b{_EVENT}\b"
    rf"|^i (?:can't|cannot|won't|can|will|may|might)\b.*\b(?:attend|make|join|come)\b.*"
    rf"\b{_EVENT}\b",
    re.IGNORECASE,
)
OWN_CALENDAR = re.compile(
    rf"\b(?:my|the|our) (?:calendar|diary)\b|^(?:accept|decline|reschedule"
    rf"|postpone)\b.*\b{_EVENT}\b",
    re.IGNORECASE,
)
VERBLESS = re.compile(
    rf"^(?:.*(?:->|=>|\u2192) ?\d|{_EVENT}|free|busy|available|conflicts|calend[ae]r|\d+[- ]?"
    rf"(?:h\b|hours?\b|min))",
    re.IGNORECASE,
)
"""How requests for the calendar begin that say no verb."""
