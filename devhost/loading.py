"""Import an app the way the worker does and turn what it declares into `Functions`."""

import importlib.util
import inspect
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from azure.functions import FunctionRegister

from devhost.declarations import (
    ACTIVITY,
    HTTP,
    ORCHESTRATION,
    TIMER,
    Declared,
    DeclaredApp,
    declare,
)
from devhost.failures import StartRefused
from devhost.functions import ActivityFunction, Functions, HttpFunction, TimerFunction
from devhost.invocation import with_context
from devhost.rules import refusals

_EXTENSION = "azurefunctions.extensions.http.fastapi"
_MISCONFIGURED = "misconfigured"
"""The `code` of an error that is a sentence about a setting: where it was raised helps nobody."""
_INDEXES_AT_INIT = (3, 13)  # from this Python on, the worker needs no setting for it


def locate(app: Path) -> Path:
    """Return the module file for `--app`, a file or a folder; raise StartRefused without one."""
    path = (app / "function_app.py" if app.is_dir() else app).resolve()
    if not path.is_file():
        raise StartRefused(f"There is no {path}; name the app's folder or file with --app.")
    return path


def load(path: Path, settings: Mapping[str, str]) -> Functions:
    """Import the app and return its functions.

    Raises StartRefused with every reason for which the real host or worker would not run it.
    """
    app = _declared(_import(path), settings)
    if reasons := refusals(app):
        raise StartRefused(*reasons)
    return _functions(app, path.parent)


def _import(path: Path) -> ModuleType:
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise StartRefused(f"{path} is not a Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        if getattr(error, "code", "") == _MISCONFIGURED:
            raise StartRefused(str(error)) from error
        raise StartRefused(
            f"Importing {path} failed: {type(error).__name__}: {error} ({_where(error, path)})."
        ) from error
    return module


def _where(error: BaseException, path: Path) -> str:
    """Name the last line of the app's own code that led to the error."""
    place = f"{path.name}"
    trace = error.__traceback__
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename)
        if file.is_relative_to(path.parent) and "site-packages" not in file.parts:
            place = f"{file.name}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return place


def _declared(module: ModuleType, settings: Mapping[str, str]) -> DeclaredApp:
    found = {
        name: value for name, value in vars(module).items() if isinstance(value, FunctionRegister)
    }
    apps = list(dict.fromkeys(found.values()))
    return DeclaredApp(
        functions=tuple(one for app in apps for one in _list(app, settings)),
        names=tuple(found),
        indexed_itself=any(app.functions_bindings for app in apps),
        streaming=_EXTENSION in sys.modules,
        init_indexing=settings.get("PYTHON_ENABLE_INIT_INDEXING") == "1"
        or sys.version_info >= _INDEXES_AT_INIT,
    )


def _list(app: FunctionRegister, settings: Mapping[str, str]) -> list[Declared]:
    # The SDK raises at the first duplicate name; the rules name all of them.
    app.validate_function_names = lambda functions: None  # noqa: ARG005 - the SDK names the argument
    try:
        functions = app.get_functions()
    except ValueError as error:
        raise StartRefused(str(error)) from error
    return [declare(function, settings) for function in functions]


def _functions(app: DeclaredApp, folder: Path) -> Functions:
    of_kind: dict[str, list[Declared]] = {HTTP: [], TIMER: [], ORCHESTRATION: [], ACTIVITY: []}
    for function in app.functions:
        of_kind[function.kind].append(function)
    return Functions(
        orchestrators={one.name: one.code for one in of_kind[ORCHESTRATION]},
        activities={
            one.name: ActivityFunction(**_common(one, folder)) for one in of_kind[ACTIVITY]
        },
        http=tuple(
            HttpFunction(
                **_common(one, folder),
                route=one.route,
                methods=one.methods,
            )
            for one in of_kind[HTTP]
        ),
        timers=tuple(
            TimerFunction(
                **_common(one, folder),
                schedule=one.options["schedule"],
                run_on_startup=bool(one.options.get("runOnStartup")),
            )
            for one in of_kind[TIMER]
        ),
        streaming=app.streaming,
    )


def _common(one: Declared, folder: Path) -> dict[str, Any]:
    wants_context = "context" in inspect.signature(one.code).parameters and not any(
        name == "context" for name, _kind in one.bindings
    )
    run = with_context(one.code, one.name, folder) if wants_context else one.code
    return {"name": one.name, "run": run, "parameter": one.parameter, "clients": one.clients}
