"""The table of faults fits the sources it is about."""

import ast
from collections import Counter
from pathlib import Path

import pytest

from tests.support.mutants import MUTANTS

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda one: f"{one.path}: {one.before.strip()}")
def test_a_fault_can_be_put_where_it_belongs(mutant):
    sound = (ROOT / mutant.path).read_text()

    assert sound.count(mutant.before) == 1
    ast.parse(sound.replace(mutant.before, mutant.after))
    assert all((ROOT / test).is_file() for test in mutant.tests)


def test_no_fault_is_there_twice():
    assert max(Counter((one.path, one.before) for one in MUTANTS).values()) == 1
