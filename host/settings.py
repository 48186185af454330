"""The settings, read once, checked, and frozen; nothing else touches the environment."""

# ruff: noqa: PLC0415 - the app starts with the settings: what only some of them need is read then

import logging
import os
import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    NonNegativeInt,
    PositiveFloat,
    ValidationError,
    model_validator,
)
from pydantic_core import ErrorDetails

from host.quiet import OURS
from shared.errors import Misconfigured
from shared.security.claims import CONSUMERS, GUID
from shared.security.identity import is_loopback
from shared.workspace.domains import DOMAINS

if TYPE_CHECKING:
    from shared.models.budget import Allowance, Kind

_DEVELOPMENT = "UseDevelopmentStorage=true"
_AZURITE = (
    "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;"
    "AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==;"
    "BlobEndpoint=http://127.0.0.1:10000/devstoreaccount1;"
    "TableEndpoint=http://127.0.0.1:10002/devstoreaccount1;"
)
"""Azurite's well-known account, which the development shorthand stands for."""


_PATIENCE = 30.0
"""Seconds that a model has, where nothing else is set."""
SHORTEST_SECRET = 16
"""Characters of a secret that nobody guesses."""

LONGEST_QUESTION = 6 * 24 * 60 * 60
"""Seconds. A durable timer beyond that is waited for in slices, and an answer with it."""


_PREFIX = re.compile(r"[A-Za-z][A-Za-z0-9]{0,39}")
"""Names of tables have 63 letters and digits at the most."""
_DIRECTORY = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]*")
_CENTURY = 36_500
"""Days; beyond all calendars there is no time to keep anything for."""


def _words(value: Any) -> Any:
    if isinstance(value, str):
        return tuple(word.strip() for word in value.split(",") if word.strip())
    return value


def _seconds(value: Any) -> Any:
    """Take "30, text=120" apart: seconds for any kind of call, and for those named."""
    if not isinstance(value, str):
        return value
    parts = [part.partition("=") for part in value.split(",") if part.strip()]
    kinds = {name.strip(): seconds.strip() for name, sign, seconds in parts if sign}
    general = [name.strip() for name, sign, _ in parts if not sign]
    return (general[-1] if general else _PATIENCE, kinds)


def _numbers(value: Any) -> Any:
    """Take "3000/60000" apart: for a person, and for an organisation."""
    if not isinstance(value, str):
        return value
    person, sign, tenant = value.partition("/")
    if not (sign and person.strip().isdecimal() and tenant.strip().isdecimal()):
        raise ValueError("must be two whole numbers, of a person and of an organisation: 100/5000")
    return (int(person), int(tenant))


def _origin(value: str) -> str:
    """Return an origin without a slash at its end; raise ValueError unless it is safe to use."""
    url = urlsplit(value)
    host, bare = url.hostname or "", url.path in {"", "/"} and not (url.query or url.fragment)
    if not (host and bare and "@" not in url.netloc):
        raise ValueError("must be scheme and host, e.g. https://omniforge.example.com")
    if url.scheme != "https" and not (url.scheme == "http" and is_loopback(host)):
        raise ValueError("must begin with https://")
    return f"{url.scheme}://{url.netloc}"


def _address(value: str) -> str:
    """Return an address of a service; raise ValueError unless it is one."""
    url = urlsplit(value)
    if url.scheme not in {"http", "https"} or not url.hostname:
        raise ValueError("must be an address such as https://service.example.com/v1")
    return value


def _prefix(value: str) -> str:
    if not _PREFIX.fullmatch(value):
        raise ValueError("must be letters and digits, a letter first, 40 at the most")
    return value


def _directory(value: str) -> str:
    if not _DIRECTORY.fullmatch(value):
        raise ValueError("must be an id or a domain of an organisation, or common")
    return value


def _guid(value: str) -> str:
    """Return an id of Entra's in the form that its tokens have; raise ValueError."""
    if not GUID.fullmatch(value.lower()):
        raise ValueError("must be an id such as 11111111-2222-3333-4444-555555555555")
    return value.lower()


def _organisation(value: str) -> str:
    if _guid(value) == CONSUMERS:
        raise ValueError("must not be the tenant of private Microsoft accounts")
    return value.lower()


def _domain(value: str) -> str:
    if value not in DOMAINS:
        raise ValueError(f"must be one of {', '.join(DOMAINS)}")
    return value


def _parts(value: str, *any_of: str) -> str:
    """Return a connection string that has one of some parts; raise ValueError."""
    names = [part.partition("=")[0].strip() for part in value.split(";") if "=" in part]
    if value != _DEVELOPMENT and not any(name in names for name in any_of):
        raise ValueError(f"must be a connection string, with {any_of[0]}=... in it")
    return value


def _storage(value: str) -> str:
    return _parts(value, "AccountName", "TableEndpoint")


def _insights(value: str) -> str:
    return _parts(value, "InstrumentationKey")


def _keys(value: tuple[str, ...]) -> tuple[str, ...]:
    from shared.security.sealing_keys import secrets_of

    try:
        secrets_of(value)
    except Misconfigured as error:
        raise ValueError(str(error).removesuffix(".")) from error
    return value


def _random(value: str) -> str:
    if len(value) < SHORTEST_SECRET:
        raise ValueError(f"must have {SHORTEST_SECRET} characters or more")
    return value


Words = Annotated[tuple[str, ...], BeforeValidator(_words)]
Keys = Annotated[tuple[str, ...], BeforeValidator(_words), AfterValidator(_keys)]
Seconds = Annotated[tuple[PositiveFloat, dict[str, PositiveFloat]], BeforeValidator(_seconds)]
Numbers = Annotated[tuple[NonNegativeInt, NonNegativeInt], BeforeValidator(_numbers)]
Origin = Annotated[str, AfterValidator(_origin)]
Origins = Annotated[tuple[Origin, ...], BeforeValidator(_words)]
Address = Annotated[str, AfterValidator(_address)]
Guid = Annotated[str, AfterValidator(_guid)]
Organisations = Annotated[
    tuple[Annotated[str, AfterValidator(_organisation)], ...], BeforeValidator(_words)
]
Domains = Annotated[tuple[Annotated[str, AfterValidator(_domain)], ...], BeforeValidator(_words)]


class Settings(BaseModel):
    """What operators set. Durations are in the unit their name says."""

    model_config = ConfigDict(frozen=True)

    storage: Annotated[str, AfterValidator(_storage)] = Field(
        default=_DEVELOPMENT, alias="AzureWebJobsStorage"
    )
    tables_endpoint: Address = Field(default="", alias="TABLES_ENDPOINT")
    blobs_endpoint: Address = Field(default="", alias="BLOBS_ENDPOINT")
    client_id: str = Field(default="", alias="AZURE_CLIENT_ID")
    table_prefix: Annotated[str, AfterValidator(_prefix)] = Field(
        default="omniforge", alias="TABLE_PREFIX"
    )
    reasoner: Literal["embedded", "openai", "cascade"] = Field(default="embedded", alias="REASONER")
    cascade_sure: float | None = Field(default=None, ge=0, le=1, alias="CASCADE_SURE")
    """How likely its reading of a message has to be for the embedded reasoner to ask no model."""
    model_calls_per_minute: int = Field(default=0, ge=0, alias="MODEL_CALLS_PER_MINUTE")
    """Of one process; 0 is no limit."""
    openai_api_key: str = Field(default="", alias="OPENAI_API_KEY", repr=False)
    openai_base_url: Address = Field(default="", alias="OPENAI_BASE_URL")
    openai_model: str = Field(default="gpt-6-luna", alias="OPENAI_MODEL")
    azure_openai_endpoint: Address = Field(default="", alias="AZURE_OPENAI_ENDPOINT")
    model_timeout_seconds: Seconds = Field(default=(_PATIENCE, {}), alias="MODEL_TIMEOUT_SECONDS")
    """For any call, and for kinds of calls by name."""
    model_temperature: float | None = Field(default=None, ge=0, le=2, alias="MODEL_TEMPERATURE")
    model_effort: str = Field(default="", alias="MODEL_EFFORT")
    model_context_tokens: int = Field(default=0, ge=0, alias="MODEL_CONTEXT_TOKENS")
    """0 is what the server says of itself."""
    model_capabilities: str = Field(default="", alias="MODEL_CAPABILITIES")
    cors_origins: Origins = Field(default=(), alias="CORS_ORIGINS")
    public_url: Origin = Field(default="", alias="PUBLIC_URL")
    """Where browsers reach this app."""
    token_keys: Keys = Field(default=(), alias="TOKEN_KEYS", repr=False)
    """What seals the tokens of connected accounts, newest first."""
    google_client_id: str = Field(default="", alias="GOOGLE_CLIENT_ID")
    google_client_secret: str = Field(default="", alias="GOOGLE_CLIENT_SECRET", repr=False)
    microsoft_client_id: str = Field(default="", alias="MICROSOFT_CLIENT_ID")
    microsoft_client_secret: str = Field(default="", alias="MICROSOFT_CLIENT_SECRET", repr=False)
    microsoft_tenant: Annotated[str, AfterValidator(_directory)] = Field(
        default="common", alias="MICROSOFT_TENANT"
    )
    slack_client_id: str = Field(default="", alias="SLACK_CLIENT_ID")
    slack_client_secret: str = Field(default="", alias="SLACK_CLIENT_SECRET", repr=False)
    notion_client_id: str = Field(default="", alias="NOTION_CLIENT_ID")
    notion_client_secret: str = Field(default="", alias="NOTION_CLIENT_SECRET", repr=False)
    question_ttl_seconds: float = Field(
        default=86_400, gt=0, le=LONGEST_QUESTION, alias="QUESTION_TTL_SECONDS"
    )
    rescue_seconds: float = Field(default=60, gt=0, le=86_400, alias="RESCUE_SECONDS")
    retention_days: float = Field(default=30, gt=0, le=_CENTURY, alias="RETENTION_DAYS")
    memory_days: float = Field(default=730, gt=0, le=_CENTURY, alias="MEMORY_DAYS")
    """How long what is remembered of people stays after they were last here."""
    roles_days: float = Field(default=30, gt=0, le=_CENTURY, alias="ROLES_DAYS")
    """How long the roles that somebody was last here with hold for their schedules."""
    due_schedule: str = Field(default="*/15 * * * * *", alias="DUE_SCHEDULE")
    tool_servers_stdio: bool = Field(default=False, alias="TOOL_SERVERS_STDIO")
    """Whether administrators may register servers that are started as commands on this machine."""
    sandbox_domains: Domains = Field(default=DOMAINS, alias="SANDBOX_DOMAINS")
    """On Azure there are none unless set: real people never meet made-up mail by omission."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="INFO", alias="LOG_LEVEL"
    )
    insights: Annotated[str, AfterValidator(_insights)] = Field(
        default="", alias="APPLICATIONINSIGHTS_CONNECTION_STRING", repr=False
    )
    """Where what is measured goes; the host sends its logs there as well."""
    site_name: str = Field(default="", alias="WEBSITE_SITE_NAME")
    """Set by Azure itself; the developer identity is refused where it is."""

    # --- limits: of a person, and of an organisation; 0 is none -------------------------------

    limit_requests: Numbers = Field(default=(3_000, 60_000), alias="LIMIT_REQUESTS")
    """A minute."""
    limit_streams: Numbers = Field(default=(200, 5_000), alias="LIMIT_STREAMS")
    """Open at once."""
    limit_turns: Numbers = Field(default=(200, 2_000), alias="LIMIT_TURNS")
    """Worked on at once."""
    limit_tool_calls: Numbers = Field(default=(1_200, 30_000), alias="LIMIT_TOOL_CALLS")
    """A minute."""
    limit_model_tokens: Numbers = Field(default=(5_000_000, 50_000_000), alias="LIMIT_MODEL_TOKENS")
    """A day."""

    # --- signing in ---------------------------------------------------------------------------

    auth_mode: Literal["dev", "entra", "easyauth"] = Field(default="entra", alias="AUTH_MODE")
    entra_client_id: Guid = Field(default="", alias="ENTRA_CLIENT_ID")
    """The registration of this API, which its tokens are given for."""
    entra_spa_client_id: Guid = Field(default="", alias="ENTRA_SPA_CLIENT_ID")
    """The registration of the web client, if it has one of its own."""
    entra_tenants: Organisations = Field(default=(), alias="ENTRA_TENANTS")
    """The organisations that are admitted."""
    entra_guests: bool = Field(default=False, alias="ENTRA_GUESTS")
    """Whether people are let in whose home is another organisation."""
    entra_authority: Origin = Field(
        default="https://login.microsoftonline.com", alias="ENTRA_AUTHORITY"
    )
    """Who issues tokens; national clouds have their own."""
    local_secret: Annotated[str, AfterValidator(_random)] = Field(
        default="", alias="LOCAL_SECRET", repr=False
    )
    """What the developer's calls bring, where the host hides who calls."""
    peer_shown: bool = Field(default=False, alias="HOST_SHOWS_PEER")
    """Whether the host shows who calls; hosts that do say so."""
    platform_signs_in: bool = Field(default=False, alias="WEBSITE_AUTH_ENABLED")
    """Set by Azure itself where its own authentication is switched on."""

    @model_validator(mode="after")
    def _safe_on_azure(self) -> Self:
        """Refuse on Azure what is meant for somebody's own machine."""
        if not self.in_azure:
            return self
        if self.tool_servers_stdio:
            raise ValueError("TOOL_SERVERS_STDIO: works only on your own machine")
        if self.auth_mode == "dev":
            raise ValueError("AUTH_MODE: dev works only on your own machine")
        for name, url in (
            ("PUBLIC_URL", self.public_url),
            ("ENTRA_AUTHORITY", self.entra_authority),
            ("TABLES_ENDPOINT", self.tables_endpoint),
            ("BLOBS_ENDPOINT", self.blobs_endpoint),
            ("OPENAI_BASE_URL", self.openai_base_url),
            ("AZURE_OPENAI_ENDPOINT", self.azure_openai_endpoint),
        ):
            if url.lower().startswith("http:"):
                raise ValueError(f"{name}: must begin with https:// on Azure")
        return self

    # ------------------------------------------------------------------------------------------

    @property
    def in_azure(self) -> bool:
        """Whether the app runs on Azure rather than on someone's machine."""
        return bool(self.site_name)

    @property
    def limits(self) -> "Mapping[Kind, Allowance]":
        """The limits by their kinds."""
        from shared.decisions.budgets import allowance

        given: Mapping[Kind, tuple[int, int]] = {
            "requests": self.limit_requests,
            "streams": self.limit_streams,
            "turns": self.limit_turns,
            "tools": self.limit_tool_calls,
            "tokens": self.limit_model_tokens,
        }
        return {kind: allowance(kind, *numbers) for kind, numbers in given.items()}

    @property
    def connection_string(self) -> str:
        """The storage connection string, with the development shorthand spelled out."""
        return _AZURITE if self.storage == _DEVELOPMENT else self.storage


SET_BY_HOST = frozenset({"WEBSITE_SITE_NAME", "WEBSITE_AUTH_ENABLED", "HOST_SHOWS_PEER"})
SETTINGS_READ = (
    frozenset(str(field.alias) for field in Settings.model_fields.values()) - SET_BY_HOST
)
"""Every setting an operator can give this app."""

_MAY_BE_EMPTY = frozenset({"SANDBOX_DOMAINS"})
_UNRESOLVED = "@Microsoft.KeyVault("


@cache
def settings() -> "Settings":
    """Read the settings once per worker process, and log as much as they say."""
    chosen = read_settings()
    for name in OURS:
        logging.getLogger(name).setLevel(chosen.log_level)
    if not chosen.in_azure and "log_level" not in chosen.model_fields_set:
        # Whoever is refused sees it in the answer; one's own terminal is for what fails.
        logging.getLogger("api").setLevel(logging.WARNING)
    return chosen


def read_settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings; one that is set but empty counts as not set. Raises Misconfigured."""
    given = {
        name: environment[name]
        for name in SETTINGS_READ | SET_BY_HOST
        if environment.get(name) or (name in _MAY_BE_EMPTY and name in environment)
    }
    if given.get("WEBSITE_SITE_NAME"):
        given.setdefault("SANDBOX_DOMAINS", "")
    wrong = [
        f"{name}: is a Key Vault reference that leads to no secret this app may read"
        for name, value in sorted(given.items())
        if value.startswith(_UNRESOLVED)
    ]
    try:
        chosen = Settings.model_validate(given)
    except ValidationError as error:
        wrong += map(_sentence, error.errors())
    else:
        if not wrong:
            return chosen
    raise Misconfigured(f"Settings need a change: {'; '.join(wrong)}.")


def _sentence(error: ErrorDetails) -> str:
    said = error["msg"].removeprefix("Value error, ")
    return f"{error['loc'][0]}: {said}" if error["loc"] else said
