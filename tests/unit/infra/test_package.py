import json
import re
import shutil
import subprocess
import sys

import pytest

from infra import package
from infra.check_bicep import FOLDER, declarations, parse, text
from infra.package import LOCAL_BACKEND, PACKAGE, ROOT, STORAGE_PROVIDERS, with_backend

TEXT = (ROOT / "host.json").read_text()


@pytest.fixture
def tree(tmp_path):
    """A tree with a little of everything in it."""
    for folder in ("host", "api", "orchestrators", "activities", "shared/skills/mail", "web/dist"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "some.py").touch()
    for name in ("tests", "devhost", "infra", ".azure"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "some.py").touch()
    (tmp_path / "shared/skills/mail/SKILL.md").write_text("a prompt")
    (tmp_path / "shared/skills/mail/README.md").write_text("for developers")
    (tmp_path / "host/__pycache__").mkdir()
    (tmp_path / "function_app.py").touch()
    (tmp_path / "local.settings.json").write_text("secrets")
    (tmp_path / "host.json").write_text(TEXT)
    (tmp_path / "requirements.txt").write_text("numpy\n")
    (tmp_path / "requirements.lock").write_text("numpy==2\n")
    return tmp_path


def files(folder):
    return {one.relative_to(folder).as_posix() for one in folder.rglob("*") if one.is_file()}


def test_the_app_is_packaged_and_what_only_developers_need_is_not(tree):
    assert package.main(["azureStorage"], tree) == 0
    assert files(tree / PACKAGE) == {
        "host/some.py",
        "api/some.py",
        "orchestrators/some.py",
        "activities/some.py",
        "shared/skills/mail/some.py",
        "shared/skills/mail/SKILL.md",
        "web/dist/some.py",
        "function_app.py",
        "host.json",
        "requirements.txt",
    }


def test_azure_installs_the_lock(tree):
    package.main(["azureStorage"], tree)
    assert (tree / PACKAGE / "requirements.txt").read_text() == "numpy==2\n"


@pytest.mark.parametrize("backend", STORAGE_PROVIDERS)
def test_the_tree_is_left_as_it_is_and_the_package_names_the_backend(tree, backend):
    before = {name: (tree / name).read_bytes() for name in files(tree)}
    package.main([backend], tree)
    assert {name: (tree / name).read_bytes() for name in before} == before
    assert (tree / PACKAGE / "host.json").read_text() == with_backend(TEXT, backend)


def test_what_an_earlier_package_had_is_gone(tree):
    package.main(["scheduler"], tree)
    (tree / "api/some.py").rename(tree / "api/other.py")
    package.main(["azureStorage"], tree)
    assert {"api/other.py"} == {name for name in files(tree / PACKAGE) if name.startswith("api")}


def test_a_client_that_is_not_built_is_named(tree, capsys):
    shutil.rmtree(tree / "web/dist")
    assert package.main(["azureStorage"], tree) == 1
    assert "web/dist is missing: make web" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["netherite"], ["scheduler", "azureStorage"]])
def test_an_unknown_backend_is_refused(tree, arguments, capsys):
    assert package.main(arguments, tree) == 2
    assert "usage" in capsys.readouterr().err
    assert not (tree / PACKAGE).exists()


def test_the_package_of_this_tree_can_be_started_from(tmp_path):
    """All that the app imports is in it: the folder alone is on the path."""
    for name in ("host", "api", "orchestrators", "activities", "shared"):
        (tmp_path / name).symlink_to(ROOT / name)
    for name in ("function_app.py", "host.json", "requirements.lock"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "web/dist").mkdir(parents=True)
    folder = package.lay_out(tmp_path, LOCAL_BACKEND)
    command = (
        "import function_app; print(len(function_app.app.get_functions()), function_app.__file__)"
    )
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", command],
        cwd=folder,
        env={"PYTHONPATH": str(folder), "AUTH_MODE": "dev"},
        capture_output=True,
        text=True,
        check=True,
    )
    count, path = done.stdout.split()
    assert int(count) > 10
    assert path == str(folder / "function_app.py")


def test_for_the_scheduler_the_storage_provider_changes_and_nothing_else():
    packaged = json.loads(with_backend(TEXT, "scheduler"))
    provider = packaged["extensions"]["durableTask"].pop("storageProvider")
    assert provider["type"] == "azureManaged"
    rest = json.loads(TEXT)
    del rest["extensions"]["durableTask"]["storageProvider"]
    assert packaged == rest


def test_the_file_in_the_tree_is_byte_for_byte_that_of_the_local_backend():
    assert with_backend(TEXT, LOCAL_BACKEND) == TEXT


def test_the_template_offers_exactly_the_backends_that_can_be_packaged():
    backend = declarations(parse(FOLDER / "main.bicep"), "parameter")["durableBackend"]
    allowed = re.findall(r"'(\w+)'", text(backend.prev_named_sibling).split("@allowed(")[1])
    assert set(allowed) == STORAGE_PROVIDERS.keys()
