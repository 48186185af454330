"""What a message names."""

import pytest

from shared.reasoning.embedded.entities import entities_in
from shared.reasoning.embedded.naming import Naming
from shared.understanding.reader import Reader

READER = Reader()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("pull the open deals from HubSpot", {"data_source": "hubspot"}),
        ("list rows of the google sheet", {"data_source": "sheets"}),
        ("post the deals in #sales-north", {"target": "#sales-north"}),
        ("post the deals from the CRM to Slack", {"data_source": "crm", "target": "slack"}),
        ("send it to ida@kestrel.example", {"target": "ida@kestrel.example"}),
        ("what did we write about the lease in May", {"topic": "lease", "timeframe": "May"}),
        ("sales of last quarter", {"timeframe": "last quarter"}),
        ("book a room next wed afternoon", {"timeframe": "next wed afternoon"}),
        ("a table for 14 June", {"timeframe": "14 June"}),
        ("move it to half past nine", {"timeframe": "half past nine"}),
        ("I may march in", {"timeframe": None}),
        ("tell Ida Brandt that we are late", {"people": ("Ida Brandt",)}),
        ("answer Mrs Okafor and Mr. Hale", {"people": ("Mrs Okafor", "Mr. Hale")}),
        ("Pavel's drawings", {"people": ("Pavel",)}),
        ("what is on for Monday", {"people": ()}),
    ],
)
def test_entities_are_found(text, named):
    found = entities_in(Naming(text), READER).model_dump()
    assert {key: found[key] for key in named} == named
