import json

from host.settings import SETTINGS_READ
from infra.check_bicep import FOLDER, declarations, parse, properties

READ_BY_THE_HOST_ONLY = {
    "AzureWebJobsStorage__accountName": "storage by identity: the account",
    "AzureWebJobsStorage__credential": "storage by identity: which kind of identity",
    "AzureWebJobsStorage__clientId": "storage by identity: which identity",
    "AzureWebJobsDisableHomepage": "frees the path / for the app's own routes",
    "PYTHON_ENABLE_INIT_INDEXING": "the worker streams HTTP responses only with it",
    "FUNCTIONS_WORKER_RUNTIME": "the language, for Core Tools; Flex Consumption has it on the site",
    "APPLICATIONINSIGHTS_AUTHENTICATION_STRING": "telemetry by identity",
    "TASKHUB_NAME": "named by host.json",
    "DURABLE_TASK_SCHEDULER_CONNECTION_STRING": "named by host.json when packaged for it",
}
REFUSED_BY_FLEX_CONSUMPTION = {
    "ENABLE_ORYX_BUILD",
    "FUNCTIONS_EXTENSION_VERSION",
    "FUNCTIONS_WORKER_RUNTIME",
    "FUNCTIONS_WORKER_RUNTIME_VERSION",
    "SCM_DO_BUILD_DURING_DEPLOYMENT",
    "WEBSITE_CONTENTAZUREFILECONNECTIONSTRING",
    "WEBSITE_CONTENTSHARE",
    "WEBSITE_RUN_FROM_PACKAGE",
}

ON_AZURE = {
    name: node
    for variable in declarations(parse(FOLDER / "app/settings.bicep"), "variable").values()
    for name, node in properties(variable).items()
}
LOCAL = json.loads((FOLDER.parent / "local.settings.json.example").read_text())["Values"]


def test_what_the_app_reads_is_what_infra_and_local_runs_set():
    assert (ON_AZURE.keys() | LOCAL.keys()) - READ_BY_THE_HOST_ONLY.keys() == SETTINGS_READ


def test_no_setting_of_the_host_is_listed_that_nobody_sets():
    assert READ_BY_THE_HOST_ONLY.keys() <= ON_AZURE.keys() | LOCAL.keys()


def test_azure_gets_no_setting_that_flex_consumption_refuses():
    assert not ON_AZURE.keys() & REFUSED_BY_FLEX_CONSUMPTION


def test_people_sign_in_on_azure_and_the_fixed_principal_stays_local():
    assert ON_AZURE["AUTH_MODE"].text == b"'entra'"
    assert LOCAL["AUTH_MODE"] == "dev"


def test_the_host_reaches_storage_by_identity_and_never_by_a_key():
    assert "AzureWebJobsStorage" not in ON_AZURE
    assert LOCAL["AzureWebJobsStorage"] == "UseDevelopmentStorage=true"


def test_local_values_are_strings_as_core_tools_demands():
    assert all(isinstance(value, str) for value in LOCAL.values())


def test_what_is_secret_is_a_key_vault_reference():
    secret = {name for name in ON_AZURE if name.endswith(("_KEY", "_KEYS", "_SECRET"))}
    assert {"OPENAI_API_KEY", "TOKEN_KEYS", "GOOGLE_CLIENT_SECRET"} < secret
    for name in secret:
        assert ON_AZURE[name].text.startswith((b"'@Microsoft.KeyVault(", b"'${secretsIn}")), name
