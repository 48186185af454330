"""Command line of the dev host: `python -m devhost --port 7071 --data DIR [--app DIR_OR_FILE]`."""

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import Callable, Generator, Mapping, MutableMapping, Sequence
from pathlib import Path

from devhost.azurite import Azurite
from devhost.claim import claimed
from devhost.console import Console
from devhost.engine import Fault
from devhost.failures import StartRefused
from devhost.functions import Functions
from devhost.loading import load, locate
from devhost.server import Plan, listen, serve
from devhost.settings_file import (
    apply_settings,
    give_key,
    point_at_emulator,
    read_settings,
    route_prefix,
    wants_development_storage,
)

FAULT_SETTING = "DEVHOST_FAULT"
SHOWS_PEER_SETTING = "HOST_SHOWS_PEER"
"""Tells the app that it sees who really calls, where other hosts stand before it as proxies."""
_LARGEST_PORT = 65535


Load = Callable[[Path, Mapping[str, str]], Functions]
"""How the functions of an app are come by."""


def main(arguments: Sequence[str] | None = None, loading: Load = load) -> int:
    """Run until stopped; return the exit code, 1 when the host could not start."""
    options = _parser().parse_args(arguments)
    _log_to_stderr()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # until the loop listens for it
    try:
        _run(options, os.environ, loading)
    except KeyboardInterrupt:
        return 0
    except StartRefused as refusal:
        for sentence in refusal.sentences:
            sys.stderr.write(f"devhost: {sentence}\n")
        return 1
    return 0


def _run(options: argparse.Namespace, environment: MutableMapping[str, str], loading: Load) -> None:
    path = locate(options.app)
    console = Console(verbose=options.verbose)
    fault = _fault(environment.get(FAULT_SETTING, ""))
    apply_settings(read_settings(path.parent), environment)
    environment[SHOWS_PEER_SETTING] = "true"
    prefix = route_prefix(path.parent)
    with (
        claimed(options.data),
        contextlib.closing(listen(options.port)) as listener,
        _storage(options.data, environment) as storage,
    ):
        functions = loading(path, environment)
        console.loaded(functions)
        plan = Plan(functions, prefix, options.data, storage, options.ready_file, fault)
        with contextlib.closing(asyncio.new_event_loop()) as loop:
            # Unlike asyncio.run, this does not wait for sync functions that never return.
            loop.run_until_complete(serve(plan, listener, console))


@contextlib.contextmanager
def _storage(data: Path, environment: MutableMapping[str, str]) -> Generator[str]:
    """Bring the emulator along when the settings ask for it; yield what to call the storage."""
    if not wants_development_storage(environment):
        yield "storage from the settings"
        return
    azurite = Azurite(data / "azurite")
    try:
        azurite.start()
        point_at_emulator(environment, azurite.connection_string)
        give_key(environment, data)
        yield "Azurite"
    finally:
        if not azurite.stop():
            sys.stderr.write(f"devhost: Azurite (process {azurite.pid}) is still saving.\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="devhost", description="Run a Functions app locally.")
    parser.add_argument("--app", type=Path, default=Path(), help="the app's folder or file")
    parser.add_argument("--port", type=_port, default=7071, help="0 takes any free port")
    parser.add_argument("--data", type=_folder, default=Path(".data"), help="journal and storage")
    parser.add_argument("--ready-file", type=Path, help="gets the URL as JSON once ready")
    parser.add_argument("--verbose", action="store_true", help="write every function run")
    return parser


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= _LARGEST_PORT:
        raise argparse.ArgumentTypeError(f"a port lies between 0 and {_LARGEST_PORT}, not {port}")
    return port


def _folder(text: str) -> Path:
    path = Path(text)
    if path.exists() and not path.is_dir():
        raise argparse.ArgumentTypeError(f"{path} is not a folder")
    return path.resolve()


def _fault(text: str) -> Fault | None:
    """Read `kill:17`: let the engine fail in that way after so many steps (tests only)."""
    if not text:
        return None
    match text.split(":"):
        case [("kill" | "fail" | "drop") as how, after] if after.isdecimal():
            return Fault(after=int(after), how=how)
        case _:
            raise StartRefused(f"{FAULT_SETTING}={text} must be kill:N, fail:N or drop:N.")


def _log_to_stderr() -> None:
    logging.basicConfig(
        level=logging.INFO, stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s"
    )
    # A stream that breaks is reported as the function's failure, with its name.
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # a sync function that never returns holds up every other way out
