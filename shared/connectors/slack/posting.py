"""Posting a message at most once: Slack keeps an effect's id with the message it was posted for."""

from datetime import timedelta

from shared.connectors.slack.calls import Calls
from shared.connectors.slack.text import as_slack
from shared.connectors.slack.wire import Message, Messages, Posted, ts_at
from shared.errors import ToolFailed
from shared.ports import Clock
from shared.tools.effect import Effect, OutcomeUnknown

EVENT = "omniforge_effect"
LONGEST = 40_000
"""Slack cuts longer texts off."""
CLOCKS_APART = timedelta(minutes=5)
MOST_PAGES = 5
PAGE = 200


async def post(
    calls: Calls, clock: Clock, channel_id: str, text: str, thread_id: str, effect: Effect
) -> Message:
    """Post a message; the effect's handle says where and since when, should the answer be lost."""
    written = as_slack(text)
    if len(written) > LONGEST:
        raise ToolFailed(f"Slack takes at most {LONGEST:,} characters in a message.", "params")
    await effect.note(f"{channel_id} {ts_at(clock.now() - CLOCKS_APART)}")
    try:
        answer = await calls.post(
            Posted,
            "chat.postMessage",
            channel=channel_id,
            text=written,
            unfurl_links=False,
            unfurl_media=False,
            metadata={"event_type": EVENT, "event_payload": {"id": effect.id}},
            **({"thread_ts": thread_id} if thread_id else {}),
        )
    except OutcomeUnknown:
        raise
    except ToolFailed:  # it surely was not posted, so another attempt may
        await effect.note("")
        raise
    return answer.message.model_copy(update={"ts": answer.ts})


def place_of(effect: Effect) -> str:
    """Return the id of the channel in which an earlier attempt of this effect posted."""
    return effect.handle.partition(" ")[0]


async def posted_before(calls: Calls, thread_id: str, effect: Effect) -> Message:
    """Return the message that an earlier attempt of this effect posted.

    Raises OutcomeUnknown when Slack does not show it: somebody may have deleted it, so absence
    proves nothing.
    """
    channel_id, _, since = effect.handle.partition(" ")
    pages = calls.pages(
        Messages,
        "conversations.replies" if thread_id else "conversations.history",
        MOST_PAGES,
        channel=channel_id,
        oldest=since,
        include_all_metadata=True,
        limit=PAGE,
        **({"ts": thread_id} if thread_id else {}),
    )
    try:
        async for page in pages:
            for message in page.messages:
                if _is_of(effect, message):
                    return message
    except ToolFailed as error:
        raise OutcomeUnknown("Slack cannot say whether the message was posted.") from error
    raise OutcomeUnknown("Slack does not show whether the message was posted.")


def _is_of(effect: Effect, message: Message) -> bool:
    metadata = message.metadata
    return metadata.event_type == EVENT and metadata.event_payload.get("id") == effect.id
