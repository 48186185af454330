"""Everyday requests on the dev host, judged by the state they leave the sandbox in."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from evals.everyday.cases import Case, cases, paraphrases
from evals.everyday.play import play
from evals.everyday.running import EVERYTHING, Host, at
from evals.everyday.verdict import complaints
from host.wiring import SystemClock
from tests.support.devhost import ROOT, RunningHost

CASES = {case.id: case for case in cases().items}


@pytest.fixture(scope="module")
def everyday_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of `everyday_host`."""
    return tmp_path_factory.mktemp("everyday")


@pytest.fixture(scope="module")
def everyday_host(everyday_data: Path) -> Iterator[RunningHost]:
    """The product with every service of the sandbox, and nobody else to talk to it."""
    with RunningHost(ROOT, everyday_data, {**EVERYTHING, "REASONER": "embedded"}) as running:
        yield running


@pytest.fixture
async def workspace(everyday_host: RunningHost, everyday_data: Path) -> AsyncIterator[Host]:
    """A client of that host, and a look into its tables."""
    async with at(everyday_host.url, everyday_data) as host:
        yield host


@pytest.mark.parametrize("name", CASES)
async def test_it_leaves_the_sandbox_as_it_should(name: str, workspace: Host):
    played = await play(CASES[name], workspace.client, workspace.sandbox, SystemClock())

    assert complaints(played) == []


async def test_what_was_not_asked_for_is_noticed(workspace: Host):
    """The judge can fail: a case that expects nothing to change, of one that changes something."""
    case = CASES["star"]
    still = Case(id="still", say=case.say)
    other = case.model_copy(update={"changes": ({"mail": "reviews.1", "added": ["starred"]},)})

    unforeseen = await play(still, workspace.client, workspace.sandbox, SystemClock())
    mistaken = await play(other, workspace.client, workspace.sandbox, SystemClock())

    happened = "happened: {'mail': 'brightwave-support.1', 'added': ['starred']}"
    assert complaints(unforeseen) == [happened]
    assert complaints(mistaken) == [
        "did not happen: {'mail': 'reviews.1', 'added': ['starred']}",
        happened,
    ]


def test_the_examples_of_both_specs_and_forty_more_are_among_them():
    spec = [case.spec[:3] for case in CASES.values()]

    assert (spec.count("002"), spec.count("003"), spec.count("")) == (4, 4, 40)


def test_each_has_three_paraphrases():
    _, told = paraphrases()

    assert sorted(case.id for case in told) == sorted(
        f"{name}/{number}" for name in CASES for number in (1, 2, 3)
    )
