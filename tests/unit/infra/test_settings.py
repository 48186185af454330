import base64
import json
import re

from host.settings import SETTINGS_READ, Settings, read_settings
from host.signing_in import way_in
from infra.check_bicep import FOLDER, declarations, parse, properties, text

READ_BY_THE_HOST_ONLY = {
    "AzureWebJobsStorage__accountName": "storage by identity: the account",
    "AzureWebJobsStorage__credential": "storage by identity: which kind of identity",
    "AzureWebJobsStorage__clientId": "storage by identity: which identity",
    "AzureWebJobsDisableHomepage": "frees the path / for the app's own routes",
    "PYTHON_ENABLE_INIT_INDEXING": "the worker streams HTTP responses only with it",
    "FUNCTIONS_WORKER_RUNTIME": "the language, for Core Tools; Flex Consumption has it on the site",
    "APPLICATIONINSIGHTS_AUTHENTICATION_STRING": "telemetry by identity",
    "TASKHUB_NAME": "named by host.json",
    "AzureFunctionsJobHost__extensions__http__maxConcurrentRequests": "in place of host.json's",
    "AzureFunctionsJobHost__extensions__durableTask__maxConcurrentActivityFunctions": "likewise",
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


def test_what_stands_in_place_of_host_json_is_in_host_json():
    host = json.loads((FOLDER.parent / "host.json").read_text())
    for name in ON_AZURE:
        if name.startswith("AzureFunctionsJobHost__"):
            value = host
            for part in name.split("__")[1:]:
                value = value[part]
            assert isinstance(value, int)


def test_no_reference_leads_to_a_secret_that_was_not_stored():
    """A client secret, or a model's key, only with what stores it; the keys of tokens always."""
    source = (FOLDER / "app/settings.bicep").read_text()
    main = (FOLDER / "main.bicep").read_text()
    referring = {
        name: text(node)
        for name, node in declarations(parse(FOLDER / "app/settings.bicep"), "variable").items()
        if "secretsIn}" in text(node) or "@Microsoft.KeyVault" in text(node)
    }
    assert referring.keys() == {
        "secretsIn",
        "modelKeySettings",
        "googleSecret",
        "microsoftSecret",
        "slackSecret",
        "notionSecret",
        "appSettings",
    }
    united = source[source.index("union(") :]
    assert "empty(openAiApiKeyEntry) ? {} : modelKeySettings" in united
    assert "openAiApiKeyEntry: empty(openAiApiKey) ? '' : openAiApiKeyEntry" in main
    for provider in ("google", "microsoft", "slack", "notion"):
        assert f"contains(connectableProviders, '{provider}') ? {provider}Secret : {{}}" in united
        assert f"empty({provider}ClientSecret) ? [] : ['{provider}']" in main
        assert f"SecretName=${{secretsIn}}{provider}" not in source
        assert re.search(rf"'{provider}-client-secret': {provider}ClientSecret\n", main)
    assert len(re.findall(r"\$\{secretsIn\}", referring["appSettings"])) == 1
    assert ON_AZURE["TOKEN_KEYS"].text == b"'${secretsIn}${tokenKeysEntry})'"


def test_the_host_and_the_app_act_under_identities_of_their_own():
    assert ON_AZURE["AzureWebJobsStorage__clientId"].text == b"hostIdentityClientId"
    assert ON_AZURE["AzureWebJobsStorage__accountName"].text == b"hostStorageAccountName"
    assert ON_AZURE["AZURE_CLIENT_ID"].text == b"identityClientId"


ENDED_OR_ENDING = ("gpt-3", "gpt-4", "gpt-5-", "gpt-5.1", "gpt-5.2", "gpt-5.4", "o1", "o3", "o4")
"""Families of which every version has an end by mid-2027, at OpenAI or Azure (read 2026-11-23)."""


def test_the_default_model_is_none_that_is_about_to_end():
    model = read_settings({}).openai_model
    assert not model.startswith(ENDED_OR_ENDING)
    assert f"`{model}`" in (FOLDER.parent / "docs/deploy.md").read_text()
    assert f"`{model}`" in (FOLDER.parent / "README.md").read_text()


def by_default():
    """What azd passes on where nothing is set, by the setting's name."""
    given = json.loads((FOLDER / "main.parameters.json").read_text())["parameters"].values()
    values = [one["value"] for one in given]
    flat = [part for one in values for part in (one.values() if isinstance(one, dict) else [one])]
    pairs = (each[2:-1].partition("=") for each in flat)
    return {name: default for name, _, default in pairs}


def test_defaults_in_the_code_are_those_of_a_deployment_that_sets_nothing():
    """SANDBOX_DOMAINS apart, which is empty on Azure on purpose and so not compared."""
    passed_on = by_default()
    assert passed_on["OPENAI_MODEL"] == Settings.model_fields["openai_model"].default
    for name, field in Settings.model_fields.items():
        if default := passed_on.get(field.alias):
            chosen = read_settings({field.alias: default})
            assert getattr(chosen, name) == getattr(read_settings({}), name), field.alias


def test_a_deployment_that_sets_nothing_starts_and_lets_nobody_in():
    azure = {"WEBSITE_SITE_NAME": "func-x", "PUBLIC_URL": "https://func-x.azurewebsites.net"}
    settings = {name: value for name, value in by_default().items() if name in SETTINGS_READ}
    made = {"TOKEN_KEYS": base64.b64encode(bytes(range(100, 132))).decode(), "AUTH_MODE": "entra"}
    chosen = read_settings({**settings, **azure, **made})
    assert chosen.in_azure
    assert way_in(chosen).mode == "closed"
    assert chosen.sandbox_domains == ()
    assert not chosen.entra_guests
