"""The script that registers the app in Entra ID, against a stand-in for the Azure CLI."""

import json
import os
import stat
import subprocess
import sys

import pytest

from infra.check_bicep import FOLDER
from shared.connectors.microsoft.provider import PROVIDER
from shared.decisions.permissions import GRANTED, PERSONAL, ROLES
from shared.security.claims import SCOPE

AZ = """
import json, sys
from pathlib import Path

kept = Path(__file__).with_name("kept.json")
state = json.loads(kept.read_text()) if kept.exists() else {"apps": {}, "sent": [], "people": []}
words = sys.argv[1:]

def option(name):
    return words[words.index(name) + 1]

said = ""
match words[:3]:
    case ["ad", "app", "list"]:
        said = state["apps"].get(option("--display-name"), "")
    case ["ad", "app", "create"]:
        said = f"id-of-{option('--display-name')}"
        assert option("--display-name") not in state["apps"]
        state["apps"][option("--display-name")] = said
    case ["ad", "app", "show"]:
        said = "object-" + option("--id")
    case ["ad", "sp", "show"] if "--query" in words:
        said = "permission-" + option("--query").split("'")[1]
    case ["ad", "sp", "show"]:
        sys.exit(0 if option("--id") in state["people"] else 3)
    case ["ad", "sp", "create"]:
        assert option("--id") not in state["people"]
        state["people"].append(option("--id"))
    case ["account", "show", *_]:
        said = "our-tenant"
    case ["rest", "--method", "PATCH"]:
        body = Path(option("--body").removeprefix("@")).read_text()
        state["sent"].append([option("--url").rsplit("/", 1)[1], json.loads(body)])
    case other:
        sys.exit(f"unexpected: {other}")
kept.write_text(json.dumps(state))
print(said)
"""
API, WEB = "id-of-OmniForge API", "id-of-OmniForge"


@pytest.fixture
def register(tmp_path):
    """Runs the script; returns what it said, and what the directory was told."""
    (tmp_path / "az.py").write_text(AZ)
    command = tmp_path / "az"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} {tmp_path / "az.py"} "$@"\n')
    command.chmod(command.stat().st_mode | stat.S_IXUSR)

    def run():
        script = FOLDER / "register_apps.sh"
        done = subprocess.run(  # noqa: S603 - our own script
            ["/bin/sh", str(script), "https://api.example", "https://chat.example"],
            env={"PATH": f"{tmp_path}:{os.environ['PATH']}"},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout, json.loads((tmp_path / "kept.json").read_text())

    return run


@pytest.fixture
def told(register):
    _, state = register()
    sent = {}
    for which, body in state["sent"]:
        sent.setdefault(which, {}).update(body)
    return sent


def test_the_roles_are_those_that_the_app_knows(told):
    roles = {role["value"]: role for role in told[f"object-{API}"]["appRoles"]}
    assert {name.lower() for name in roles} == set(GRANTED)
    for name, role in roles.items():
        people_only = not ROLES[name.lower()] - PERSONAL
        assert "User" in role["allowedMemberTypes"], name
        assert not (people_only and "Application" in role["allowedMemberTypes"]), name
        assert role["isEnabled"]
    assert len({role["id"] for role in roles.values()}) == len(roles)


def test_tokens_are_such_as_the_app_takes(told):
    api = told[f"object-{API}"]
    assert api["identifierUris"] == [f"api://{API}"]
    claims = {one["name"] for one in api["optionalClaims"]["accessToken"]}
    assert {"acct", "idtyp"} <= claims


def test_the_client_may_ask_for_the_scope_that_the_app_wants(register):
    _, state = register()
    bodies = [body for which, body in state["sent"] if which == f"object-{API}"]
    [scope] = bodies[0]["api"]["oauth2PermissionScopes"]
    assert bodies[0]["api"]["requestedAccessTokenVersion"] == 2
    assert (scope["value"], scope["isEnabled"]) == (SCOPE, True)
    [allowed] = bodies[1]["api"]["preAuthorizedApplications"]
    assert allowed == {"appId": WEB, "delegatedPermissionIds": [scope["id"]]}


def test_the_client_is_a_single_page_application_of_its_origin(told):
    web = told[f"object-{WEB}"]
    assert web["spa"]["redirectUris"] == ["https://chat.example"]
    [wanted] = web["requiredResourceAccess"]
    assert wanted["resourceAppId"] == API


def test_accounts_come_back_to_the_app_with_the_permissions_that_connectors_ask_for(told):
    api = told[f"object-{API}"]
    assert api["web"]["redirectUris"] == ["https://api.example/api/v1/connections/callback"]
    [graph] = api["requiredResourceAccess"]
    named = {one["id"].removeprefix("permission-").lower() for one in graph["resourceAccess"]}
    asked = {
        scope.rsplit("/", 1)[-1].lower() for scopes in PROVIDER.scopes.values() for scope in scopes
    }
    assert asked <= named


def test_run_again_it_brings_the_same_registrations_up_to_date(register):
    first, before = register()
    again, after = register()
    assert again == first
    assert after["apps"] == before["apps"] == {"OmniForge API": API, "OmniForge": WEB}
    assert after["sent"] == before["sent"] * 2


def test_it_ends_with_what_azd_has_to_be_told(register):
    said, _ = register()
    lines = dict(
        line.removeprefix("azd env set ").split(" ", 1)
        for line in said.splitlines()
        if line.startswith("azd env set")
    )
    assert lines == {
        "ENTRA_CLIENT_ID": API,
        "ENTRA_SPA_CLIENT_ID": WEB,
        "ENTRA_TENANTS": "our-tenant",
        "CORS_ORIGINS": "https://chat.example",
        "MICROSOFT_CLIENT_ID": API,
        "MICROSOFT_TENANT": "our-tenant",
    }
