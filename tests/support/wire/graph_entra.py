"""Entra's token endpoint, as the authentication library calls it."""

import base64
import json
import time
from urllib.parse import parse_qs, urlsplit

AUTHORITY = "https://login.microsoftonline.com/common"
CLIENT = "client-1"


class _Response:
    def __init__(self, status, content):
        self.status_code = status
        self.text = json.dumps(content)
        self.headers = {}

    def raise_for_status(self):
        if self.status_code >= 400:
            raise OSError(self.status_code)


class Entra:
    """Gives tokens numbered in order, or the `errors` first; keeps what it was asked."""

    def __init__(self, *errors, offline=False, authority=AUTHORITY):
        self.authority = authority
        self.asked = []
        self.nonce = ""
        self.offline = offline
        self._errors = list(errors)
        self._given = 0

    def get(self, url, **_more):
        """Answer where the endpoints are."""
        if self.offline:
            raise ConnectionError(url)
        assert url.startswith(self.authority), url
        return _Response(
            200,
            {
                "authorization_endpoint": f"{self.authority}/oauth2/v2.0/authorize",
                "token_endpoint": f"{self.authority}/oauth2/v2.0/token",
                "issuer": f"{self.authority}/v2.0",
            },
        )

    def post(self, url, data=None, **_more):
        """Answer with tokens, or the next of the errors."""
        assert url == f"{self.authority}/oauth2/v2.0/token", url
        sent = {k: v[0] for k, v in parse_qs(data).items()} if isinstance(data, str) else dict(data)
        self.asked.append(sent)
        if self._errors:
            return _Response(400, self._errors.pop(0))
        self._given += 1
        return _Response(
            200,
            {
                "access_token": f"token-{self._given}",
                "refresh_token": f"renewal-{self._given}",
                "id_token": self._identity(),
                "client_info": _encoded({"uid": "user", "utid": "tenant"}),
                "expires_in": 3600,
                "token_type": "Bearer",
                "scope": sent["scope"],
            },
        )

    def close(self):
        """Be closed by the library."""

    def returned(self, url, **more):
        """Return the query that a person comes back with from signing in at `url`."""
        query = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
        self.nonce = query["nonce"]
        return {"code": "code-1", "state": query["state"]} | more

    def _identity(self):
        claims = {
            "aud": CLIENT,
            "iss": f"{self.authority}/v2.0",
            "iat": int(time.time()),
            "exp": int(time.time()) + 3600,
            "sub": "subject",
            "oid": "user",
            "tid": "tenant",
            "preferred_username": "alex@contoso.example",
            "nonce": self.nonce,
        }
        return f"{_encoded({'alg': 'none'})}.{_encoded(claims)}."


def _encoded(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")
