"""Azurite's absence and early end are said in a sentence."""

import pytest

from devhost.azurite import Azurite
from devhost.failures import StartRefused


def test_a_missing_binary_names_make_setup(tmp_path):
    with pytest.raises(StartRefused, match="make setup"):
        Azurite(tmp_path, binary=tmp_path / "azurite").start()


def test_an_early_end_shows_what_it_said(tmp_path):
    broken = tmp_path / "azurite"
    broken.write_text("#!/bin/sh\necho node is missing >&2\nexit 127\n")
    broken.chmod(0o700)
    with pytest.raises(StartRefused, match="node is missing"):
        Azurite(tmp_path / "data", broken).start()


def test_one_that_was_never_started_is_stopped_already(tmp_path):
    azurite = Azurite(tmp_path)
    assert not azurite.alive()
    assert azurite.stop()
