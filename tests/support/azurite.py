"""A storage emulator for storage contract tests, one for the whole test session."""

from collections.abc import Generator
from pathlib import Path
from typing import Self

import pytest

from devhost.azurite import Azurite


class AzuriteTables:
    """A running Azurite on free loopback ports, stopped on leaving the context."""

    def __init__(self, folder: Path) -> None:
        self._azurite = Azurite(folder)

    @property
    def connection_string(self) -> str:
        """What the storage SDKs connect with."""
        return self._azurite.connection_string

    def __enter__(self) -> Self:
        self._azurite.start(timeout_s=60)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._azurite.stop(), f"Azurite (process {self._azurite.pid}) did not end"


@pytest.fixture(scope="session")
def azurite_tables(tmp_path_factory: pytest.TempPathFactory) -> Generator[AzuriteTables]:
    """Session-wide emulator; tests keep apart by using their own table names."""
    with AzuriteTables(tmp_path_factory.mktemp("azurite")) as tables:
        yield tables
