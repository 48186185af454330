"""What the catalogue names, what the manifest binds and what the app registers are one thing."""

import inspect
from pathlib import Path

import azure.durable_functions as df
import pytest

import activities
from host import azure
from host.manifest import ACTIVITIES, ORCHESTRATORS, ROUTES, TIMERS
from host.settings import SETTINGS_READ
from shared import catalog
from shared.conversation import doorbell
from shared.durable import Activity

CATALOGUE = {value.name: value for value in vars(catalog).values() if isinstance(value, Activity)}
FILES = {
    path.stem for path in Path(activities.__file__).parent.glob("*.py") if path.stem != "__init__"
}


def nothing():
    raise AssertionError("nothing is built before the first call")


def registered(kind):
    app = df.DFApp()
    for orchestrator in ORCHESTRATORS:
        azure.add_orchestrator(app, orchestrator)
    for work in ACTIVITIES:
        azure.add_activity(app, work, nothing)
    functions = app.get_functions()
    return [f.get_function_name() for f in functions if f.get_trigger().type == kind]


def test_every_activity_is_in_the_catalogue_the_manifest_the_app_and_a_file():
    assert [work.activity for work in ACTIVITIES] == list(CATALOGUE.values())
    assert registered("activityTrigger") == list(CATALOGUE)
    assert set(CATALOGUE) == FILES


def test_every_orchestrator_is_registered_and_the_doorbell_rings_one():
    assert registered("orchestrationTrigger") == [o.name for o in ORCHESTRATORS]
    assert doorbell.ORCHESTRATOR in registered("orchestrationTrigger")


@pytest.mark.parametrize("work", ACTIVITIES, ids=lambda work: work.name)
def test_an_activity_is_called_what_its_function_and_its_file_are(work):
    name = work.name
    assert work.activity.name == name
    assert work.body.__name__ == name
    assert work.body.__module__ == f"activities.{name}"
    assert getattr(catalog, name.upper()) is work.activity


@pytest.mark.parametrize("work", ACTIVITIES, ids=lambda work: work.name)
def test_an_activity_takes_and_gives_what_the_catalogue_says(work):
    signature = inspect.signature(work.body)
    assert next(iter(signature.parameters.values())).annotation is work.activity.takes
    assert signature.return_annotation is work.activity.gives


@pytest.mark.parametrize("orchestrator", ORCHESTRATORS, ids=lambda one: one.name)
def test_an_orchestrator_is_called_what_its_file_is_and_takes_what_the_manifest_says(orchestrator):
    body = orchestrator.body
    assert body.__name__ == orchestrator.name
    assert body.__module__ == f"orchestrators.{body.__name__}"
    assert inspect.signature(body).parameters["start"].annotation is orchestrator.takes


def test_every_timer_runs_when_a_setting_says():
    assert {timer.setting for timer in TIMERS} <= SETTINGS_READ


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_every_handler_that_is_named_is_there(route):
    for method in route.handlers:
        assert inspect.iscoroutinefunction(route.handler(method))
    assert route.handler("PURGE") is None
