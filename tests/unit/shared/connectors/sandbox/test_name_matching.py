import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.connectors.name_matching import (
    Closeness,
    closeness,
    company_closeness,
    one_slip,
    person_closeness,
)
from shared.workspace.contacts.port import Contact


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Closeness.WHOLE),
        ("Zoë Müller", Closeness.WHOLE),
        ("zoe muller", Closeness.WHOLE),
        ("ZOE.MUELLER@brightwave.de", Closeness.WHOLE),
        ("zoe", Closeness.FIRST_NAME),
        ("müller", Closeness.WORD),
        ("mueller", Closeness.WORD),
        ("muller zoe", Closeness.WORD),
        ("zoe brightwave", Closeness.WORD),
        ("brightwave.de", Closeness.WORD),
        ("zo", Closeness.PREFIX),
        ("zoe mul", Closeness.PREFIX),
        ("miller", Closeness.TYPO),
        ("mulelr", Closeness.TYPO),
        ("bright", None),
        ("john", None),
        ("zoe smith", None),
    ],
)
def test_texts_name_a_person(text, expected):
    assert person_closeness(text, "Zoë Müller", "zoe.mueller@brightwave.de") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Closeness.WHOLE),
        ("Acme Corp", Closeness.WORD),
        ("ACME Corporation", Closeness.WORD),
        ("acme", Closeness.WORD),
        ("acme.com", Closeness.WORD),
        ("corp", Closeness.WORD),
        ("acm", Closeness.PREFIX),
        ("acmee", Closeness.TYPO),
        ("client", None),
    ],
)
def test_texts_name_a_company(text, expected):
    assert company_closeness(text, "Acme Corp", "victor.hale@acme.com") == expected


@pytest.mark.parametrize(
    ("word", "other", "expected"),
    [
        ("sara", "sarah", True),
        ("sarrah", "sarah", True),
        ("sarab", "sarah", True),
        ("sarha", "sarah", True),
        ("jon", "john", True),
        ("sarah", "sarah", True),
        ("sra", "sarah", False),
        ("ben", "ken", False),
        ("jo", "joe", False),
        ("smiht", "shimt", False),
    ],
)
def test_one_slip(word, other, expected):
    assert one_slip(word, other) is expected
    assert one_slip(other, word) is expected


@given(st.text("abc", min_size=4, max_size=8), st.data())
def test_every_single_slip_is_recognised(word, data):
    at = data.draw(st.integers(0, len(word) - 1))
    letter = data.draw(st.sampled_from("abcd"))
    assert one_slip(word, word[:at] + letter + word[at:])
    assert one_slip(word, word[:at] + letter + word[at + 1 :])
    assert one_slip(word, word[:at] + word[at + 1 :])
    assert one_slip(word, word[:at] + word[at : at + 2][::-1] + word[at + 2 :])


@pytest.mark.parametrize(
    ("text", "organization", "expected"),
    [
        ("legal counsel", "", Closeness.ROLE),
        ("CTO", "", None),
        ("lc", "", Closeness.ROLE),  # by its initials
        ("peter", "legal", Closeness.ROLE),
        ("peter", "acme", None),
        ("peters", "", Closeness.POSSESSIVE),
        ("counsel for tax", "", None),
        ("peter", "company", Closeness.WORD),
    ],
)
def test_what_somebody_does_counts_in_place_of_a_name_or_company(text, organization, expected):
    peter = Contact(
        id="p",
        name="Peter Novak",
        email="peter.novak@company.com",
        company="Company Ltd",
        title="Legal Counsel",
    )

    assert closeness(text, organization, peter) == expected
