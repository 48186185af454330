"""Who a meeting is with, as commands say it: "with Sarah, Tom and me", "Anna and I"."""

import re
from dataclasses import dataclass

from shared.models.reasoning import PlannedStep, PlanRequest
from shared.reasoning.embedded.planning.mail_people import (
    ADDRESS,
    Unknown,
    first_name,
    name_in,
    people,
)
from shared.reasoning.embedded.planning.steps import CONTACTS, address_of, step
from shared.reasoning.embedded.words import word_set

CALENDAR_OF = re.compile(
    r"(?<![\w'])(?P<who>(?!(?:today|tomorrow|what|when|who|it|that|let|check|show|see|find"
    r"|view|open|look|at|\w+day|week|month)\b)[\w.@+-]+(?: (?-i:[A-Z])[\w-]+)"
    r"?(?: and [\w.@+-]+)?)'s"
    r" (?:availability|calendar|schedule|diary|free (?:time|slots?))\b",
    re.IGNORECASE,
)
_OF_SOMEBODY = (
    re.compile(
        r"\bwhen (?P<who>[^?!;]+?),? (?:all|both|each) (?:have|has|are|can|could)\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:is|are|will) (?P<who>(?!i\b|we\b|there\b|my\b|the\b|this\b|that\b|it\b)"
        r"[\w.@'+-]+(?: (?-i:[A-Z])[\w'-]+)?"
        r"(?:(?:, | and |, and )[\w.@'+-]+(?: (?-i:[A-Z])[\w'-]+)?)*) (?:also |both |all |be )"
        r"?(?:free|available|busy"
        r"|around|open|unavailable|occupied)\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:does|do|has|have|can|could|would|will) (?P<who>(?!i\b|we\b|you\b|my\b|the\b"
        r"|this\b|that\b|it\b)[\w.@'+-]+(?: (?-i:[A-Z])[\w'-]+)?"
        r"(?:(?:, | and |, and )[\w.@'+-]+(?: (?-i:[A-Z])[\w'-]+)?)*) (?:both |all )?(?:have"
        r"|got|make|meet|do|talk|get together|speak"
        r"|chat|attend|any|time)\b",
        re.IGNORECASE,
    ),
    CALENDAR_OF,
    re.compile(
        r"\b(?:availability|free time|schedule|calendar) (?:of|for) (?P<who>(?!my\b|this\b"
        r"|next\b|the\b|me\b)[\w.@,' +-]+?)"
        r"(?= (?:on|at|for|this|next|in)\b|[?!.]|$)",
        re.IGNORECASE,
    ),
)
_BARE = re.compile(
    r"(?:slots?|times?|meeting|call)\b(?: with| for)? (?P<who>[\w ,'+&-]{1,200}?)"
    r"(?:,| and| &| \+| plus) (?:me|i|us)$",
    re.IGNORECASE,
)

MOST_LOOKUPS = 8
"""People looked up by name for one command; the rest of its ten calls is for the calendar."""

_STOP = (
    r"(?=,? (?:about|regarding|concerning|re|to|on|at|in|for|called|titled|named|via|over|because"
    r"|so|please|pls|thanks|is|are|was|were|can|could|when|where|if|using|lasting|starting|that"
    r"|this|next|today|tomorrow|as|who|and (?:send|ask|tell|say|add|book|put|call it|name it|make"
    r"|let|invite|include|block|schedule|find))\b|[?!;:]|\.(?:\s|$)| -|$)"
)
_COMPANY = (
    r"(?:everyone|everybody|people|anyone|folks|all|the team|guys)"
    r" (?:at|from|in|of) (?:the )?(?-i:[A-Z])"
)
_LISTED = re.compile(
    rf"\b(?:together with|along with|with|and invite|and include|invite|inviting|including|between)"
    rf" (?P<who>{_COMPANY}[\w&.-]*(?: (?-i:[A-Z])[\w&.-]*)*|[^?!;]+?){_STOP}"
    rf"|\bmeet(?:ing)? (?:up )?(?P<met>(?-i:[A-Z])[^?!;]+?){_STOP}",
    re.IGNORECASE,
)
_FOR = re.compile(
    rf"\b(?:for|works for|suits?|suitable for) (?P<who>(?:me|us|myself)(?:,| and) [^?!;]+?|[^?!;]+?"
    rf"(?:,|,? and) (?:me|us|myself|i)|(?-i:[A-Z])[\w.'-]+(?:(?:, and |, | and | & )[\w.'-]+)*"
    rf"(?: (?-i:[A-Z])[\w.'-]+)?){_STOP}",
    re.IGNORECASE,
)
_CUT = re.compile(
    r"\s*(?:,\s*and\s+|,\s*plus\s+|,|;|\s+and\s+|\s+plus\s+|\s*&\s*|\s+or\s+)\s*", re.IGNORECASE
)
_SOMEBODY = re.compile(
    rf"{ADDRESS}|{_COMPANY}.*|(?:the )?(?-i:[A-Z])[\w&.-]+ (?:team|people|folks|guys)",
    re.IGNORECASE,
)
_GROUP = re.compile(
    r"(?:(?:all|every one|both|the rest|rest|most|some|any) of )?(?:(?:the|my|our|his|her"
    r"|their|whole"
    r"|entire|full|all|every) )*(?:[\w-]+ ){0,2}(?:teams?|group|department|dept|board"
    r"|committee|staff"
    r"|crew|squad|leadership|management|engineering|sales|marketing|design|finance|hr|support"
    r"|people|folks|others|attendees|participants|clients?|customers?|colleagues?|reports|directs"
    r"|managers?|boss|guys|vendors?|suppliers?|partners?)"
    r"|(?:absolutely )?(?:everyone|everybody|all|anyone|anybody|someone|somebody|us all|all of us"
    r"|you all|y'all)(?: (?:else|on|in|from) .+)?",
    re.IGNORECASE,
)
_COMMON_TEAMS = word_set(
    "design sales marketing engineering product dev development finance hr ops operations"
    " leadership"
    " support legal data qa whole entire project core team management platform mobile web backend"
    " frontend security it research growth content my our the exec executive hiring success"
)
_NOBODY = re.compile(
    r"(?:me|myself|i|us|we|ourselves|(?:a|an|the|no|some|video|zoom|teams|google meet"
    r"|notes?|agenda|it"
    r"|this|that|which|its?|title|subject|location|priority|reminder|how|what|minutes?)\b.*|\d.*)?",
    re.IGNORECASE,
)
_FROM_COMPANY = re.compile(
    rf"(?P<name>(?!{_COMPANY})[\w'.-]+(?: [\w'.-]+)?) (?:from|of) (?P<company>[^@]+)", re.IGNORECASE
)
_CALLED = r"(?P<name>[A-Z][\w'-]+(?: [A-Z][\w'-]+)?)"
_NAMED_THERE = (
    re.compile(rf"\b(?:from|by) {_CALLED}"),
    re.compile(rf"\b(?:to|from|with|for|email|mail|tell|ask|answer|of) {_CALLED}"),
    re.compile(r"\b(?!it's|that's|what's|who's|let's)(?P<name>[a-z][\w-]+)'s\b", re.IGNORECASE),
)
_PRONOUN = re.compile(r"(?:him|her|them|they|he|she)", re.IGNORECASE)
_ARTICLE = re.compile(
    r"^(?:both|my|our|the|colleague|client|boss|manager|friend|with|also) ", re.IGNORECASE
)
_WORDS_IN_A_NAME = 4


@dataclass(frozen=True)
class Guests:
    """Who is to come, as written; `text` is what remains of the command without them."""

    names: tuple[str, ...]
    text: str

    def spoken(self, found: "Found | None" = None) -> str:
        """Return the people for a title: "Sarah and Tom"; pronouns by who was found for them."""
        plain = [re.sub(rf" ?[<(]{ADDRESS}[>)]", "", name) for name in self.names]
        meant = [found.name_of(place) if found else "" for place in range(len(plain))]
        shown = [
            who if _PRONOUN.fullmatch(name) else _shown(name)
            for name, who in zip(plain, meant, strict=True)
        ]
        shown = [name for name in shown if name]
        return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


@dataclass(frozen=True)
class Found:
    """The calls that look people up, and their addresses or references to what is found."""

    steps: tuple[PlannedStep, ...] = ()
    addresses: tuple[str, ...] = ()

    def name_of(self, place: int) -> str:
        """Return the first name of the one found at a place; "" where it cannot be told."""
        if place >= len(self.addresses):
            return ""
        looked_up = [step for step in self.steps if self.addresses[place].startswith("{")]
        named = [str(step.arguments.get("name", "")) for step in looked_up]
        return first_name(named[-1]) if len(named) == 1 else name_in(self.addresses[place])


def guests_in(text: str) -> Guests:
    """Take out whom a command names as participants."""
    names: list[str] = []
    for pattern in (_LISTED, _FOR):
        for found in reversed(list(pattern.finditer(text))):
            written = found["who"] or found.groupdict().get("met") or ""
            listed = names_in(written)
            if listed is None or not (
                listed
                or re.search(
                    r"\b(?:me|us|i)"
                    r"\b",
                    written,
                    re.IGNORECASE,
                )
            ):
                continue
            names = [*listed, *names]
            text = " ".join(f"{text[: found.start()]} {text[found.end() :]}".split())
    return Guests(tuple(dict.fromkeys(names)), text)


def people_in(rest: str) -> tuple[str, ...]:
    """Return whose time is asked about, besides one's own."""
    for pattern in _OF_SOMEBODY:
        if found := pattern.search(rest):
            names = names_in(found["who"].removesuffix("'s"))
            if names is not None:
                return tuple(dict.fromkeys((*names, *guests_in(rest).names)))
    return guests_in(rest).names or bare_names(rest)


def bare_names(rest: str) -> tuple[str, ...]:
    """Return names that stand side by side: "slot sarah david + me"."""
    found = _BARE.search(rest.strip(" ?.!"))
    return tuple(filter(_is_name, re.findall(r"[\w'-]+", found["who"]))) if found else ()


def _is_name(word: str) -> bool:
    return word.casefold() not in {"me", "i", "us", "and", "plus"}


def names_in(listed: str) -> list[str] | None:
    """Return the names in a list, without oneself; None when it lists something else."""
    parts = [part.strip(" .,\"'") for part in _CUT.split(listed.strip(" ,."))]
    names: list[str] = []
    for part in parts:
        if _SOMEBODY.fullmatch(part) and not _common(part):
            names.append(part)
            continue
        if _GROUP.fullmatch(part):
            names.append(part)
            continue
        plain = _ARTICLE.sub("", part)
        if _NOBODY.fullmatch(plain):
            if not re.fullmatch(r"(?:me|myself|i|us|we|ourselves)?", plain, re.IGNORECASE):
                return None
            continue
        if len(plain.split()) > _WORDS_IN_A_NAME or "'s " in plain:
            return None
        names.append(plain)
    return names


def found_by(names: tuple[str, ...], request: PlanRequest, after: int = 0) -> Found:
    """Plan looking people up, as steps `after` + 1 on; raise Unknown for whom nobody can."""
    steps: list[PlannedStep] = []
    addresses: list[str] = []
    for name in names:
        if _GROUP.fullmatch(name) and (not _SOMEBODY.fullmatch(name) or _common(name)):
            raise Unknown(
                f"I don't know who “{name}” is. Say their names or addresses, for example "
                "“with Sarah and Tom” or “with everyone at Acme”."
            )
        found = _mentioned(name, request, after + len(steps))
        steps += found.steps
        addresses += found.addresses
    if len(steps) > MOST_LOOKUPS:
        raise Unknown(
            f"I can look up {MOST_LOOKUPS} people by name at a time. Give me the addresses of the "
            "others, for example “with anna@example.com”."
        )
    return Found(tuple(steps), tuple(dict.fromkeys(addresses)))


def _mentioned(name: str, request: PlanRequest, after: int) -> Found:
    """Find one person; a pronoun may stand for the person an earlier command named."""
    if at := _FROM_COMPANY.fullmatch(name):
        lookup = step(
            CONTACTS,
            f"Find the address of {at['name']}",
            name=at["name"],
            organization=at["company"],
        )
        return Found((lookup,), (address_of(after + 1),))
    try:
        found = people([name], request, after)
    except Unknown:
        named = (
            _named_before(request)
            if re.fullmatch(
                r"him|her|them|the"
                r"y",
                name,
                re.IGNORECASE,
            )
            else ()
        )
        if not named:
            raise
        lookups = tuple(step(CONTACTS, f"Find the address of {one}", name=one) for one in named)
        places = range(after + 1, after + len(named) + 1)
        return Found(lookups, tuple(address_of(place) for place in places))
    return Found(found.lookups, found.addresses)


def _named_before(request: PlanRequest) -> tuple[str, ...]:
    """Return whom earlier commands of this message named, or else the talk before it."""
    for done in reversed(request.earlier):
        for pattern in _NAMED_THERE:
            if found := pattern.search(done.command):
                return (found["name"].removesuffix("'s"),)
    known = request.context.memory.entities.people
    return known if len(known) == 1 else ()


def _common(part: str) -> bool:
    """Whether a team goes by what it does, and not by a company's name."""
    words = part.casefold().split()
    return words[-1] in {"team", "people", "folks", "guys"} and all(
        word in _COMMON_TEAMS for word in words[:-1]
    )


def _shown(name: str) -> str:
    if "@" in name:
        return name
    return name.title() if name.islower() and len(name) > 1 else name
