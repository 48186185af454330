"""A thread's transitions: from what was read to one change, written under the thread row's etag.

Every rule about phases, queueing, questions and endings is in this package. Nothing here does I/O:
callers read the rows, call a transition, and commit the `Change` it returns.
"""

from shared.decisions.lifecycle.entries import (
    call_begun,
    call_ended,
    call_id,
    step_begun,
    step_over,
    trace_event,
    turn_entry,
)
from shared.decisions.lifecycle.handovers import Ending, hand_back, hand_over
from shared.decisions.lifecycle.inbox import (
    accept,
    answer_request,
    can_go_on,
    cancel,
    give_up,
    keep_upload,
    rename,
    tombstone,
)
from shared.decisions.lifecycle.questions import (
    MAX_UNCLEAR,
    QUESTION_PREFIX,
    ask,
    expire,
    new_request,
    request_id,
    said_to_builder,
    settle,
    spoken,
)
from shared.decisions.lifecycle.turns import (
    MAX_ATTEMPTS,
    append_text,
    append_thought,
    close_turn,
    in_turn,
    open_draft,
    open_turn,
    park,
    piece_entry,
    reopen_turn,
    traced,
)

__all__ = [
    "MAX_ATTEMPTS",
    "MAX_UNCLEAR",
    "QUESTION_PREFIX",
    "Ending",
    "accept",
    "answer_request",
    "append_text",
    "append_thought",
    "ask",
    "call_begun",
    "call_ended",
    "call_id",
    "can_go_on",
    "cancel",
    "close_turn",
    "expire",
    "give_up",
    "hand_back",
    "hand_over",
    "in_turn",
    "keep_upload",
    "new_request",
    "open_draft",
    "open_turn",
    "park",
    "piece_entry",
    "rename",
    "reopen_turn",
    "request_id",
    "said_to_builder",
    "settle",
    "spoken",
    "step_begun",
    "step_over",
    "tombstone",
    "trace_event",
    "traced",
    "turn_entry",
]
