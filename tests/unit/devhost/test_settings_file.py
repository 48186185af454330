"""Settings files reach the environment as Core Tools would put them there."""

import json

import pytest

from devhost.failures import StartRefused
from devhost.settings_file import (
    DEVELOPMENT_STORAGE,
    apply_settings,
    give_key,
    point_at_emulator,
    read_settings,
    route_prefix,
    wants_development_storage,
)
from shared.security.sealing import Sealer


def test_the_example_counts_only_without_the_real_file(tmp_path):
    assert read_settings(tmp_path) == {}
    example = tmp_path / "local.settings.json.example"
    example.write_text('{"Values": {"A": "example"}}')
    assert read_settings(tmp_path) == {"A": "example"}
    (tmp_path / "local.settings.json").write_text('\ufeff{"IsEncrypted": false}')
    assert read_settings(tmp_path) == {}


@pytest.mark.parametrize("content", ["{", "[]", '{"Values": {"A": {"B": 1}}}', '{"Values": []}'])
def test_a_file_core_tools_would_not_accept_is_refused(tmp_path, content):
    (tmp_path / "local.settings.json").write_text(content)
    with pytest.raises(StartRefused, match=r"local\.settings\.json"):
        read_settings(tmp_path)


def test_what_is_set_already_wins():
    environment = {"A": "mine"}
    apply_settings({"A": "file", "B": "file"}, environment)
    assert environment == {"A": "mine", "B": "file"}


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({}, True),
        ({"AzureWebJobsStorage": ""}, True),
        ({"AzureWebJobsStorage": DEVELOPMENT_STORAGE}, True),
        ({"AzureWebJobsStorage": "AccountName=real"}, False),
    ],
)
def test_the_emulator_is_for_development_storage_only(environment, wanted):
    assert wants_development_storage(environment) is wanted


def test_an_app_without_a_key_is_given_one_that_stays_and_nobody_else_reads(tmp_path):
    first: dict[str, str] = {}
    again = {"TOKEN_KEYS": ""}
    give_key(first, tmp_path)
    give_key(again, tmp_path)

    assert first == again
    sealed = Sealer([first["TOKEN_KEYS"]]).seal("s3cret", "here")
    assert Sealer([again["TOKEN_KEYS"]]).open(sealed, "here") == "s3cret"
    [kept] = tmp_path.iterdir()
    assert kept.stat().st_mode & 0o077 == 0


def test_an_app_with_a_key_keeps_it(tmp_path):
    environment = {"TOKEN_KEYS": "mine"}
    give_key(environment, tmp_path)
    assert environment == {"TOKEN_KEYS": "mine"}
    assert list(tmp_path.iterdir()) == []


def test_every_setting_that_means_the_emulator_is_pointed_at_it():
    environment = {"STORAGE": DEVELOPMENT_STORAGE, "OTHER": "x"}
    point_at_emulator(environment, "here")
    assert environment == {"AzureWebJobsStorage": "here", "STORAGE": "here", "OTHER": "x"}


@pytest.mark.parametrize(
    ("host", "prefix"),
    [
        (None, "api"),
        ({}, "api"),
        ({"extensions": {"http": {"routePrefix": ""}}}, ""),
        ({"extensions": {"http": {"routePrefix": "/v1/x/"}}}, "v1/x"),
    ],
)
def test_the_route_prefix_comes_from_host_json(tmp_path, host, prefix):
    if host is not None:
        (tmp_path / "host.json").write_text(json.dumps(host))
    assert route_prefix(tmp_path) == prefix
