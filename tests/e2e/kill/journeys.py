"""What people say in the crash tests, and what each of them does next."""

from dataclasses import dataclass

JOHN = "Show me emails from John"
SARAH = "Show me emails from Sarah about the budget"


@dataclass(frozen=True)
class Say:
    """Say something; with `at_once`, before the message in front of it has its answer."""

    text: str
    at_once: bool = False


@dataclass(frozen=True)
class Press:
    """Answer the open question with the button of an option."""

    option: str


Journey = tuple[Say | Press, ...]

WHICH_JOHN: Journey = (Say(JOHN), Say("The client"))
BY_BUTTON: Journey = (Say(JOHN), Press("2"))
NONE_OF_THEM: Journey = (Say(JOHN), Say("none of these"))
CHANGED_MIND: Journey = (Say(JOHN), Say(SARAH))
SEARCH: Journey = (Say(SARAH), Say("open the second one"))
SMALL_TALK: Journey = (Say("hello"), Say("what can you do?", at_once=True))
THANKS: Journey = (Say("thanks a lot"),)
PHONE: Journey = (Say("find Sarah's phone number"),)
NOT_HERE: Journey = (Say("book a flight to Paris"), Say("@nobody hi"))

MIXED: dict[str, Journey] = {
    "ann": SMALL_TALK + SEARCH + WHICH_JOHN + THANKS + NOT_HERE,
    "ben": WHICH_JOHN + SEARCH + SMALL_TALK + BY_BUTTON + PHONE,
    "cleo": SEARCH + CHANGED_MIND + SMALL_TALK + THANKS + WHICH_JOHN,
    "dan": BY_BUTTON + SMALL_TALK + NOT_HERE + SEARCH + THANKS,
    "eve": PHONE + NONE_OF_THEM + SEARCH + WHICH_JOHN + SMALL_TALK,
    "finn": NOT_HERE + WHICH_JOHN + PHONE + SEARCH + SMALL_TALK,
}
"""By thread; more than forty turns, and every thread ends without an open question."""
