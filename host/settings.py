"""The settings, read once, checked, and frozen; nothing else touches the environment."""

import os
from collections.abc import Mapping
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
)

from shared.errors import Misconfigured
from shared.security.identity import is_loopback
from shared.tools.registry import DOMAINS

_DEVELOPMENT = "UseDevelopmentStorage=true"
_AZURITE = (
    "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;"
    "AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==;"
    "TableEndpoint=http://127.0.0.1:10002/devstoreaccount1;"
)
"""Azurite's well-known account, which the development shorthand stands for."""


LONGEST_QUESTION = 6 * 24 * 60 * 60
"""Seconds. A durable timer beyond that is waited for in slices, and an answer with it."""


def _words(value: Any) -> Any:
    if isinstance(value, str):
        return tuple(word.strip() for word in value.split(",") if word.strip())
    return value


def _origin(value: str) -> str:
    """Return an origin without a slash at its end; raise ValueError unless it is safe to use."""
    url = urlsplit(value)
    host, bare = url.hostname or "", url.path in {"", "/"} and not (url.query or url.fragment)
    if not (host and bare and "@" not in url.netloc):
        raise ValueError("must be scheme and host, e.g. https://omniforge.example.com")
    if url.scheme != "https" and not (url.scheme == "http" and is_loopback(host)):
        raise ValueError("must begin with https://")
    return f"{url.scheme}://{url.netloc}"


Words = Annotated[tuple[str, ...], BeforeValidator(_words)]
Origin = Annotated[str, AfterValidator(_origin)]


class Settings(BaseModel):
    """What operators set. Durations are in the unit their name says."""

    model_config = ConfigDict(frozen=True)

    storage: str = Field(default=_DEVELOPMENT, alias="AzureWebJobsStorage")
    tables_endpoint: str = Field(default="", alias="TABLES_ENDPOINT")
    client_id: str = Field(default="", alias="AZURE_CLIENT_ID")
    table_prefix: str = Field(default="omniforge", alias="TABLE_PREFIX")
    auth_mode: Literal["dev", "entra"] = Field(default="entra", alias="AUTH_MODE")
    reasoner: Literal["embedded", "openai", "cascade"] = Field(default="embedded", alias="REASONER")
    model_calls_per_minute: int = Field(default=0, ge=0, alias="MODEL_CALLS_PER_MINUTE")
    """Of one process; 0 is no limit."""
    openai_api_key: str = Field(default="", alias="OPENAI_API_KEY", repr=False)
    openai_base_url: str = Field(default="", alias="OPENAI_BASE_URL")
    openai_model: str = Field(default="gpt-4o-mini", alias="OPENAI_MODEL")
    azure_openai_endpoint: str = Field(default="", alias="AZURE_OPENAI_ENDPOINT")
    cors_origins: Words = Field(default=(), alias="CORS_ORIGINS")
    public_url: Origin = Field(default="", alias="PUBLIC_URL")
    """Where browsers reach this app."""
    token_keys: Words = Field(default=(), alias="TOKEN_KEYS", repr=False)
    """What seals the tokens of connected accounts, newest first."""
    google_client_id: str = Field(default="", alias="GOOGLE_CLIENT_ID")
    google_client_secret: str = Field(default="", alias="GOOGLE_CLIENT_SECRET", repr=False)
    microsoft_client_id: str = Field(default="", alias="MICROSOFT_CLIENT_ID")
    microsoft_client_secret: str = Field(default="", alias="MICROSOFT_CLIENT_SECRET", repr=False)
    microsoft_tenant: str = Field(default="common", alias="MICROSOFT_TENANT")
    slack_client_id: str = Field(default="", alias="SLACK_CLIENT_ID")
    slack_client_secret: str = Field(default="", alias="SLACK_CLIENT_SECRET", repr=False)
    notion_client_id: str = Field(default="", alias="NOTION_CLIENT_ID")
    notion_client_secret: str = Field(default="", alias="NOTION_CLIENT_SECRET", repr=False)
    question_ttl_seconds: float = Field(
        default=86_400, gt=0, le=LONGEST_QUESTION, alias="QUESTION_TTL_SECONDS"
    )
    rescue_seconds: float = Field(default=60, gt=0, alias="RESCUE_SECONDS")
    retention_days: float = Field(default=30, gt=0, alias="RETENTION_DAYS")
    due_schedule: str = Field(default="*/15 * * * * *", alias="DUE_SCHEDULE")
    sandbox_domains: Words = Field(default=DOMAINS, alias="SANDBOX_DOMAINS")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="INFO", alias="LOG_LEVEL"
    )
    site_name: str = Field(default="", alias="WEBSITE_SITE_NAME")
    """Set by Azure itself; the developer identity is refused where it is."""

    @property
    def in_azure(self) -> bool:
        """Whether the app runs on Azure rather than on someone's machine."""
        return bool(self.site_name)

    @property
    def connection_string(self) -> str:
        """The storage connection string, with the development shorthand spelled out."""
        return _AZURITE if self.storage == _DEVELOPMENT else self.storage


SET_BY_AZURE = frozenset({"WEBSITE_SITE_NAME"})
SETTINGS_READ = (
    frozenset(str(field.alias) for field in Settings.model_fields.values()) - SET_BY_AZURE
)
"""Every setting an operator can give this app."""

_MAY_BE_EMPTY = frozenset({"SANDBOX_DOMAINS"})


def read_settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings; one that is set but empty counts as not set. Raises Misconfigured."""
    given = {
        name: environment[name]
        for name in SETTINGS_READ | SET_BY_AZURE
        if environment.get(name) or (name in _MAY_BE_EMPTY and name in environment)
    }
    try:
        return Settings.model_validate(given)
    except ValidationError as error:
        wrong = "; ".join(f"{e['loc'][0]}: {e['msg']}" for e in error.errors())
        raise Misconfigured(f"Settings need a change: {wrong}") from None
