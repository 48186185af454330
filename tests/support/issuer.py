"""An identity provider that signs as Microsoft Entra does: its keys, its tokens, its outages."""

import base64
import json
import uuid

import httpx2
import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

AUTHORITY = "https://login.microsoftonline.com"
CONTOSO = "7f1c1e2a-0b7e-4c0e-9d55-2f6a3f0c1a01"
FABRIKAM = "3d2b9a74-5a43-4e6f-8c0f-1b9e6d7c2b02"
API = "5a9d0c3e-6f51-4d8a-b0a4-8e2c7d1f3c03"
SPA = "8b7e6d5c-4f3a-4b2c-9d1e-0f9a8b7c6d04"
ANN = "11111111-aaaa-4bbb-8ccc-000000000001"
BOB = "22222222-aaaa-4bbb-8ccc-000000000002"
ROBOT = "33333333-aaaa-4bbb-8ccc-000000000003"

_keys: dict[str, rsa.RSAPrivateKey] = {}


def private_key(name, bits=2048):
    """Return a key by name; made once, since that takes a while."""
    if name not in _keys:
        _keys[name] = rsa.generate_private_key(public_exponent=65537, key_size=bits)
    return _keys[name]


class Issuer:
    """Signs with the key `signing`; publishes `published`, each key with its issuer.

    `asked` counts how often its keys were asked for; while `down` nobody is answered.
    """

    def __init__(self, authority=AUTHORITY):
        self.authority = authority
        self.signing = "key-1"
        self.published = {"key-1": f"{authority}/{{tenantid}}/v2.0"}
        self.asked = 0
        self.down = False

    def roll_over(self, name, *, keep_old=True):
        """Sign with another key from now on."""
        every = f"{self.authority}/{{tenantid}}/v2.0"
        self.published = {**(self.published if keep_old else {}), name: every}
        self.signing = name

    def document(self):
        """Return the published keys as a JSON Web Key Set, with what Entra's has besides."""
        return {"keys": [self.jwk(kid, issuer) for kid, issuer in self.published.items()]}

    def jwk(self, kid, issuer, /, **more):
        """Return one published key."""
        public = json.loads(RSAAlgorithm.to_jwk(private_key(kid).public_key()))
        listed = {"kid": kid, "x5t": kid, "use": "sig", "x5c": ["MII"], "issuer": issuer}
        return {**{name: public[name] for name in ("kty", "n", "e")}, **listed} | more

    def claims(self, now, tenant=CONTOSO, user=ANN, **changes):
        """Return what the token of a signed-in person says; None leaves a claim out."""
        claims = {
            "aud": API,
            "iss": f"{self.authority}/{tenant}/v2.0",
            "iat": int(now) - 5,
            "nbf": int(now) - 5,
            "exp": int(now) + 4000,
            "acct": 0,
            "azp": SPA,
            "azpacr": "0",
            "idtyp": "user",
            "name": "Ann Byron",
            "oid": user,
            "preferred_username": "ann@contoso.example",
            "rh": "0.A",
            "roles": ["Member"],
            "scp": "access_as_user",
            "sub": "pairwise",
            "tid": tenant,
            "uti": uuid.uuid4().hex,
            "ver": "2.0",
        }
        return {name: value for name, value in (claims | changes).items() if value is not None}

    def service_claims(self, now, **changes):
        """Return what the token of an application says."""
        own = {"scp": None, "name": None, "preferred_username": None, "azpacr": "1"}
        own |= {"idtyp": "app", "oid": ROBOT, "sub": ROBOT, "acct": None}
        return self.claims(now, **(own | changes))

    def sign(self, claims, *, key=None, algorithm="RS256", **header):
        """Return a token; a header that is None is left out."""
        named = {"typ": "JWT", "kid": self.signing, "x5t": self.signing} | header
        secret = key if key is not None else private_key(self.signing)
        return signed(claims, secret, algorithm, named)

    def client(self):
        """Return a client that reaches this issuer alone."""
        return httpx2.AsyncClient(transport=httpx2.MockTransport(self._answer))

    def _answer(self, request):
        self.asked += 1
        assert str(request.url) == f"{self.authority}/common/discovery/v2.0/keys"
        if self.down:
            raise httpx2.ConnectError("down", request=request)
        return httpx2.Response(200, json=self.document())


def signed(payload, key, algorithm="RS256", header=None):
    """Return a token of anything: claims, or bytes as they are."""
    body = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    named = {name: value for name, value in (header or {}).items() if value is not None}
    return jwt.PyJWS().encode(body, key, algorithm, headers=named)


def by_hand(header, payload):
    """Return a token put together of parts, as a library would not."""
    parts = (json.dumps(header).encode(), json.dumps(payload).encode(), b"")
    return ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts)
