"""docs/deploy.md says what is seen where something is missing: each row, against the code."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from api.problems import status_of
from host import wiring
from host.settings import read_settings
from host.signing_in import way_in
from infra.check_bicep import FOLDER, declarations, parse, text
from shared.connectors.grants import Grants
from shared.connectors.microsoft.entra import Application
from shared.connectors.microsoft.tokens import begin, finish
from shared.connectors.offered import offered
from shared.connectors.registry import PROVIDERS
from shared.errors import Misconfigured, OmniForgeError
from shared.models.principal import Principal
from shared.reasoning.sound import SoundReasoner
from shared.security.claims import Admission, admitted
from shared.storage.connections import StoredConnections
from shared.storage.memory import MemoryRows
from tests.support.issuer import API, AUTHORITY, CONTOSO, FABRIKAM, Issuer
from tests.support.wire import graph_entra

ROOT = FOLDER.parent
PAGE = (ROOT / "docs/deploy.md").read_text()
TABLE = PAGE[PAGE.index("**What you see when something is missing:**") :]
ROWS = dict(re.findall(r"^\| (?!Missing)([^|-][^|]*?) \| (.*) \|$", TABLE, re.MULTILINE)[:16])
NOW = 1_800_000_000.0
ADMISSION = Admission(audience=API, tenants=frozenset({CONTOSO}), authority=AUTHORITY)


def refused(*, service=False, **changes):
    """Return status and code of a token that says something else than it should."""
    issuer = Issuer()
    claims = (issuer.service_claims if service else issuer.claims)(NOW, **changes)
    with pytest.raises(OmniForgeError) as raised:
        admitted(claims, ADMISSION, NOW)
    return f"{status_of(raised.value).value} {raised.value.code}"


def nobody_signs_in():
    told = way_in(read_settings({}))
    assert told.missing == ("ENTRA_CLIENT_ID", "ENTRA_TENANTS")
    return [told.mode, "401"]


def another_organisation():
    return [refused(tid=FABRIKAM, iss=f"{AUTHORITY}/{FABRIKAM}/v2.0")]


def another_scope():
    first = refused(aud="api://another")
    return [first, refused(scp="User.Read").removeprefix("401 ")]


def no_role():
    return [refused(service=True, roles=[]), refused(scp=None, idtyp=None).removeprefix("401 ")]


def a_guest():
    admitted(Issuer().claims(NOW, acct=1), Admission(**{**vars(ADMISSION), "guests": True}), NOW)
    assert read_settings({"ENTRA_GUESTS": "true"}).entra_guests
    return [refused(acct=1), "ENTRA_GUESTS"]


async def no_secret():
    entra = graph_entra.Entra({"error": "invalid_client"})
    product = Application(graph_entra.CLIENT, "", graph_entra.AUTHORITY, http_client=entra)
    started = await begin(product, ("Mail.Send",), "https://a.example/callback", "state-1")
    with pytest.raises(OmniForgeError) as raised:
        await finish(product, started.flow, entra.returned(started.url))
    return [str(status_of(raised.value).value)]


def no_client_id():
    def outside():
        raise AssertionError("nothing is reached")

    registered = wiring.registrations(read_settings({"GOOGLE_CLIENT_SECRET": "s"}))
    assert offered(PROVIDERS, registered, outside) == {}
    return ["not offered"]


def no_token_keys():
    person = Principal(tenant="t", user="u")
    with pytest.raises(Misconfigured, match="TOKEN_KEYS") as raised:
        Grants(StoredConnections(MemoryRows()), ()).seal(person, "account", "secret")
    return [f"{status_of(raised.value).value} {raised.value.code}"]


def no_model():
    chosen = read_settings({"REASONER": "cascade"})
    made, lacking = wiring.reachable(chosen)
    assert made is None
    assert lacking.reason
    assert isinstance(wiring.over(made, chosen), SoundReasoner)
    return [lacking.state]


def no_sandbox():
    assert read_settings({"WEBSITE_SITE_NAME": "app"}).sandbox_domains == ()
    return ["nobody has a demo workspace"]


def senseless_values():
    for name, value in (
        ("LIMIT_TURNS", "many"),
        ("TOKEN_KEYS", "@Microsoft.KeyVault(VaultName=a;SecretName=b)"),
    ):
        done = subprocess.run(
            [sys.executable, "-c", "import function_app"],
            cwd=ROOT,
            env={name: value, "WEBSITE_SITE_NAME": "app"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode != 0
        said = done.stderr.strip().splitlines()[-1]
        assert f"Settings need a change: {name}: " in said
        assert value.split("(")[0] not in said.partition("change:")[2]
    return ["the app does not start"]


def elsewhere(file, *words):
    """A row that another test holds: that test says these words."""

    def shown():
        said = Path(ROOT, file).read_text()
        assert all(word in said for word in words), words
        return []

    return shown


SEEN = {
    "`ENTRA_CLIENT_ID` or `ENTRA_TENANTS`": nobody_signs_in,
    "the tenant in `ENTRA_TENANTS`": another_organisation,
    "tokens of version 2": lambda: [refused(ver="1.0")],
    "the client asks for the wrong scope, or another API's": another_scope,
    "a role for an application, or the claim `idtyp`": no_role,
    "the person is a guest": a_guest,
    "the client's origin in `CORS_ORIGINS`": elsewhere(
        "tests/unit/api/test_edge.py", "def test_other_origins_get_no_permission"
    ),
    "the origin as redirect URI of the web client": lambda: ["AADSTS50011"],
    "consent to Graph's permissions": elsewhere(
        "tests/unit/api/test_signing_in_to_entra.py", '(403, "consent_required")'
    ),
    "`MICROSOFT_CLIENT_SECRET`": no_secret,
    "a provider's client id, as `GOOGLE_CLIENT_ID`": no_client_id,
    "`TOKEN_KEYS`, where azd did not make them": no_token_keys,
    "`OPENAI_API_KEY` or an endpoint, with `REASONER` `openai` or `cascade`": no_model,
    "`SANDBOX_DOMAINS`": no_sandbox,
    "Entra cannot be reached from the app": elsewhere(
        "tests/unit/shared/security/test_keys.py",
        "def test_in_an_outage_the_held_keys_go_on_for_a_day",
    ),
    "a value that makes no sense, or a Key Vault reference that leads nowhere": senseless_values,
}


def test_every_row_is_looked_at():
    assert ROWS.keys() == SEEN.keys()


@pytest.mark.parametrize("missing", SEEN)
async def test_what_the_table_says_is_what_is_seen(missing):
    found = SEEN[missing]()
    for word in await found if hasattr(found, "__await__") else found:
        assert word in ROWS[missing].replace("`", ""), word


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("AUTH_MODE", "dev"),
        ("PUBLIC_URL", "http://app.example"),
        ("ENTRA_AUTHORITY", "http://localhost:1"),
        ("TOKEN_KEYS", "c29tZSB3b3JkcyB0aGF0IGFyZSBubyByYW5kb20ga2V5"),
    ],
)
def test_what_is_for_ones_own_machine_stops_the_start_on_azure(name, value):
    with pytest.raises(Misconfigured, match=name):
        read_settings({"WEBSITE_SITE_NAME": "app", name: value})


def test_every_value_that_azd_passes_on_is_described():
    given = set(re.findall(r"\$\{(\w+)", (FOLDER / "main.parameters.json").read_text()))
    told = PAGE + (ROOT / "README.md").read_text()
    unsaid = {
        name
        for name in given - {"AZURE_ENV_NAME", "AZURE_LOCATION"}
        if f"`{name}`" not in told and f"`{name}=" not in told
    }
    providers = {f"{one}_CLIENT_{part}" for one in ("SLACK", "NOTION") for part in ("ID", "SECRET")}
    assert unsaid <= providers
    assert "likewise `MICROSOFT_…`, `SLACK_…`, `NOTION_…`" in PAGE


def test_every_module_is_described():
    unsaid = [path.stem for path in FOLDER.glob("app/*.bicep") if f"`{path.stem}`" not in PAGE]
    assert unsaid == []


def test_the_table_of_roles_is_what_is_given():
    given = set()
    for name, node in declarations(parse(FOLDER / "app/roles.bicep"), "resource").items():
        if name.startswith("on"):
            source = text(node)
            listed = re.findall(r"for role in \[(.*)\]", source)
            roles = listed[0].split(", ") if listed else re.findall(r", (\w+)\)\n", source)[:1]
            [who] = set(re.findall(r"principalIds\.(\w+)", source))
            given |= {(who, role.lower()) for role in roles}
    rows = re.findall(
        r"^\| (\w+) \| ([A-Z][\w ]+) \| ", PAGE[PAGE.index("## Roles") :], re.MULTILINE
    )
    told = {(who, role.replace(" ", "").lower()) for who, role in rows if who.islower()}
    assert told == given
    assert len(told) == 10
