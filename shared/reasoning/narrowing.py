"""Which of the workspace's tools a message could be for: the few that a model is shown.

Tools are shown in groups, always in the same order, so that a server finds most of a prompt as it
has read it before. The reader says which tasks a message comes near; what it misses, a model asks
for by `more_tools`. What other servers lend is in no group but one of its own: its words tell.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from shared.models.intent import Entities
from shared.models.reasoning import IntentRequest, PlanRequest, ReviseRequest, Revision, ToolSpec
from shared.reasoning.embedded.planning.command import AGENT_OF
from shared.reasoning.embedded.requests import requests_in
from shared.reasoning.embedded.revising import revise
from shared.tools.lent.offers import is_lent
from shared.tools.remote import is_remote
from shared.understanding.clauses import commands_in
from shared.understanding.reader import Reader
from shared.understanding.said import Said
from shared.understanding.world import things_in
from shared.words import telling

MOST_TOOLS = 15
"""With those that only say what a model made of a message, about 20 are in a prompt."""
_ASKED_FOR = 15
"""Likewise once a model was shown what it asked for, and may ask for no more."""
_WITH_LENT = 18
"""Likewise of an agent that has some lent ones, for which two of those six do."""
_COVERED = 0.9
"""Share of the reader's belief that the tasks shown for are to make up."""
_FAINT = 0.08
"""Below this a task is not worth the tools it would add: what is missed is asked for."""


@dataclass(frozen=True)
class Group:
    """Tools that serve the same tasks, and those that these often begin with."""

    about: str
    tasks: frozenset[str]
    tools: tuple[str, ...]


def _group(about: str, tasks: str, *tools: str) -> Group:
    return Group(about, frozenset(tasks.split()), tools)


GROUPS: Mapping[str, Group] = {
    "mail": _group(
        "reading mail",
        "mail_search mail_read mail_thread mail_unanswered",
        "contacts_search",
        "gmail_search_messages",
        "gmail_get_message",
        "gmail_get_thread",
        "gmail_find_unanswered",
    ),
    "mail_writing": _group(
        "sending, answering and forwarding mail",
        "mail_send mail_reply mail_forward",
        "contacts_search",
        "gmail_search_messages",
        "gmail_send_email",
        "gmail_reply_to_message",
        "gmail_forward_message",
    ),
    "mail_sorting": _group(
        "archiving, deleting, labels, stars",
        "mail_archive mail_delete mail_star mail_mark_read mail_label",
        "contacts_search",
        "gmail_search_messages",
        "gmail_archive",
        "gmail_trash",
        "gmail_label",
        "gmail_star",
        "gmail_mark_read",
    ),
    "mail_snoozing": _group(
        "snoozing mail",
        "mail_snooze",
        "contacts_search",
        "gmail_search_messages",
        "gmail_snooze",
    ),
    "mail_drafts": _group(
        "drafts",
        "mail_draft mail_send_draft",
        "contacts_search",
        "gmail_search_messages",
        "gmail_create_draft",
        "gmail_update_draft",
        "gmail_discard_draft",
        "gmail_send_draft",
    ),
    "mail_files": _group(
        "attached files, delivery",
        "mail_attachment mail_delivery",
        "gmail_search_messages",
        "gmail_list_attachments",
        "gmail_read_attachment",
        "gmail_get_delivery_status",
    ),
    "calendar": _group(
        "events, invitations, free time",
        "cal_list cal_availability cal_slots cal_conflicts cal_respond",
        "contacts_search",
        "calendar_list_events",
        "calendar_check_availability",
        "calendar_find_common_slots",
        "calendar_find_conflicts",
        "calendar_respond_to_event",
    ),
    "calendar_changing": _group(
        "making, changing events",
        "cal_create cal_update cal_cancel",
        "contacts_search",
        "calendar_list_events",
        "calendar_create_event",
        "calendar_update_event",
        "calendar_delete_event",
    ),
    "contacts": _group(
        "people, companies, addresses",
        "contact_add contact_delete contact_find contact_list_orgs contact_update contact_validate",
        "contacts_search",
        "contacts_get_by_id",
        "contacts_list_organizations",
        "contacts_create",
        "contacts_update",
        "contacts_delete",
        "contacts_validate_email",
    ),
    "slack": _group(
        "reading Slack",
        "slack_channels slack_read slack_search slack_summary slack_thread slack_unread slack_user",
        "slack_list_channels",
        "slack_get_channel_messages",
        "slack_get_unread",
        "slack_search_messages",
        "slack_get_thread_replies",
        "slack_analyze_conversation",
        "slack_get_user_info",
        "slack_find_users",
        "slack_get_direct_messages",
    ),
    "slack_writing": _group(
        "posting",
        "slack_post slack_dm slack_mark_read",
        "slack_find_users",
        "slack_get_channel_messages",
        "slack_post_message",
        "slack_send_direct_message",
        "slack_mark_read",
    ),
    "sheets": _group(
        "spreadsheets",
        "sheet_find sheet_read sheet_append sheet_remove sheet_set",
        "sheets_search",
        "sheets_read",
        "sheets_append_row",
        "sheets_update_row",
        "sheets_remove_row",
    ),
    "pages": _group(
        "pages",
        "page_find page_read page_write",
        "pages_search",
        "pages_read",
        "pages_append",
        "pages_change",
        "pages_create",
    ),
    "across": _group(
        "all on one topic",
        "catch_up find unprepared",
        "workspace_catch_up",
        "workspace_find",
        "workspace_unprepared_meetings",
    ),
}


LENT = "lent"
"""The group of what other servers lend."""


@dataclass(frozen=True)
class Likely:
    """What a message comes near: groups of tools, and tasks, the likeliest first.

    `asked` are the groups that a model wants to be shown as well, `needs` what it needs of lent
    tools, in its words.
    """

    groups: tuple[str, ...]
    tasks: tuple[str, ...]
    asked: tuple[str, ...] = ()
    needs: str = ""


@dataclass(frozen=True)
class Few:
    """The tools of a prompt, and the groups of those that may be asked for besides."""

    tools: tuple[ToolSpec, ...]
    more: tuple[str, ...] = ()


class Narrowing:
    """Picks the groups of tools that a message could be for, by the embedded reader."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def likely(self, text: str, request: IntentRequest | PlanRequest) -> Likely:
        """Return the groups a message comes near; none where it is for no service.

        One to an agent with a procedure comes near what that does, before all else.
        """
        reader = self._reader.knowing(things_in(request))
        procedure = request.procedure if isinstance(request, PlanRequest) else ()
        tasks: dict[str, None] = {}
        for line in (*procedure, text):
            tasks |= dict.fromkeys(one.task for one in self.commands(line, request))
        for line in (*procedure, text):
            tasks |= dict.fromkeys(_nearest(line, request, reader))
        there = {tool.name for tool in request.tools}
        return Likely(_groups(tasks, there), tuple(tasks))

    def entities(self, request: IntentRequest) -> Entities:
        """Return what the first order of a message names, as the reader marks it."""
        reader = self._reader.knowing(things_in(request))
        orders = requests_in(request.text, request, reader).orders
        return orders[0].entities if orders else Entities()

    def commands(self, text: str, request: IntentRequest | PlanRequest) -> tuple[Said, ...]:
        """Return the commands of a message for the workspace's services, as the reader has them."""
        reader = self._reader.knowing(things_in(request))
        said = commands_in(text, request.context, reader, tuple(AGENT_OF))
        return tuple(one for one in said if one.task in AGENT_OF)

    def revised(self, request: ReviseRequest) -> Revision:
        """Return a call as a wish has it at a first reading."""
        return revise(request, self._reader)


def shown(likely: Likely, tools: Sequence[ToolSpec]) -> tuple[ToolSpec, ...]:
    """Return the tools to show, in the order in which they are always shown.

    What was asked for comes before what a message only comes near, where there is no room for both.
    """
    known = {tool.name: tool for tool in tools}
    chosen = _chosen(likely, set(known))
    names = (name for key, group in GROUPS.items() if key in chosen for name in group.tools)
    return tuple(known[name] for name in dict.fromkeys(names) if name in known)


def others(likely: Likely, tools: Sequence[ToolSpec]) -> dict[str, str]:
    """Return what else there is, by the name of its group."""
    there = {tool.name for tool in tools}
    return {
        key: group.about
        for key, group in GROUPS.items()
        if key not in likely.groups and there.intersection(group.tools)
    }


def few(likely: Likely, request: PlanRequest) -> Few:
    """Return the tools a command is planned with: all of an agent's, or some where it has many.

    Of those lent there is room for as many as groups of ours leave; where they are asked for, those
    that were not shown before come first.
    """
    if len(request.tools) <= MOST_TOOLS:
        return Few(request.tools)
    own = shown(likely, request.tools)
    lent = tuple(one for one in request.tools if is_lent(one.name) or is_remote(one.name))
    text = "\n".join((request.command, *request.procedure))
    near = _by_words(text, lent, max(_WITH_LENT - len(own), 0))
    if LENT in likely.asked:
        before = few(replace(likely, asked=()), request).tools
        near = _unseen(likely.needs or text, lent, before, _WITH_LENT - len(own))
    more = (*others(likely, request.tools), *((LENT,) if len(near) < len(lent) else ()))
    return Few((*own, *near) or request.tools[:MOST_TOOLS], more)


def _chosen(likely: Likely, there: set[str]) -> set[str]:
    """Return the groups of which the tools are shown."""
    if not likely.asked:
        return set(likely.groups)
    most = MOST_TOOLS if LENT in likely.asked else _ASKED_FOR
    chosen, names = set[str](), set[str]()
    for key in (*likely.asked, *likely.groups):
        more = names | there.intersection(GROUPS[key].tools) if key in GROUPS else names
        if more != names and (not names or len(more) <= most):
            chosen.add(key)
            names = more
    return chosen


def _unseen(
    text: str, tools: Sequence[ToolSpec], before: Sequence[ToolSpec], most: int
) -> tuple[ToolSpec, ...]:
    """Return tools that were not shown before, and where there is room some that were."""
    new = _by_words(text, [one for one in tools if one not in before], most)
    known = _by_words(text, [one for one in tools if one in before], most - len(new))
    return tuple(one for one in tools if one in (*new, *known))


def _by_words(text: str, tools: Sequence[ToolSpec], most: int) -> tuple[ToolSpec, ...]:
    """Return those of some tools whose names and descriptions have most words of a text."""
    said = telling(text)

    def apart(tool: ToolSpec) -> int:
        return -len(said & telling(f"{tool.name.replace('_', ' ')} {tool.description}"))

    nearest = {tool.name for tool in sorted(tools, key=apart)[:most]}
    return tuple(tool for tool in tools if tool.name in nearest)


def _nearest(text: str, request: IntentRequest | PlanRequest, reader: Reader) -> Iterator[str]:
    """Yield the tasks that a text comes near, until they make up most of the reader's belief."""
    covered = 0.0
    for task, share in reader.read(text, links=request.links).tasks:
        if covered >= _COVERED or share < _FAINT:
            break
        covered += share
        if task in AGENT_OF:
            yield task


def _groups(tasks: Iterable[str], there: set[str]) -> tuple[str, ...]:
    """Return the groups of tasks, as long as their tools are not too many."""
    groups: dict[str, None] = {}
    names: set[str] = set()
    for task in tasks:
        for key, group in GROUPS.items():
            more = names.union(there.intersection(group.tools))
            if task in group.tasks and more != names and (not groups or len(more) <= MOST_TOOLS):
                groups.setdefault(key)
                names = more
    return tuple(groups)
