"""The fitted numbers."""

from dataclasses import replace

import numpy as np

from shared.matching.evidence import Evidence, Setting
from shared.matching.parameters import fitted, write


def test_the_shipped_parameters_weigh_what_is_measured():
    known = fitted()
    assert set(known.skill) | set(known.domain) <= set(Evidence._fields)
    assert set(known.nothing) <= {"bias", *Setting._fields}
    assert known.background.shape[1] == 384
    assert np.allclose(np.linalg.norm(known.background, axis=1), 1, atol=1e-2)
    assert all(0 < share <= 1 for share in known.commonness.values())


def test_better_fit_is_more_probable_and_a_name_too():
    known = fitted()
    assert known.choice["fit"] > 0
    assert known.choice["named"] > 0


def test_parameters_are_read_as_they_were_written(tmp_path):
    known = replace(fitted(), commonness={"invoic": 0.5, "deck": 0.25})
    write(known, tmp_path / "one.npz")
    write(known, tmp_path / "two.npz")
    read = fitted(tmp_path / "one.npz")
    assert read.skill == known.skill
    assert read.commonness == known.commonness
    assert np.allclose(read.background, known.background)
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()
