"""The members of a Slack team: their names by id, and who somebody means."""

import difflib
import re
from collections.abc import Iterable

from shared.connectors.rest import NotThere
from shared.connectors.slack.calls import Calls
from shared.connectors.slack.wire import OneUser, User, Users
from shared.errors import ToolFailed
from shared.tools.gathering import each
from shared.workspace.slack.port import ChatUser

MOST_NAMES = 60
"""People whose names are looked up for one answer; the others are shown by id."""
AT_ONCE = 8
MOST_PAGES = 10
PAGE = 200

_ID = re.compile(r"(?=.*\d)[UW][A-Z0-9]{5,}")
_ADDRESS = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


def is_id(text: str) -> bool:
    """Return whether a text may be the id of a member."""
    return _ID.fullmatch(text) is not None


class People:
    """The members, as far as one call needs them."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._names: dict[str, str] = {}

    def name(self, user_id: str) -> str:
        """Return a member's name if it was learnt, else the id."""
        return self._names.get(user_id, user_id)

    async def learn(self, ids: Iterable[str]) -> None:
        """Look up names that are not known yet; those that cannot be had are left out."""
        wanted = sorted({i for i in ids if i} - set(self._names))[:MOST_NAMES]

        async def look_up(user_id: str) -> None:
            try:
                found = await self._calls.get(OneUser, "users.info", user=user_id)
            except ToolFailed:
                return  # messages can be read without their authors' names
            self._names[user_id] = found.user.full_name

        await each(look_up, wanted, AT_ONCE)

    async def find(self, who: str) -> ChatUser:
        """Return the member with this id, address, handle or name.

        Raises ToolFailed when there is none (naming the closest), or more than one.
        """
        who = who.strip().removeprefix("@")
        if _ID.fullmatch(who):
            return _user((await self._calls.get(OneUser, "users.info", user=who)).user)
        if _ADDRESS.fullmatch(who):
            found = await self._calls.get(OneUser, "users.lookupByEmail", email=who)
            return _user(found.user)
        return _user(_meant(who, await self._members()))

    async def all_named(self, who: str) -> tuple[ChatUser, ...]:
        """Return the members a text names, by the best of what it may be; none for nobody."""
        who = who.strip().removeprefix("@")
        if _ID.fullmatch(who) or _ADDRESS.fullmatch(who):
            try:
                return (await self.find(who),)
            except NotThere:
                return ()
        return tuple(_user(found) for found in _fitting(who, await self._members()))

    async def _members(self) -> list[User]:
        return [
            user
            async for page in self._calls.pages(Users, "users.list", MOST_PAGES, limit=PAGE)
            for user in page.members
            if not user.deleted
        ]


def _meant(who: str, members: list[User]) -> User:
    """Return the one member a text names: by handle, else full name, else part of the name."""
    wanted, found = who.casefold(), _fitting(who, members)
    if len(found) == 1:
        return found[0]
    if found:
        choice = ", ".join(f"{u.full_name} (@{u.name})" for u in found[:5])
        raise ToolFailed(f"Several people in Slack are called that: {choice}.", "params")
    known = {name: user.full_name for user in members for name in (*_full_names(user), user.name)}
    close = dict.fromkeys(known[c] for c in difflib.get_close_matches(wanted, known, 3))
    hint = f" Did you mean {' or '.join(close)}?" if close else ""
    raise NotThere(f"There is no such person in Slack.{hint}")


def _fitting(who: str, members: list[User]) -> list[User]:
    wanted = who.casefold()
    fitting = (
        [user for user in members if wanted in names(user)]
        for names in (_handles, _full_names, _parts)
    )
    nobody: list[User] = []
    return next((found for found in fitting if found), nobody)


def _handles(user: User) -> set[str]:
    return {user.name.casefold(), user.profile.display_name.casefold()} - {""}


def _full_names(user: User) -> set[str]:
    return {user.full_name.casefold(), user.real_name.casefold()} - {""}


def _parts(user: User) -> set[str]:
    return set(user.full_name.casefold().split())


def _user(user: User) -> ChatUser:
    return ChatUser(
        id=user.id,
        name=user.full_name,
        handle=user.name,
        email=user.profile.email,
        title=user.profile.title,
        time_zone=user.tz,
        status=user.profile.status_text,
    )
