"""What a worker reads before its first call."""

import pytest

from bench.coldstart import LIBRARIES, Started, coldstart, report, summary


@pytest.fixture(scope="module")
def started():
    return coldstart(1)


def test_no_model_protocol_or_provider_library_is_read_before_it_is_needed(started):
    _, app = started

    assert set(app.libraries) <= {"numpy"}
    assert {"openai", "httpx2", "onnxruntime", "azure.data.tables"} <= set(LIBRARIES)


def test_the_host_s_own_part_is_told_apart(started):
    host, app = started

    assert 0 < host.milliseconds < app.milliseconds
    assert host.modules < app.modules


def test_it_is_reported():
    started = Started("app", 601.4, 900, ("numpy",))

    assert "601" in report([started])
    assert summary([started])["app"]["libraries"] == ["numpy"]
