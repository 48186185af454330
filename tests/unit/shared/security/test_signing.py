"""Signatures: made with the newest key, and checked by anybody with what is published."""

import base64
import os

import jwt
import pytest

from shared.security.signing import Signer

ONE, TWO = (base64.b64encode(os.urandom(32)).decode() for _ in range(2))


def checked(token, published):
    name = jwt.get_unverified_header(token)["kid"]
    [key] = [one for one in published["keys"] if one["kid"] == name]
    return jwt.decode(token, jwt.PyJWK(key), algorithms=["ES256"])


def test_what_is_signed_is_checked_with_what_is_published():
    signer = Signer([ONE])
    assert checked(signer.sign({"taskId": "t.1"}), signer.keys()) == {"taskId": "t.1"}


def test_the_same_keys_are_made_again_on_every_instance_and_others_from_other_secrets():
    assert Signer([ONE]).keys() == Signer([ONE]).keys()
    assert Signer([ONE]).keys() != Signer([TWO]).keys()


def test_turning_keys_over_leaves_what_was_signed_before_to_be_checked():
    before, now = Signer([ONE]), Signer([TWO, ONE])
    assert checked(before.sign({"n": 1}), now.keys()) == {"n": 1}
    newest = jwt.get_unverified_header(now.sign({}))["kid"]
    assert newest == now.keys()["keys"][0]["kid"] == Signer([TWO]).keys()["keys"][0]["kid"]


def test_another_key_does_not_check_it():
    with pytest.raises(jwt.InvalidSignatureError):
        jwt.decode(
            Signer([ONE]).sign({}), jwt.PyJWK(Signer([TWO]).keys()["keys"][0]), algorithms=["ES256"]
        )


def test_nothing_that_signs_is_published():
    assert {name for key in Signer([ONE, TWO]).keys()["keys"] for name in key} == {
        *("kty", "crv", "x", "y", "kid", "alg", "use")
    }
