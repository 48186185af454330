import json
import re
from datetime import timedelta

import pytest

from infra import durable_backend
from infra.check_bicep import FOLDER, declarations, parse, text
from shared.services import Limits

TEXT = durable_backend.HOST_JSON.read_text()
HOST = json.loads(TEXT)
DURABLE = HOST["extensions"]["durableTask"]


def test_routes_are_spelled_out_so_the_well_known_paths_are_reachable():
    assert HOST["extensions"]["http"]["routePrefix"] == ""


def test_the_extension_bundle_is_version_four():
    assert HOST["extensionBundle"] == {
        "id": "Microsoft.Azure.Functions.ExtensionBundle",
        "version": "[4.*, 5.0.0)",
    }


def test_the_task_hub_is_named_by_the_setting_that_infra_and_local_runs_give():
    assert DURABLE["hubName"] == "%TASKHUB_NAME%"


def test_a_local_hub_name_suits_both_backends():
    local = json.loads((FOLDER.parent / "local.settings.json.example").read_text())["Values"]
    assert re.fullmatch(r"[a-z][a-z0-9]{2,44}", local["TASKHUB_NAME"])
    assert f"var taskHubName = '{local['TASKHUB_NAME']}'" in (FOLDER / "main.bicep").read_text()


def test_the_hub_and_the_app_do_not_share_a_table_name_prefix():
    local = json.loads((FOLDER.parent / "local.settings.json.example").read_text())["Values"]
    assert local["TASKHUB_NAME"] != local["TABLE_PREFIX"]


def test_a_crash_stalls_a_conversation_for_a_minute_at_most():
    provider = DURABLE["storageProvider"]
    assert provider["controlQueueVisibilityTimeout"] == "00:01:00"
    assert provider["workItemQueueVisibilityTimeout"] == "00:01:00"
    assert 1 <= provider["partitionCount"] <= 16


def test_no_function_may_take_longer_than_an_instance_may_stand_still():
    hours, minutes, seconds = map(int, HOST["functionTimeout"].split(":"))
    longest = timedelta(hours=hours, minutes=minutes, seconds=seconds)
    assert longest <= Limits().stuck


def test_concurrency_is_bounded_and_no_session_is_kept_between_episodes():
    assert DURABLE["maxConcurrentActivityFunctions"] > 0
    assert DURABLE["maxConcurrentOrchestratorFunctions"] > 0
    assert DURABLE["extendedSessionsEnabled"] is False


def test_queues_are_polled_every_second_at_least():
    hours, minutes, seconds = DURABLE["storageProvider"]["maxQueuePollingInterval"].split(":")
    assert 0 < int(hours) * 3600 + int(minutes) * 60 + int(seconds) <= 1


def test_the_host_admits_as_many_requests_as_the_plan_sends_to_one_instance():
    variables = declarations(parse(FOLDER / "app/function_app.bicep"), "variable")
    sent = int(text(variables["httpConcurrency"]).split("=")[1])
    assert HOST["extensions"]["http"]["maxConcurrentRequests"] == sent


def test_what_people_say_stays_out_of_the_durable_logs():
    assert DURABLE["tracing"]["traceInputsAndOutputs"] is False
    assert HOST["logging"]["logLevel"]["Host.Triggers.DurableTask"] == "Warning"


def test_failures_are_never_sampled_away():
    sampling = HOST["logging"]["applicationInsights"]["samplingSettings"]
    assert sampling["isEnabled"] is True
    assert "Exception" in sampling["excludedTypes"].split(";")


def test_local_runs_use_the_storage_emulator():
    expected = durable_backend.STORAGE_PROVIDERS[durable_backend.LOCAL_BACKEND]
    assert DURABLE["storageProvider"] == expected
    assert expected["connectionStringName"] == "AzureWebJobsStorage"


def test_packaging_for_the_scheduler_changes_the_storage_provider_and_nothing_else():
    packaged = json.loads(durable_backend.with_backend(TEXT, "scheduler"))
    provider = packaged["extensions"]["durableTask"].pop("storageProvider")
    assert provider["type"] == "azureManaged"
    rest = json.loads(TEXT)
    del rest["extensions"]["durableTask"]["storageProvider"]
    assert packaged == rest


def test_after_packaging_the_file_is_byte_for_byte_the_local_one_again():
    packaged = durable_backend.with_backend(TEXT, "scheduler")
    assert durable_backend.with_backend(packaged, durable_backend.LOCAL_BACKEND) == TEXT


def test_the_template_offers_exactly_the_backends_that_can_be_packaged():
    backend = declarations(parse(FOLDER / "main.bicep"), "parameter")["durableBackend"]
    allowed = re.findall(r"'(\w+)'", text(backend.prev_named_sibling).split("@allowed(")[1])
    assert set(allowed) == durable_backend.STORAGE_PROVIDERS.keys()


@pytest.fixture
def host_json(tmp_path):
    path = tmp_path / "host.json"
    path.write_text(TEXT)
    return path


@pytest.mark.parametrize("arguments", [[], ["netherite"], ["scheduler", "azureStorage"]])
def test_an_unknown_backend_is_refused_and_the_file_left_alone(arguments, host_json, capsys):
    assert durable_backend.main(arguments, host_json) == 2
    assert "usage" in capsys.readouterr().err
    assert host_json.read_text() == TEXT


def test_a_known_backend_is_written_to_the_file(host_json):
    assert durable_backend.main(["scheduler"], host_json) == 0
    assert host_json.read_text() == durable_backend.with_backend(TEXT, "scheduler")
