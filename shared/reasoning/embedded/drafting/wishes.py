"""What somebody wants of the conversation itself: go back, stop, leave a question out."""

import re

from shared.models.building import Wish
from shared.understanding.folding import fold

_LEAD = (
    r"(?:(?:ok(?:ay)?|please|well|hm+|oh|ah|no+|nah|nope|yes|sorry|you know what|actually|wait|"
    r"let's|can we|could we|can you|i want to|i'd like to|i would like to)[,. !]* )*"
)
_END = r"(?:,? please| now| then| for now| thanks| thank you)*[.!? ]*$"
_WISHES: dict[Wish, str] = {
    "back": (
        r"(?:go |one step |take me |step |a step )*back(?: (?:one|a) step| one| up"
        r"| to the (?:last|previous)(?: \w+)?)?|undo(?: (?:that|it|the last \w+))?"
        r"|previous(?: question| step)?|(?:return|go) to the previous \w+"
    ),
    "start_over": (
        r"(?:start|begin)(?: all)? (?:over|again|anew|afresh|from (?:scratch|the (?:start|"
        r"beginning)))(?: again)?|restart|reset|from the (?:start|beginning)|from scratch"
    ),
    "cancel": (
        r"(?:cancel|abort|discard|scrap|forget|drop)(?: (?:it|this|that|everything"
        r"|all(?: of (?:it|this))?|the (?:agent|whole thing|change|draft)|about it))?"
        r"|stop(?: (?:it|this|here))?|never ?mind|quit|don't (?:create|make|change|do) (?:it"
        r"|this|that|anything)|i(?:'ve| have)? changed my mind"
    ),
    "leave": (
        r"(?:i'll (?:do|finish|continue) (?:it|this|that) )?later|not now|(?:i )?(?:need|have) "
        r"to go|"
        r"leave(?: it| this)?|exit|(?:i'm )?done|that's (?:all|it)|bye|nothing(?: else)?|"
        r"(?:no,? )?(?:that's )?all good|park (?:it|this)|let's (?:pause|continue later)"
    ),
    "skip": (
        r"skip(?: (?:it|this|that|the question|this (?:one|question|step)))?|next(?: question)?"
        r"|pass|(?:i )?(?:don't|do not) (?:care|mind|know)|no (?:idea|preference)|you (?:decide"
        r"|choose|pick)|(?:it )?doesn't matter|whatever|(?:use )?(?:the )?default|leave (?:it"
        r"|that) open|leave (?:it|that|this|them) out|i'm not sure|not sure"
    ),
    "missing": (
        r"what(?:'s| is| else is| do you(?: still)? need| else do you need)?(?: still)?"
        r"(?: (?:missing|left|open|needed|to do))?|what (?:else )?do you(?: still)? need"
        r"(?: to know)?|anything (?:else )?missing|is (?:there )?anything (?:still )?missing|"
        r"what's the status|where are we|what (?:do you|have you) (?:have|got)(?: so far)?|"
        r"(?:show me )?(?:what we have|the (?:draft|card))(?: so far)?|show me (?:the "
        r")?progress"
    ),
    "help": (
        r"help(?: me)?|what can i (?:say|do|answer)|how does (?:this|it) work|(?:i )?(?:don't"
        r"|do not) understand|what do you mean|(?:give me )?(?:an )?examples?|huh"
        r"|what are my options|what are the options|like what|such as"
    ),
    "run": (
        r"(?:run|test|try)(?: (?:it|that|this|the agent|my agent|one|now|out|right|away|once|to"
        r"|test|first|a test))*|(?:do )?a test(?: run)?|test run|let's (?:run|test|try) (?:it"
        r"|that)(?: out)?|execute it"
    ),
    "details": (
        r"(?:(?:can i |let me )?(?:see|show|view|give|display|look at)(?: me)? )(?:the |its "
        r"|all )?(?:agent(?:'s)? )?(?:details|agent|configuration|settings|skills"
        r"|steps)(?: of .*)?|(?:the )?(?:agent )?details"
    ),
    "edit": (
        r"(?:show me |tell me |explain )?how (?:to|do i|can i|would i) (?:edit|change|update"
        r"|modify)(?: (?:it|that|this|the agent))?(?: later)?|edit(?: it)?(?: later)?"
    ),
    "yes": (
        r"(?:yes|yep|yeah|yup|ok|okay|sure|fine|right|correct|exactly|perfect|great|good"
        r"|looks? good|sounds? good|go(?: ahead| for it)?|do (?:it|that)|please do|create(?: it"
        r"| the agent)?|make (?:it|the agent)|(?:that's )?(?:right|correct|fine|perfect|it|good"
        r"|great)|confirm(?:ed)?|approved?|save(?: it)?|change it|update it|apply(?: it)?"
        r"|set it up|i agree|agreed|try again|ship it|use (?:it|that"
        r"|this)(?: one)?(?: anyways?)?|use \S+ anyways?|anyways?|it exists|i'm sure|it(?:'s"
        r"| is) right|keep it|that's the (?:right )?(?:one|name)|and|,|please|really|absolutely"
        r"|definitely|of course|like this|like that|as it is|now|then|\.|!| )+"
    ),
    "no": (
        r"(?:no|nope|nah|not (?:yet|quite|really|like (?:this|that))|wrong|(?:that's )?(?:wrong"
        r"|not (?:right|it|correct|what i (?:want|meant)))|change something(?: else)?"
        r"|something (?:else|is wrong)|,|\.| )+"
    ),
}
_LEADS = {"yes": "", "no": ""}
"""Words that lead in to any other wish are all there is of these."""
_COMPILED: list[tuple[Wish, re.Pattern[str]]] = [
    (wish, re.compile(rf"^{_LEADS.get(wish, _LEAD)}(?:{form}){_END}"))
    for wish, form in _WISHES.items()
]


_APART = re.compile(r"[.,;!:]+\s*")
_LED_IN = re.compile(rf"{_LEAD}\s*")
_DROPPED = re.compile(
    rf"^{_LEAD}(?:(?:leave|forget|drop|scrap|cancel|skip) (?:it|that|this)(?: be| alone| then)?"
    rf"|never ?mind|nvm|(?:let's )?(?:don'?t|do not) (?:make|create|build|do|set up)"
    r" (?:it|this|that)"
    rf"|i(?:'ve| have)? changed my mind|i(?:'d| would)? rather not){_END}"
)
_INSTEAD = re.compile(r"\b(?:but|instead|rather(?! not))\b")
"""What goes on to say how it should be."""


def wish_in(text: str) -> Wish:
    """Return what the whole of a text wishes; "" when it is about the agent."""
    said = fold(text)[:200]
    for wish, form in _COMPILED:
        if form.match(said):
            return wish
    parts = [part for part in _APART.split(said) if not _LED_IN.fullmatch(f"{part} ")]
    dropped = len(parts) > 1 and any(_DROPPED.match(one) for one in (parts[0], parts[-1]))
    return "cancel" if dropped and not _INSTEAD.search(said) else ""
