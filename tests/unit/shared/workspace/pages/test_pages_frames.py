"""What commands about pages come down to, from what is marked in them."""

from dataclasses import replace

import pytest

from shared.models.reasoning import Reference
from shared.models.world import Link, Thing
from shared.understanding.page_changes import orders_change
from shared.understanding.revision import Marked, Wished
from shared.understanding.work import Asked, Work
from shared.workspace.pages.frames import FRAMES
from tests.support.marked import request, said


def calls(task, marked, *references, carried=""):
    command = said(task, marked, carried)
    work = Work(command, request("pages", command.text, references))
    FRAMES[task](work)
    return [(step.tool.removeprefix("pages_"), step.arguments) for step in work.plan().steps]


def asked(task, marked, *references, carried=""):
    with pytest.raises(Asked) as question:
        calls(task, marked, *references, carried=carried)
    return question.value.kind, str(question.value)


def page(ordinal, label="Roadmap"):
    return Reference(kind="page", id=f"p{ordinal}", label=label, ordinal=ordinal)


@pytest.mark.parametrize(
    ("task", "marked", "arguments"),
    [
        ("page_find", "what pages do I have", {}),
        ("page_find", "find pages about {topic:the hiring}", {"query": "hiring"}),
        (
            "page_find",
            "which page did {person:Ann} write with {organisation:Acme}",
            {"query": "Acme"},
        ),
        ("page_find", "where's {file:the kit list page}", {"query": "kit list"}),
        ("page_find", "last {count:four} pages", {"limit": 4}),
        ("page_find", "list projects", {"query": "projects"}),
        ("page_find", "which {file:project} pages are on hold", {"query": "on hold"}),
        ("page_read", "which of our projects are done?", {"query": "done"}),
        ("page_read", "and which is on hold?", {"query": "on hold"}),
        ("page_read", "and overdue?", {"query": "overdue"}),
        ("page_find", "what about in progress", {"query": "in progress"}),
        ("page_read", "show me the pages by {person:Ann}", {"query": "Ann"}),
        (
            "page_find",
            "give me an overview of the projects",
            {"query": "projects", "by": "Status", "limit": 50},
        ),
        (
            "page_read",
            "summarize {file:the notion projects}",
            {"query": "projects", "by": "Status", "limit": 50},
        ),
    ],
)
def test_pages_are_looked_for(task, marked, arguments):
    assert calls(task, marked) == [("search", arguments)]


@pytest.mark.parametrize(
    ("task", "marked", "name"),
    [
        ("page_read", "what's in the {file:Q4 planning} page", "Q4 planning"),
        ("page_read", 'read "{file:Team} {topic:handbook}"', "Team handbook"),
        ("page_read", "what is the status of {file:Project Alpha in Notion}", "Project Alpha"),
        ("page_read", "show me our page on {topic:visitors}", "visitors"),
        ("page_read", "what does {file:the handbook} say about {topic:dogs}", "handbook"),
        ("page_read", "tell me about {topic:the parking rules}", "parking rules"),
        ("page_read", "open {file:A}, no, {file:B}", "B"),
        ("page_find", "open {file:the kit list page}", "kit list"),
    ],
)
def test_a_page_is_read(task, marked, name):
    assert calls(task, marked) == [("read", {"page": name})]


def test_two_pages_are_read():
    assert [one["page"] for _, one in calls("page_read", "read {file:A} and {file:B}")] == [
        "A",
        "B",
    ]


@pytest.mark.parametrize(
    ("task", "marked", "references", "carried", "name"),
    [
        ("page_read", "read {which:it}", [page(0)], "", "p0"),
        ("page_read", "what does it say about {topic:dogs}", [page(0)], "", "p0"),
        ("page_find", "{which:the first one}", [page(1), page(2, "Plan")], "", "p1"),
        ("page_read", "{which:the one about hygiene}", [page(1), page(2, "Hygiene law")], "", "p2"),
        ("page_read", "and about {topic:dogs}?", [page(1)], "what does {file:Rules} say", "Rules"),
        ("page_read", "show our page on {topic:visitors}", [page(0)], "", "visitors"),
    ],
)
def test_the_page_talked_about_last_is_meant(task, marked, references, carried, name):
    assert calls(task, marked, *references, carried=carried) == [("read", {"page": name})]


@pytest.mark.parametrize(
    ("marked", "references"),
    [
        ("open {which:the second one}", [page(1)]),
        ("open {which:the second one} about {topic:dogs}", []),
        ("read it", []),
        ("read {which:the one by Shirley}", [page(1), page(2, "Plan")]),
    ],
)
def test_a_page_is_never_guessed(marked, references):
    kind, why = asked("page_read", marked, *references)
    assert kind == "file"
    assert "which page" in why


@pytest.mark.parametrize(
    ("marked", "name", "text"),
    [
        ('add "{body:order laptops}" to the {file:onboarding} page', "onboarding", "order laptops"),
        ("add to {file:the onboarding page}: {body:order laptops}", "onboarding", "Order laptops"),
        (
            "note on {file:Roadmap} {body:Notion saying that beta is done}",
            "Roadmap",
            "Beta is done",
        ),
        ("add {body:check it}, no, {body:check it twice} to {file:X}", "X", "Check it twice"),
        ("add {body:one} and then {body:two} to {file:X}", "X", "One\nTwo"),
        ("add {body:no dogs} to {topic:the house page}", "house", "No dogs"),
        ("add a new section to {file:the page on dogs}: {body:no}", "dogs", "No"),
        ("to the page on {topic:our dogs} add that {body:they stay} out", "dogs", "They stay"),
        ("on the {topic:dogs} page set one more line: {body:no}", "dogs", "No"),
    ],
)
def test_text_is_added_to_a_page(marked, name, text):
    assert calls("page_write", marked) == [("append", {"page": name, "text": text})]


@pytest.mark.parametrize(
    ("marked", "name", "change"),
    [
        (
            "On the {file:Alpha} page, where it says Three ways, make it Four.",
            "Alpha",
            {"old": "Three ways", "text": "Four"},
        ),
        (
            "in {file:the runbook} change the on-call number to 020 7946 0991",
            "runbook",
            {"old": "the on-call number", "text": "020 7946 0991"},
        ),
        (
            "replace 'every two weeks' by 'weekly' on the onboarding page",
            "onboarding",
            {"old": "every two weeks", "text": "weekly"},
        ),
        (
            "Change the wording on the holidays page from two months to six weeks, please",
            "holidays",
            {"old": "two months", "text": "six weeks"},
        ),
        (
            "The {file:Alpha} page still says 26 of 30 users, it's 28 now",
            "Alpha",
            {"old": "26 of 30 users", "text": "28"},
        ),
        (
            (
                "On Omar's page about what to do in a fire it says run in five minutes, and nobody "
                "can. Change the five minutes to ten minutes"
            ),
            "what to do in a fire",
            {"old": "the five minutes", "text": "ten minutes"},
        ),
        (
            (
                "The {file:fire} page says it is 'in three weeks', which goes stale, doesn't it? "
                "Please replace just those words with 'in May'"
            ),
            "fire",
            {"old": "it is 'in three weeks', which goes stale, doesn't it", "text": "in May"},
        ),
        (
            "In {file:Hours}: two months -> six weeks",
            "Hours",
            {"old": "two months", "text": "six weeks"},
        ),
        (
            "there's a typo in the {file:runbook}: alarm should be alert",
            "runbook",
            {"old": "alarm", "text": "alert"},
        ),
        (
            "Delete 'Milestone 1 is accepted' from the {file:Johnson} page",
            "Johnson",
            {"old": "Milestone 1 is accepted"},
        ),
        (
            "tick off 'book the venue' on {file:Offsite}",
            "Offsite",
            {"line": "book the venue", "old": "[ ]", "text": "[x]"},
        ),
        (
            "mark order badges as not done on the {file:onboarding} page",
            "onboarding",
            {"line": "order badges", "old": "[x]", "text": "[ ]"},
        ),
        (
            "add 'bring cables' under Equipment on the {file:offsite} page",
            "offsite",
            {"line": "Equipment", "text": "bring cables", "place": "below"},
        ),
        (
            "under {topic:parking} in {file:X}, add {body:use gate B}",
            "X",
            {"line": "parking", "text": "Use gate B", "place": "below"},
        ),
        (
            "before step 1 in {file:the runbook} add a step: breathe",
            "runbook",
            {"line": "step 1", "text": "Breathe", "place": "above"},
        ),
        (
            (
                "On the page with the {file:Alpha}, where it says next demo in Ann's line, swap"
                " those two words for roll-out meeting."
            ),
            "Alpha",
            {"old": "next demo in Ann's line", "text": "roll-out meeting"},
        ),
        (
            (
                "the {file:Alpha} page has a goal about vans it says within 75,000 pounds and that"
                " has been raised so change that to 80,000 pounds please"
            ),
            "Alpha",
            {
                "line": "has a goal about vans it says within 75,000 pounds and that has been"
                " raised",
                "text": "80,000 pounds",
            },
        ),
        (
            (
                "On {file:Alpha} it says it is in three weeks. Correct three weeks to four weeks"
                " please, the rest stays."
            ),
            "Alpha",
            {"old": "three weeks", "text": "four weeks"},
        ),
        (
            (
                "The page with our hours, it says core time is from ten to three, and that should"
                " be from nine to three. Swap that."
            ),
            "hours",
            {"old": "core time is from ten to three", "text": "from nine to three"},
        ),
        (
            "on {file:X}, step two is none of ours. It is from now on to read: Call {person:Bo}.",
            "X",
            {"line": "step two is none of ours", "text": "Call Bo"},
        ),
        (
            "add under Open on {file:X}: who books the hall?",
            "X",
            {"line": "Open", "text": "Who books the hall?", "place": "below"},
        ),
    ],
)
def test_what_a_page_says_is_changed(marked, name, change):
    whole = {"place": "instead", **change}
    assert calls("page_write", marked) == [("change", {"page": name, **whole})]


def test_a_change_without_a_page_is_of_the_one_just_shown():
    told = calls("page_write", "I found another. Where it says three ways, make it four", page(0))
    assert told == [
        ("change", {"page": "p0", "old": "three ways", "text": "four", "place": "instead"})
    ]


def test_an_order_says_all_of_what_goes_though_a_part_of_it_is_marked():
    text = "replace the next morning with the same day"
    old, new = ((one, text.index(one)) for one in ("next morning", "the same day"))
    marks = (
        Marked(role, one, at, at + len(one)) for role, (one, at) in (("old", old), ("text", new))
    )
    command = replace(said("page_write", text), wished=Wished({"text=": 1.0}, tuple(marks)))
    exchanges = (("user", "open it"), ("assistant", "Write it the next morning."))
    work = Work(command, request("pages", text, (page(0),), exchanges=exchanges))
    FRAMES["page_write"](work)
    [change] = work.plan().steps
    assert (change.arguments["old"], change.arguments["text"]) == (
        "the next morning",
        "the same day",
    )


@pytest.mark.parametrize(
    "marked",
    [
        "add to {file:X}: {body:the boiler should be green, not red}",
        "note on {file:X} {body:that gas is to be replaced by oil}",
        "write on {file:X} that {body:we take gas instead of oil}",
        "add to {file:X} that {body:the old van can go after Christmas}",
        "stick another on the end of {file:X}: {body:shut the gate before you go home}",
    ],
)
def test_what_is_to_be_written_is_no_order_to_change(marked):
    assert [tool for tool, _ in calls("page_write", marked)] == ["append"]


@pytest.mark.parametrize(
    ("text", "link", "likely", "orders"),
    [
        ("replace tea with coffee on the wiki page", "", False, True),
        ("on Roadmap, change May to June", "page", True, True),
        ("on Roadmap, change May to June", "page", False, False),
        ("on Roadmap, change the last line to June", "page", True, True),
        ("move the call on Roadmap to Friday", "page", True, False),
        ("set the status on Roadmap to Done", "page", True, False),
        ("change the Roadmap review to three", "page", True, False),
        ("on Roadmap, change May to June", "event", True, False),
        ("in the table of Roadmap a new line: Ann, status Not started", "page", True, False),
        ("delete the mail about the wiki page", "", True, False),
        ("what does the wiki page say on parking?", "", True, False),
    ],
)
def test_an_order_to_change_a_page_is_told_from_others(text, link, likely, orders):
    at = text.find("Roadmap")
    thing = Thing(kind=link or "page", name="Roadmap", id="p")
    links = (Link(start=at, end=at + 7, kind=link, things=(thing,)),) if link else ()
    assert orders_change(text, links, likely=likely) is orders


@pytest.mark.parametrize(
    ("marked", "references", "carried", "name", "text"),
    [
        ("and {body:no bikes}", [], "add {body:no dogs} to {file:Rules}", "Rules", "No bikes"),
        ("not there, in {file:X}", [], "add {body:no dogs} to {file:Rules}", "X", "No dogs"),
        ("put {body:hi} in it", [page(0)], "make {topic:Retro} in {file:Alpha}", "p0", "Hi"),
        ("put {body:hi} in it", [page(1)], "make a page {topic:Retro}", "Retro", "Hi"),
        ("put {body:hi} on {which:the second}", [page(1), page(2, "B")], "", "p2", "Hi"),
        ("add {body:hi}", [], "what does {file:Rules} say on {topic:dogs}", "Rules", "Hi"),
    ],
)
def test_text_is_added_to_the_page_talked_about(marked, references, carried, name, text):
    added = calls("page_write", marked, *references, carried=carried)
    assert added == [("append", {"page": name, "text": text})]


@pytest.mark.parametrize(
    ("marked", "arguments"),
    [
        (
            "create a page called {topic:Retro} under {file:Project Alpha}: {body:what went well}",
            {"parent": "Project Alpha", "title": "Retro", "text": "What went well"},
        ),
        (
            'make a new notion page "{topic:Retro} {file:notes}" in {file:the Projects database}',
            {"parent": "Projects", "title": "Retro notes"},
        ),
        (
            "create a page under {topic:Project Alpha} called {topic:Retro}",
            {"parent": "Project Alpha", "title": "Retro"},
        ),
        ("add a subpage {topic:Retro} to {file:Alpha}", {"parent": "Alpha", "title": "Retro"}),
        ("new page {file:Retro} in {file:Alpha}", {"parent": "Alpha", "title": "Retro"}),
        ("make a page called {topic:Retro}", {"title": "Retro"}),
        (
            "a new page, title {topic:Packing list} Leeds. Start it.",
            {"title": "Packing list Leeds"},
        ),
        (
            'make a page called "{topic:Retro}" and put "{topic:What went} {body:well}" on it',
            {"title": "Retro", "text": "What went well"},
        ),
        (
            "make a page called {topic:Rules} {file:for the hall}, text: {body:ask Bo}",
            {"title": "Rules for the hall", "text": "Ask Bo"},
        ),
        (
            "create a page named {file:Hall B} in {file:Alpha} saying {body:ask Bo}",
            {"parent": "Alpha", "title": "Hall B", "text": "Ask Bo"},
        ),
        ("new page in Field Work called {topic:Retro}", {"parent": "Field Work", "title": "Retro"}),
        (
            "a new page among the documents, called {topic:Retro}",
            {"parent": "documents", "title": "Retro"},
        ),
        (
            "a page for the {topic:webinar}, call it {topic:Run-through}. Put: {body:Sofia opens}",
            {"title": "Run-through", "text": "Sofia opens"},
        ),
        (
            'prepare a short page under {file:Alpha} with the heading {topic:Keys}: "{body:Desk}"',
            {"parent": "Alpha", "title": "Keys", "text": "Desk"},
        ),
        (
            'I want a page to share, inside of Alpha, titled Keys. Lines: "{body:a, b}" and "c"',
            {"parent": "Alpha", "title": "Keys", "text": "a, b\nc"},
        ),
        (
            "put a page under {topic:Alpha}, its name is keys, has first {body:desk} second shed",
            {"parent": "Alpha", "title": "keys", "text": "Desk\nShed"},
        ),
    ],
)
def test_a_page_is_made(marked, arguments):
    assert calls("page_write", marked) == [("create", arguments)]


def test_a_page_is_made_below_the_one_talked_about_and_called_what_was_said():
    made = calls("page_write", "make a page {topic:Retro} under it", page(0))
    assert made == [("create", {"parent": "p0", "title": "Retro"})]
    later = calls("page_write", "then make one in {file:Alpha}", carried="page on {topic:Retro}")
    assert later == [("create", {"parent": "Alpha", "title": "Retro"})]


@pytest.mark.parametrize(
    ("marked", "kind", "why"),
    [
        ("add {body:hi}", "file", "which page"),
        ("add something to {file:Rules}", "body", "What should I write"),
        ("make a new page", "topic", "called"),
        ("put {body:hi} on {which:the second one}", "file", "which page"),
    ],
)
def test_writing_lacks_something(marked, kind, why):
    told = asked("page_write", marked)
    assert told[0] == kind
    assert why in told[1]


@pytest.mark.parametrize(
    ("marked", "title"),
    [
        ("a new page called {organisation:Acme} {topic:kick-off ideas}", "Acme kick-off ideas"),
        ("a new page called {topic:Fair} {topic:packing list}", "Fair packing list"),
        ("a new page called {topic:Fair}", "Fair"),
    ],
)
def test_a_name_that_is_marked_in_pieces_is_one(marked, title):
    assert calls("page_write", marked)[0][1]["title"] == title


@pytest.mark.parametrize("task", ["page_find", "page_read"])
@pytest.mark.parametrize(
    "told",
    [
        "There must be a page about it",
        "I think it's written on one of our pages.",
        "We have it all written down on a page.",
        "I believe that is all explained in a document",
    ],
)
def test_a_page_that_is_said_to_tell_it_is_looked_for_by_the_question(task, told):
    found, read = calls(task, f"how early may I ring? {told}")
    found[1]["about"] = found[1]["about"].rstrip(" .?")

    assert found == ("workspace_find", {"about": "how early may I ring", "only": "page"})
    assert read == ("read", {"page": "{1.found.0.id}"})


@pytest.mark.parametrize(
    ("marked", "tool"),
    [
        ("wiki, {file:Alpha Plan}. {topic:Risks}. Nothing else.", "read"),
        ("{file:Alpha Plan}, {topic:step 3}", "read"),
        ("are there pages in {file:Alpha Plan} about {topic:risks}?", "search"),
        ("find {topic:risks} in the wiki, {file:Alpha Plan}", "search"),
        ("{file:Alpha Plan}", "search"),
    ],
)
def test_a_page_they_have_is_read_for_a_part_of_it_that_is_named_behind_it(marked, tool):
    command = said("page_find", marked)
    start = command.text.index("Alpha Plan")
    known = Thing(kind="page", name="Alpha Plan", id="p1")
    link = Link(kind="page", start=start, end=start + len("Alpha Plan"), things=(known,))
    asked_for = request("pages", command.text).model_copy(update={"links": (link,)})
    work = Work(command, asked_for)
    FRAMES["page_find"](work)
    assert [one.tool for one in work.plan().steps] == [f"pages_{tool}"]


def test_a_page_that_is_pointed_at_is_read_to_look_something_up():
    assert calls("page_find", "who wrote it?", page(0)) == [("read", {"page": "p0"})]
    assert calls("page_find", "whose page is that?", page(0)) == [("read", {"page": "p0"})]


def test_a_page_that_is_told_by_what_it_says_is_looked_for():
    marked = "that page which sets out {topic:the hours}, put a line at the end, {body:No dogs}"
    found, added = calls("page_write", marked)

    assert found == ("workspace_find", {"about": "which sets out the hours", "only": "page"})
    assert added == ("append", {"page": "{1.found.0.id}", "text": "No dogs"})


def test_one_more_line_makes_no_page():
    marked = "write one more point on the page {file:Plan}: {body:Bo is back}"
    assert calls("page_write", marked) == [("append", {"page": "Plan", "text": "Bo is back"})]
