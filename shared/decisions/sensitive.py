"""What is nobody else's business in a text: addresses, card numbers, secrets.

Takes linear time on any text: a repetition either never gives back what it has taken, or is short.
"""

import re
from collections.abc import Sequence

EMAIL, CARD, REDACTED = "[EMAIL]", "[CARD]", "[REDACTED]"

_BLOCK = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,40}(?:KEY|CERTIFICATE)[A-Z0-9 ]{0,20}-----"
    r".*?(?:-----END [A-Z0-9 ]{1,60}-----|\Z)",
    re.DOTALL,
)
"""A PEM block, or the rest of the text where it does not end."""
_KEY = re.compile(
    r"""(?<![\w-])(?:
      xox[a-z]-[\w-]{8,} | xapp-[\w-]{8,}              # Slack
    | sk-[\w-]{16,} | [prs]k_(?:live|test)_\w{8,}      # model services, Stripe
    | gh[oprsu]_\w{16,} | github_pat_\w{16,}           # GitHub
    | glpat-[\w-]{16,} | npm_\w{16,} | hf_\w{16,}
    | (?:AKIA|ASIA)[A-Z0-9]{12,}                       # AWS
    | AIza[\w-]{30,} | GOCSPX-[\w-]{16,} | ya29\.[\w-]{16,}
    | (?:ntn|secret)_\w{32,}                           # Notion
    | SG\.[\w-]{16,}+\.[\w-]{16,}
    | eyJ[\w-]{6,}+(?:\.[\w-]++){1,4}                  # JWT
    )""",
    re.VERBOSE,
)
_USERINFO = re.compile(r"(://[^\s/@:]*+:)[^\s/@]++(?=@)")
"""A password in the address of a service."""
_SCHEME = re.compile(
    r"(authorization[\"']?\s*+[:=]\s*+[\"']?(?:basic|bearer|digest|token)\s++)\S++", re.IGNORECASE
)
_BEARER = re.compile(r"(\bbearer\s++)(?=[a-z_.~+/=-]*+\d)[\w.~+/=-]{8,}", re.IGNORECASE)
_VALUE = r"(?:[^\s;&]|[;&](?!\w{1,40}=))++"
"""Up to a blank, or to where the next setting of a connection string or query begins."""
_NAME = (
    r"(?:passwords?|passwd|passphrase|passcode|pwd|secret|token"
    r"|(?:access|account|api|private)[ _-]?keys?)"
)
_LABELLED = re.compile(
    rf"({_NAME}[\"'`*_]*+\s*+(?:=>|->|:=|[:=\uff1a])[*_]*+\s*+)"
    rf"(?:{re.escape(REDACTED)}(?![^\s,;&\"'])"
    rf"|\"[^\"\n]{{1,200}}\"|'[^'\n]{{1,200}}'|(?:(?:basic|bearer)\s++)?+{_VALUE})",
    re.IGNORECASE,
)
_SAID = re.compile(
    rf"({_NAME}\s++(?:is|was|are)\s++)"
    r"(?=\S{0,64}?(?:\d|[@\#$%^&*!_]\w))(?:[^\s.,]|[.,](?!\s|\Z)){4,}",
    re.IGNORECASE,
)
"""A secret told in a sentence. It has a figure or sign in it; "the password is wrong" has not."""
_SIGNATURE = re.compile(r"((?<=[?&;])sig=)[^&\s]++", re.IGNORECASE)
_LOCAL = r"[\w.!#$%&'*+/=?^`{|}~-]"
_ADDRESS = re.compile(rf"(?<!{_LOCAL}){_LOCAL}++@[\w-]++(?:\.[\w-]++)++")
_CARD_DIGITS = range(13, 20)
_SECRETS: Sequence[tuple[re.Pattern[str], str]] = (
    (_BLOCK, REDACTED),
    (_KEY, REDACTED),
    (_USERINFO, rf"\1{REDACTED}"),
    (_SCHEME, rf"\1{REDACTED}"),
    (_BEARER, rf"\1{REDACTED}"),
    (_LABELLED, rf"\1{REDACTED}"),
    (_SAID, rf"\1{REDACTED}"),
    (_SIGNATURE, rf"\1{REDACTED}"),
)


def without_secrets(text: str) -> str:
    """Return a text with keys, passwords and tokens taken out; their names stay."""
    for pattern, replacement in _SECRETS:
        text = pattern.sub(replacement, text)
    return text


def without_addresses(text: str) -> str:
    """Return a text with e-mail addresses taken out.

    Take secrets out first where both are to go: an address may be part of one.
    """
    return _ADDRESS.sub(EMAIL, text)


def is_card(digits: str) -> bool:
    """Return whether so many digits, and these, make up a card number (Luhn)."""
    if len(digits) not in _CARD_DIGITS:
        return False
    doubled = (divmod(2 * int(digit), 10) for digit in digits[-2::-2])
    return (sum(map(int, digits[-1::-2])) + sum(map(sum, doubled))) % 10 == 0
