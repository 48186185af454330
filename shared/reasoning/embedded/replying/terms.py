"""The words of a text brought to one form: numbers, times, months, quarters, stems, synonyms."""

import re
from functools import lru_cache

from shared.reasoning.embedded.replying.places import ordinal_number
from shared.understanding.folding import fold, word_set
from shared.words import similar

SMALL = word_set(
    """
    a about actually again agent agents ah ahead alright also am an and any are as at be because
    been best better bitte bucks but by can choice choose chose close could d'accord danke das
    de dem den der did die do does doing dollar dollars don't el else ending ends entry er err
    eur euro euros exactly favor favour fine for from gbp get gimme give go going good gracias
    great guess guy had has hte have he hello her hers hey hi him his hm hmm how i i'd i'll i'm i've
    if in instead is isn't it it's item its job just kind kindly la las le les let let's like
    looks los made make man maybe me mean meant merci mine mm more most much my need nice no not
    now obviously of off oh ok okay on once one ones only option options or other our out per
    person pick picked please pls plz por pound pounds prefer preferably probably question
    really right s'il said say select selected she should single so some sorry sounds sure take
    takes teh than thank thanks that that's the their them then there these they they're thing
    things think this those thx to today try ty u uh uhm um up us usd use version very want was
    we well were what whatever when where which who will with work works would xd ya yeah yep
    yes you you're your
    """
)
"""Words that choose nothing by themselves."""

_SAME = (
    "this current ongoing present existing",
    "last previous past prior",
    "next coming upcoming following",
    "private personal",
    "remove delete erase",
    "copy duplicate clone paste",
    "combine merge join",
    "new fresh another",
    "change edit modify update adjust",
    "create make build",
    "reject decline deny refuse",
    "show display view see",
    "boss manager supervisor",
    "big large huge",
    "small little tiny",
    "client customer",
    "invoice bill",
    "picture photo image pic",
    "mail email e-mail",
    "weekly week wk wks wkly",
    "daily day",
    "monthly month mth mnth",
    "hourly hour",
    "quarterly quarter qtr",
    "yearly annual year annually yr",
    "nobody noone",
    "everyone everybody all everything whole entire",
    "english anglais ingles englisch",
    "german deutsch aleman allemand",
    "french francais frances franzosisch",
    "spanish espanol spanisch espagnol",
    "italian italiano italienisch",
    "dutch nederlands hollandisch",
    "swedish svenska schwedisch",
    "portuguese portugues portugiesisch",
    "polish polski polnisch",
    "money financial finance finances",
    "people hr personnel",
    "recurring repeating regular scheduled automated automatic",
    "draft drafted",
    "conversation chat talk",
    "recap summary overview",
)
_CONCEPT = {word: group.split()[0] for group in _SAME for word in group.split()}
_MONTHS = (
    "january jan",
    "february feb",
    "march mar",
    "april apr",
    "may",
    "june jun",
    "july jul",
    "august aug",
    "september sep sept",
    "october oct",
    "november nov",
    "december dec",
)
MONTH = {word: n for n, group in enumerate(_MONTHS, 1) for word in group.split()}
MONTHS = tuple(group.split()[0] for group in _MONTHS)
_DAYS = (
    "monday mon montag lunes lundi",
    "tuesday tue tues dienstag martes mardi",
    "wednesday wed weds mittwoch miercoles mercredi",
    "thursday thu thur thurs donnerstag jueves jeudi",
    "friday fri freitag viernes vendredi",
    "saturday sat samstag sabado samedi",
    "sunday sun sonntag domingo dimanche",
)
DAY = {word: n for n, group in enumerate(_DAYS, 1) for word in group.split()}
_NUMERALS = "two three four five six seven eight nine ten eleven twelve"
_COUNTS = {word: str(n) for n, word in enumerate(_NUMERALS.split(), 2)}
_CLOCK = re.compile(
    r"(?<![\d:.])(?P<hour>\d{1,2})(?:[:.h](?P<minute>\d{2}))? ?(?P<half>[ap])\.?m\b\.?"
)
_CLOCK_24 = re.compile(r"(?<![\d:.])(?P<hour>\d{1,2})[:h](?P<minute>\d{2})(?!\d)")
_HALF_PAST = re.compile(r"\bhalf (?:past )?(?P<hour>\d{1,2}|[a-z]+)\b")
_TIME_TERM = re.compile(r"t(\d\d)(\d\d)")
_THOUSANDS = re.compile(r"(?<=\d)[,' ](?=\d{3}(?!\d))")
_QUARTER = re.compile("q[1-4]")
_PERIODS = frozenset({"hourly", "daily", "weekly", "monthly", "quarterly", "yearly"})
_VOWEL = re.compile("[aeiou]")
_DOUBLED = re.compile(r"(.)\1")
_SOUNDS = (("ph", "f"), ("ck", "k"), ("c", "k"), ("ee", "i"), ("ie", "i"), ("y", "i"), ("h", ""))
_TOKEN = re.compile(r"[^\W_]+(?:['+][^\W_]+)*")
_ENDINGS = (
    "ations",
    "ation",
    "ings",
    "ing",
    "ments",
    "ment",
    "ers",
    "er",
    "ies",
    "ed",
    "ly",
    "es",
    "al",
    "s",
    "y",
    "e",
)


def terms(text: str) -> list[str]:
    """Return the words of a text in one form each, in order, without possessive endings."""
    said = _THOUSANDS.sub("", _times(fold(text)))
    return [_term(word.removesuffix("'s")) for word in _TOKEN.findall(said) if word]


def telling(text: str) -> list[str]:
    """Return the terms of a text that may choose something."""
    return [term for term in terms(text) if term not in SMALL and (len(term) > 1 or term.isdigit())]


def clock(term: str) -> tuple[int, int] | None:
    """Return the hour and minute of a time of day."""
    found = _TIME_TERM.fullmatch(term)
    return (int(found[1]), int(found[2])) if found else None


def sort_of(term: str) -> str:
    """Return what sort of value a term is ("weekday", "number"); "" for a plain word."""
    if term in DAY:
        return "weekday"
    if term in MONTH:
        return "month"
    if term.isdigit() and len(term) > 2:  # noqa: PLR2004
        return "year" if len(term) == 4 and term[:2] in {"19", "20"} else "number"  # noqa: PLR2004
    if _QUARTER.fullmatch(term):
        return "quarter"
    concept = _CONCEPT.get(term, term)
    return "period" if concept in _PERIODS else ""


@lru_cache(maxsize=4096)
def likeness(said: str, written: str) -> float:
    """Return how surely one term stands for another, 0 to 1."""
    if said == written:
        return 1.0
    if said.startswith("#") and said[1:] == written:
        return 0.9
    if said.isdigit() or written.isdigit():
        longer = len(said) > 1 and said.isdigit() and len(written) > len(said)
        return 0.85 if longer and written.endswith(said) else 0.0
    if clock(said) or clock(written):
        return 0.0
    if _CONCEPT.get(said, said) == _CONCEPT.get(written, written) or _stem(said) == _stem(written):
        return 0.95
    if len(said) > 2 and written.startswith(said):  # noqa: PLR2004
        return 0.88
    if len(said) > 4 and written.endswith(said):  # noqa: PLR2004
        return 0.82
    if len(written) > 3 and said.startswith(written) and len(said) - len(written) < 4:  # noqa: PLR2004
        return 0.85
    shortened = len(said) > 2 and said == _VOWEL.sub("", written)  # noqa: PLR2004
    return 0.85 if shortened or _sound(said) == _sound(written) or _slip(said, written) else 0.0


def _sound(term: str) -> str:
    """Return how a word of some length roughly sounds, so that Sophie is Sofie."""
    if len(term) < 4:  # noqa: PLR2004
        return term
    for written, heard in _SOUNDS:
        term = term.replace(written, heard)
    return _DOUBLED.sub(r"\1", term)


def _slip(said: str, written: str) -> bool:
    if similar(said, written):
        return True
    if len(said) == 3 and len(written) == 4:  # noqa: PLR2004 - one letter left out
        return said[0] == written[0] and said[-1] == written[-1] and set(said) <= set(written)
    same_end = len(said) > 5 and said[1:] == written[1:]  # noqa: PLR2004
    swapped = len(said) > 3 and said[:2] == written[1::-1] and said[2:] == written[2:]  # noqa: PLR2004
    return same_end or swapped


def _stem(term: str) -> str:
    for ending in _ENDINGS:
        if len(term) - len(ending) > 2 and term.endswith(ending):  # noqa: PLR2004
            stem = term.removesuffix(ending)
            return stem[:-1] if len(stem) > 3 and stem[-1] == stem[-2] else stem  # noqa: PLR2004
    return term


def _term(word: str) -> str:
    if place := ordinal_number(word):
        return f"#{place}"
    if word in MONTH and word != "may":
        return _MONTHS[MONTH[word] - 1].split()[0]
    if word in DAY:
        return _DAYS[DAY[word] - 1].split()[0]
    if day := re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)", word):
        return day[1]
    return _COUNTS.get(word, word)


def _times(said: str) -> str:
    said = _HALF_PAST.sub(_half_past, said)
    said = _CLOCK.sub(_twelve, said)
    return _CLOCK_24.sub(lambda m: f"t{int(m['hour']):02}{m['minute']}", said)


def _half_past(found: re.Match[str]) -> str:
    hour = _COUNTS.get(found["hour"], found["hour"])
    return f"t{int(hour):02}30" if hour.isdigit() else found[0]


def _twelve(found: re.Match[str]) -> str:
    hour = int(found["hour"]) % 12 + (12 if found["half"] == "p" else 0)
    return f"t{hour:02}{found['minute'] or '00'}"
