import base64
import os
import stat
import subprocess

import pytest
import yaml

from infra.check_bicep import FOLDER
from infra.package import PACKAGE
from shared.security.sealing import Sealer

ROOT = FOLDER.parent
AZD = yaml.safe_load((ROOT / "azure.yaml").read_text())


def test_azd_deploys_one_python_function_app_under_the_name_the_site_is_tagged_with():
    service = AZD["services"]["api"]
    assert (service["language"], service["host"]) == ("python", "function")
    assert "'azd-service-name': 'api'" in (FOLDER / "app/function_app.bicep").read_text()


def test_azd_deploys_the_folder_that_packaging_lays_out_for_the_chosen_backend():
    service = AZD["services"]["api"]
    assert (service["project"], service["dist"]) == (".", PACKAGE)
    for shell in ("posix", "windows"):
        steps = service["hooks"]["prepackage"][shell]["run"].strip().splitlines()
        assert "npm --prefix web run build" in steps
        assert "infra/package.py" in steps[-1]
        assert "DURABLE_BACKEND" in steps[-1]


@pytest.fixture
def azd(tmp_path):
    """Runs a hook as azd does; returns the values that it set."""
    asked = tmp_path / "asked"
    asked.touch()
    command = tmp_path / "azd"
    command.write_text(f'#!/bin/sh\nprintf "%s\\n" "$*" >> {asked}\n')
    command.chmod(command.stat().st_mode | stat.S_IXUSR)

    def run(hook, **environment):
        path = f"{tmp_path}:{os.environ['PATH']}"
        steps = AZD["hooks"][hook]["posix"]["run"]
        environment["PATH"] = path
        subprocess.run(["/bin/sh", "-ec", steps], env=environment, check=True)  # noqa: S603 - ours
        lines = [line.split(" ", 3) for line in asked.read_text().splitlines()]
        assert all(line[:2] == ["env", "set"] for line in lines)
        return {name: value for _, _, name, value in lines}

    return run


def test_a_key_that_seals_tokens_is_made_where_the_environment_has_none(azd):
    made = azd("preprovision")["TOKEN_KEYS"]
    assert len(base64.b64decode(made)) == 32
    assert Sealer([made])


def test_a_key_that_the_environment_has_is_left_alone(azd):
    has = {"TOKEN_KEYS": "mine"}
    assert azd("preprovision", **has) == {}


def test_a_vault_is_brought_back_once(azd):
    assert azd("postprovision", RECOVER_KEY_VAULT="true") == {"RECOVER_KEY_VAULT": "false"}
