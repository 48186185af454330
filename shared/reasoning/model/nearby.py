"""Model servers on this machine, noticed at their usual ports; they are looked at, never used."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

import httpx2
from pydantic import BaseModel, ValidationError

USUAL = {11434: "Ollama", 1234: "LM Studio", 8080: "llama.cpp", 8000: "vLLM"}
_PATIENCE = 1.0


@dataclass(frozen=True)
class Nearby:
    """A server: what it most likely is, where it answers, and its models."""

    name: str
    address: str
    models: tuple[str, ...]


class _Model(BaseModel):
    id: str


class _Models(BaseModel):
    data: list[_Model]


async def nearby(ports: Mapping[int, str] = USUAL) -> list[Nearby]:
    """Return the servers that have a model, in the order of the ports."""
    async with httpx2.AsyncClient(timeout=_PATIENCE, trust_env=False) as client:
        found = await asyncio.gather(*(_at(client, *each) for each in ports.items()))
    return [each for each in found if each is not None]


async def _at(client: httpx2.AsyncClient, port: int, name: str) -> Nearby | None:
    address = f"http://127.0.0.1:{port}/v1"
    try:
        response = await client.get(f"{address}/models")
        listed = _Models.model_validate_json(response.content)
    except (httpx2.HTTPError, ValidationError):
        return None
    models = tuple(model.id for model in listed.data)
    return Nearby(name, address, models) if models else None
