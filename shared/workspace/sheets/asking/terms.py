"""What is said of tables in other words than theirs: what columns mean, and what is asked of them.

A family is what is called alike wherever tables are kept: who asks what came in asks for revenue.
"""

import re
from collections.abc import Iterable

from shared.english.spelled import CARDINALS
from shared.understanding.numbers import number_in
from shared.understanding.tables import keys
from shared.words import ASIDE, stem

_FAMILIES = """
revenue income turnover sales earned took brought bring brings gave money earnings
expense expenses cost costs spend spent spending spends paid pay outlay expenditure
plan planned budget budgeted target supposed intended expected meant forecast
actual actually real really spent spend spends paid pay cost costs went
profit margin left gain surplus
growth grow grew grown growing
user users people folks ppl person persons headcount heads staff participants
status state stage progress
owner who whose responsible assigned assignee whos belong belongs
date day deadline due when
share percentage percent proportion
price prices cost costs expensive cheap cheapest dearest costliest
done finished complete completed closed
blocked stuck
started progress
"""
ALIKE_ASIDE = frozenset({"left", "day", "state", "meant", "gave", "expected", "closed", "progress"})
"""Words of them that mostly say something else; they tell a column only where another word does."""
FAMILIES = tuple(frozenset(map(stem, line.split())) for line in _FAMILIES.split("\n") if line)

_FILLERS = """
hello hey hi hiya hm oh ok okay k so well right lovely good fine great please pls plz kindly thanks
thank you now then today currently again also too still just only actually really quick one ones
thing things erm er uh um n u r tell say says said show give gave check look know want need see
question questions two second quickly according list sheet sheets table tab spreadsheet tabs file
line lines row rows entry entries column field cell figure figures number numbers value there that
this those these here it its he she they them was were be been come comes came add added put got
get have has had what which who whom whose how when where is are am does do did much many exactly
ah alright already and or but if by per each every all both together altogether whole total sum
overall combined mean average avg in on at of for from to with between than more less other others
far apart difference different better worse higher lower highest lowest most least best worst max
min maximum minimum biggest smallest largest fewest greatest strongest strongly weakest weighs
weigh most above below over under exceed exceeds excess furthest farthest amount amounts saved save
first last half us we our ours me my i wise going gonna makes make made join hand side
count counted counting stand stands stood down dollars pounds euros percent them not entries time
taken take high low big small as up yet lot bit long way us back because rise rose risen fall fell
fallen drop dropped gbp usd eur pound dollar euro happen happened year years remains stay stays
only plus without except leaving leave kindly recorded
across told kind everything obliged likewise
listed noted entered given shown written wat wats wot wots wich
same compare compared gap isn aren wasn weren don doesn didn hasn haven won
"""
FILLERS = ASIDE.union(keys(_FILLERS), _FILLERS.split(), CARDINALS)
"""Words that name nothing by themselves where a table is asked about."""

_MEAN = r"averag\w*|(?<!\bi )(?<!\byou )(?<!\bwe )mean|avg"
_LEAST = (
    r"least|lowest|smallest|fewest|worst|min(?:imum)?|bottom"
    r"|(?:weak|poor|cheap|thinn|tini|slimm|lean|short|slow|quiet|slight|meagr|light|calm)est"
)
_NO_MOST = (
    r"lat|earli|near|t|r|p|z|inter|requ|hon|mod|sugg|inv|for|harv|dig|prot|cont|gu|qu|ch|w|arr"
)
_MOST = rf"most|max(?:imum)?|top|(?!(?:{_NO_MOST})est|(?:{_LEAST})\b)(?-i:[a-z])\w*est"
_TOTAL = (
    r"sum|total(?:s|led|ling)?|altogether|all together|together|combined|overall|in all|all told"
    r"|(?:add|tot|sum)(?:s|ed|ing)?(?: \w+){0,4}? up|comes? to|came to|amounts? to|the whole|join"
    r"|put together|between (?:them|all)"
)
MEAN, MOST, LEAST, TOTAL = (
    re.compile(rf"\b(?:{form})\b", re.IGNORECASE) for form in (_MEAN, _MOST, _LEAST, _TOTAL)
)
FIGURES = re.compile(rf"{_MEAN}|{_LEAST}|{_MOST}", re.IGNORECASE)
"""Words that ask for a figure, and name nothing."""
COUNT = re.compile(r"\bhow many\b|\bnumber of\b|\bnumber with\b|\bcount\b", re.IGNORECASE)
APART = re.compile(
    r"\bdifference\b(?! column)|\bapart\b|\bby how (?:much|many)\b|\bgap between\b"
    r"|\bhow (?:much|many) (?:more|less|fewer|better|worse|higher|lower|bigger|smaller)\b"
    r"|\b(?:more|less|fewer|higher|lower) (?:is (?:that|it) )?than\b",
    re.IGNORECASE,
)
"""What asks how much there is between two numbers."""
OVER = re.compile(
    r"\b(?:over|above|beyond|off) (?:the |its |their |our )?(?:plan|budget|target)\b"
    r"|\bexce(?:ed|ss)\w*\b|\boverspen[dt]\w*|\b(?:over|beyond) (?:by|it)\b"
    r"|\bover(?=\W*$)|\b(?:more|higher|above|dearer) than (?:\w+ )?(?:plan|budget|target)\w*",
    re.IGNORECASE,
)
UNDER = re.compile(
    r"\b(?:under|below|beneath|short of) (?:the |its |their |our )?(?:plan|budget|target)\b"
    r"|\bsaved?\b|\bunder(?=\W*$)"
    r"|\b(?:less|lower|below|cheaper) than (?:\w+ )?(?:plan|budget|target)\w*"
    r"|\bunderspen[dt]\w*|\b(?:is|are|we|i|they) (?:still )?(?:have )?left\b(?! over)",
    re.IGNORECASE,
)
"""What compares what was planned with what it came to."""
WHOLE = re.compile(
    r"\b(?:all|every|each|whole|overall|altogether|in total|total|together)\b", re.IGNORECASE
)
NEGATED = re.compile(
    r"\b(?:not|n[o']t|arent|isnt|werent|wasnt|without|\w+n['\u2019]t)\b", re.IGNORECASE
)
ASKS = re.compile(
    r"\?|\b(?:wh?ats?|wots?|what['\u2019]?[sd]|wh?ich|who|whos|whose|when|where|how)\b"
    r"|^\W*(?:(?:and|please|pls|kindly|now)\W+)*(?:tell|show|give|count|compare|state|quote|read)\b",
    re.IGNORECASE,
)
_QUARTERS = {"first": "Q1", "second": "Q2", "third": "Q3", "fourth": "Q4", "1st": "Q1", "2nd": "Q2"}
_QUARTER = re.compile(
    r"\b(first|second|third|fourth|1st|2nd|3rd|4th)[ -]quarter\b"
    r"|\b(?:quarter|qtr) (?P<after>one|two|three|four|[1-4])\b",
    re.IGNORECASE,
)
_ENDED_UP = re.compile(r"\b(?:end(?:ed|s)?|wound|finish(?:ed)?) up\b", re.IGNORECASE)
_LAST_QUARTER = re.compile(r"\b(?:last|latest|final|most recent) quarter\b(?!s)", re.IGNORECASE)


def plain(text: str, last: str = "") -> str:
    """Return a text with the quarters of a year as tables write them; `last` is the last one.

    What it ended up as is the actual one.
    """
    told = {**_QUARTERS, "3rd": "Q3", "4th": "Q4"}
    text = _ENDED_UP.sub("actual", text)
    text = _QUARTER.sub(
        lambda found: told[found[1].casefold()] if found[1] else f"Q{number_in(found['after'])}",
        text,
    )
    return _LAST_QUARTER.sub(last, text) if last else text


def alike(own: Iterable[str]) -> frozenset[str]:
    """Return some stems, and those of what is called alike."""
    told = frozenset(own)
    return told.union(*(family for family in FAMILIES if family & told))


PLAN, ACTUAL = alike([stem("plan")]), frozenset(map(stem, ("actual", "real")))


def of_figures(text: str) -> bool:
    """Whether it is asked what figures come to, or where they are the most or least."""
    return any(one.search(text) for one in (MEAN, MOST, LEAST, TOTAL))


def compares(text: str) -> int:
    """Return whether it is asked what came to more than was planned (1), or to less (-1)."""
    return 1 if OVER.search(text) else -1 if UNDER.search(text) else 0


STATES = re.compile(
    r"\W*(?:(?:ha|ah|oh|well|so|ok|okay|thanks|thank you|sorry|please|hi|hello|hey|good|great|right"
    r"|and|but|fine|yes|no|two|three|questions?)\b\W*)*"
    r"(?:(?:i|we)(?:['\u2019]d| (?:should|would)) like\b"
    r"|(?:i|we|he|she|it|they|there|that|this|my|our)\b(?!.*\b(?:should|must|has to|needs)\b)"
    r"|for (?:me|my|the|our)\b|only tell|just tell|no need\b|$)",
    re.IGNORECASE | re.DOTALL,
)
"""How a sentence begins that only says what is so, and orders nothing."""
LISTS = re.compile(
    r"\W*(?:(?:and|n|so|ok|okay)\W+)*(?:which|who|what|list|show)(?: (?:me|us))?"
    r"(?: (?:ones?|of them|them|those|are they|are those|is it|was it|is that|rows?"
    r"|(?:are|is|were|was)(?: not|n['\u2019]?t)))*\W*",
    re.IGNORECASE,
)
"""How it is asked which rows are meant by what was told."""
SHARE = re.compile(r"(?<!not in )\b(?:percent(?:age)?|per cent)\b|\d ?%|\b% ", re.IGNORECASE)
"""What asks for a share rather than an amount."""
WH = re.compile(r"\bhow (?:much|many)\b|\bwhat\b", re.IGNORECASE)
EXAMPLES = re.compile(
    r"\b(?:and so (?:on|forth)|etc|and the (?:like|others|rest)|for (?:example|instance)|such as"
    r"|among others)\b",
    re.IGNORECASE,
)
"""What makes rows that are named only some of all that are meant."""
UNITS = {"dollar": "usd", "usd": "usd", "euro": "eur", "eur": "eur", "pound": "gbp", "gbp": "gbp"}
"""What sums are said to be in, and how columns write that."""
