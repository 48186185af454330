"""Which of a person's accounts a request is about: "in my work inbox"."""

import re
from typing import NamedTuple

from shared.models.profile import Account, Profile

_KIND = (
    r"work|business|office|company|job|professional|personal|private|home|gmail|google(?: mail)?"
    r"|outlook|microsoft(?: 365)?|office ?365|exchange|hotmail"
)
_PLACE = r"(?:accounts?|inbox|mailbox|address)"
_NAMED = re.compile(
    rf"\b(?:in|from|on|of|within|using|via|with|through)\s+(?:my |the |our )?"
    rf"(?:(?P<kind>{_KIND})(?: (?:e-?mail|mail|gmail|outlook))?"
    rf"(?: {_PLACE}\b|(?<=gmail)\b|(?<=outlook)\b| e?-?mails?\b)"
    rf"|(?:(?:account|inbox|mailbox) )?(?P<address>[\w.+'-]{{1,64}}@[\w-]+(?:\.[\w-]+)+)"
    rf"(?P<noun> (?:account|inbox|mailbox))?)",
    re.IGNORECASE,
)
_MINE = re.compile(
    rf"\bmy (?P<kind>{_KIND}) (?:e?-?mails?|(?:e?-?mail )?{_PLACE})\b", re.IGNORECASE
)
_ELSEWHERE = re.compile(r"(?:from|with|via|using|through|of)\b", re.IGNORECASE)
_OURS = frozenset({"work", "business", "office", "company", "job", "professional"})
_GOOGLE = frozenset({"gmail", "google", "google mail"})
_PROVIDERS = _GOOGLE | {"outlook", "microsoft", "exchange", "hotmail"}
"""Names that people also use for whatever mail they have."""


class Accounts(NamedTuple):
    """The addresses of the accounts named, and why none is known."""

    addresses: tuple[str, ...]
    unknown: str = ""


def find_accounts(text: str, profile: Profile) -> Accounts:
    """Find the accounts a text names, if it names any."""
    found = _NAMED.search(text)
    if found and found["address"] and not _is_account(found, profile):
        found = None
    if found is None:
        found = _MINE.search(text)
    if found is None:
        return Accounts(())
    kind = (found["kind"] or found.groupdict().get("address") or "").casefold()
    only = len(profile.accounts) == 1 and kind in _PROVIDERS
    addresses = tuple(
        one.email for one in profile.accounts if one.email and (only or _is_of(kind, one, profile))
    )
    return Accounts(addresses, "" if addresses else _unknown(kind, profile))


def _is_account(found: re.Match[str], profile: Profile) -> bool:
    """Whether an address is meant as the place to look in, not as someone's."""
    return bool(found["noun"]) or profile.own(found["address"]) or not _ELSEWHERE.match(found[0])


def _is_of(kind: str, account: Account, profile: Profile) -> bool:
    if "@" in kind:
        return account.email.casefold() == kind
    domain = account.email.rpartition("@")[2].casefold()
    if kind in _GOOGLE:
        return "google" in account.provider or domain == "gmail.com"
    if kind in {"outlook", "exchange", "hotmail"} or "365" in kind or kind == "microsoft":
        return "microsoft" in account.provider or domain in {"outlook.com", "hotmail.com"}
    named = kind in f"{account.id} {account.name}".casefold().split()
    return named or (domain in profile.domains) == (kind in _OURS)


def _unknown(kind: str, profile: Profile) -> str:
    known = [account.email for account in profile.accounts if account.email]
    shown = f" I know {', '.join(known)}." if known else ""
    return f"I can't tell which account “{kind}” is.{shown} Say its address."
