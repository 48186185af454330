"""How moments are written: their words are told from others; what they mean is read elsewhere."""

_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|tues?|thu(?:rs?)?|fri|(?-i:Mon|Wed|Sat|Sun)"
_PART = r"morning|afternoon|evening|night"
_NTH = r"\d{1,2}(?:st|nd|rd|th)?"
MONTH = (
    r"january|february|march|april|june|july|august|september|october|november|december|jan|feb"
    r"|apr|jun|jul|aug|sept?|oct|nov|dec|(?-i:May|Mar)"
)
CLOCK = r"\d{1,2}[:h]\d{2}(?: ?[ap]m)?|\d{1,2} ?(?:[ap]m|o'?clock)|(?<=\bat )\d{1,2}|noon|midnight"
DAY = (
    rf"(?:(?:this|next|coming) )?(?:{_WEEKDAY})(?: (?:{_PART}))?"
    rf"|(?:this|today|tomorrow) (?:{_PART})|today|tomorrow|tonight"
    rf"|(?:this|next) (?:week|month|year)|{_NTH} (?:of )?(?:{MONTH})|(?:{MONTH}) {_NTH}"
)
"""Parts of expressions that ignore case."""
