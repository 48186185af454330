from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions.permissions import (
    GRANTED,
    PERSONAL,
    ROLES,
    SERVICE,
    Permission,
    may,
    permitted,
)

EVERY = set(get_args(Permission))
MEMBER = {"converse", "own", "agree"}

TABLE = {
    (): MEMBER,
    ("member",): MEMBER,
    ("approver",): MEMBER | {"approve"},
    ("builder",): MEMBER | {"build"},
    ("admin",): EVERY,
    ("owner",): EVERY,
    ("unheard of",): MEMBER,
    ("service",): {"converse"},
    ("member", "service"): {"converse"},
    ("approver", "service"): {"converse"},
    ("builder", "service"): {"converse", "build"},
    ("owner", "service"): {"converse", "build", "administer"},
}


@pytest.mark.parametrize(("roles", "wanted"), TABLE.items())
def test_what_a_role_may_do(roles, wanted):
    assert {permission for permission in EVERY if may(roles, permission)} == wanted
    assert set(permitted(roles)) == wanted


@given(st.sets(st.sampled_from(sorted(ROLES))), st.sampled_from(sorted(EVERY)))
def test_roles_add_up_and_no_service_has_anything_of_a_person(roles, permission):
    assert not (may({*roles, SERVICE}, permission) and permission in PERSONAL)
    if roles and SERVICE not in roles:
        assert may(roles, permission) == any(may((role,), permission) for role in roles)


def test_no_directory_can_make_a_person_of_a_service_or_a_service_of_a_person():
    assert SERVICE not in GRANTED
    assert set(GRANTED) == {"owner", "admin", "builder", "approver", "member"}
