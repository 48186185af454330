import pytest

from host.settings import SET_BY_HOST, SETTINGS_READ, Settings, read_settings
from shared.errors import Misconfigured
from shared.models.budget import Allowance, Limit
from shared.security.claims import CONSUMERS
from shared.workspace.registry import DOMAINS
from tests.support.connecting import key_of

ID = "11111111-2222-4333-8444-5555aaaabbbb"
OTHER = "99999999-2222-4333-8444-5555aaaabbbb"
ON_AZURE = {"WEBSITE_SITE_NAME": "app"}

DEFAULTS = {
    "storage": "UseDevelopmentStorage=true",
    "tables_endpoint": "",
    "blobs_endpoint": "",
    "insights": "",
    "limit_requests": (3_000, 60_000),
    "limit_streams": (200, 5_000),
    "limit_turns": (200, 2_000),
    "limit_tool_calls": (1_200, 30_000),
    "limit_model_tokens": (5_000_000, 50_000_000),
    "client_id": "",
    "table_prefix": "omniforge",
    "auth_mode": "entra",
    "entra_client_id": "",
    "entra_spa_client_id": "",
    "entra_tenants": (),
    "entra_guests": False,
    "entra_authority": "https://login.microsoftonline.com",
    "local_secret": "",
    "peer_shown": False,
    "platform_signs_in": False,
    "reasoner": "embedded",
    "model_calls_per_minute": 0,
    "openai_api_key": "",
    "openai_base_url": "",
    "openai_model": "gpt-6-luna",
    "model_timeout_seconds": (30, {}),
    "model_temperature": None,
    "azure_openai_endpoint": "",
    "cors_origins": (),
    "question_ttl_seconds": 86_400,
    "rescue_seconds": 60,
    "retention_days": 30,
    "due_schedule": "*/15 * * * * *",
    "sandbox_domains": DOMAINS,
    "public_url": "",
    "token_keys": (),
    "google_client_id": "",
    "google_client_secret": "",
    "microsoft_client_id": "",
    "microsoft_client_secret": "",
    "microsoft_tenant": "common",
    "slack_client_id": "",
    "slack_client_secret": "",
    "notion_client_id": "",
    "notion_client_secret": "",
    "log_level": "INFO",
    "site_name": "",
}


@pytest.mark.parametrize(("field", "value"), DEFAULTS.items())
def test_what_is_not_set_has_a_default(field, value):
    assert getattr(read_settings({}), field) == value


def test_what_is_set_but_empty_counts_as_not_set():
    empty = dict.fromkeys(SETTINGS_READ - {"SANDBOX_DOMAINS"}, "")
    assert read_settings(empty) == read_settings({})


GIVEN = [
    ("AUTH_MODE", "dev", "auth_mode", "dev"),
    ("REASONER", "openai", "reasoner", "openai"),
    ("REASONER", "cascade", "reasoner", "cascade"),
    ("MODEL_CALLS_PER_MINUTE", "90", "model_calls_per_minute", 90),
    ("QUESTION_TTL_SECONDS", "2.5", "question_ttl_seconds", 2.5),
    ("RESCUE_SECONDS", "1", "rescue_seconds", 1),
    ("RETENTION_DAYS", "0.5", "retention_days", 0.5),
    ("MEMORY_DAYS", "365", "memory_days", 365),
    ("ROLES_DAYS", "7", "roles_days", 7),
    ("CORS_ORIGINS", "https://a.example", "cors_origins", ("https://a.example",)),
    (
        "CORS_ORIGINS",
        " https://a.example/ , ,http://localhost:5173,",
        "cors_origins",
        ("https://a.example", "http://localhost:5173"),
    ),
    ("AUTH_MODE", "easyauth", "auth_mode", "easyauth"),
    ("ENTRA_CLIENT_ID", ID.upper(), "entra_client_id", ID),
    ("ENTRA_SPA_CLIENT_ID", ID, "entra_spa_client_id", ID),
    ("ENTRA_TENANTS", f"{ID}, {OTHER.upper()}", "entra_tenants", (ID, OTHER)),
    ("ENTRA_GUESTS", "True", "entra_guests", True),
    ("ENTRA_GUESTS", "False", "entra_guests", False),
    (
        "ENTRA_AUTHORITY",
        "https://login.microsoftonline.us/",
        "entra_authority",
        "https://login.microsoftonline.us",
    ),
    ("LOCAL_SECRET", "s" * 16, "local_secret", "s" * 16),
    ("HOST_SHOWS_PEER", "true", "peer_shown", True),
    ("WEBSITE_AUTH_ENABLED", "True", "platform_signs_in", True),
    ("SANDBOX_DOMAINS", "email,slack", "sandbox_domains", ("email", "slack")),
    ("SANDBOX_DOMAINS", "", "sandbox_domains", ()),
    ("TABLE_PREFIX", "test", "table_prefix", "test"),
    ("LOG_LEVEL", "DEBUG", "log_level", "DEBUG"),
    ("OPENAI_MODEL", "m", "openai_model", "m"),
    ("MODEL_TIMEOUT_SECONDS", "90", "model_timeout_seconds", (90, {})),
    (
        "MODEL_TIMEOUT_SECONDS",
        "90, text=300,token=9",
        "model_timeout_seconds",
        (90, {"text": 300, "token": 9}),
    ),
    ("MODEL_TIMEOUT_SECONDS", "text=300", "model_timeout_seconds", (30, {"text": 300})),
    ("MODEL_TEMPERATURE", "0", "model_temperature", 0),
    ("MODEL_EFFORT", "low", "model_effort", "low"),
    ("CASCADE_SURE", "0.6", "cascade_sure", 0.6),
    ("MODEL_CONTEXT_TOKENS", "8192", "model_context_tokens", 8192),
    ("MODEL_CAPABILITIES", "tools=off", "model_capabilities", "tools=off"),
    ("PUBLIC_URL", "https://app.example", "public_url", "https://app.example"),
    ("PUBLIC_URL", "https://app.example:8443/", "public_url", "https://app.example:8443"),
    ("PUBLIC_URL", "http://localhost:7071", "public_url", "http://localhost:7071"),
    ("PUBLIC_URL", "http://[::1]:7071", "public_url", "http://[::1]:7071"),
    ("TOKEN_KEYS", f"{key_of(2)}, {key_of(1)}", "token_keys", (key_of(2), key_of(1))),
    ("GOOGLE_CLIENT_ID", "g", "google_client_id", "g"),
    ("MICROSOFT_TENANT", "contoso.example", "microsoft_tenant", "contoso.example"),
    ("WEBSITE_SITE_NAME", "app", "site_name", "app"),
]


@pytest.mark.parametrize(("name", "text", "field", "value"), GIVEN)
def test_what_is_set_is_read(name, text, field, value):
    assert getattr(read_settings({name: text}), field) == value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("AUTH_MODE", "none"),
        ("REASONER", "magic"),
        ("MODEL_CALLS_PER_MINUTE", "-1"),
        ("MODEL_TIMEOUT_SECONDS", "soon"),
        ("MODEL_TIMEOUT_SECONDS", "30, text=0"),
        ("MODEL_TEMPERATURE", "3"),
        ("CASCADE_SURE", "30"),
        ("QUESTION_TTL_SECONDS", "0"),
        ("QUESTION_TTL_SECONDS", "a day"),
        ("QUESTION_TTL_SECONDS", "518401"),
        ("RESCUE_SECONDS", "-1"),
        ("RETENTION_DAYS", "0"),
        ("MEMORY_DAYS", "0"),
        ("ROLES_DAYS", "0"),
        ("LOG_LEVEL", "LOUD"),
        ("CORS_ORIGINS", "*"),
        ("CORS_ORIGINS", "https://a.example,b.example"),
        ("SANDBOX_DOMAINS", "email,mail"),
        ("ENTRA_CLIENT_ID", "api://omniforge"),
        ("ENTRA_SPA_CLIENT_ID", "1"),
        ("ENTRA_TENANTS", "common"),
        ("ENTRA_TENANTS", f"{ID},contoso.example"),
        ("ENTRA_TENANTS", CONSUMERS),
        ("ENTRA_TENANTS", CONSUMERS.upper()),
        ("ENTRA_GUESTS", "some"),
        ("ENTRA_AUTHORITY", "http://login.example"),
        ("ENTRA_AUTHORITY", "https://login.example/common"),
        ("LOCAL_SECRET", "short"),
        ("AzureWebJobsStorage", "rubbish"),
        ("APPLICATIONINSIGHTS_CONNECTION_STRING", "key"),
        ("TOKEN_KEYS", "c2hvcnQ="),
        ("TOKEN_KEYS", f"{key_of(1)},{key_of(1)}"),
        ("GOOGLE_CLIENT_SECRET", "@Microsoft.KeyVault(VaultName=v;SecretName=s)"),
        ("PUBLIC_URL", "http://app.example"),
        ("PUBLIC_URL", "app.example"),
        ("PUBLIC_URL", "ftp://localhost"),
        ("PUBLIC_URL", "https://app.example/path"),
        ("PUBLIC_URL", "https://app.example?x"),
        ("PUBLIC_URL", "https://user@app.example"),
        ("PUBLIC_URL", "https://[app"),
        *(
            (name, text)
            for name in ("TABLES_ENDPOINT", "BLOBS_ENDPOINT", "OPENAI_BASE_URL")
            for text in ("nonsense", "service.example", "ftp://service.example", "https://")
        ),
        ("AZURE_OPENAI_ENDPOINT", "openai.example"),
        ("TABLE_PREFIX", "no-dashes"),
        ("TABLE_PREFIX", "1st"),
        ("TABLE_PREFIX", "x" * 41),
        ("MICROSOFT_TENANT", "contoso example"),
        ("MICROSOFT_TENANT", "../common"),
        ("RETENTION_DAYS", "inf"),
        ("MEMORY_DAYS", "1e12"),
        ("ROLES_DAYS", "nan"),
        ("RESCUE_SECONDS", "inf"),
    ],
)
def test_a_setting_that_makes_no_sense_is_named(name, text):
    with pytest.raises(Misconfigured, match=f"Settings need a change: {name}: "):
        read_settings({name: text})


def test_every_setting_that_makes_no_sense_is_named_and_no_value_is_shown():
    with pytest.raises(Misconfigured) as wrong:
        read_settings({"AUTH_MODE": "hunter2", "RESCUE_SECONDS": "hunter3"})
    assert "AUTH_MODE" in str(wrong.value)
    assert "RESCUE_SECONDS" in str(wrong.value)
    assert "hunter" not in str(wrong.value)


def test_other_variables_of_the_environment_are_nothing_to_us():
    assert read_settings({"PATH": "/bin", "auth_mode": "dev"}) == read_settings({})


SECRETS = [name for name in SETTINGS_READ if name.endswith(("_KEY", "_KEYS", "_SECRET"))]


@pytest.mark.parametrize("name", sorted(SECRETS))
def test_a_key_is_not_shown(name):
    secret = key_of(2) if name == "TOKEN_KEYS" else "hunter2hunter2hunter2"
    settings = read_settings({name: secret})
    assert settings != read_settings({})
    assert secret not in repr(settings)


@pytest.mark.parametrize(
    "wrong",
    [
        {"AUTH_MODE": "dev"},
        {"PUBLIC_URL": "http://localhost:7071"},
        {"ENTRA_AUTHORITY": "http://127.0.0.1:1"},
        {"TABLES_ENDPOINT": "http://tables.example"},
        {"BLOBS_ENDPOINT": "http://blobs.example"},
        {"OPENAI_BASE_URL": "http://models.example/v1"},
        {"OPENAI_BASE_URL": "HTTP://models.example/v1"},
        {"AZURE_OPENAI_ENDPOINT": "http://openai.example"},
        {"TOKEN_KEYS": "c2hvcnQ="},
        {"SANDBOX_DOMAINS": "everything"},
    ],
)
def test_what_is_for_ones_own_machine_stops_the_start_on_azure(wrong):
    [name] = wrong
    with pytest.raises(Misconfigured, match=f"Settings need a change: {name}: ") as refused:
        read_settings({**ON_AZURE, **wrong})
    assert wrong[name] not in str(refused.value) or name == "AUTH_MODE"


def test_on_azure_nobody_meets_made_up_mail_unless_that_is_set():
    assert read_settings(ON_AZURE).sandbox_domains == ()
    assert read_settings({**ON_AZURE, "SANDBOX_DOMAINS": ""}).sandbox_domains == ()
    assert read_settings({**ON_AZURE, "SANDBOX_DOMAINS": "email"}).sandbox_domains == ("email",)


def test_keys_that_are_random_are_taken_on_azure():
    assert read_settings({**ON_AZURE, "TOKEN_KEYS": key_of(1)}).token_keys == (key_of(1),)


def test_azure_is_known_by_the_name_it_gives():
    assert not read_settings({}).in_azure
    assert read_settings({"WEBSITE_SITE_NAME": "app"}).in_azure


def test_development_storage_is_spelled_out_and_another_account_left_as_it_is():
    assert "TableEndpoint=http://127.0.0.1:10002/" in read_settings({}).connection_string
    other = "AccountName=a;AccountKey=b"
    assert read_settings({"AzureWebJobsStorage": other}).connection_string == other


def test_what_azure_sets_is_no_setting_of_ours():
    assert not SETTINGS_READ & SET_BY_HOST
    assert len(SETTINGS_READ | SET_BY_HOST) == len(Settings.model_fields)


def test_a_list_may_be_given_as_one():
    assert Settings(CORS_ORIGINS=("https://a.example",)).cors_origins == ("https://a.example",)


def test_limits_are_given_for_a_person_and_for_an_organisation():
    limits = read_settings({"LIMIT_REQUESTS": "60/ 600", "LIMIT_TURNS": "0/5"}).limits
    assert limits["requests"] == Allowance(Limit(60, 60), Limit(600, 60))
    assert limits["turns"] == Allowance(Limit(0, 30), Limit(150, 30))
    assert limits["tokens"] == Allowance(Limit(5_000_000, 86_400), Limit(50_000_000, 86_400))


@pytest.mark.parametrize("wrong", ["60", "60/", "-1/5", "1.5/2", "a/b", "1/2/3"])
def test_a_limit_that_is_none_is_named(wrong):
    with pytest.raises(Misconfigured, match=r"LIMIT_STREAMS: must be two whole numbers"):
        read_settings({"LIMIT_STREAMS": wrong})
