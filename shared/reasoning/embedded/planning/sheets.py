"""Tool calls for one command to the sheets agent."""

import re

from shared.models.reasoning import PlanRequest, ToolPlan
from shared.reasoning.embedded.planning.sheet_cells import cells, cells_in, named_cells
from shared.reasoning.embedded.planning.sheet_selection import selection_in
from shared.reasoning.embedded.planning.steps import refused, step
from shared.reasoning.embedded.pointing import known_references, pointed_reference

SEARCH = "sheets_search"
READ = "sheets_read"
APPEND = "sheets_append_row"
UPDATE = "sheets_update_row"

_KINDS = frozenset({"sheet"})
_SHEET = r"(?:google sheets?|spread ?sheets?|sheets?|tables?|workbooks?|excel(?: file)?s?)"
_QUOTED = re.compile(r'"(?P<name>[^"]+)"')
_NAMED = (
    re.compile(
        rf"\b(?:the|my|our|in|of|to|from|into)\s+(?:{_SHEET} )?(?P<name>(?!tab\b|the\b|my\b|our\b)"
        rf"[^\s,:?!\"]+(?: (?!(?:in|of|from|to|into|our|my|the)\b)[^\s,:?!\"]+){{0,5}}?)"
        rf" {_SHEET}\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b{_SHEET} (?:called |named |titled )?(?P<name>(?!(?:called|named|titled|about|with"
        rf"|for|do"
        rf"|does|say|says|i|we|in|on|from|to)\b)[^,:?!]+?)(?=$|[,:?!]| (?:say|says|tab|with"
        rf"|and)\b)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"^(?:open|read|show|summari[sz]e|get|view)(?: me)? (?:the )?(?P<name>.+?) {_SHEET}\b",
        re.IGNORECASE,
    ),
    re.compile(rf"^(?P<name>[^\s,:?!\"]+(?: [^\s,:?!\"]+){{0,3}}) {_SHEET}\b", re.IGNORECASE),
)
_CELLS = r"[\w&.-]+"
_TAB = (
    re.compile(
        r",?\s*\b(?:(?:in|on|from|to|of) )?(?:the )?(?:tab|worksheet) (?:called |named )?"
        rf"\"?(?P<name>(?!of\b|in\b|from\b)(?!{_SHEET}){_CELLS}(?: (?!(?:of|in|from|on|add|and"
        rf"|with|the"
        rf")\b){_CELLS}){{0,4}}?)\"?(?=$|[,:]| (?:of|in|from|on|add|and|with)\b)(?: (?:of|in"
        rf"|from))?",
        re.IGNORECASE,
    ),
    re.compile(
        r",?\s*\b(?:the|in|on|from|to|of|me|my|our) (?:the )?"
        rf"(?P<name>(?!(?:the|in|on|from|to|of)\b){_CELLS}(?: (?!(?:the|in|on|from|to"
        rf"|of)\b){_CELLS})"
        r"{0,4}?) tab\b(?: (?:of|in|from))?",
        re.IGNORECASE,
    ),
    re.compile(r"^(?P<name>[\w-]+(?: [\w-]+){0,3}) tab\b(?: (?:of|in|from))?", re.IGNORECASE),
)
_ADD = re.compile(
    r"(?:add|append|insert|put|write|log|enter|record|save)\b\s*(?P<rest>.+)", re.IGNORECASE
)
_ADD_LAST = re.compile(
    r"(?P<where>.+?)[,:;] (?:add|append|insert)(?: an?| the| this)?(?: new)? (?:row|line)s?:? "
    r"(?P<values>.+)",
    re.IGNORECASE,
)
_ROW = re.compile(
    r"(?:an? |the |this |another )?(?:new |following )?(?:rows?|lines?|entry|entries|record)\b\s*",
    re.IGNORECASE,
)
_VALUES_LAST = re.compile(
    r"^(?:to|in|into|on|at the (?:end|bottom) of) (?P<where>.+?)(?: with(?: the)?(?: values?|"
    r" cells?)?:?"
    r"|:| saying| -) (?P<values>.+)$",
    re.IGNORECASE,
)
_VALUES_FIRST = re.compile(
    rf"^(?:with |of |: ?)?(?P<values>.+?) (?:to|in|into|on|at the (?:end|bottom) of)"
    rf" (?P<where>(?:(?:the|my|our) )?.*?{_SHEET}\b.*|the [^,]+)$",
    re.IGNORECASE,
)
_LISTING = re.compile(
    rf"^(?:list|find|search|look for|which|what|show(?: me)?|do i have|are there|any|get)\b.*"
    rf"\b(?:{_SHEET[3:-1]})s?\b",
    re.IGNORECASE,
)
_PLURAL = re.compile(r"\b(?:sheets|spread ?sheets|tables|workbooks)\b", re.IGNORECASE)
_ABOUT = re.compile(
    r"\b(?:about|for|on|with|named|called|mentioning|containing) (?P<topic>[^?!]+)", re.IGNORECASE
)
_PLAIN = r"(?:(?!\b(?:in|on|of|to|as)\b)[^,:\"])+"
_WHOSE = (
    rf"(?:{_PLAIN} tab (?:of|in) )?(?:(?:the|my|our) )?"
    rf"(?:(?:\"[^\"]+\"|{_PLAIN}) {_SHEET}|{_SHEET} (?:called |named )?(?:\"[^\"]+\"|{_PLAIN}))"
)
_IN_SHEET = (
    re.compile(
        rf"(?P<order>.+?),? (?:in|on|of|within) (?P<where>{_WHOSE}|it|that)"
        r"(?P<rest> (?:to|as) .+)?",
        re.IGNORECASE,
    ),
    re.compile(r"(?:in|on) (?P<where>[^,:]+)[,:] (?P<order>.+)(?P<rest>)", re.IGNORECASE),
)
"""An order, and the sheet it is about."""


def plan(command: str, request: PlanRequest) -> ToolPlan:
    """Plan the tool calls for one command."""
    said = command.rstrip(" .?!")
    if changed := _update(said, request):
        return changed
    if adding := _ADD.match(said):
        return _append(adding["rest"], request)
    if last := _ADD_LAST.fullmatch(said):
        return _append(f"to {last['where']}: {last['values']}", request)
    chosen = selection_in(said)
    sheet, tab, _ = _sheet(chosen.rest, request)
    if _LISTING.match(said) and _PLURAL.search(said) and not _QUOTED.search(said):
        found = _ABOUT.search(said)
        query = found["topic"].strip() if found else ""
        return ToolPlan(steps=(step(SEARCH, "Look for sheets", query=query),))
    if sheet:
        only = {"columns": chosen.columns, "where": chosen.where}
        return ToolPlan(steps=(step(READ, "Read the sheet", sheet=sheet, tab=tab, **only),))
    if found := _ABOUT.search(said):
        return ToolPlan(steps=(step(SEARCH, "Look for sheets", query=found["topic"].strip()),))
    return refused(
        "I can't tell which sheet you mean. Say for example “what does the Weekly Metrics sheet "
        "say” or “list my sheets”."
    )


def _append(rest: str, request: PlanRequest) -> ToolPlan:
    rest = _ROW.sub("", rest, count=1)
    found = _VALUES_LAST.match(rest) or _VALUES_FIRST.match(rest)
    sheet, tab, where = _sheet(found["where"] if found else rest, request)
    if found and not sheet:
        sheet = re.sub(r"^(?:in |of |the |my |our )+", "", where, flags=re.IGNORECASE).strip(' "')
    if not sheet:
        return refused(
            "I can't tell which sheet you mean. Say for example “add a row to Leads: Acme, 12,"
            " open”."
        )
    if found is None:
        return refused(
            f"What should be in the row? Say for example “add a row to {sheet}: Acme, 12, open”."
        )
    values = named_cells(found["values"])
    row = [] if values else cells(found["values"])
    return ToolPlan(
        steps=(step(APPEND, "Add the row", sheet=sheet, tab=tab, values=values, row=row),)
    )


def _update(said: str, request: PlanRequest) -> ToolPlan | None:
    """Plan changing cells; None for any other order."""
    for form in _IN_SHEET:
        found = form.fullmatch(said)
        wanted = cells_in(f"{found['order']}{found['rest'] or ''}") if found else None
        if found is None or wanted is None:
            continue
        sheet, tab, where = _sheet(f"in {found['where']}", request)
        sheet = sheet or re.sub(r"^in (?:the |my |our )?", "", where, flags=re.IGNORECASE)
        number = wanted.number or None
        change = step(
            UPDATE,
            "Change the row",
            sheet=sheet,
            tab=tab,
            row=wanted.row,
            number=number,
            values=wanted.values,
        )
        return ToolPlan(steps=(change,))
    return None


def _sheet(text: str, request: PlanRequest) -> tuple[str, str, str]:
    """Return the sheet meant (its id or its name), the tab named, and the text without the tab.

    Sheet and tab are "" if there is none.
    """
    tab = ""
    if found := next((found for one in _TAB if (found := one.search(text))), None):
        tab = found["name"]
        text = " in ".join(
            part
            for part in (text[: found.start()].strip(" ,"), text[found.end() :].strip(" ,"))
            if part
        )
    if quoted := _QUOTED.search(text):
        return quoted["name"], tab, text
    meant = pointed_reference(text, known_references(request, _KINDS), _KINDS)
    if meant:
        return meant.id, tab, text
    for pattern in _NAMED:
        if found := pattern.search(text):
            name = re.sub(r"^(?:the|my|our) ", "", found["name"], flags=re.IGNORECASE).strip()
            if name.casefold() not in {"it", "that", "this", "the", "my", "our", ""}:
                return name, tab, text
    return "", tab, text
