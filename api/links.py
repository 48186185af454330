"""Where things are found: every link a client is handed."""

from urllib.parse import quote

from api.ids import to_path
from api.paths import (
    AGENTS,
    APPROVALS,
    BASE,
    BEGIN,
    CARD,
    CONNECTIONS,
    EFFECTS,
    ERASURES,
    PUBLIC_AGENTS,
    REMOTE_AGENTS,
    SKILLS,
    TOOL_SERVERS,
)
from api.shown import Shown
from shared.models.agent import Agent


class ThreadLinks(Shown):
    """Where a thread, its transcript and its event log are."""

    thread: str
    messages: str
    events: str


class AgentLinks(Shown):
    """Where an agent is, where to run it, and what there is to know about it.

    `card` is what anybody may read of a public agent; "" of any other.
    """

    agent: str
    run: str
    versions: str
    statistics: str
    export: str
    card: str


class VersionLinks(Shown):
    """Where an agent is, as it is and as it was in a version."""

    agent: str
    version: str


class SkillLinks(Shown):
    """Where a skill of the library is."""

    skill: str


class ToolServerLinks(Shown):
    """Where a server that lends tools is."""

    server: str


class RemoteAgentLinks(Shown):
    """Where an agent of another system is."""

    remote: str


class RunLinks(ThreadLinks):
    """Where a run is followed, and stopped."""

    cancel: str


def thread(thread_id: str) -> str:
    """Return the path of a thread."""
    return f"{BASE}/threads/{to_path(thread_id)}"


def tool_server(server_id: str) -> str:
    """Return the path of a server that lends tools."""
    return f"{TOOL_SERVERS}/{to_path(server_id)}"


def remote_agent(name: str) -> str:
    """Return the path of an agent of another system."""
    return f"{REMOTE_AGENTS}/{to_path(name)}"


def interrupt(thread_id: str, question: str) -> str:
    """Return where a question of a thread is answered."""
    return f"{thread(thread_id)}/interrupts/{to_path(question)}"


def approval(name: str) -> str:
    """Return where somebody else's step is decided on."""
    return f"{APPROVALS}/{name}"


def file(thread_id: str, file_id: str) -> str:
    """Return where a file of a thread is fetched."""
    return f"{thread(thread_id)}/files/{to_path(file_id)}"


def of_thread(thread_id: str) -> ThreadLinks:
    """Return what there is to know about a thread."""
    here = thread(thread_id)
    return ThreadLinks(thread=here, messages=f"{here}/messages", events=f"{here}/events")


def of_run(thread_id: str, run_id: str) -> RunLinks:
    """Return where to follow and to stop a run."""
    here = of_thread(thread_id)
    return RunLinks(
        thread=here.thread,
        messages=here.messages,
        events=f"{here.events}?run={quote(run_id, safe='')}",
        cancel=f"{here.thread}/runs/{to_path(run_id)}/cancel",
    )


def undo(effect: str) -> str:
    """Return where a change is taken back."""
    return f"{EFFECTS}/{effect}/undo"


def agent(agent_id: str) -> str:
    """Return the path of an agent."""
    return f"{AGENTS}/{to_path(agent_id)}"


def public_agent(tenant: str, agent_id: str) -> str:
    """Return the path at which an organisation's public agent is told of, and spoken to."""
    return f"{PUBLIC_AGENTS}/{to_path(tenant)}/{to_path(agent_id)}"


def of_agent(tenant: str, told: Agent) -> AgentLinks:
    """Return what there is to know about an agent of an organisation, and where to run it."""
    here = agent(told.id)
    return AgentLinks(
        agent=here,
        run=f"{here}/run",
        versions=f"{here}/versions",
        statistics=f"{here}/statistics",
        export=f"{here}/export",
        card=f"{public_agent(tenant, told.id)}{CARD}" if told.public else "",
    )


def of_version(agent_id: str, number: int) -> VersionLinks:
    """Return where an agent is as it was in a version."""
    here = agent(agent_id)
    return VersionLinks(agent=here, version=f"{here}/versions/{number}")


def skill(skill_id: str) -> str:
    """Return the path of a skill of the library."""
    return f"{SKILLS}/{to_path(skill_id)}"


def start(provider: str) -> str:
    """Return where connecting an account of a provider begins."""
    return f"{CONNECTIONS}/{to_path(provider)}/start"


def reconnect(provider: str, account: str) -> str:
    """Return where an account of a provider is connected anew."""
    return f"{start(provider)}?account={quote(account, safe='')}"


def begin(public_url: str, ticket: str) -> str:
    """Return the link by which a browser begins a sign-in; without an address of ours, a path."""
    return f"{public_url}{BEGIN}?ticket={quote(ticket, safe='')}"


def erasure(name: str) -> str:
    """Return where one sees how far an erasure is, and its receipt."""
    return f"{ERASURES}/{name}"
