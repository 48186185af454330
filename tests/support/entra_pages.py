"""Where a browser signs in to the Entra on this machine, and gets its tokens by a code (PKCE)."""

import base64
import hashlib
import html
import json
import time
import uuid
from dataclasses import dataclass, field
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse
from starlette.routing import Route

from tests.support.issuer import ANN, API, BOB, CONTOSO, SPA, Issuer

PEOPLE = {ANN: "Ann Byron", BOB: "Bob Cole"}
SCOPE = f"api://{API}/access_as_user"
FROM_ELSEWHERE = {"Access-Control-Allow-Origin": "*"}


@dataclass
class SignInPages:
    """The authorize page, the token endpoint for browsers, and the way out.

    A person signs in by pressing their name. `roles` are what each token says of roles from now on,
    `lives` how many seconds clients are told that it does; what has to be asked of the person
    anew is in `ends`: whose renewal is taken no more, and why. `given` counts what each grant gave.
    """

    issuer: Issuer
    roles: list[str] = field(default_factory=lambda: ["Member"])
    lives: int = 3600
    refuses: str = ""
    """Why nobody is let in, if nobody is."""
    changes: dict[str, object] = field(default_factory=dict)
    """What the access tokens say differently."""
    ends: dict[str, str] = field(default_factory=dict)
    given: list[str] = field(default_factory=list)
    wanted: list[str] = field(default_factory=list)
    """The claims that sign-ins came with."""
    _codes: dict[str, dict[str, str]] = field(default_factory=dict)
    _renewals: dict[str, str] = field(default_factory=dict)

    def routes(self) -> list[Route]:
        """Return where they are; the token endpoint has an owner that asks us first."""
        return [
            Route("/{tenant}/oauth2/v2.0/authorize", self._authorize),
            Route("/{tenant}/oauth2/v2.0/logout", self._left),
        ]

    async def _authorize(self, request: Request):
        asked = dict(request.query_params)
        assert asked["client_id"] == SPA
        assert asked["response_type"] == "code"
        assert asked["code_challenge_method"] == "S256"
        assert SCOPE in asked["scope"].split()
        if self.refuses:
            said = {"error": "access_denied", "error_description": self.refuses}
            return RedirectResponse(_back(asked, said), 302)
        links = []
        for person, name in PEOPLE.items():
            code = uuid.uuid4().hex
            self._codes[code] = {**asked, "person": person}
            there = html.escape(_back(asked, {"code": code}))
            links.append(f'<p><a href="{there}">{html.escape(name)}</a></p>')
        self.wanted.append(asked.get("claims", ""))
        return HTMLResponse(f"<title>Pick an account</title><h1>Pick</h1>{''.join(links)}")

    async def _left(self, request: Request):
        return RedirectResponse(request.query_params["post_logout_redirect_uri"], 302)

    def token(self, form: dict[str, str]) -> JSONResponse:
        """Give tokens for a code, once and to whoever can show its proof, or for a renewal."""
        if form["grant_type"] == "authorization_code":
            asked = self._codes.pop(form["code"])
            proof = hashlib.sha256(form["code_verifier"].encode()).digest()
            assert asked["code_challenge"] == _text(proof)
            assert asked["redirect_uri"] == form["redirect_uri"]
            person, nonce = asked["person"], asked["nonce"]
            self.ends.pop(person, None)
        else:
            assert form["grant_type"] == "refresh_token"
            # an earlier one renews too, as at Entra: a page that was left never had the next
            # https://learn.microsoft.com/entra/identity-platform/refresh-tokens
            person, nonce = self._renewals[form["refresh_token"]], None
        if person in self.ends:
            said = {"error": self.ends[person], "error_description": "AADSTS50078: more is wanted"}
            return JSONResponse(said, 400, FROM_ELSEWHERE)
        assert form["client_id"] == SPA
        assert "client_secret" not in form, "a page cannot keep one"
        self.given.append(form["grant_type"])
        now = time.time()
        said = self.issuer.claims(now, user=person, roles=self.roles, name=PEOPLE[person])
        who = {"tid": CONTOSO, "oid": person, "sub": person, "ver": "2.0", "aud": SPA}
        identity = {**who, "iss": said["iss"], "exp": said["exp"], "iat": said["iat"]}
        identity |= {"name": PEOPLE[person], "preferred_username": f"{person}@contoso.example"}
        renewal = uuid.uuid4().hex
        self._renewals[renewal] = person
        return JSONResponse(
            {
                "token_type": "Bearer",
                "scope": f"openid profile offline_access {SCOPE}",
                "expires_in": self.lives,
                "access_token": self.issuer.sign({**said, **self.changes}),
                "refresh_token": renewal,
                "id_token": self.issuer.sign({**identity, "nonce": nonce}),
                "client_info": _text(json.dumps({"uid": person, "utid": CONTOSO}).encode()),
            },
            headers=FROM_ELSEWHERE,
        )


def _back(asked: dict[str, str], said: dict[str, str]) -> str:
    assert asked["response_mode"] == "fragment"
    return f"{asked['redirect_uri']}#{urlencode({**said, 'state': asked['state']})}"


def _text(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).decode().rstrip("=")
