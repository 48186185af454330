"""Every provider of accounts: a new one is its folder and a line here."""

from shared.connectors.google.provider import PROVIDER as GOOGLE
from shared.connectors.microsoft.provider import PROVIDER as MICROSOFT
from shared.connectors.notion.provider import PROVIDER as NOTION
from shared.connectors.slack.provider import PROVIDER as SLACK

PROVIDERS = (GOOGLE, MICROSOFT, SLACK, NOTION)
