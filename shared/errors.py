"""Every error this service raises on purpose; the class says who must act.

* OmniForgeError
  + InvalidRequest          the caller must change the request
    - TooLarge              a value is over a storage or message limit
    - UnsupportedFile       a file is of a kind that is not taken
    - MessageReused         the same message, run or idempotency key came with another body
  + Unauthenticated         the caller must say who they are
    - TokenRefused          the token they brought does not say it; `code` says which check failed
    - ClaimsNeeded          the organisation wants more proof; `claims` is what to sign in with
  + Forbidden               the caller may not do this
    - NotAdmitted           the caller is known, but not let in; `code` says why
  + LimitReached            the caller, or their organisation, has had enough; try again later
  + NotFound                the caller asked for something absent
  + Conflict                a concurrent writer won; reload and retry
    - Stale                 what the caller wanted to change is newer than the caller knew
    - ThreadBusy            the thread is answering and the caller asked not to queue
    - RequestClosed         the question or approval was already settled
  + Gone                    the thread was deleted
  + Upstream                who reasons (a language model) failed; a step goes on without
    - UpstreamUnavailable   worth retrying
    - UpstreamRejected      not worth retrying
    - UpstreamMalformed     it answered, but not in the agreed form
    - Fault                 what stands in for it here broke in itself, and would again
  + StorageFailed           tables or the durable runtime failed; nothing goes on without
    - StorageUnavailable    worth retrying
    - StorageRejected       not worth retrying
  + ToolFailed              a tool could not do its work; `kind` is one of spec 003's error types
  + MasterAgentError        routing a message went wrong (spec 000, error hierarchy)
    - IntentAnalysisError   it could not be understood
    - AgentDiscoveryError   the agents could not be searched
    - RoutingError          no decision could be made
    - ClarificationError    a question could not be asked or read
    - QueryHandlerError     no handler could answer a question
    - CircularRoutingError  agents keep asking the master agent for help
  + Misconfigured           the operator must change a setting
"""

from typing import Literal

ToolErrorKind = Literal["auth", "params", "network", "rate_limit", "permission", "tool_error"]


class OmniForgeError(Exception):
    """Base class; catch it only at the edges. `code` is stable and public."""

    code: str = "internal_error"


class InvalidRequest(OmniForgeError):
    """The caller must change the request."""

    code = "invalid_request"


class TooLarge(InvalidRequest):
    """A value is over a storage or message limit."""

    code = "too_large"


class UnsupportedFile(InvalidRequest):
    """A file is of a kind that is not taken, or not of the one its name says."""

    code = "unsupported_file"


class MessageReused(InvalidRequest):
    """The same message, run or idempotency key came with another body."""

    code = "message_reused"


class Unauthenticated(OmniForgeError):
    """The caller must say who they are."""

    code = "unauthenticated"


class TokenRefused(Unauthenticated):
    """The token does not say who the caller is; `code` is the check that failed."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


class ClaimsNeeded(Unauthenticated):
    """The organisation wants more proof; `claims` is what the client has to sign in with."""

    code = "insufficient_claims"

    def __init__(self, message: str, claims: str) -> None:
        super().__init__(message)
        self.claims = claims


class Forbidden(OmniForgeError):
    """The caller may not do this."""

    code = "forbidden"


class NotAdmitted(Forbidden):
    """The caller is known, but not let in; `code` says why."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


class LimitReached(OmniForgeError):
    """A limit of the caller or of their organisation; it is worth trying again in `seconds`."""

    def __init__(self, message: str, kind: str, seconds: float) -> None:
        super().__init__(message)
        self.code = f"too_many_{kind}"
        self.seconds = seconds


class NotFound(OmniForgeError):
    """The caller asked for something absent."""

    code = "not_found"


class Conflict(OmniForgeError):
    """A concurrent writer won; reload and retry. `key` is the row that had changed, if known."""

    code = "conflict"

    def __init__(self, message: str, key: str | None = None) -> None:
        super().__init__(message)
        self.key = key


class Stale(Conflict):
    """What the caller wanted to change is newer than they knew: `current`, whose etag is `etag`."""

    code = "stale"

    def __init__(self, message: str, current: object, etag: str) -> None:
        super().__init__(message)
        self.current = current
        self.etag = etag


class ThreadBusy(Conflict):
    """The thread is answering and the caller asked not to queue."""

    code = "thread_busy"


class RequestClosed(Conflict):
    """The question or approval was already settled."""

    code = "interrupt_closed"


class Gone(OmniForgeError):
    """The thread was deleted."""

    code = "thread_deleted"


class Upstream(OmniForgeError):
    """A reasoner failed. `cost` is what it charged all the same: a `Usage`, from a model.

    `retry_after` is how many seconds it asks to be left alone, if it does.
    """

    code = "upstream_failed"
    cost: object = None
    retry_after: float | None = None


class UpstreamUnavailable(Upstream):
    """A reasoner failed in a way worth retrying."""

    code = "upstream_unavailable"


class UpstreamRejected(Upstream):
    """A reasoner refused; retrying cannot help."""

    code = "upstream_rejected"


class UpstreamMalformed(Upstream):
    """A reasoner answered, but not in the agreed form."""

    code = "upstream_malformed"


class Fault(Upstream):
    """Something of ours broke in itself: nothing else failed, and the same would break again."""

    code = "internal_error"


class StorageFailed(OmniForgeError):
    """What state is kept in failed: tables, or the durable runtime.

    A step that meets it is run again by the runtime: it says nothing of what a person wants.
    """

    code = "upstream_failed"


class StorageUnavailable(StorageFailed):
    """Storage failed in a way worth retrying."""

    code = "upstream_unavailable"


class StorageRejected(StorageFailed):
    """Storage refused; retrying at once cannot help."""

    code = "upstream_rejected"


class ToolFailed(OmniForgeError):
    """A tool could not do its work; the message is fit to show.

    `left` is the id of a draft that is left of it.
    """

    code = "tool_failed"
    left: str = ""

    def __init__(
        self, message: str, kind: ToolErrorKind = "tool_error", *, recoverable: bool = False
    ) -> None:
        super().__init__(message)
        self.kind: ToolErrorKind = kind
        self.recoverable = recoverable


class MasterAgentError(OmniForgeError):
    """Routing a message went wrong."""

    code = "routing_failed"


class IntentAnalysisError(MasterAgentError):
    """A message could not be understood."""

    code = "intent_analysis_failed"


class AgentDiscoveryError(MasterAgentError):
    """The agents could not be searched."""

    code = "agent_discovery_failed"


class RoutingError(MasterAgentError):
    """No decision could be made."""

    code = "no_route"


class ClarificationError(MasterAgentError):
    """A question could not be asked or read."""

    code = "clarification_failed"


class QueryHandlerError(MasterAgentError):
    """No handler could answer a question."""

    code = "query_failed"


class CircularRoutingError(MasterAgentError):
    """Agents keep asking the master agent for help."""

    code = "circular_routing"


class Misconfigured(OmniForgeError):
    """The operator must change a setting."""

    code = "misconfigured"
