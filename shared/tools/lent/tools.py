"""A lent tool as a tool of ours: its words for planners, its card, its risk, and the call.

What its server says of it, or answers, is other people's text: it is bounded, it names no name of
ours, and nothing in it can be followed.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from shared.decisions.links import without_links
from shared.decisions.risk import ToolRules
from shared.errors import ToolFailed
from shared.models.base import Json
from shared.models.given import Given, Sent
from shared.models.intent import Risk
from shared.models.lent import LentTool, ToolServer
from shared.models.run import Card
from shared.ports import Lender
from shared.tools.giving import given_in, in_words, kept
from shared.tools.lent.forms import Form, exactly, form_of
from shared.tools.lent.offers import accepted, called
from shared.tools.lent.schemas import ACCEPTED
from shared.tools.tool import Desk, Prepared, Said, Tool, Toolbox
from shared.tools.wording import field, one_line

MAX_SHOWN_CHARACTERS = 4_000
_LONG = 200
"""Characters of an argument that still fits on a line of a card."""
_DESTROYS = "Its server says that it may overwrite or delete things."
_UNSAID = "Its server does not say whether it may overwrite or delete things."
GONE = (
    "The tool {name} is not lent to us any more. Whoever looks after your organisation's agents "
    "can register its server again."
)


@dataclass(frozen=True)
class _Lent:
    """One tool of one server, and who makes its calls."""

    lender: Lender
    tenant: str
    server: ToolServer
    tool: LentTool

    async def call(self, desk: Desk, wanted: Form) -> Json:
        """Call it, and keep the files that it gives.

        What was made ready for another form of the tool does not get here.
        """
        arguments = {name: one for name, one in wanted.arguments.items() if name != ACCEPTED}
        if desk.effect.again:
            raise ToolFailed("its server cannot be asked what became of it.", "network")
        answer = await self.lender.call(self.tenant, self.server, self.tool, arguments)
        sent = [Sent.model_validate(one) for one in field(answer, "sent") or ()]
        files = await kept(desk.uploads, sent, self.server.name)
        words = {name: one for name, one in answer.items() if name != "sent"}
        return {
            **words,
            "given": [one.model_dump(mode="json") for one in files.given],
            "besides": files.besides,
        }

    async def prepare(self, _desk: Desk, given: Form) -> Prepared:
        """Show exactly what will be sent, and bind it to the tool as it was accepted."""
        arguments = {**given.arguments, ACCEPTED: accepted(self.server, self.tool)}
        title = one_line(self.tool.title or self.tool.name, 80)
        values = {name: _written(one) for name, one in given.arguments.items()}
        short = {name: one for name, one in values.items() if len(one) <= _LONG and "\n" not in one}
        long = (f"{name}:\n{one}" for name, one in values.items() if name not in short)
        warning = {True: (_DESTROYS,), None: (_UNSAID,), False: ()}[self.tool.hints.destroys]
        card = Card(
            title=f"{title} ({self.server.name})",
            fields=(("Tool", self.tool.name), *short.items()),
            body="\n\n".join(long),
            warnings=warning,
        )
        return Prepared(arguments, card)

    def say(self, said: Said) -> str:
        """Word what its server answered."""
        head = f"{self.server.name} ({one_line(self.tool.title or self.tool.name, 80)}):"
        text = str(field(said.result, "text") or "").strip()
        data = field(said.result, "data")
        sent = in_words(given_in(said.result))
        besides = field(said.result, "besides")
        sent += f"\n\n(It also sent {one_line(besides)}, left out here.)" if besides else ""
        lines = text or "\n".join(_lines(data)) or ("" if sent else "It answered nothing.")
        cut = field(said.result, "cut") is True or len(lines) > MAX_SHOWN_CHARACTERS
        shown = without_links(lines[:MAX_SHOWN_CHARACTERS])
        rest = "\n\n(The rest is left out.)" if cut else ""
        return f"{head}\n\n{shown}{rest}{sent}" if shown else f"{head}{sent}"

    def gives(self, result: Json) -> tuple[Given, ...]:
        """Return what its server gave besides words: its structured content, and files."""
        data, files = field(result, "data"), given_in(result)
        name = one_line(self.tool.title or self.tool.name, 80)
        whole = Given(source=self.server.name, name=name, data=data)
        return (whole, *files) if data is not None else files

    def as_tool(self) -> Tool:
        """Return it as agents have it."""
        name, known = called(self.server.id, self.tool.name), self.tool
        about = known.description or known.title or known.name
        changing, risk = known.hints.reads is not True, risk_of(known)
        exact = form_of(name, exactly(known.parameters, accepted(self.server, known)))
        return Tool(
            name,
            f"Lent by the server {self.server.name}, which says of it: {about}",
            form_of(name, known.parameters),
            ToolRules(lambda _given, _who: risk, changes=changing, digest=not changing),
            self.call,
            self.say,
            prepare=self.prepare if changing else None,
            exact=exact if changing else None,
            gives=self.gives,
        )


def risk_of(tool: LentTool) -> Risk:
    """Return how risky its calls are: low if its server says that it only reads.

    Medium if it says that it only adds things; high for all else, and where it says nothing.
    """
    if tool.hints.reads is True:
        return "low"
    return "medium" if tool.hints.destroys is False else "high"


def tools_of(
    lender: Lender, tenant: str, server: ToolServer, only: Collection[str] | None = None
) -> Toolbox:
    """Return the tools of a server by the names they have here; `only` those, if that is given."""
    named = {called(server.id, one.name): one for one in server.tools}
    return {
        name: _Lent(lender, tenant, server, one).as_tool()
        for name, one in named.items()
        if only is None or name in only
    }


def absent(name: str, why: str = GONE) -> Tool:
    """Return what stands for a tool that is not there any more: it says so, and does nothing."""
    gone = why.format(name=name)

    async def prepare(_desk: Desk, _given: Form) -> Prepared:
        raise ToolFailed(gone, "permission")

    async def call(_desk: Desk, _given: Form) -> Json:
        raise ToolFailed(gone, "permission")

    anything = form_of(name, {"type": "object"})
    rules = ToolRules(lambda _arguments, _profile: "high", changes=True)
    return Tool(
        name, gone, anything, rules, call, lambda _said: gone, prepare=prepare, exact=anything
    )


def _written(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _lines(value: Json, name: str = "") -> Iterator[str]:
    """Yield what structured content says, a value a line."""
    if isinstance(value, Mapping):
        for key, each in cast("Mapping[str, Any]", value).items():
            yield from _lines(each, f"{name}.{key}" if name else str(key))
    elif isinstance(value, list):
        for each in cast("list[Any]", value):
            yield from _lines(each, name)
    elif value is not None:
        yield f"{one_line(name, 80)}: {one_line(_written(value))}" if name else _written(value)
