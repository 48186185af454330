"""What somebody has, found in what they say, and nothing that is not there."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.models.reasoning import IntentRequest
from shared.models.world import Link, Thing
from shared.understanding.world import World, things_in

THINGS = tuple(
    Thing(kind=kind, name=name, id=ident, address=address)
    for kind, name, ident, address in (
        ("person", "Sarah Chen", "sarah", "sarah.chen@company.com"),
        ("person", "Sarah Miller", "miller", ""),
        ("person", "John Doe", "john", "jd@client.example"),
        ("person", "Tom Fischer", "tom", ""),
        ("person", "Al Hirt Printing", "printer", ""),
        ("person", "Grace Hale", "grace", ""),
        ("person", "Mark Reed", "mark", ""),
        ("person", "Marcus Reed", "marcus", ""),
        ("person", "Inês Duarte", "ines", ""),
        ("person", "Dr. Anna Maria O'Neil", "anna", ""),
        ("person", "Nakamura, Xiulan", "xiulan", ""),
        ("person", "Support Team", "support", ""),
        ("person", "April June", "april", ""),
        ("person", "info@shop.example", "shop", "info@shop.example"),
        ("channel", "project-alpha", "#alpha", ""),
        ("channel", "general", "#general", ""),
        ("channel", "finance", "#finance", ""),
        ("file", "Finance", "finance", ""),
        ("file", "Weekly Metrics", "metrics", ""),
        ("file", "To Do", "todo", ""),
        ("tab", "Tasks", "metrics", ""),
        ("page", "Project Alpha", "alpha", ""),
        ("file", "Project Lisbon plan", "lisbon", ""),
        ("page", "Team meeting notes", "notes", ""),
        ("page", "Nordhaus supplier portal", "portal", ""),
        ("event", "Finance catch-up with Sarah", "catchup", ""),
        ("event", "Dentist", "dentist", ""),
        ("event", "1:1 Priya", "one", ""),
        ("event", "All-hands", "hands", ""),
        ("event", "Review of the Client's budget", "review", ""),
        ("event", "Gran's birthday tea", "gran", ""),
        ("label", "Travel", "travel", ""),
        ("organisation", "Acme Corp", "acme", ""),
        ("organisation", "Summit Ltd", "summit", ""),
    )
)
WORLD = World(THINGS)


def found(text, world=WORLD):
    return [
        (text[link.start : link.end], link.kind, *(thing.id for thing in link.things))
        for link in world.links(text)
    ]


@pytest.mark.parametrize(
    ("text", "words", "kind", "ids"),
    [
        # people
        ("email Sarah Chen about it", "Sarah Chen", "person", ["sarah"]),
        ("email sarah about it", "sarah", "person", ["sarah", "miller"]),
        ("is sarah's mail in?", "sarah", "person", ["sarah", "miller"]),
        ("sarahs mail", "sarah", "person", ["sarah", "miller"]),
        ("send JD the offer", "JD", "person", ["john"]),
        ("Tell Al the news", "Al", "person", ["printer"]),
        ("ask Mark to join", "Mark", "person", ["mark"]),
        ("mark reed is in", "mark reed", "person", ["mark"]),
        ("ask Mr Reed", "Reed", "person", ["mark", "marcus"]),
        ("ask ines for it", "ines", "person", ["ines"]),
        ("ask anna o'neil for it", "anna o'neil", "person", ["anna"]),
        ("call xiulan nakamura", "xiulan nakamura", "person", ["xiulan"]),
        ("ask @grace", "grace", "person", ["grace"]),
        ("mail to jd@client.example", "jd@client.example", "person", ["john"]),
        ("write to the support team", "support team", "person", ["support"]),
        ("tell Sarah Monday is fine", "Sarah", "person", ["sarah", "miller"]),
        ("meet Sarah 8-10", "Sarah", "person", ["sarah", "miller"]),
        # slips
        ("ask marcuss", "marcus", "person", ["marcus"]),
        ("ask Xiluan for it", "Xiluan", "person", ["xiulan"]),
        ("read weekly metircs", "weekly metircs", "file", ["metrics"]),
        # by all their words
        ("add a row to weekly metrics", "weekly metrics", "file", ["metrics"]),
        ("open nordhaus supplier portal", "nordhaus supplier portal", "page", ["portal"]),
        ("what's in the lisbon plan", "lisbon plan", "file", ["lisbon"]),  # how its title ends
        ("the plan for project lisbon", "plan for project lisbon", "file", ["lisbon"]),
        ("notes of the team meeting", "notes of the team meeting", "page", ["notes"]),
        ("the finance catch up with sarah", "finance catch up with sarah", "event", ["catchup"]),
        ("stretch that finance catch-up", "finance catch-up", "event", ["catchup"]),
        ("move my 1:1 with Priya", "1:1 with Priya", "event", ["one"]),
        ("cancel the review of client's budget", "review of client's budget", "event", ["review"]),
        ("cancel all-hands", "all-hands", "event", ["hands"]),
        ("when is grans bday tea", "grans bday tea", "event", ["gran"]),
        # common words with something that says what they name
        ("what's in the finance sheet", "finance", "file", ["finance"]),
        ("post in the finance channel", "finance", "channel", ["#finance"]),
        ("the alpha channel", "alpha", "channel", ["#alpha"]),  # by a word of its name
        ("the channel general", "general", "channel", ["#general"]),
        ("who waits in the channel of project alpha", "project alpha", "channel", ["#alpha"]),
        ("what is new in the finance chat", "finance", "channel", ["#finance"]),
        ("who wrote in general about a glove?", "general", "channel", ["#general"]),
        ("what was posted in finance yesterday", "finance", "channel", ["#finance"]),
        ("the photo I shared in general", "general", "channel", ["#general"]),
        ("what does she want in general?", "general", "channel", ["#general"]),
        ("look at the tasks tab", "tasks", "tab", ["metrics"]),
        ("look at #finance", "#finance", "channel", ["#finance"]),
        ("open 'finance'", "finance", "file", ["finance"]),
        ("a file called “to do”", "to do", "file", ["todo"]),
        ("put the numbers in Finance", "Finance", "file", ["finance"]),
        ("cancel the dentist appointment", "dentist", "event", ["dentist"]),
        ("put it under the label travel", "travel", "label", ["travel"]),
        # a word that is hardly ever anything but a name
        ("who do I know at acme", "acme", "organisation", ["acme"]),
        ("Acme: who are our contacts?", "Acme", "organisation", ["acme"]),
        ("news from Summit?", "Summit", "organisation", ["summit"]),
        # the kind that is said, or how it is written, decides
        ("open project alpha", "project alpha", "page", ["alpha"]),
        ("the project alpha channel", "project alpha", "channel", ["#alpha"]),
        ("what's new in project-alpha", "project-alpha", "channel", ["#alpha"]),
        ("post in project-alpha: thanks", "project-alpha", "channel", ["#alpha"]),
    ],
)
def test_a_name_is_linked_to_all_that_go_by_it(text, words, kind, ids):
    assert found(text) == [(words, kind, *ids)]


@pytest.mark.parametrize(
    "text",
    [
        "at the summit in May",
        "the alpha release",  # of a channel's name, without "channel"
        "the plan is that lisbon wins",
        "a weekly alpha slack summary",
        "what was written in general terms",
        "she wrote that in general we agree",
        "who wrote, in general, most of it",
        "what do we do in general about it",
        "any meeting notes from monday",  # anybody's, though a title ends so
        "let al know",  # two letters are the beginning of many names
        "joe's email",
        "close SARAH-88 and grace-7, tickets both",
        "JD-12 is overdue",
        "send jd the offer",
        "SEND IT TO MARK",
        "verify my ID",
        "Mark it as read",
        "will you be in by may",
        "the grace period",
        "ask in April, or June",
        "email Sarah Budd",  # somebody else
        "the Johnson Reed Partners",
        "what's in finance",
        "the Finance Director",
        "finance meeting",
        "tasks for today",
        "what do I have to do",
        "all hands on deck",
        "general questions",
        "cancel the dentist",
        "call dentist",
        "make a weekly metrics sheet",  # one that is new
        "weekly. Metrics are bad",
        "I need support",
        "project plan",
        "",
        "  \n ",
    ],
)
def test_what_may_be_no_name_is_none(text):
    assert found(text) == []


def test_the_longest_name_wins_and_what_is_left_is_linked_too():
    assert found("ask Tom for the finance catch-up with Sarah, then tell grace hale") == [
        ("Tom", "person", "tom"),
        ("finance catch-up with Sarah", "event", "catchup"),
        ("grace hale", "person", "grace"),
    ]


def test_initials_of_two_people_are_nobodys():
    jane = Thing(kind="person", name="Jane Dean", id="jane")
    assert found("send JD the offer", World((*THINGS, jane))) == []


def test_a_slip_that_two_names_are_near_to_is_neither():
    names = ("Marina Bo", "Marita Bo")
    near = World(Thing(kind="person", name=name, id=name) for name in names)
    assert found("ask Mariza", near) == []


def test_nothing_is_found_where_nothing_is_known():
    assert not World()
    assert found("ask Sarah", World()) == []


def test_so_many_of_one_name_are_enough():
    many = [Thing(kind="event", name="Weekly review", id=str(at)) for at in range(90)]
    [link] = World(many).links("move the weekly review")
    assert [thing.id for thing in link.things] == [str(at) for at in range(20)]


def test_what_a_request_names_is_each_thing_once():
    [link] = WORLD.links("ask sarah")
    request = IntentRequest(text="", today="", links=(link, link), mentioned=THINGS[1:3])
    assert things_in(request) == THINGS[:3]


def test_finding_takes_no_longer_than_in_proportion_to_what_is_known():
    text = "send sarah the weekly plan number7 and quaterly plan number8 for thursday afternoon, ok"

    def least(things):
        many = World(
            Thing(kind=kind, name=f"{word} plan number{at}", id=str(at))
            for at in range(things)
            for kind, word in (
                *(("person", "Sarah"), ("event", "Weekly"), ("page", "Project")),
                *(("file", "Quarterly"), ("channel", "team")),
            )
        )
        assert len(many.links(text)) == 3

        def once():
            began = time.thread_time()
            many.links(text)
            return time.thread_time() - began

        return min(once() for _ in range(50))

    few, many = least(100), least(1000)
    assert many < 20 * few, f"{few * 1000:.2f} ms among 500 things, {many * 1000:.2f} among 5,000"


WORDS = st.sampled_from(
    [word for thing in THINGS for word in thing.name.split()]
    + [
        "the",
        "a",
        "sheet",
        "channel",
        "'",
        '"',
        "#general",
        "JD",
        "\u2019s",
        ".",
        "\n",
        "ÅSA",
        "\ud800",
    ]
)


@given(st.lists(WORDS).map(" ".join) | st.text())
def test_links_are_within_the_text_in_order_and_apart(text):
    links = WORLD.links(text)
    assert all(isinstance(link, Link) and link.things for link in links)
    places = [place for link in links for place in (link.start, link.end)]
    assert places == sorted(places)
    assert all(0 <= link.start < link.end <= len(text) for link in links)
    assert all(thing.kind == link.kind for link in links for thing in link.things)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("show me the spring stall plan", "spring stall plan"),
        ("is Ayr in the stall plan", "stall plan"),
        ("the fair's stall plan", "stall plan"),
        ("the plan of the stalls", None),
    ],
)
def test_a_tab_is_named_between_the_words_of_its_sheet(text, name):
    tab = Thing(kind="tab", name="Stall", id="s1", within="Spring plan")
    sheet = Thing(kind="file", name="Spring plan", id="s1")

    found = [
        text[one.start : one.end] for one in World((sheet, tab)).links(text) if one.things[0] == tab
    ]

    assert found == ([name] if name else [])


def test_a_day_told_by_an_event_is_its_date_where_that_is_but_one():
    fair = Thing(kind="event", name="Strategy day", id="s", day="2026-12-09")
    said = "lunch the day after the strategy day"
    assert World([fair]).dated(said) == "lunch Thursday 10 December 2026"
    other = fair.model_copy(update={"id": "t", "day": "2026-12-16"})
    assert World([fair, other]).dated(said) == said


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("the same day as the strategy day, at 14:00", "Wednesday 9 December 2026, at 14:00"),
        ("the evening before our strategy day at 6", "Tuesday 8 December 2026 in the evening at 6"),
        ("on the morning of the strategy day", "Wednesday 9 December 2026 in the morning"),
        (
            "the strategy day eats the sync that Wednesday",
            "{} the sync on Wednesday 9 December 2026",
        ),
        ("the strategy day is on 9 May, cancel the sync that day", ""),
        ("the weekly eats the sync that Wednesday", ""),
    ],
)
def test_a_day_is_told_by_an_event_that_is_there_once(said, told):
    once = Thing(kind="event", name="Strategy day", id="s", day="2026-12-09")
    weekly = Thing(kind="event", name="The weekly", id="w", within="w", day="2026-12-09")
    told = told.replace("{}", "the strategy day eats")
    assert World([once, weekly]).dated(said) == (told or said)
