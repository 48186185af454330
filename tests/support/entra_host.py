"""The product, as an organisation signs in to it at the Entra on this machine."""

import shutil
from pathlib import Path

from tests.support.connecting import key_of
from tests.support.devhost import ROOT, RunningHost
from tests.support.issuer import API, CONTOSO, SPA


def host_with_entra(entra, app: Path, data: Path, more=None) -> RunningHost:
    """Return the host; `app` is an empty folder for what it starts from."""
    (app / "function_app.py").write_text("from tests.support.app_with_entra import app\n")
    for name in ("host.json", "local.settings.json.example"):
        shutil.copy(ROOT / name, app)
    environment = {
        "AUTH_MODE": "entra",
        "ENTRA_SERVER": entra.url,
        "ENTRA_AUTHORITY": entra.url,
        "ENTRA_CLIENT_ID": API,
        "ENTRA_SPA_CLIENT_ID": SPA,
        "ENTRA_TENANTS": CONTOSO,
        "MICROSOFT_CLIENT_ID": API,
        "MICROSOFT_CLIENT_SECRET": "our-secret",
        "MICROSOFT_TENANT": CONTOSO,
        "TOKEN_KEYS": key_of(1),
        "NO_PROXY": "127.0.0.1",
    }
    return RunningHost(app, data, {**environment, **(more or {})})
