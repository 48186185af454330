"""One call of a user function: async on the loop, sync in a thread, `context` when asked for."""

import asyncio
import functools
import inspect
import threading
import uuid
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import azure.functions as func

_SYNC_WORKERS = 4  # the worker's default is small too: a blocking function must hurt here as well
_pool = ThreadPoolExecutor(_SYNC_WORKERS, thread_name_prefix="sync-function")


class Invocation(func.Context):
    """What a function's `context` parameter receives."""

    _local = threading.local

    def __init__(self, name: str, folder: Path) -> None:
        self._name = name
        self._folder = folder
        self._id = str(uuid.uuid4())

    @property
    def invocation_id(self) -> str:
        """Identifies this call in logs."""
        return self._id

    @property
    def thread_local_storage(self) -> type[threading.local]:
        """Type of the storage a thread marks with the invocation's id."""
        return self._local

    @property
    def function_name(self) -> str:
        """Name the function is registered under."""
        return self._name

    @property
    def function_directory(self) -> str:
        """Folder of the app."""
        return str(self._folder)

    @property
    def trace_context(self) -> Any:
        """None: the dev host starts no distributed trace."""
        return None

    @property
    def retry_context(self) -> Any:
        """None: the dev host retries no trigger by itself."""
        return None


def with_context(code: Callable[..., Any], name: str, folder: Path) -> Callable[..., Any]:
    """Return the function without its `context` parameter, which every call fills afresh."""

    async def supplied_async(**arguments: Any) -> Any:
        return await code(**arguments, context=Invocation(name, folder))

    def supplied(**arguments: Any) -> Any:
        return code(**arguments, context=Invocation(name, folder))

    return supplied_async if inspect.iscoroutinefunction(code) else supplied


async def invoke(run: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
    """Call a user function as the worker does.

    Raises TypeError when a sync function hands out a coroutine: the worker would not await it.
    """
    if inspect.iscoroutinefunction(run):
        return await run(**arguments)
    call = functools.partial(run, **arguments)
    result = await asyncio.get_running_loop().run_in_executor(_pool, call)
    if inspect.iscoroutine(result):
        result.close()
        raise TypeError("a sync function returned a coroutine; make it `async def` and await")
    return result
