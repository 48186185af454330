"""Posting messages, in channels and in threads."""

import re

from shared.models.reasoning import PlanRequest, ToolPlan
from shared.reasoning.embedded.planning.slack.channels import (
    WHICH_CHANNEL,
    channel_in,
    channel_span,
)
from shared.reasoning.embedded.planning.slack.messages import message_meant, place_of
from shared.reasoning.embedded.planning.steps import refused, step

POST = "slack_post_message"
_REPLYING = re.compile(
    r"^(?:reply|respond|answer|write back|comment|post (?:a )?reply|say|post|add)"
    r"\b(?P<to>.*?)(?:,? (?:saying|with|that(?! (?:thread|message|one|post|question)\b)"
    r"|and say|to say)(?: that)?|:)"
    r" ?(?P<text>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_POSTS = re.compile(
    r"^(?:post|send|write|say|share|announce|publish|put|drop|tell|let|inform|notify"
    r"|message|ping|slack(?= (?:the )?#)|ask|remind|update|warn|broadcast|reply|respond|type)\b",
    re.IGNORECASE,
)
_POST_TEXTS = tuple(
    re.compile(pattern, re.IGNORECASE | re.DOTALL)
    for pattern in (
        (
            r"^(?:post|send|write|say|share|announce|publish|put|drop|type|broadcast)(?: a| the"
            r"| this)?(?: message| note| update| announcement)?(?: saying)?:? ?"
            r"[\"“'](?P<quoted>.+)[\"”'][,.]? ?(?:to|in|into|on|at|for)?\s*(?:the )?\0"
        ),
        (
            r"^\w+(?: a| the| this)?(?: \w+){0,3}? ?(?:to|in|into|on|at|for|with)? ?(?:the )"
            r"?\0(?: channel)?(?: on slack)?[,]?(?: know)?(?:,? that|:| saying(?: that)?"
            r"| -| to say(?: that)?)"
            r" ?(?P<text>.+)$"
        ),
        (
            r"^(?:tell|ask|remind|inform|notify|message|ping|slack|let|warn|update) (?:the )"
            r"?\0(?: channel)?(?: on slack)?(?: know)? (?:to )?(?P<text>(?!about\b).+)$"
        ),
        (
            r"^(?:post|send|write|say|share|announce|publish|put|drop|type|broadcast)(?: (?:a|the)"
            r" (?:message|note|update|announcement))?(?: that)? (?P<text>.+?)[,.]? (?:to"
            r"|in|into|on|at|for)"
            r" (?:the )?\0(?: channel)?(?: on slack)?[.!]?$"
        ),
    )
)
_NO_TEXT = "What should I write? Say for example “Post 'Release is out' to #general”."


def post(said: str, request: PlanRequest) -> ToolPlan | None:
    """Plan posting a message, in a channel or a thread; None for anything else."""
    if not _POSTS.match(said):
        return None
    if reply := _reply(said, request):
        return reply
    channel, start, end = channel_span(said)
    if not channel:
        if re.match(r"(?:tell|message|dm|ping|send|ask) (?:@\w|[A-Z])", said):
            return refused(
                "I can't tell what to say. Say for example “Send David a Slack message: the demo "
                "moved”, or “Tell #general that the demo moved”."
            )
        return refused(WHICH_CHANNEL.format("Post 'Release is out' to #general"))
    marked = f"{said[:start]}\0{said[end:]}"
    for pattern in _POST_TEXTS:
        if found := pattern.match(marked):
            text = _message_text(found)
            if text:
                asks = re.match(r"ask\b", said, re.IGNORECASE) and not text.endswith("?")
                text = f"{text}?" if asks else text
                posted = step(POST, f"Post in {channel}", channel=channel, text=text)
                return ToolPlan(steps=(posted,))
    return refused(_NO_TEXT)


def _message_text(found: re.Match[str]) -> str:
    """Return what to post: what is quoted word for word, a clause as a sentence."""
    groups = found.groupdict()
    if groups.get("quoted"):
        return str(groups["quoted"]).strip()
    text = groups["text"].replace("\0", "").strip()
    if quoted := re.fullmatch(r"[\"“'](.+)[\"”']", text, re.DOTALL):
        return quoted[1].strip()
    return text[:1].upper() + text[1:]


def _reply(said: str, request: PlanRequest) -> ToolPlan | None:
    found = _REPLYING.match(said)
    if found is None or not re.search(
        r"^(?:reply|respond|answer|write back|comment)\b|\bthread\b", said, re.IGNORECASE
    ):
        return None
    message = message_meant(found["to"] if found["to"].strip() else "it", request)
    if message is None:
        return refused(
            "Which message should I answer? Show me a channel first, then say “Reply to the "
            "second one that ...”."
        )
    channel, _ = channel_in(found["to"])
    before, where = place_of(message, channel, request)
    text = found["text"].strip().strip('"“”')
    return ToolPlan(
        steps=(
            *before,
            step(POST, "Answer in the thread", text=text[:1].upper() + text[1:], **where),
        )
    )
