import json
import re
from datetime import timedelta

import pytest

from infra.check_bicep import FOLDER, declarations, parse, text
from infra.package import LOCAL_BACKEND, ROOT, STORAGE_PROVIDERS
from shared.services import Limits

HOST = json.loads((ROOT / "host.json").read_text())
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


def test_the_host_takes_as_much_as_the_plan_sends_to_an_instance_of_the_default_memory():
    """On another size the settings say how much; both come from the same two variables."""
    memory = json.loads((FOLDER / "main.parameters.json").read_text())["parameters"]
    default = int(re.findall(r"=(\d+)}", memory["instanceMemoryMB"]["value"])[0])
    assert HOST["extensions"]["http"]["maxConcurrentRequests"] == concurrency("http", default)
    assert DURABLE["maxConcurrentActivityFunctions"] == concurrency("activity", default)


@pytest.mark.parametrize(
    ("memory", "requests", "activities"), [(512, 10, 2), (2048, 40, 8), (4096, 80, 16)]
)
def test_concurrency_grows_with_the_cores_of_an_instance(memory, requests, activities):
    assert (concurrency("http", memory), concurrency("activity", memory)) == (requests, activities)


def concurrency(kind, memory):
    variable = declarations(parse(FOLDER / "main.bicep"), "variable")[f"{kind}Concurrency"]
    factor, divisor = re.findall(r"= (\d+) \* instanceMemoryMB / (\d+)", text(variable))[0]
    return int(factor) * memory // int(divisor)


def test_what_people_say_stays_out_of_the_durable_logs():
    assert DURABLE["tracing"]["traceInputsAndOutputs"] is False
    assert HOST["logging"]["logLevel"]["Host.Triggers.DurableTask"] == "Warning"


def test_failures_are_never_sampled_away():
    sampling = HOST["logging"]["applicationInsights"]["samplingSettings"]
    assert sampling["isEnabled"] is True
    assert "Exception" in sampling["excludedTypes"].split(";")


def test_local_runs_use_the_storage_emulator():
    expected = STORAGE_PROVIDERS[LOCAL_BACKEND]
    assert DURABLE["storageProvider"] == expected
    assert expected["connectionStringName"] == "AzureWebJobsStorage"
