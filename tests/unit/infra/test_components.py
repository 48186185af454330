import json
import re

import pytest

from infra.components import ROOT, installed, licence, main, wanted


def pinned():
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    return dict(line.split("==") for line in lines if line)


def plain(name):
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.fixture(scope="module")
def packages():
    return installed(wanted(ROOT / "requirements.txt"))


def test_all_that_is_deployed_is_listed_in_the_version_that_is_pinned(capsys):
    assert main(["sbom"]) == 0
    document = json.loads(capsys.readouterr().out)
    versions = {plain(name): version for name, version in pinned().items()}
    listed = {one["name"]: one["version"] for one in document["components"]}
    assert {"azure-functions", "pydantic-core", "onnxruntime", "h11"} <= listed.keys()
    assert "pytest" not in listed
    assert listed.items() <= versions.items()
    assert (document["bomFormat"], document["specVersion"]) == ("CycloneDX", "1.5")
    assert all(one["purl"].startswith("pkg:pypi/") for one in document["components"])


def test_every_package_states_a_licence_that_asks_for_no_source_in_return(packages):
    stated = {one.metadata["Name"]: licence(one) for one in packages}
    assert [name for name, said in stated.items() if said == "not stated"] == []
    assert [name for name, said in stated.items() if re.search(r"\bA?GPL", said)] == []


def test_the_notice_has_the_licences_own_words(capsys):
    assert main(["notice"]) == 0
    told = capsys.readouterr().out
    assert "Permission is hereby granted, free of charge" in told
    assert "Apache License" in told
    assert "\nopenai 3." in told


def test_what_is_no_requirement_is_left_out(tmp_path):
    file = tmp_path / "requirements.txt"
    file.write_text("# a\n-c constraints.txt\nnumpy>=2,<3  # why\n\n")
    assert wanted(file) == ["numpy>=2,<3"]
