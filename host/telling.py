"""What is said of the language model when the app starts, in the log: never to a person asking."""

import asyncio
import logging
from collections.abc import Coroutine, Mapping, Sequence

from host.settings import Settings
from shared.errors import Upstream
from shared.models.reasoning import ModelCondition
from shared.reasoning.model.nearby import USUAL, Nearby, nearby
from shared.reasoning.model.openai_model import OpenAIModel
from shared.reasoning.model.probing import Probed, probe

_SET = " (but is asked as MODEL_CAPABILITIES says)"

_log = logging.getLogger(__name__)
_under_way: set[asyncio.Task[None]] = set()


def told_aloud(
    chosen: Settings,
    model: OpenAIModel | None,
    lacking: ModelCondition,
    ports: Mapping[int, str] = USUAL,
) -> None:
    """Say how things are with the language model; what takes a while is said when it is known.

    Where there is none, servers at the `ports` of this machine are offered.
    """
    if lacking.state == "unset":
        _log.warning(
            "No language model is connected: REASONER is %s, but %s. Requests are answered without "
            "one, by the embedded reasoner.",
            chosen.reasoner,
            lacking.reason,
        )
    if model is not None:
        _begin(_say(model))
    elif not chosen.in_azure:
        _begin(_offer(ports))


def _begin(to_say: Coroutine[None, None, None]) -> None:
    saying = asyncio.get_running_loop().create_task(to_say)
    _under_way.add(saying)
    saying.add_done_callback(_under_way.discard)


async def _say(model: OpenAIModel) -> None:
    """Ask the model something small, and say how that went."""
    try:
        seen = await probe(model)
    except Upstream as failure:
        _log.warning(
            "Language model: %s. It is tried again when it is needed; until it answers the "
            "embedded reasoner does.",
            failure,
        )
    else:
        _log.info("Language model: %s", introduced(model.name, seen))


async def _offer(ports: Mapping[int, str]) -> None:
    """Say which model servers there are on this machine, and how one is used."""
    for line in offered(await nearby(ports)):
        _log.info("%s", line)


def introduced(name: str, seen: Probed) -> str:
    """Return in a sentence how a model answered."""
    form = "keeps to a schema" if seen.in_form else "keeps to no schema"
    called = "calls tools" if seen.calls else "calls no tools"
    if not seen.in_form:
        form += _SET if "structured" in seen.settled else ", so it is told in words"
    if not seen.calls:
        called += _SET if "tools" in seen.settled else ", so it is asked for calls as JSON"
    thinks = " it thinks before it answers (MODEL_EFFORT says how hard);" if seen.thinks else ""
    context = f"context of {seen.context:,} tokens" if seen.context else "context unknown"
    return (
        f"{name!r} answers in {seen.seconds:.1f} s, about {seen.tokens_a_second:.0f} tokens a "
        f"second;{thinks} it {form}; it {called}; {context}."
    )


def offered(servers: Sequence[Nearby]) -> list[str]:
    """Return what to say of each server: what it is, and how it would be used."""
    return [
        f"{server.name} answers on this machine and is not used. To use it, start with "
        f"REASONER=cascade OPENAI_BASE_URL={server.address} OPENAI_MODEL={server.models[0]}"
        + (f" (it has {len(server.models) - 1} more)" if len(server.models) > 1 else "")
        for server in servers
    ]
