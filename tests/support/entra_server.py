"""A Microsoft Entra on this machine, with a Graph that knows who its tokens are of."""

import base64
import json
import time
from contextlib import contextmanager
from urllib.parse import parse_qs

import jwt
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

from shared.connectors.microsoft.flow import AUTHORITY
from tests.support.entra_pages import FROM_ELSEWHERE, SignInPages
from tests.support.issuer import API, CONTOSO, Issuer, private_key
from tests.support.loopback import listening, served

CLAIMS = '{"access_token":{"acrs":{"essential":true,"value":"c1"}}}'


class EntraServer:
    """Publishes keys and exchanges tokens; `issuer` signs them.

    While `down` it answers nobody; `more_proof` lists people it wants more of.
    """

    def __init__(self):
        self.url = ""
        self.issuer = Issuer()
        self.down = False
        self.more_proof: set[str] = set()
        self.exchanged: list[str] = []
        self.pages = SignInPages(self.issuer)
        self.app = Starlette(
            routes=[
                *self.pages.routes(),
                Route("/common/discovery/v2.0/keys", self._keys),
                Route("/{tenant}/v2.0/.well-known/openid-configuration", self._endpoints),
                Route("/{tenant}/oauth2/v2.0/token", self._token, methods=["POST"]),
                Route("/graph/me", self._me),
            ]
        )

    def at(self, url):
        """Issue tokens from this address."""
        self.url = url
        self.issuer = self.pages.issuer = Issuer(url)
        for kid in ("key-1", "key-2"):  # the next key is published before it signs
            self.issuer.published[kid] = f"{url}/{{tenantid}}/v2.0"

    def token(self, **changes):
        """Return what a web client gets now."""
        return self.issuer.sign(self.issuer.claims(time.time(), **changes))

    async def _keys(self, request):
        return JSONResponse({}, 503) if self.down else JSONResponse(self.issuer.document())

    async def _endpoints(self, request):
        # browsers are led here; our own calls are led here from Entra's real address
        where = self.url if "origin" in request.headers else AUTHORITY
        there = f"{where}/{request.path_params['tenant']}"
        return JSONResponse(
            {
                "authorization_endpoint": f"{there}/oauth2/v2.0/authorize",
                "token_endpoint": f"{there}/oauth2/v2.0/token",
                "end_session_endpoint": f"{there}/oauth2/v2.0/logout",
                "jwks_uri": f"{where}/common/discovery/v2.0/keys",
                "issuer": f"{there}/v2.0",
            },
            headers=FROM_ELSEWHERE,
        )

    async def _token(self, request):
        """Give a browser its tokens, or exchange one that was given for the API and signed here."""
        form = {k: v[0] for k, v in parse_qs((await request.body()).decode()).items()}
        if form["grant_type"] in {"authorization_code", "refresh_token"}:
            return self.pages.token(form)
        assert (form["client_id"], form["client_secret"]) == (API, "our-secret")
        assert form["requested_token_use"] == "on_behalf_of"  # noqa: S105 - what it is for
        key = private_key(self.issuer.signing).public_key()
        said = jwt.decode(form["assertion"], key, algorithms=["RS256"], audience=API)
        assert said["tid"] == request.path_params["tenant"] == CONTOSO
        if said["oid"] in self.more_proof:
            return JSONResponse({"error": "interaction_required", "claims": CLAIMS}, 400)
        self.exchanged.append(said["oid"])
        named = {"sub": "s", "oid": said["oid"], "tid": CONTOSO, "aud": API}
        identity = {**named, "iss": said["iss"], "exp": said["exp"], "iat": said["iat"]}
        given = {
            "access_token": f"graph-{said['oid']}",
            "refresh_token": f"renewal-{said['oid']}",
            "id_token": f"{_encoded({'alg': 'none'})}.{_encoded(identity)}.",
            "client_info": _encoded({"uid": said["oid"], "utid": CONTOSO}),
        }
        return JSONResponse(
            {**given, "expires_in": 3600, "token_type": "Bearer", "scope": form["scope"]}
        )

    async def _me(self, request):
        person = request.headers["authorization"].removeprefix("Bearer graph-")
        return JSONResponse({"mail": f"{person}@contoso.example", "userPrincipalName": person})


def _encoded(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


@contextmanager
def entra_server(pem=None):
    """Serve on a free loopback port, from a thread of its own; by https with a certificate."""
    server = EntraServer()
    with listening() as (listener, url):
        server.at(url if pem is None else url.replace("http:", "https:"))
        with served(server.app, listener, pem):
            yield server
