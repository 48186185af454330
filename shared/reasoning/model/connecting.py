"""Connecting to a model server: OpenAI, Azure OpenAI, or any that speaks the OpenAI protocol."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from shared.errors import Misconfigured
from shared.reasoning.model.capabilities import kind_of, told
from shared.reasoning.model.openai_model import OpenAIModel
from shared.reasoning.model.server import Habits, Server

if TYPE_CHECKING:
    from openai import AsyncOpenAI

OPENAI = "https://api.openai.com/v1/"
_EFFORTS = {"openai": "low", "azure": "low"}
"""Their current models think before they answer, by themselves for longer than a person waits."""
_NO_KEY = "none"
"""What is sent where a server wants no key; the client insists on sending one."""


def connected(
    model: str,
    *,
    api_key: str = "",
    base_url: str = "",
    azure_endpoint: str = "",
    token_provider: Callable[[], Awaitable[str]] | None = None,
    habits: Habits | None = None,
) -> OpenAIModel:
    """Return a model of OpenAI, of a compatible server (`base_url`), or of Azure OpenAI.

    On Azure `model` is the deployment's name. A token provider (managed identity) is asked before
    each call and wins over a key; a compatible server may need neither. Raises Misconfigured when
    something is missing.
    """
    key = token_provider or api_key or (_NO_KEY if base_url else "")
    if not key:
        raise Misconfigured(
            "none of OPENAI_API_KEY, OPENAI_BASE_URL and AZURE_OPENAI_ENDPOINT is set"
        )
    if azure_endpoint and base_url:
        raise Misconfigured("set the Azure OpenAI endpoint or the base URL, not both")
    azure = f"{azure_endpoint.rstrip('/')}/openai/v1/" if azure_endpoint else ""
    address = azure or base_url or OPENAI

    def client() -> "AsyncOpenAI":
        from openai import AsyncOpenAI  # noqa: PLC0415 - costs half a second, paid on first use

        return AsyncOpenAI(api_key=key, base_url=address)

    kind = kind_of(address)
    habits = habits or Habits()
    can = told(habits.can, kind)
    habits = replace(habits, effort=habits.effort or _EFFORTS.get(kind, ""))
    return OpenAIModel(Server(client, can, habits), model)
