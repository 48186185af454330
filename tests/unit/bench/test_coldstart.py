"""What a worker reads before its first call."""

import pytest

from bench.coldstart import LIBRARIES, Started, coldstart, report, summary


@pytest.fixture(scope="module")
def started():
    return coldstart(1)


def test_no_model_protocol_or_provider_library_is_read_before_it_is_needed(started):
    _, app, _ = started

    assert app.libraries == ()
    assert {"openai", "httpx2", "onnxruntime", "azure.data.tables"} <= set(LIBRARIES)


def test_of_the_app_itself_a_start_reads_what_it_is_called_and_how_it_is_set(started):
    """No handler, orchestrator, activity, row, tool or expression: those are read when called."""
    _, app, _ = started

    assert set(app.ours) <= {
        *("api", "api.paths", "api.routes"),
        *("host", "host.azure", "host.first_use", "host.history", "host.manifest"),
        *("host.quiet", "host.settings"),
        *("shared", "shared.errors", "shared.decisions", "shared.decisions.permissions"),
        *("shared.models", "shared.models.base", "shared.models.principal"),
        *("shared.security", "shared.security.claims", "shared.security.identity"),
        *("shared.workspace", "shared.workspace.domains"),
    }


def test_the_host_s_own_part_is_told_apart(started):
    host, app, message = started

    assert host.milliseconds > 0
    assert app.milliseconds > 0  # which is more is noise: the app reads 22 modules of 750
    assert host.modules < app.modules
    assert host.ours == ()
    assert set(app.ours) < set(message.ours)
    assert {"shared.english", "host.wiring", "activities.go_on"} <= set(message.ours)


def test_it_is_reported():
    started = Started("app", 601.4, 900, ("numpy",))

    assert "601" in report([started])
    assert summary([started])["app"]["libraries"] == ["numpy"]
