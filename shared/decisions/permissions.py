"""Which role may do what: the one table of it.

Roles come with each request, from the organisation's own directory. What everybody may do needs no
role: talk, connect accounts of their own, have schedules and agree to what they themselves asked
for. A service is told apart by a role that no directory can give; it has nothing of a person.
"""

from collections.abc import Collection, Mapping
from typing import Literal, get_args

Permission = Literal["converse", "own", "agree", "build", "approve", "administer"]
"""`own`: accounts and schedules. `agree`: to what one asked for oneself. `build`: make agents and
skills. `approve`: be asked where the policy wants an approver. `administer`: change any agent and
the policy, see the figures of everybody, and have those who left erased."""

SERVICE = "service"
"""Marks who is no person, besides the roles they have."""

_MEMBER: frozenset[Permission] = frozenset({"converse", "own", "agree"})
_BUILDER: frozenset[Permission] = _MEMBER.union(("build",))
_APPROVER: frozenset[Permission] = _MEMBER.union(("approve",))
_ADMIN: frozenset[Permission] = _BUILDER.union(_APPROVER, ("administer",))

ROLES: Mapping[str, frozenset[Permission]] = {
    "owner": _ADMIN,
    "admin": _ADMIN,
    "builder": _BUILDER,
    "approver": _APPROVER,
    "member": _MEMBER,
    SERVICE: frozenset({"converse"}),
}
"""What each role may do; roles add up."""

GRANTED = tuple(role for role in ROLES if role != SERVICE)
"""The roles a directory can give, as they are named here."""

PERSONAL: frozenset[Permission] = frozenset({"own", "agree", "approve"})
"""What takes a person, whatever roles a service was given."""


def may(roles: Collection[str], permission: Permission) -> bool:
    """Return whether somebody with these roles may do this; every person is a member at least."""
    if SERVICE in roles and permission in PERSONAL:
        return False
    held = roles if SERVICE in roles else (*roles, "member")
    return any(permission in ROLES.get(role, frozenset()) for role in held)


def permitted(roles: Collection[str]) -> tuple[Permission, ...]:
    """Return all that somebody with these roles may do."""
    return tuple(one for one in get_args(Permission) if may(roles, one))
