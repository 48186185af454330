"""What an order wants written: text at the end of a page, or a page in another one."""

import re

from shared.models.reasoning import PlannedStep
from shared.reasoning.embedded.planning.steps import step

APPEND = "pages_append"
CREATE = "pages_create"
_PAGE = r"(?:notion (?:page|doc|document)|page|wiki(?: page)?|doc|document)"
_ADD = r"(?:add|append|write|note|put|insert|log|record)"
_IN = r"(?: (?:in|on) notion)?"
_NAME = r"(?:\"(?P<quoted>[^\"]+)\"|(?P<name>[^,:\"]+?))"
_PAGES = (
    rf"(?:the |my |our )?{_NAME} {_PAGE}{_IN}",
    rf"(?:the |my |our )?{_PAGE} (?:called |named |titled )?{_NAME}{_IN}",
)
_TEXT = r"(?P<text>.+)"
_SAYS = r"(?:,? (?:that|saying(?: that)?)|:| -)\s+"
_APPENDS = tuple(
    re.compile(form, re.IGNORECASE | re.DOTALL)
    for page in _PAGES
    for form in (
        rf"{_ADD} (?:to|on|in|into|at the end of) {page}{_SAYS}{_TEXT}",
        rf"{_ADD} an? (?:line|note|paragraph|bullet) (?:to|on|in|into) {page}{_SAYS}{_TEXT}",
        rf"{_ADD} {_TEXT} (?:to|on|in|into|at the end of) {page}",
    )
)
_MAKE = r"(?:create|make|add|start|write)"
_CALLED = r"(?:,? (?:called|named|titled))?:? (?:\"(?P<title>[^\"]+)\"|(?P<plain>[^\"]+?))"
_BELOW = (
    r",? (?:under|below|in|inside|within) (?:the |my |our )?(?:\"(?P<above>[^\"]+)\""
    rf"|(?P<parent>[^,:\"]+?))(?: {_PAGE}| database| table)?{_IN}"
)
_WITH = r"(?:(?:,? (?:saying|with(?: the)? (?:text|content)|that says):?|:| -)\s+(?P<text>.+))?"
_CREATES = (
    re.compile(rf"{_MAKE} an? (?:new )?{_PAGE}{_CALLED}{_BELOW}{_WITH}", re.IGNORECASE | re.DOTALL),
    re.compile(
        rf"{_MAKE} an? (?:new )?{_PAGE}{_BELOW},? (?:called|named|titled):? "
        rf"(?:\"(?P<title>[^\"]+)\"|(?P<plain>[^\":]+?)){_WITH}",
        re.IGNORECASE | re.DOTALL,
    ),
)


def page_written(said: str) -> PlannedStep | None:
    """Return the call that writes what an order says; None for any other order."""
    for form in _CREATES:
        if found := form.fullmatch(said):
            return step(
                CREATE,
                "Make the page",
                parent=(found["above"] or found["parent"]).strip(),
                title=(found["title"] or found["plain"]).strip(),
                text=_text(found["text"] or ""),
            )
    for form in _APPENDS:
        if found := form.fullmatch(said):
            name = (found["quoted"] or found["name"]).strip()
            return step(APPEND, "Add to the page", page=name, text=_text(found["text"]))
    return None


def _text(said: str) -> str:
    quoted = re.fullmatch(r"[\"“'](.+)[\"”']", said.strip(), re.DOTALL)
    text = quoted[1] if quoted else said
    return text.strip() if quoted else f"{text.strip()[:1].upper()}{text.strip()[1:]}"
