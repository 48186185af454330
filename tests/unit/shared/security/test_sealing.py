import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.errors import Misconfigured
from shared.security.sealing import NotOpened, Sealer


def key(number):
    """Return a key of 32 different bytes, another for each number below 8."""
    return base64.b64encode(bytes((number * 32 + n) % 256 for n in range(32))).decode()


OLD, NEW, OTHER = key(4), key(5), key(6)

texts = st.text()


@given(text=texts, context=texts)
def test_what_was_sealed_opens_in_its_context(text, context):
    sealer = Sealer([NEW])

    assert sealer.open(sealer.seal(text, context), context) == text


@given(text=texts, context=texts, other=texts)
def test_it_opens_in_no_other_context(text, context, other):
    sealer = Sealer([NEW])
    sealed = sealer.seal(text, context)

    if other != context:
        with pytest.raises(NotOpened):
            sealer.open(sealed, other)


@given(text=texts, place=st.integers(min_value=0), letter=st.sampled_from("Ab0-_.=~ é"))
def test_a_changed_letter_is_noticed(text, place, letter):
    sealer = Sealer([NEW])
    sealed = sealer.seal(text, "acme/alex/slack")
    place %= len(sealed)
    changed = sealed[:place] + letter + sealed[place + 1 :]

    if changed != sealed:
        with pytest.raises(NotOpened):
            sealer.open(changed, "acme/alex/slack")


@given(text=texts, cut=st.integers(min_value=1))
def test_a_cut_off_end_is_noticed(text, cut):
    sealer = Sealer([NEW])
    sealed = sealer.seal(text, "")

    with pytest.raises(NotOpened):
        sealer.open(sealed[: -(1 + cut % len(sealed))], "")


@given(rubbish=texts)
def test_what_was_never_sealed_does_not_open(rubbish):
    with pytest.raises(NotOpened):
        Sealer([NEW]).open(rubbish, "")


def test_a_sealed_text_has_only_one_spelling():
    sealer = Sealer([NEW])
    sealed = sealer.seal("a", "")
    assert sealed.endswith("="), "these bytes leave bits over, which base64 would ignore"

    respelt = sealed[:-2] + chr(ord(sealed[-2]) + 1) + "="

    with pytest.raises(NotOpened):
        sealer.open(respelt, "")


def test_the_text_does_not_show_and_no_two_are_alike():
    sealer = Sealer([NEW])
    sealed = {sealer.seal("xoxp-secret", "acme") for _ in range(50)}

    assert len(sealed) == 50
    assert not any("xoxp" in one for one in sealed)
    assert len({one.split(".")[2][:16] for one in sealed}) == 50, "a nonce came twice"


def test_keys_rotate():
    before = Sealer([OLD])
    during = Sealer([NEW, OLD])
    after = Sealer([NEW])
    sealed = before.seal("xoxp-secret", "acme")

    assert during.open(sealed, "acme") == "xoxp-secret"
    assert during.stale(sealed)
    assert not before.stale(sealed)

    fresh = during.seal(during.open(sealed, "acme"), "acme")

    assert not during.stale(fresh)
    assert after.open(fresh, "acme") == "xoxp-secret"
    with pytest.raises(NotOpened, match="None of the keys"):
        after.open(sealed, "acme")


def test_another_key_under_the_same_name_does_not_open_it():
    sealed = Sealer([OLD]).seal("xoxp-secret", "acme").split(".")
    other = Sealer([OTHER])
    claimed = ".".join([sealed[0], other.seal("", "").split(".")[1], sealed[2]])

    with pytest.raises(NotOpened):
        other.open(claimed, "acme")


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ([], "No key"),
        ([""], "0 bytes"),
        (["not base64!"], "not base64"),
        (["ключ"], "not base64"),
        ([base64.b64encode(b"short").decode()], "5 bytes"),
        ([base64.b64encode(bytes(32)).decode()], "not random"),
        ([base64.b64encode(bytes(range(8)) * 4).decode()], "not random"),
        ([base64.b64encode(b"the quick brown fox jumps over i").decode()], "not random"),
        ([NEW, base64.b64encode(bytes(33)).decode()], "Key 2 .* 33 bytes"),
        ([NEW, OLD, NEW], "twice"),
    ],
)
def test_keys_that_would_not_protect_are_refused(keys, says):
    with pytest.raises(Misconfigured, match=says) as refused:
        Sealer(keys)

    assert not any(key and key in str(refused.value) for key in keys)
