"""An app file becomes plain functions, or a start is refused in sentences."""

import inspect
import sys
import textwrap

import pytest

from devhost.failures import StartRefused
from devhost.loading import load, locate

INDEXED = {"PYTHON_ENABLE_INIT_INDEXING": "1"}
HEAD = """
import azure.durable_functions as df
import azure.functions as func
app = df.DFApp(http_auth_level=func.AuthLevel.ANONYMOUS)
"""


@pytest.fixture(autouse=True)
def untouched_interpreter():
    path, modules = list(sys.path), set(sys.modules)
    yield
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        del sys.modules[name]


@pytest.fixture
def write(tmp_path):
    def _write(body, head=HEAD):
        path = tmp_path / "function_app.py"
        path.write_text(head + textwrap.dedent(body))
        return path

    return _write


def refused(path, settings=INDEXED):
    with pytest.raises(StartRefused) as refusal:
        load(path, settings)
    return str(refusal.value)


def test_every_kind_of_function_is_loaded(write):
    functions = load(
        write("""
        @app.route(route="v1/chat/{id}", methods=["POST"])
        @app.durable_client_input(client_name="client")
        async def chat(req, client): ...

        @app.orchestration_trigger(context_name="context")
        def converse(context):
            yield context.call_activity("reply", 1)

        @app.activity_trigger(input_name="payload")
        async def reply(payload): ...

        @app.function_name("tidy")
        @app.timer_trigger(arg_name="timer", schedule="%SWEEP%", run_on_startup=True)
        async def sweep(timer): ...
        """),
        {**INDEXED, "SWEEP": "0 */5 * * * *"},
    )
    assert list(functions.orchestrators) == ["converse"]
    assert functions.activities["reply"].parameter == "payload"
    [chat], [tidy] = functions.http, functions.timers
    assert (chat.name, chat.route, chat.methods) == ("chat", "v1/chat/{id}", ("POST",))
    assert (chat.parameter, chat.clients) == ("req", ("client",))
    assert (tidy.name, tidy.schedule, tidy.run_on_startup) == ("tidy", "0 */5 * * * *", True)


def test_a_route_defaults_to_the_name_and_every_method(write):
    [ping] = load(write("@app.route()\ndef ping(req): ...\n"), INDEXED).http
    assert ping.route == "ping"
    assert {"GET", "PATCH", "OPTIONS"} <= set(ping.methods)


def test_functions_of_a_blueprint_are_loaded(write):
    functions = load(
        write("""
        more = df.Blueprint()

        @more.activity_trigger(input_name="payload")
        def reply(payload): ...

        app.register_functions(more)
        """),
        INDEXED,
    )
    assert list(functions.activities) == ["reply"]


@pytest.mark.parametrize("prefix", ["async ", ""])
async def test_context_is_supplied_afresh_to_each_call(write, tmp_path, prefix):
    activity = load(
        write(f"""
        @app.activity_trigger(input_name="payload")
        {prefix}def reply(payload, context: func.Context):
            return context.function_name, context.invocation_id, context.function_directory
        """),
        INDEXED,
    ).activities["reply"]
    results = [activity.run(payload=1), activity.run(payload=1)]
    if inspect.iscoroutinefunction(activity.run):
        results = [await result for result in results]
    (name, first, folder), (_, second, _) = results
    assert name == "reply"
    assert first != second
    assert folder == str(tmp_path.resolve())


def test_modules_beside_the_app_can_be_imported(write, tmp_path):
    (tmp_path / "neighbour_module.py").write_text("NAME = 'near'\n")
    path = write(
        "import neighbour_module\napp.function_name(neighbour_module.NAME)"
        "(app.route(route='x')(lambda req: None))\n"
    )
    assert [one.name for one in load(path, INDEXED).http] == ["near"]


def test_an_import_error_names_the_line(write):
    assert "ZeroDivisionError: division by zero (function_app.py, line 6)" in refused(
        write("\n1 / 0\n")
    )


def test_a_setting_that_is_wrong_is_told_in_the_sentence_of_the_app_alone(write):
    said = refused(
        write("""
        class Wrong(Exception):
            code = "misconfigured"

        raise Wrong("Settings need a change: LIMIT_TURNS: is no number.")
        """)
    )
    assert said == "Settings need a change: LIMIT_TURNS: is no number."


def test_an_app_that_exits_while_imported_is_refused(write):
    assert "SystemExit: 3" in refused(write("raise SystemExit(3)\n"))


def test_duplicate_names_and_other_faults_are_reported_together(write):
    sentences = refused(
        write("""
        @app.route(route="a")
        def one(req, extra): ...

        @app.function_name("one")
        @app.route(route="b")
        def two(req): ...
        """)
    )
    assert "share one name" in sentences
    assert "extra" in sentences


def test_an_app_that_lists_its_functions_is_refused(write):
    path = write("@app.route(route='a')\ndef one(req): ...\n\napp.get_functions()\n")
    assert "get_functions" in refused(path)


def test_one_app_under_two_names_is_refused(write):
    assert "app, main" in refused(write("main = app\n"))


def test_a_module_without_an_app_is_refused(write):
    assert "no app object" in refused(write("", head=""))


def test_a_function_without_a_trigger_is_refused(write):
    assert "does not have a trigger" in refused(write("app.function_name('x')(lambda: None)\n"))


def test_the_app_is_found_in_its_folder_or_by_its_file(write, tmp_path):
    path = write("")
    assert locate(tmp_path) == locate(path) == path.resolve()


def test_a_missing_app_is_refused(tmp_path):
    with pytest.raises(StartRefused, match="--app"):
        locate(tmp_path)
