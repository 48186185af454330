import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions.risk import ToolRules, argument_hash, not_allowed, reads, risk_of
from shared.models.profile import Account, Policy, Profile


def dumps(value):
    return json.dumps(value, sort_keys=True)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
arguments = st.dictionaries(st.text(), json_values, max_size=4)


def test_reading_is_low_risk_whatever_is_read():
    assert reads({"query": "everything", "limit": 1_000_000}, Profile()) == "low"


RISKS = ("low", "medium", "high")
CHANGE = ToolRules(lambda given, _profile: given["risk"], changes=True)


@given(
    st.sampled_from(RISKS),
    st.builds(
        Policy,
        confirmed=st.lists(st.sampled_from(["send", "draft"])).map(tuple),
        at_least=st.sampled_from(RISKS),
    ),
)
def test_a_policy_only_tightens(risk, policy):
    made = risk_of("send", CHANGE, {"risk": risk}, Profile(policy=policy))

    assert RISKS.index(made) >= RISKS.index(risk)
    assert RISKS.index(made) >= RISKS.index(policy.at_least)
    assert made == "high" or "send" not in policy.confirmed


def test_what_a_policy_has_confirmed_is_high_whatever_its_tool_says():
    policy = Policy(confirmed=("send",), at_least="medium")

    assert risk_of("send", CHANGE, {"risk": "low"}, Profile(policy=policy)) == "high"
    assert risk_of("draft", CHANGE, {"risk": "low"}, Profile(policy=policy)) == "medium"
    assert risk_of("draft", CHANGE, {"risk": "high"}, Profile(policy=policy)) == "high"


def test_a_policy_of_previews_for_changes_leaves_reading_alone():
    strict = Profile(policy=Policy(at_least="high"))

    assert risk_of("find", ToolRules(), {}, strict) == "low"
    assert risk_of("find", ToolRules(), {}, Profile(policy=Policy(confirmed=("find",)))) == "high"


@pytest.mark.parametrize(
    ("address", "external"),
    [
        ("tom@company.com", False),
        ("Tom@COMPANY.com", False),
        ("tom@company.com.evil.org", True),
        ("tom@client.com", True),
        ("ann@gmail.com", False),
        ("bob@gmail.com", True),
        ("not an address", True),
        ("Tom Fischer <tom@company.com>", False),
        ('"Tom @company.com" <tom@evil.org>', True),
        ("Ann <ann@gmail.com>", False),
    ],
)
def test_external_is_whoever_is_outside_the_persons_own_domains(address, external):
    accounts = (Account(id="1", provider="google", email="ann@gmail.com"),)
    person = Profile(domains=("company.com",), accounts=accounts)

    assert person.external(address) is external


@given(arguments)
def test_the_order_of_arguments_does_not_change_what_was_approved(given_arguments):
    turned = dict(reversed(given_arguments.items()))

    assert argument_hash("send", turned) == argument_hash("send", given_arguments)


@given(arguments, st.text(), json_values)
def test_an_added_or_changed_argument_is_another_call(given_arguments, name, value):
    changed = {**given_arguments, name: [value]}

    same = argument_hash("send", changed) == argument_hash("send", given_arguments)

    assert same == (dumps(changed) == dumps(given_arguments))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("send", {"to": "a"}), ("send", {"to": "b"})),
        (("send", {"to": "a"}), ("draft", {"to": "a"})),
        (("send", {"n": 1}), ("send", {"n": "1"})),
        (("send", {"to": ["a", "b"]}), ("send", {"to": ["b", "a"]})),
        (("send", {"to": None}), ("send", {})),
    ],
)
def test_what_differs_has_another_fingerprint(one, other):
    assert argument_hash(*one) != argument_hash(*other)


POLICY = Policy(recipients=("client.com",))


@pytest.mark.parametrize(
    ("arguments", "stranger"),
    [
        ({"to": ["tom@company.com", "ann@client.com"]}, None),
        ({"to": ["tom@company.com"], "bcc": ["eve@evil.org"]}, "eve@evil.org"),
        ({"to": ["Ann Lee <ann@client.com>"]}, None),
        ({"to": ["Ann Lee <ann@other.com>"]}, "Ann Lee <ann@other.com>"),
        ({"to": [{"email": "ann@client.com", "name": "eve@evil.org"}]}, None),
        (
            {"to": [{"email": "eve@evil.org", "name": "a@client.com"}]},
            '"a@client.com" <eve@evil.org>',
        ),
        ({"to": "eve@evil.org"}, "eve@evil.org"),
        ({"to": ["Fischer, Tom <tom@company.com>"]}, None),
        ({"attendees": ["eve@CLIENT.com", "eve@client.com.evil.org"]}, "eve@client.com.evil.org"),
        ({"title": "eve@evil.org", "cc": None}, None),
    ],
)
def test_a_policy_names_the_only_strangers_anything_may_be_sent_to(arguments, stranger):
    person = Profile(domains=("company.com",), policy=POLICY)

    assert not_allowed(arguments, person) == stranger
    assert not_allowed(arguments, Profile(domains=("company.com",))) is None
