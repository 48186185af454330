import json
import re

import pytest

from infra.check_bicep import (
    FOLDER,
    declarations,
    descendants,
    main,
    module_path,
    parse,
    problems,
    properties,
    text,
)

MAIN = FOLDER / "main.bicep"
ROOT = FOLDER.parent
FILES = sorted(FOLDER.rglob("*.bicep"))
LEAST_ROLES = {
    "storageBlobDataContributor",
    "storageBlobDataOwner",
    "storageQueueDataContributor",
    "storageTableDataContributor",
    "keyVaultSecretsUser",
    "monitoringMetricsPublisher",
    "durableTaskDataContributor",
    "cognitiveServicesOpenAiUser",
}


def identify(path):
    return path.relative_to(FOLDER).as_posix()


@pytest.mark.parametrize("path", FILES, ids=identify)
def test_every_bicep_file_parses_and_finds_what_it_names(path):
    assert problems(path) == []


def test_the_checker_reports_how_many_files_it_read_and_passes(capsys):
    assert main() == 0
    assert f"{len(FILES)} Bicep files, 0 problems" in capsys.readouterr().out


def taken(value):
    """A file that gives a module this value for its text."""
    return (
        "param given int\nvar kept = [given]\noutput all array = kept\n"
        "module other 'part.bicep' = { params: { wanted: '' } }\n"
        f"module m 'part.bicep' = {{ params: {{ wanted: {value} }} }}\n"
    )


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("param name string\nresource x 'a@1' = {\n  name: name\n", "syntax error"),
        ("param name = = 'x'\n", "syntax error"),
        ("output x string = nowhere\n", "nowhere is not declared"),
        ("output x string = 'a ${nowhere.id} b'\n", "nowhere is not declared"),
        ("param name string\n", "parameter name is never used"),
        ("var name = 'x'\n", "variable name is never used"),
        ("module m 'gone.bicep' = {\n  params: {}\n}\n", "module m names no file: gone.bicep"),
        (
            "module m 'part.bicep' = {\n  params: {\n    wanted: 'x'\n    extra: 'x'\n  }\n}\n",
            "module m takes no parameter extra",
        ),
        ("output x array = [for (a, i) in []: [a, i, j]]\n", "j is not declared"),
        ("output x bool = emtpy('')\n", "emtpy is no function that is known here"),
        (
            "@secrue()\nparam x string\noutput y string = x\n",
            "secrue is no function that is known here",
        ),
        (taken("true"), "module m takes string as wanted, not bool"),
        (taken("given"), "module m takes string as wanted, not int"),
        (taken("kept"), "module m takes string as wanted, not array"),
        (taken("empty('') ? [] : split('', '')"), "module m takes string as wanted, not array"),
        (taken("other.outputs.count"), "module m takes string as wanted, not int"),
        ("module m 'part.bicep' = {\n  params: {}\n}\n", "module m misses parameter wanted"),
        (
            "module m 'part.bicep' = { params: { wanted: 'x' } }\noutput y int = m!.outputs.no\n",
            "module m has no output no",
        ),
    ],
)
def test_a_broken_file_is_found(tmp_path, source, complaint):
    (tmp_path / "part.bicep").write_text(
        "param wanted string\nparam spare string = wanted\noutput found string = spare\n"
        "output count int = 1\n"
    )
    broken = tmp_path / "broken.bicep"
    broken.write_text(source)
    assert any(line.endswith(complaint) for line in problems(broken)), problems(broken)


def test_main_composes_every_module_file():
    modules = declarations(parse(MAIN), "module").values()
    assert {module_path(MAIN, module) for module in modules} == set(FILES) - {MAIN}


def test_main_creates_nothing_itself_but_the_resource_group():
    assert list(declarations(parse(MAIN), "resource")) == ["group"]


@pytest.mark.parametrize("path", FILES, ids=identify)
def test_every_parameter_and_output_is_described(path):
    root = parse(path)
    for kind in ("parameter", "output"):
        for name, node in declarations(root, kind).items():
            decorators = node.prev_named_sibling
            assert decorators is not None, name
            assert decorators.type == "decorators", name
            assert "@description('" in text(decorators), name


@pytest.mark.parametrize("path", FILES, ids=identify)
def test_no_output_carries_a_secret(path):
    for node in declarations(parse(path), "output").values():
        assert not re.search(r"secret|key|connection|password", text(node), re.IGNORECASE)


@pytest.mark.parametrize("path", FILES, ids=identify)
def test_a_parameter_that_holds_a_key_is_secure(path):
    for name, node in declarations(parse(path), "parameter").items():
        if name.endswith(("ApiKey", "Secret", "Secrets", "secrets", "tokenKeys")):
            assert "@secure()" in text(node.prev_named_sibling)


@pytest.mark.parametrize("path", FILES, ids=identify)
def test_no_account_key_is_ever_asked_for(path):
    calls = [text(node) for node in descendants(parse(path)) if node.type == "call_expression"]
    assert not [call for call in calls if "listKeys" in call]


def test_parameters_file_and_template_name_the_same_parameters():
    given = json.loads((FOLDER / "main.parameters.json").read_text())["parameters"]
    assert given.keys() == declarations(parse(MAIN), "parameter").keys()


def test_storage_takes_no_shared_keys_and_no_old_tls():
    account = declarations(parse(FOLDER / "app/storage.bicep"), "resource")["account"]
    settings = {
        name: text(value) for name, value in properties(resource_properties(account)).items()
    }
    assert settings["allowSharedKeyAccess"] == "false"
    assert settings["allowBlobPublicAccess"] == "false"
    assert settings["minimumTlsVersion"] == "'TLS1_2'"


def test_the_app_answers_https_only():
    root = parse(FOLDER / "app/function_app.bicep")
    app = resource_properties(declarations(root, "resource")["app"])
    assert text(properties(app)["httpsOnly"]) == "true"


def test_the_identities_have_the_roles_they_need_and_no_other():
    root = parse(FOLDER / "app/roles.bicep")
    roles = declarations(root, "variable")
    assert roles.keys() == LEAST_ROLES
    assert all(
        re.search(r"'[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'", text(role))
        for role in roles.values()
    )


def test_no_role_reaches_beyond_one_resource():
    assignments = [
        node
        for node in declarations(parse(FOLDER / "app/roles.bicep"), "resource").values()
        if "roleAssignments@" in text(node)
    ]
    assert len(assignments) == 7
    assert all("scope" in properties(node) for node in assignments)


def test_each_identity_reaches_its_own_account_and_no_other():
    resources = declarations(parse(FOLDER / "app/roles.bicep"), "resource")
    who = {
        name: (
            text(properties(node)["scope"]),
            text(properties(resource_properties(node))["principalId"]).split(".")[1],
        )
        for name, node in resources.items()
        if "roleAssignments@" in text(node)
    }
    assert who == {
        "onPackage": ("packageStorage", "package"),
        "onHost": ("hostStorage", "host"),
        "onData": ("dataStorage", "app"),
        "onVault": ("vault", "app"),
        "onMonitoring": ("applicationInsights", "app"),
        "onTaskHub": ("taskHub", "host"),
        "onOpenAi": ("openAi", "app"),
    }
    for name, node in resources.items():
        if name in who:
            assert who[name][1] in re.findall(r"name: guid\(.*?principalIds\.(\w+)", text(node))


def test_no_role_lets_an_identity_change_the_resource_itself():
    """Roles of the data plane only: none is called Owner or Contributor without its data."""
    for name in declarations(parse(FOLDER / "app/roles.bicep"), "variable"):
        assert re.search(r"Data|Secrets|Metrics|OpenAi", name), name


def test_package_runtime_and_data_are_kept_in_accounts_of_their_own():
    modules = declarations(parse(MAIN), "module")
    accounts = {
        name: text(properties(properties(node)["params"])["name"])
        for name, node in modules.items()
        if module_path(MAIN, node).name == "storage.bicep"
    }
    assert accounts == {
        "dataStorage": "'st${token}'",
        "hostStorage": "'sthost${token}'",
        "packageStorage": "'stpkg${token}'",
    }
    assert all(
        len(name.strip("'").replace("${token}", "x" * 13)) <= 24 for name in accounts.values()
    )


def test_a_private_network_shuts_storage_and_secrets_for_everybody_else():
    for file, off in (
        ("storage", "'Disabled' : 'Enabled'"),
        ("key_vault", "'disabled' : 'enabled'"),
    ):
        source = (FOLDER / f"app/{file}.bicep").read_text()
        assert f"publicNetworkAccess: isPrivate && empty(allowedAddresses) ? {off}" in source
        assert "defaultAction: isPrivate ? 'Deny' : 'Allow'" in source
        assert "ipRules: [for address in allowedAddresses: { value: address }]" in source
    main = MAIN.read_text()
    assert main.count("isPrivate: privateNetwork\n") == 5
    assert "module network 'app/network.bicep' = if (privateNetwork)" in main
    assert "subnetId: privateNetwork ? network!.outputs.appSubnetId : ''" in main


def test_what_is_shut_is_reached_through_an_endpoint_with_a_name_of_its_own():
    """Each service that an identity has a role for, and no zone without a use."""
    main = MAIN.read_text()
    targets = re.findall(r"name: '(\w+)', id: (\w+)!?\.outputs\.id, group: '(\w+)'", main)
    assert {(module, group) for _, module, group in targets} == {
        ("dataStorage", "blob"),
        ("dataStorage", "table"),
        ("hostStorage", "blob"),
        ("hostStorage", "queue"),
        ("hostStorage", "table"),
        ("packageStorage", "blob"),
        ("keyVault", "vault"),
        ("openAi", "account"),
    }
    network = parse(FOLDER / "app/network.bicep")
    zones = properties(declarations(network, "variable")["zoneNames"])
    assert zones.keys() == {group for _, _, group in targets}
    assert len({(name, group) for name, _, group in targets}) == len(targets)
    source = text(network)
    assert "serviceName: 'Microsoft.App/environments'" in source
    assert source.count("defaultOutboundAccess: false") == 2
    assert "natGateway: { id: gateway.id }" in source


def test_a_second_deployment_leaves_the_keys_of_tokens_and_the_budget_alone():
    for file, name in (("key_vault", "kept"), ("budget", "budget")):
        node = declarations(parse(FOLDER / f"app/{file}.bicep"), "resource")[name]
        assert "@onlyIfNotExists()" in text(node.prev_named_sibling)
    vault = (FOLDER / "app/key_vault.bicep").read_text()
    assert vault.count("properties: { value: tokenKeys }") == 1
    main = MAIN.read_text()
    secrets = main[main.index("secretNames: [") : main.index("tokenKeysEntry: tokenKeysEntry")]
    assert "token" not in secrets
    parameter = declarations(parse(MAIN), "parameter")["tokenKeys"]
    assert "@minLength(44)" in text(parameter.prev_named_sibling)
    assert "=" not in text(parameter)


@pytest.mark.parametrize(
    ("file", "watched"),
    [
        ("function_app", {"app"}),
        ("storage", {"blobs", "queues", "tables"}),
        ("key_vault", {"vault"}),
    ],
)
def test_what_happens_is_told_to_the_workspace(file, watched):
    resources = declarations(parse(FOLDER / f"app/{file}.bicep"), "resource").values()
    told = [node for node in resources if "Microsoft.Insights/diagnosticSettings@" in text(node)]
    assert {text(properties(node)["scope"]) for node in told} == watched
    for node in told:
        assert text(properties(resource_properties(node))["workspaceId"]) == "workspaceId"


def test_a_model_that_ends_is_followed_by_its_next_version():
    source = (FOLDER / "app/openai.bicep").read_text()
    assert "versionUpgradeOption: 'OnceCurrentVersionExpired'" in source


def test_the_scheduler_forgets_what_is_finished():
    source = (FOLDER / "app/scheduler.bicep").read_text()
    assert "retentionPolicies: [{ retentionPeriodInDays: retentionDays }]" in source


def resource_properties(resource):
    return properties(resource)["properties"]


def test_what_alerts_and_the_workbook_ask_for_is_measured():
    """A figure that was called otherwise would never raise an alert."""
    measured = set(re.findall(r'"(omniforge\.[\w.]+)"', (ROOT / "shared/telemetry.py").read_text()))
    alerts = (FOLDER / "app/alerts.bicep").read_text()
    workbook = (FOLDER / "app/workbook.json").read_text()
    asked = re.findall(r'Name == \\?"([\w.]+)\\?"', alerts + workbook)
    assert set(asked) == measured
    raised = re.findall(r'Name == "omniforge\.([\w.]+)"', alerts)
    assert {"effects.unknown", "webhooks.failed"} <= set(raised)  # what else nobody would see
    assert [item["type"] for item in json.loads(workbook)["items"]] == [1] + [3] * 10


def test_alerts_and_the_workbook_ask_the_workspace_for_its_own_tables():
    """Where the component is asked, the same tables have other names, and nothing is found."""
    alerts = (FOLDER / "app/alerts.bicep").read_text()
    charts = json.loads((FOLDER / "app/workbook.json").read_text())["items"][1:]
    assert "scopes: [workspaceId]" in alerts
    assert "sourceId: workspaceId" in alerts
    asked = {one["content"]["resourceType"] for one in charts}
    assert asked == {"microsoft.operationalinsights/workspaces"}
    queries = re.findall(r"query: '(.*)'", alerts) + [one["content"]["query"] for one in charts]
    tables = {query.split(" | ")[0] for query in queries}
    assert tables == {"AppMetrics", "AppRequests"}


def test_nobody_publishes_with_a_password():
    app = (FOLDER / "app/function_app.bicep").read_text()
    assert "basicPublishingCredentialsPolicies" in app
    assert "for way in ['ftp', 'scm']" in app
    assert "properties: { allow: false }" in app


def test_azure_installs_the_pinned_versions_of_all_that_it_installs():
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    assert "-c constraints.txt" in lines
    names = [re.match(r"[\w.-]+", line)[0] for line in lines if re.match(r"\w", line)]
    pinned = {
        re.sub(r"[-_.]+", "-", line.partition("==")[0]).lower()
        for line in (ROOT / "constraints.txt").read_text().splitlines()
    }
    assert {re.sub(r"[-_.]+", "-", name).lower() for name in names} <= pinned


def test_a_vault_that_was_deleted_can_be_brought_back():
    """It is kept for its purge protection, and a new one cannot have its name."""
    vault = (FOLDER / "app/key_vault.bicep").read_text()
    assert "createMode: recover ? 'recover' : 'default'" in vault
    given = json.loads((FOLDER / "main.parameters.json").read_text())["parameters"]
    assert given["recoverKeyVault"]["value"] == "${RECOVER_KEY_VAULT=false}"


def test_storage_can_be_in_three_zones():
    storage = (FOLDER / "app/storage.bicep").read_text()
    assert "sku: { name: redundancy }" in storage
    assert "@allowed(['Standard_LRS', 'Standard_ZRS'])" in storage
