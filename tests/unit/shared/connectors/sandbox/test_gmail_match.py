"""Searches over the demo mailbox, with what they must find."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

SARAH_ON_BUDGET = [
    "laura-budget-slides.1",
    "contractor-spend.1",
    "delivery-budget-template.1",
    "budget-questions.1",
    "q4-budget-review.1",
]
ROLL_OUT = ["alpha-rollout-plan.3", "alpha-rollout-plan.2", "alpha-rollout-plan.1"]
ACME_BUYERS = ["acme-price.1", "acme-qbr.1", "acme-renewal.3", "acme-renewal.1"]
LEE = ["lee-reserved.1", "lee-maintenance.1", "lee-invoice.1"]
TODAY_AND_YESTERDAY = [
    "all-hands-questions.1",
    "alpha-doe-reference.1",
    "acme-access.1",
    "tracker-overdue.1",
    "laura-budget-slides.1",
]
INVITATIONS = [
    "invite-acme-qbr.1",
    "invite-alpha-rollout.1",
    "invite-strategy.1",
    "invite-architecture.1",
]


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("from:sarah budget", SARAH_ON_BUDGET),
        ("from:sarah.chen@company.com budget", SARAH_ON_BUDGET),
        ("FROM:SARAH.CHEN@COMPANY.COM Budget", SARAH_ON_BUDGET),
        ("from:sarah budgets", SARAH_ON_BUDGET),
        ("from:sarah.chen@company.com budget OR budgeting after:14d", SARAH_ON_BUDGET),
        ("from:sarah (budget OR budgeting) newer_than:14d", SARAH_ON_BUDGET),
        ('from:"Sarah Chen" in:inbox budget', SARAH_ON_BUDGET),
        ("(from:sarah budget", SARAH_ON_BUDGET),
        ("from:sarah) budget", SARAH_ON_BUDGET),
        ("from:sarah budget is:unread", [*SARAH_ON_BUDGET[:2], "budget-questions.1"]),
        ("from:sarah budget newer_than:3d", SARAH_ON_BUDGET[:1]),
        ("from:sarah budget newer_than:5d", SARAH_ON_BUDGET[:2]),
        ("from:sarah budget older_than:10d", ["q4-budget-review.1"]),
        ("from:sarah budget has:attachment", [i for i in SARAH_ON_BUDGET if "questions" not in i]),
        ("from:sarah subject:questions", ["budget-questions.1"]),
        ('subject:"q4 budget review" from:me', ["q4-budget-review.2"]),
        ("from:sarah budgeting", []),
        ("from:sarah.chen@client.com", []),
        ("from:chen@company.com", []),
        ("from:sara", []),
        ("from:john.lee@vendor.io", LEE),
        ("from:vendor.io", LEE),
        ("from:(john lee)", LEE),
        ("filename:pdf from:lee", [LEE[0], LEE[2]]),
        ("{from:victor from:diane}", ACME_BUYERS),
        ("from:{victor diane}", ACME_BUYERS),
        ("from:(victor OR diane)", ACME_BUYERS),
        ("from:victor | from:diane", ACME_BUYERS),
        ("from:acme.com -from:kenji", ACME_BUYERS),
        ("from:@acme.com from:kenji older_than:1m", ["acme-integration.3", "acme-integration.1"]),
        ("subject:(roll-out plan)", ROLL_OUT),
        ('"roll-out plan for all sites"', ROLL_OUT),
        ("newer_than:1d", TODAY_AND_YESTERDAY),
        ("after:2026/07/14", TODAY_AND_YESTERDAY),
        ("after:2026-07-14 before:2026-07-15", TODAY_AND_YESTERDAY[4:]),
        ("filename:ics", INVITATIONS),
        ("subject:invitation has:attachment", INVITATIONS),
        ("is:starred is:unread", ["nordhaus-decision.1", "contractor-spend.1"]),
        ("from:zoe", ["brightwave-support.1", "brightwave-acceptance.2"]),
        ("from:ZOË", ["brightwave-support.1", "brightwave-acceptance.2"]),
        ("from:müller has:attachment", ["brightwave-acceptance.2"]),
        ("cc:sarah", ["qualitest-invoice.1", "printhaus-invoice.1", "lee-invoice.1"]),
        ("to:claire", ["alpha-translations.3", "alpha-translations.1"]),
        ("to:emma from:me", ["emma-photos.2"]),
        ('"invoice attached"', ["printhaus-invoice.1", "lee-invoice.1"]),
        ("filename:offer", ["hiring-offer.1", "lee-reserved.1", "acme-renewal.4"]),
        ("filename:lake_1.jpg", ["emma-photos.1"]),
        ("toledo format", ["alpha-toledo-format.1", "alpha-rollout-plan.2"]),
        ("vietnamese", ["lunch-finance.1"]),
        ("mood:happy", []),
        ("in:trash", []),
        ("rfc822msgid:<acme-access.1@acme.com>", ["acme-access.1"]),
        ("rfc822msgid:acme-access.1@acme.com", ["acme-access.1"]),
        ("rfc822msgid:acme-access.1", []),
        ("in:drafts", []),
        ("is:snoozed", []),
        ("in:spam budget", []),
    ],
)
def test_searches_find(find, query, ids):
    assert find(query) == ids


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("", 208),
        ("in:anywhere", 208),
        ("from:sarah", 14),
        ("from:sarah -budget", 9),
        ("-(from:sarah budget) from:sarah", 9),
        ("budget", 17),
        ("budget -from:sarah", 12),
        ("from:john", 18),
        ("from:john.doe@client.com", 9),
        ("from:john.smith@company.com", 6),
        ("from:john -from:doe", 9),
        ("from:me", 37),
        ("in:sent", 37),
        ("from:me -in:sent", 0),
        ("is:unread", 69),
        ("is:read", 139),
        ("is:unread is:read", 0),
        ("is:important", 17),
        ("is:inbox", 122),
        ("in:inbox", 122),
        ("label:inbox", 122),
        ("in:archive", 49),
        ("in:inbox in:sent", 0),
        ("has:attachment", 46),
        ("-has:attachment", 162),
        ("is:inbox after:7d", 45),
        ("newer_than:7d", 47),
        ("older_than:7d", 161),
        ("newer_than:2m", 208),
        ("newer_than:1y", 208),
        ("older_than:1y", 0),
        ("before:2026/06/01", 21),
        ("johnson project", 8),
        ("label:newsletters", 11),
        ("label:newsletter", 11),
        ("category:promotions in:inbox", 8),
        ("category:primary", 197),
        ("category:social", 0),
    ],
)
def test_searches_count(find, query, count):
    assert len(find(query)) == count


ATOMS = st.sampled_from(
    [
        "budget",
        "from:john",
        "is:unread",
        "has:attachment",
        "newer_than:9d",
        '"the first"',
        "in:sent",
    ]
)
QUERIES = st.recursive(
    ATOMS,
    lambda inner: (
        st.builds("({} {})".format, inner, inner)
        | st.builds("({} OR {})".format, inner, inner)
        | st.builds("{{{} {}}}".format, inner, inner)
        | st.builds("-{}".format, inner)
    ),
    max_leaves=6,
)


@settings(max_examples=25, deadline=None)
@given(one=QUERIES, other=QUERIES)
def test_and_or_and_not_are_sets(find, one, other):
    def ids(query):
        return set(find(query))

    assert ids(f"{one} {other}") == ids(one) & ids(other)
    assert ids(f"{one} OR {other}") == ids(f"{{{one} {other}}}") == ids(one) | ids(other)
    assert ids(f"-({one})") == ids("") - ids(one)
