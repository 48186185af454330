"""What came back from Slack, and whether to ask again."""

from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Literal

from shared.connectors.rest import LONGEST_WAIT_SECONDS, REPEATS, in_words
from shared.connectors.slack.refusals import LIMITED, NAME, TROUBLE, refusal
from shared.connectors.slack.wire import MALFORMED
from shared.errors import ToolFailed
from shared.tools.effect import OutcomeUnknown


@dataclass(frozen=True)
class Answer:
    """What came back, if anything did: `fault` says what went wrong on the way."""

    status: int = 0
    data: dict[str, Any] = field(default_factory=dict[str, Any])
    retry_after: str = ""
    fault: Literal["", "unreached", "unanswered"] = ""

    @property
    def done(self) -> bool:
        """Whether Slack did what it was asked."""
        return self.status == HTTPStatus.OK and self.data.get("ok") is True

    @property
    def code(self) -> str:
        """Slack's name for what is wrong."""
        code = self.data.get("error")
        return code if isinstance(code, str) else ""

    @property
    def limited(self) -> bool:
        """Whether too much was asked in too short a time."""
        return self.status == HTTPStatus.TOO_MANY_REQUESTS or self.code == LIMITED

    @property
    def trouble(self) -> str:
        """What keeps it unknown whether Slack did anything; "" when it is known."""
        if self.fault == "unanswered":
            return "did not answer in time"
        if self.status >= HTTPStatus.INTERNAL_SERVER_ERROR or self.code in TROUBLE:
            return "is having trouble"
        return ""


def pause_after(answer: Answer, attempt: int, *, once: bool) -> float:
    """Return the seconds to pause before asking again; raise what the answer means otherwise.

    `attempt` counts from 0. `once`: it must happen at most once, so it is asked again only when it
    surely did not happen.
    """
    last = attempt >= REPEATS
    pause = 0.5 * 2**attempt
    if answer.limited:
        pause = float(answer.retry_after) if answer.retry_after.isdecimal() else pause
        if last or pause > LONGEST_WAIT_SECONDS:
            raise _limited(pause)
        return pause
    if answer.fault != "unreached" and not answer.trouble:
        raise _refused(answer, once=once)
    if once and answer.trouble:
        raise OutcomeUnknown(f"{NAME} {answer.trouble}.")
    if last:
        what = answer.trouble or "cannot be reached at the moment"
        raise ToolFailed(f"{NAME} {what}.", "network", recoverable=True)
    return pause


def _refused(answer: Answer, *, once: bool) -> ToolFailed:
    if answer.code:
        return refusal(answer.code, answer.data)
    if answer.status >= HTTPStatus.BAD_REQUEST:
        return ToolFailed(f"{NAME} refused the request ({answer.status}).", "params")
    return OutcomeUnknown(MALFORMED) if once else ToolFailed(MALFORMED, recoverable=True)


def _limited(pause: float) -> ToolFailed:
    return ToolFailed(
        f"{NAME} allows no more requests at the moment. Please ask me again in {in_words(pause)}.",
        "rate_limit",
        recoverable=True,
    )
