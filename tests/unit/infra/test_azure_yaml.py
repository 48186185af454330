import yaml

from infra.check_bicep import FOLDER
from infra.durable_backend import LOCAL_BACKEND

ROOT = FOLDER.parent
AZD = yaml.safe_load((ROOT / "azure.yaml").read_text())
IGNORED = (ROOT / ".funcignore").read_text().splitlines()


def test_azd_deploys_one_python_function_app_under_the_name_the_site_is_tagged_with():
    service = AZD["services"]["api"]
    assert (service["language"], service["host"]) == ("python", "function")
    assert "'azd-service-name': 'api'" in (FOLDER / "app/function_app.bicep").read_text()


def test_packaging_writes_the_chosen_backend_and_then_restores_the_local_one():
    hooks = AZD["services"]["api"]["hooks"]
    for shell in ("posix", "windows"):
        assert "DURABLE_BACKEND" in hooks["prepackage"][shell]["run"]
        assert hooks["postpackage"][shell]["run"].endswith(f"durable_backend.py {LOCAL_BACKEND}")


def test_what_only_developers_need_is_not_deployed_and_the_app_is():
    for name in ("devhost", "tests", "evals", "bench", "infra", "node_modules"):
        assert f"/{name}/" in IGNORED
    for name in ("host", "api", "orchestrators", "activities", "shared", "host.json"):
        assert not [line for line in IGNORED if line.strip("/") == name]


def test_local_secrets_are_not_deployed():
    assert "/local.settings.json*" in IGNORED
    assert "/.*" in IGNORED


def test_the_prompts_are_deployed_though_other_markdown_is_not():
    assert IGNORED.index("*.md") < IGNORED.index("!SKILL.md")
