"""What of a description nothing read accounts for, how far a run looks back, who agrees."""

from datetime import UTC, datetime

import pytest

from shared.decisions.building import accounted_for, believed, unread
from shared.decisions.building.email import among_people, read_query
from shared.decisions.building.spanning import spanned
from shared.decisions.recurring import longest_days
from shared.models.agent import Agent
from shared.models.building import AgentDraft, BuildSession, DraftReading, Part
from shared.models.schedule import Recurrence

MAIL = Part(service="email", verb="read", slots=(("query", "from Laura I haven't answered"),))
CHAT = Part(service="slack", verb="read", slots=(("channel", "#general"),))
KEPT = Part(service="email", verb="read", slots=(("skill", "old"),))
SEND = Part(service="email", verb="write", slots=(("to", "Sarah"),))
BASE = Agent(id="mail-digest", name="Mail Digest", description="d")
WEEKLY, DAILY = Recurrence(cron="0 9 * * 5", zone="UTC"), Recurrence(cron="0 9 * * *", zone="UTC")
ONCE = Recurrence(once=datetime(2026, 3, 4, tzinfo=UTC), zone="UTC")


@pytest.mark.parametrize(
    ("said", "reading", "draft", "left"),
    [
        ("mails from Laura I haven't answered", {"parts": (MAIL,)}, {}, ("haven't answered",)),
        ("summarise #general", {"parts": (CHAT,)}, {}, ()),
        (
            "translate and then compare #general",
            {"parts": (CHAT,)},
            {},
            ("translate and then compare",),
        ),
        ("label a, #general, twice", {"parts": (CHAT,)}, {}, ("label", "twice")),
        ("an agent that mails Sarah", {"parts": (SEND,)}, {"purpose": "an agent"}, ("Sarah",)),
        ("mail Sarah", {"parts": (SEND,)}, {"purpose": "mail Sarah"}, ()),
        ("an agent called Echo, #general", {"name": "Echo", "parts": (CHAT,)}, {}, ()),
        ("#general, called in", {"parts": (CHAT,)}, {}, ("called",)),
        ("every week", {"schedule": "every week"}, {}, ()),
        ("never", {"schedule": "never"}, {}, ()),
        ("let Mail Digest also look", {}, {"base": BASE, "parts": (KEPT,)}, ()),
        ("#team", {"slots": (("0.channel", "#team"), ("9.x", "y"))}, {"parts": (CHAT,)}, ()),
        ("x", {"parts": (Part(service="moon", verb="read"),)}, {}, ("x",)),
    ],
)
def test_words_that_matter_are_left_where_nothing_accounts_for_them(said, reading, draft, left):
    assert unread(said, DraftReading(**reading), AgentDraft(**draft)) == left


@pytest.mark.parametrize(
    ("said", "unread", "aside"),
    [
        ("I keep losing track. An agent that reads #general", (), ("keep losing track",)),
        ("We drown in post, so make an agent that reads #general", (), ("drown in post",)),
        ("Every ship wants a lookout. An agent that reads #general", (), ("ship wants a lookout",)),
        ("Every Friday star #general. An agent that does", ("Friday star",), ()),
        ("It would be such a joy to have a small agent of my own, #general", (), ()),
        ("I want an agent that files #general", ("files",), ()),
        ("A port has a pilot. Make an agent that reads #general", (), ("port has a pilot",)),
        ("It'd be bliss to have a little agent that reads #general", (), ()),
        ("Translate #general. Make an agent for that", ("Translate",), ()),
        ("#general, I never get to look before lunch", (), ("never", "before lunch")),
        ("translate #general because it is Dutch", ("translate",), ("because it is Dutch",)),
    ],
)
def test_why_an_agent_is_wanted_is_nothing_that_it_does(said, unread, aside):
    found = accounted_for(said, DraftReading(parts=(CHAT,)), AgentDraft())
    assert (found.unread, found.aside) == (unread, aside)


@pytest.mark.parametrize(
    ("words", "query"),
    [
        ("from Laura, who is late", "from Laura"),
        ("that is late", "that is late"),
        ("unread", "unread"),
    ],
)
def test_a_search_follows_a_description_up_to_its_first_clause(words, query):
    assert read_query(words) == query


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Grace", "Grace Liu"),
        ("ann", ""),
        ("me and bo@x.com", "me, bo@x.com"),
        ("Grace, Zoe", ""),
        ("", ""),
    ],
)
def test_people_are_those_of_the_address_book(said, found):
    assert among_people(said, ("Grace Liu", "Ann Lee", "Ann Ray")) == found


@pytest.mark.parametrize(
    ("rule", "days"),
    [(WEEKLY, 7), (DAILY, 1), (ONCE, None), (Recurrence(cron="0 9 * * 1-5", zone="UTC"), 3)],
)
def test_the_time_between_runs_is_counted_in_days(rule, days):
    assert longest_days(rule) == days


def test_a_run_looks_back_to_the_one_before_unless_something_else_was_said():
    plain = Part(service="email", verb="read", slots=(("query", "from Ann"),))
    timed = Part(service="email", verb="read", slots=(("query", "from Ann of today"),))
    draft = AgentDraft(parts=(CHAT, plain, timed, KEPT), recurrence=WEEKLY)

    assert [part.slots[-1][1] for part in spanned(draft)] == [
        "of the last 7 days",
        "from Ann of the last 7 days",
        "from Ann of today",
        "old",
    ]
    daily = spanned(draft.model_copy(update={"recurrence": DAILY}))
    assert daily[0].slot("since") == "since yesterday"
    for rule in (None, ONCE):
        assert spanned(draft.model_copy(update={"recurrence": rule})) == draft.parts


@pytest.mark.parametrize(
    ("said", "asking", "base", "wish"),
    [
        ("yes", "confirm", None, "yes"),
        ("Yes, create it", "confirm", None, "yes"),
        ("update it", "confirm", BASE, "yes"),
        ("yes I suppose", "confirm", None, ""),
        ("use it anyway", "0.channel", None, "yes"),
    ],
)
def test_a_card_is_agreed_to_in_plain_words_only(said, asking, base, wish):
    session = BuildSession(asking=asking, draft=AgentDraft(base=base))
    assert believed(said, DraftReading(wish="yes"), session).wish == wish
