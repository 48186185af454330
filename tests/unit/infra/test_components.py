import json
import re

import pytest

from infra.components import ROOT, bundled, client, installed, main, packages, wanted
from infra.lock import LOCK, locked


def pinned():
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    return dict(line.split("==") for line in lines if line)


def plain(name):
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.fixture(scope="module")
def components():
    ours = installed(wanted(ROOT / "requirements.txt"))
    return [*packages(ours), *client(ROOT / "web")]


def test_all_that_is_deployed_is_listed_in_the_version_that_is_pinned(capsys):
    assert main(["sbom"]) == 0
    document = json.loads(capsys.readouterr().out)
    versions = {plain(name): version for name, version in pinned().items()}
    python = [one for one in document["components"] if one.get("purl", "").startswith("pkg:pypi/")]
    listed = {one["name"]: one["version"] for one in python}
    assert {"azure-functions", "pydantic-core", "onnxruntime", "h11"} <= listed.keys()
    assert "pytest" not in listed
    assert listed.items() <= versions.items()
    assert (document["bomFormat"], document["specVersion"]) == ("CycloneDX", "1.5")
    assert listed == locked(LOCK.read_text())


def test_what_the_web_client_is_bundled_from_is_listed_and_what_builds_it_is_not(capsys):
    main(["sbom"])
    components = json.loads(capsys.readouterr().out)["components"]
    listed = {one["purl"] for one in components if one.get("purl", "").startswith("pkg:npm/")}
    given = json.loads((ROOT / "web/package.json").read_text())["dependencies"]
    shipped = {name: version for name, version in given.items() if "vite" not in name}
    assert {f"pkg:npm/{name.replace('@', '%40')}@{shipped[name]}" for name in shipped} <= listed
    assert not [purl for purl in listed if re.search(r"/(vite|esbuild|rolldown|vitest)@", purl)]


def test_others_data_in_the_tree_is_listed_with_its_licence(capsys):
    main(["sbom"])
    components = json.loads(capsys.readouterr().out)["components"]
    found = {
        one["name"]: one["licenses"][0]["license"]["name"]
        for one in components
        if one["type"] == "data"
    }
    assert found == {
        "shared/language/lexicon": "MIT License",
        "shared/language/minilm": "Apache License",
    }
    folders = {
        path.parent.relative_to(ROOT).as_posix() for path in ROOT.glob("shared/**/PROVENANCE.md")
    }
    assert folders <= found.keys()


def test_a_package_is_found_where_node_would_find_it():
    lock = {
        "packages": {
            "": {"dependencies": {"a": "1", "b": "1", "vite": "1"}},
            "node_modules/a": {"dependencies": {"c": "2"}},
            "node_modules/a/node_modules/c": {"dependencies": {"d": "1"}},
            "node_modules/b": {"dependencies": {"c": "1", "gone": "1"}},
            "node_modules/c": {"dependencies": {"a": "1"}},
            "node_modules/d": {},
            "node_modules/vite": {"dependencies": {"e": "1"}},
            "node_modules/e": {},
        }
    }
    assert bundled(lock) == [
        "node_modules/a",
        "node_modules/a/node_modules/c",
        "node_modules/b",
        "node_modules/c",
        "node_modules/d",
    ]


def test_every_package_states_a_licence_that_asks_for_no_source_in_return(components):
    stated = {one.name: one.licence for one in components}
    assert [name for name, said in stated.items() if said == "not stated"] == []
    assert [name for name, said in stated.items() if re.search(r"\bA?GPL", said)] == []


def test_the_notice_has_the_licences_own_words(capsys):
    assert main(["notice"]) == 0
    told = capsys.readouterr().out
    assert "Permission is hereby granted, free of charge" in told
    assert "Apache License" in told
    assert "\nreact 19." in told
    assert "\nopenai 3." in told


def test_what_is_no_requirement_is_left_out(tmp_path):
    file = tmp_path / "requirements.txt"
    file.write_text("# a\n-c constraints.txt\nnumpy>=2,<3  # why\n\n")
    assert wanted(file) == ["numpy>=2,<3"]
