"""Signatures by which others can tell that something comes from this product.

The keys are made from those that tokens are kept with, by a derivation of their own (HKDF), so that
an operator has one list of keys to keep and to turn over: the newest signs, all are published.
"""

import base64
import hashlib
from collections.abc import Mapping, Sequence

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from jwt.algorithms import ECAlgorithm

from shared.models.base import Json
from shared.security.sealing_keys import secrets_of

_INFO = b"omniforge signing key"
_CURVE = ec.SECP256R1()
_BYTES = 48
"""More than the order of the curve has, so that no key is likelier than another."""
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of P-256 (FIPS 186-5 and SP 800-186, section 3.2.1.3)."""


class Signer:
    """Signs as ES256; `keys` are as for sealing, newest first, at least one.

    Raises Misconfigured, as sealing does.
    """

    def __init__(self, keys: Sequence[str]) -> None:
        pairs = [_key(secret) for secret in secrets_of(keys)]
        self._public = [{**_public(pair), "alg": "ES256", "use": "sig"} for pair in pairs]
        self._newest, self._name = pairs[0], self._public[0]["kid"]

    def sign(self, claims: Mapping[str, Json]) -> str:
        """Return the claims as a JSON Web Token."""
        return jwt.encode(
            dict(claims), self._newest, algorithm="ES256", headers={"kid": self._name}
        )

    def keys(self) -> dict[str, Json]:
        """Return what signatures are checked with, as a set of keys (RFC 7517)."""
        return {"keys": list(self._public)}


def _key(secret: bytes) -> ec.EllipticCurvePrivateKey:
    drawn = HKDF(SHA256(), _BYTES, salt=None, info=_INFO).derive(secret)
    return ec.derive_private_key(int.from_bytes(drawn, "big") % (_ORDER - 1) + 1, _CURVE)


def _public(key: ec.EllipticCurvePrivateKey) -> dict[str, str]:
    """Return a public key with its name: its thumbprint (RFC 7638)."""
    found = ECAlgorithm.to_jwk(key.public_key(), as_dict=True)
    parts = ",".join(f'"{name}":"{found[name]}"' for name in ("crv", "kty", "x", "y"))
    thumb = hashlib.sha256(f"{{{parts}}}".encode()).digest()
    kid = base64.urlsafe_b64encode(thumb).decode().rstrip("=")
    return {**{name: str(found[name]) for name in ("kty", "crv", "x", "y")}, "kid": kid}
