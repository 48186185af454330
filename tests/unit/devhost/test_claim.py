"""A data folder has one dev host at a time."""

import os

import pytest

from devhost.claim import claimed
from devhost.failures import StartRefused


def test_a_second_claim_is_refused_and_names_the_first(tmp_path):
    with (
        claimed(tmp_path / "data"),
        pytest.raises(StartRefused, match=rf"process {os.getpid()}"),
        claimed(tmp_path / "data"),
    ):
        pass


def test_a_folder_is_free_again_afterwards(tmp_path):
    with claimed(tmp_path):
        pass
    with claimed(tmp_path):
        pass
