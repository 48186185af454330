"""Whether a text tells the kind of thing that is asked for."""

import pytest

from shared.workspace.across.fitting import fits


@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        ("how much do they bill us?", "It comes to 1,240 pounds plus VAT.", True),
        ("what does it cost", "month: May, cost_gbp: 2650", True),
        ("how much do they bill us?", "The invoice is attached.", False),
        ("when do they come?", "Delivery takes four weeks from the order.", True),
        ("what time does it start", "We begin at 9:30.", True),
        ("when do they come?", "Option B it is.", False),
        ("what's her number", "manager: Ann Lee, phone: +44 20 7946 0124", True),
        ("what's her number", "PO 4431", False),
        ("how many are there?", "I left four comments.", True),
        ("who signs it?", "Ann signs 12 of them on Friday.", False),
    ],
)
def test_an_amount_a_time_a_number_or_a_count_answers_what_asks_for_one(question, text, told):
    assert fits(question, text) is told
