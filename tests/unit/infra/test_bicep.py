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
        if name.endswith(("ApiKey", "Secret", "Secrets", "tokenKeys")):
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


def test_the_app_answers_https_only_and_serves_many_streams_on_one_instance():
    root = parse(FOLDER / "app/function_app.bicep")
    app = resource_properties(declarations(root, "resource")["app"])
    assert text(properties(app)["httpsOnly"]) == "true"
    assert int(text(declarations(root, "variable")["httpConcurrency"]).split("=")[1]) >= 100


def test_the_identity_has_the_roles_it_needs_and_no_other():
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
    assert len(assignments) == 5
    assert all("scope" in properties(node) for node in assignments)


def resource_properties(resource):
    return properties(resource)["properties"]


def test_what_alerts_and_the_workbook_ask_for_is_measured():
    """A figure that was called otherwise would never raise an alert."""
    measured = set(re.findall(r'"(omniforge\.[\w.]+)"', (ROOT / "shared/telemetry.py").read_text()))
    alerts = (FOLDER / "app/alerts.bicep").read_text()
    workbook = (FOLDER / "app/workbook.json").read_text()
    asked = re.findall(r'Name == \\?"([\w.]+)\\?"', alerts + workbook)
    assert set(asked) == measured
    assert [item["type"] for item in json.loads(workbook)["items"]] == [1] + [3] * 9


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
    ignored = (ROOT / ".funcignore").read_text().split()
    assert "constraints.txt" not in ignored
    assert "*.txt" not in ignored


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
