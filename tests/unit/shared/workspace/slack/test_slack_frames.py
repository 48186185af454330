"""What a command about Slack comes down to, from the spans of its words."""

import pytest

from shared.models.intent import Entities
from shared.models.reasoning import Earlier, Memory, Reference
from shared.models.world import Link, Thing
from shared.understanding.work import Asked, Work
from shared.words import words_of
from shared.workspace.slack.frames import FRAMES
from tests.support.marked import request, said

LISTED = tuple(
    Reference(kind="message", id=f"general/17{at}.1", label=f"text {at}", ordinal=at)
    for at in (1, 2, 3)
)
LAST = (Reference(kind="message", id="ops/200.1", label="deploy done", ordinal=0),)
UNREAD = tuple(
    Reference(kind="message", id=f"{place}/{at}", label="", ordinal=at)
    for at, place in enumerate(("general", "ops", "ops"), 1)
)
CHANNELS = tuple(
    Reference(kind="channel", id=f"C{at}", label=name, ordinal=at)
    for at, name in enumerate(("general", "design", "ops"), 1)
)
MEMBERS = (Reference(kind="member", id="U7", label="Bo Ek", ordinal=1),)
ANN = (Reference(kind="contact", id="c1", label="Ann Lee", ordinal=1, who="ann@x.org"),)
KIM = (Reference(kind="contact", id="c1", label="Kim Wu", ordinal=1),)
SARAH = Memory(entities=Entities(people=("Sarah",)))
AGREED = (("user", "book an hour with Sarah"), ("assistant", "Shall I?"), ("user", "yes"))


def planned(task, marked, references=(), carried="", **known):
    command = said(task, marked, carried)
    work = Work(command, request("slack", command.text, references, **known))
    FRAMES[task](work)
    return [(step.tool.removeprefix("slack_"), step.arguments) for step in work.plan().steps]


def asked(task, marked, references=(), carried="", **known):
    with pytest.raises(Asked) as raised:
        planned(task, marked, references, carried, **known)
    return str(raised.value), raised.value.kind


def to(name, text, at=1):
    """Return the calls that write to a member alone."""
    user = f"{{{at}.users.0.id}}"
    return [("find_users", {"name": name}), ("send_direct_message", {"user": user, "text": text})]


@pytest.mark.parametrize(
    ("task", "marked", "tool", "arguments"),
    [
        ("slack_channels", "which channels are there", "list_channels", {}),
        ("slack_read", "what's new in {channel:#ops}", "get_channel_messages", {"channel": "#ops"}),
        (
            "slack_read",
            "the last {count:15} in {channel:the marketing channel}",
            "get_channel_messages",
            {"channel": "#marketing", "limit": 15},
        ),
        (
            "slack_read",
            "last message in {channel:project alpha}",
            "get_channel_messages",
            {"channel": "#project-alpha", "limit": 1},
        ),
        (
            "slack_read",
            "{channel:#ops} {time:since Monday}",
            "get_channel_messages",
            {"channel": "#ops", "since": "2026-11-23"},
        ),
        (
            "slack_read",
            "{channel:#ops} {time:in the last two hours}",
            "get_channel_messages",
            {"channel": "#ops", "since": "2026-11-26T08:00"},
        ),
        (
            "slack_read",
            "what did {person:Tom} say in {channel:#ops} {time:since six this morning}",
            "get_channel_messages",
            {"channel": "#ops", "since": "2026-11-26T06:00"},
        ),
        (
            "slack_read",
            "{channel:#ops} {time:this afternoon}",
            "get_channel_messages",
            {"channel": "#ops", "since": "2026-11-26"},
        ),
        (
            "slack_read",
            "{channel:#ops} {time:March}",
            "get_channel_messages",
            {"channel": "#ops", "since": "2026-03-01"},
        ),
        (
            "slack_read",
            "{channel:#ops} {time:lately}",
            "get_channel_messages",
            {"channel": "#ops"},
        ),
        (
            "slack_read",
            "{channel:#ops} {time:before six}",
            "get_channel_messages",
            {"channel": "#ops"},
        ),
        (
            "slack_read",
            "{channel:#ops} {time:next Friday}",
            "get_channel_messages",
            {"channel": "#ops"},
        ),
        (
            "slack_read",
            "show me {channel:in the design one please}",
            "get_channel_messages",
            {"channel": "#design"},
        ),
        ("slack_unread", "anything new on slack", "get_unread", {}),
        ("slack_unread", "{flag:unread} {time:today}", "get_unread", {"since": "2026-11-26"}),
        (
            "slack_unread",
            "{flag:unread} in {channel:#ops}",
            "get_unread",
            {"channel": "#ops"},
        ),
        (
            "slack_search",
            "search slack for {topic:the VPN key}",
            "search_messages",
            {"query": "VPN key"},
        ),
        (
            "slack_search",
            'who said "{topic:over my dead body}"',
            "search_messages",
            {"query": "over my dead body"},
        ),
        ("slack_search", "who said {topic:it}", "search_messages", {"query": "it"}),
        (
            "slack_search",
            "did {person:Tom} mention {organisation:the bank}",
            "search_messages",
            {"query": "bank"},
        ),
        ("slack_search", "look in {channel:#ops}", "get_channel_messages", {"channel": "#ops"}),
        (
            "slack_summary",
            "sum up {channel:#ops}",
            "analyze_conversation",
            {"channel": "#ops", "since": "2026-11-19"},
        ),
        (
            "slack_summary",
            "summarise the, no not {channel:sales}, {channel:support}",
            "analyze_conversation",
            {"channel": "#support", "since": "2026-11-19"},
        ),
        ("slack_summary", "catch me up", "get_unread", {}),
        (
            "slack_summary",
            "what came of {topic:the move}",
            "search_messages",
            {"query": "move"},
        ),
        ("slack_user", "who is {person:@kira}", "get_user_info", {"user": "@kira"}),
        (
            "slack_user",
            "is {person:my colleague Tomasz} online",
            "get_user_info",
            {"user": "Tomasz"},
        ),
        ("slack_mark_read", "mark {channel:#ops} as read", "mark_read", {"channel": "#ops"}),
        (
            "slack_thread",
            "did anyone answer my post in {channel:#ops}",
            "get_channel_messages",
            {"channel": "#ops"},
        ),
    ],
)
def test_slack_is_read_searched_and_summed_up(task, marked, tool, arguments):
    assert planned(task, marked) == [(tool, arguments)]


@pytest.mark.parametrize(
    ("marked", "channel", "text"),
    [
        ("post in {channel:#ops} that {body:we're hiring}", "#ops", "We're hiring"),
        ("Tell {channel:#ops} {body:the van is here}.", "#ops", "The van is here."),
        ('send "{body:brb}" to {channel:#ops}', "#ops", "brb"),
        ('send "{body:brb" to #ops}', "#ops", "brb"),
        ('put "see {channel:#ops} {body:for more" in #general}', "#general", "see #ops for more"),
        ('send "{body:brb}" to "{channel:#ops}"', "#ops", "brb"),
        ('tell {channel:#ops} {body:I am "out" today}', "#ops", 'I am "out" today'),
        ("ask {channel:#dev} {body:whether it builds}.", "#dev", "Whether it builds?"),
        ("may I ask you to write {body:lunch} in {channel:#dev}", "#dev", "Lunch"),
        ("ask {channel:#dev}: {body:does it build?}", "#dev", "Does it build?"),
        ("remind {channel:#ops} {body:to clock out}", "#ops", "Clock out"),
        ("tell {channel:#ops} {body:bye}, {time:today} please", "#ops", "Bye"),
        ("thank {channel:#ops} {body:for the lift}", "#ops", "Thank you for the lift"),
        ("in {channel:#ops} {body:- bins are out}", "#ops", "Bins are out"),
        ("tell {channel:#ops} {body:that we are late}", "#ops", "We are late"),
        (
            "tell {channel:#ops} {body:I need two}, no wait, {body:three of them}",
            "#ops",
            "Three of them",
        ),
        (
            "say {body:hello all} in {channel:#ops}, {body:lunch is on me}",
            "#ops",
            "Hello all lunch is on me",
        ),
        (
            "tell {channel:#ops} {body:the demo} um {body:moved} {time:to Friday}",
            "#ops",
            "The demo um moved to Friday",
        ),
        ("let {channel:#ops} know {person:Ben} {body:fixed it}", "#ops", "Ben fixed it"),
        (
            "tell {channel:#ops} that {person:Maria} {body:got it}, {body:congrats} {person:Maria}",
            "#ops",
            "Maria got it, congrats Maria",
        ),
        ("tell {channel:#a} no wait {channel:#ops} {body:I'm late}", "#ops", "I'm late"),
        (
            "for {channel:#ops}, let me read it first: {body:The lift is off.} {person:Bo} knows.",
            "#ops",
            "The lift is off. Bo knows.",
        ),
        (
            "let me read it: {body:It is off.} That's for all. It goes to {channel:#ops}.",
            "#ops",
            "It is off.",
        ),
        ("not in {channel:#a}, in {channel:#ops}: {body:it works}", "#ops", "It works"),
        (
            "tell {channel:#ops} {body:so. Please say to Bo that I left}",
            "#ops",
            "So. Please say to Bo that I left",
        ),
    ],
)
def test_messages_are_posted_in_the_words_given(marked, channel, text):
    assert planned("slack_post", marked) == [("post_message", {"channel": channel, "text": text})]


def test_a_message_goes_to_every_channel_that_is_joined():
    assert planned("slack_post", "post in {channel:#a} and {channel:#b}: {body:done}") == [
        ("post_message", {"channel": "#a", "text": "Done"}),
        ("post_message", {"channel": "#b", "text": "Done"}),
    ]


def test_what_was_to_be_said_is_carried_on():
    again = planned(
        "slack_post", "{channel:#b} too", carried="tell {channel:#a} {body:lunch is on}"
    )
    there = planned("slack_post", "make it {body:lunch is late}", carried="in {channel:#a}")

    assert again == [("post_message", {"channel": "#b", "text": "Lunch is on"})]
    assert there == [("post_message", {"channel": "#a", "text": "Lunch is late"})]


@pytest.mark.parametrize(
    ("marked", "references", "channel"),
    [
        ("post there {body:noted}", LISTED, "#general"),
        ("in {which:the second channel} write {body:noted}", CHANNELS, "#design"),
        ("reply in {which:the last channel} {body:noted}", UNREAD, "#ops"),
        ("answer there {body:noted}", (), "#design"),
    ],
)
def test_the_channel_may_be_pointed_at(marked, references, channel):
    exchanges = (("user", "what's new in #design"), ("assistant", "Nothing"))

    found = planned("slack_post", marked, references, exchanges=exchanges)

    assert found == [("post_message", {"channel": channel, "text": "Noted"})]


def test_the_channel_talked_about_is_told_by_the_answer_or_this_very_message():
    answered = (("user", "sum up the design channel"), ("assistant", "**#design**, 12 messages"))
    earlier = (Earlier(agent="slack", command="read #random", success=True, text=""),)

    assert planned("slack_read", "show me the messages", exchanges=answered)[0][1] == {
        "channel": "#design"
    }
    whole = "call the whole channel read"
    for marked in ("mark it read", whole, "{person:Bo} and I spoke, mark the channel read"):
        assert planned("slack_mark_read", marked, exchanges=answered, earlier=earlier) == [
            ("mark_read", {"channel": "#random"})
        ]


@pytest.mark.parametrize(
    ("marked", "references", "where"),
    [
        ("reply to {which:the second} {body:yes}", LISTED, "general/172.1"),
        ("reply {body:yes}", LAST, "ops/200.1"),
        ("tell {which:the first one} {body:yes}", LISTED, "general/171.1"),
    ],
)
def test_a_reply_goes_into_the_thread(marked, references, where):
    assert planned("slack_post", marked, references) == [
        ("post_message", {"text": "Yes", "thread_id": where})
    ]


@pytest.mark.parametrize("marked", ["say {body:yes} in there", "answer {which:it} with {body:yes}"])
def test_after_a_thread_was_read_a_reply_goes_under_its_first_message(marked):
    exchanges = (("user", "open the thread about the move"), ("assistant", "A thread"))

    assert planned("slack_post", marked, LISTED, exchanges=exchanges) == [
        ("post_message", {"text": "Yes", "thread_id": "general/171.1"})
    ]


def test_a_message_is_answered_by_what_it_is_about():
    about = "Tom question Tom asked about the loan"
    assert planned("slack_post", "{person:Tom} asked about {topic:the loan}, answer {body:no}") == [
        ("workspace_find", {"about": about, "only": "message", "by": "Tom", "one": True}),
        ("post_message", {"text": "No", "thread_id": "{1.found.0.id}"}),
    ]


@pytest.mark.parametrize(
    ("marked", "references", "calls"),
    [
        (
            "replies to {which:the third}",
            LISTED,
            [("get_thread_replies", {"thread_id": "general/173.1"})],
        ),
        ("any replies", LAST, [("get_thread_replies", {"thread_id": "ops/200.1"})]),
        (
            "open {which:the one about the skip}",
            LISTED,
            [
                ("search_messages", {"query": "skip"}),
                ("get_thread_replies", {"thread_id": "{1.messages.0.id}"}),
            ],
        ),
        (
            "the thread on {topic:the budget}",
            LISTED,
            [
                ("search_messages", {"query": "budget"}),
                ("get_thread_replies", {"thread_id": "{1.messages.0.id}"}),
            ],
        ),
        (
            "replies under {which:the latest message} in {channel:#ops}",
            (),
            [
                ("get_channel_messages", {"channel": "#ops", "limit": 1}),
                ("get_thread_replies", {"thread_id": "{1.messages.0.id}"}),
            ],
        ),
    ],
)
def test_threads_are_read(marked, references, calls):
    assert planned("slack_thread", marked, references) == calls


@pytest.mark.parametrize(
    ("marked", "who", "text"),
    [
        ("dm {person:Priya}: {body:call me}", "Priya", "Call me"),
        ("send {body:door's open} to {person:@gina}", "gina", "Door's open"),
        ("tell {person:Tom} on slack {body:to bring tea}", "Tom", "Bring tea"),
        ("ask {person:Tom from Acme} on slack {body:if he can}", "Tom", "If he can?"),
        (
            "dm {person:Anna} that {person:Ben} {body:wants to see her}",
            "Anna",
            "Ben wants to see her",
        ),
        ("dm {person:Ana} {body:lunch?} not {person:Bo}", "Ana", "Lunch?"),
        ("{person:Kim} has spares. Ask {person:him} on slack {body:for one}", "Kim", "For one?"),
        ("tell {person:no} wait {person:Tom} {body:hi}", "Tom", "Hi"),
        ("Ann Lee asked in ops. Message {person:her} directly {body:I come}", "Ann Lee", "I come"),
        ("{person:Ana} has {person:Eva's} key. Tell {person:her} {body:keep it}", "Ana", "Keep it"),
        ("{person:Ana} left. {person:Eva} has her key, tell {person:her} {body:ok}", "Eva", "Ok"),
        ("drop {person:Ana} a line and thank her for the key", "Ana", "Thank you for the key"),
        ("dm {person:Ana} and let her know I am late", "Ana", "I am late"),
    ],
)
def test_direct_messages_are_sent(marked, who, text):
    assert planned("slack_dm", marked) == to(who, text)


def test_several_are_each_written_to():
    both = [*to("Rosa", "On nine"), *to("Pete", "On nine", at=3)]

    assert planned("slack_dm", "dm {person:Rosa} and {person:Pete} {body:on nine}") == both
    assert planned("slack_dm", "dm {person:Rosa and Pete} {body:on nine}") == both


@pytest.mark.parametrize(
    ("references", "known", "who"),
    [
        (ANN, {}, "ann@x.org"),
        (KIM, {}, "Kim Wu"),
        ((), {"carried": "my dms with {person:Kim's}"}, "Kim"),
        ((), {"memory": SARAH, "exchanges": (("user", "is Sarah online"),)}, "Sarah"),
        ((), {"memory": SARAH, "exchanges": AGREED}, "Sarah"),
    ],
)
def test_a_pronoun_is_who_was_talked_about(references, known, who):
    assert planned("slack_dm", "tell {person:her} {body:hi}", references, **known) == to(who, "Hi")


@pytest.mark.parametrize("lead", ["Someone asked", "Please ask", "Yes she said", "Who said it?"])
def test_whoever_is_not_named_is_asked_for(lead):
    with pytest.raises(Asked):
        planned("slack_dm", f"{lead}. Message {{person:her}} {{body:hi}}")


def test_who_was_named_long_ago_is_not_meant_any_more():
    long_ago = (*AGREED, ("user", "thanks"), ("user", "bye"))
    with pytest.raises(Asked):
        planned("slack_dm", "tell {person:her} {body:hi}", memory=SARAH, exchanges=long_ago)


def test_a_member_may_be_pointed_at():
    found = planned("slack_dm", "send {which:the first one} {body:hi}", MEMBERS)

    assert found == to("U7", "Hi")


@pytest.mark.parametrize(
    ("task", "marked", "arguments"),
    [
        ("slack_dm", "what did {person:Tom} dm me", {}),
        ("slack_dm", "and {person:Tom}?", {}),
        ("slack_dm", "last {count:5} dms from {person:Tom}", {"limit": 5}),
        ("slack_read", "my conversation with {person:Tom}", {}),
        ("slack_read", "what did {person:Tom} dm me {time:today}", {"since": "2026-11-26"}),
        ("slack_summary", "boil down {person:Tom}'s and my chat", {}),
    ],
)
def test_direct_messages_are_read(task, marked, arguments):
    assert planned(task, marked) == [
        ("find_users", {"name": "Tom"}),
        ("get_direct_messages", {"user": "{1.users.0.id}", **arguments}),
    ]


def test_direct_messages_of_nobody_in_particular_are_the_unread_ones():
    assert planned("slack_dm", "read my dms") == [("get_unread", {})]


def test_what_goes_to_a_channel_or_a_person_is_told_by_who_is_named():
    assert planned("slack_dm", "tell {channel:#ops} {body:hi}") == [
        ("post_message", {"channel": "#ops", "text": "Hi"})
    ]
    assert planned("slack_post", "only to {person:Tom}: {body:hi}") == to("Tom", "Hi")


def test_the_channels_of_messages_that_are_pointed_at_are_marked_or_summed_up():
    assert planned("slack_mark_read", "mark {which:them all} as read", UNREAD) == [
        ("mark_read", {"channel": "#general"}),
        ("mark_read", {"channel": "#ops"}),
    ]
    assert planned("slack_summary", "sum up {which:the last two}", UNREAD) == [
        ("analyze_conversation", {"channel": "#ops", "since": "2026-11-19"})
    ]
    assert planned("slack_mark_read", "mark {which:it} as read", LISTED) == [
        ("mark_read", {"channel": "#general"})
    ]


@pytest.mark.parametrize(
    ("task", "marked", "question", "kind"),
    [
        ("slack_post", "post {body:hello}", "Which channel", "channel"),
        ("slack_post", "post {body:hello} in {which:the ninth}", "Which channel", "channel"),
        (
            "slack_post",
            "announce {topic:the party} in {channel:#ops}",
            "What should I write",
            "body",
        ),
        ("slack_post", "{body:the same} in {channel:#ops}", "What should I write", "body"),
        ("slack_post", "{body:No}, in {channel:#ops}", "What should I write", "body"),
        ("slack_post", "share {file:plan.pdf} in {channel:#ops}", "can't put files", ""),
        (
            "slack_post",
            "{time:tomorrow at 9} post {body:morning} in {channel:#ops}",
            "only post right away",
            "",
        ),
        (
            "slack_post",
            "{time:at 5pm} post {body:bye} in {channel:#ops}",
            "only post right away",
            "",
        ),
        ("slack_post", "reply in {channel:#ops}: {body:ok}", "should I answer", "topic"),
        ("slack_post", "reply in the thread", "What should the reply say", "body"),
        ("slack_dm", "dm {person:Tom}", "What should I write to Tom", "body"),
        ("slack_dm", "dm {body:hi}", "Who should it go to", "person"),
        ("slack_dm", "dm {which:the first one} {body:hi}", "Who do you mean", "person"),
        ("slack_dm", "dm {person:my boss} {body:hi}", "“my boss”", "person"),
        ("slack_dm", "dm {person:her} {body:hi}", "“her”", "person"),
        ("slack_dm", "dm {person:Tom} {file:plan.pdf}", "can't put files", ""),
        ("slack_read", "what has {person:Tom} posted", "by words", "topic"),
        ("slack_read", "show the messages", "Which channel", "channel"),
        ("slack_search", "what has {person:Tom} posted", "by words", "topic"),
        ("slack_search", "search slack", "What should I look for", "topic"),
        ("slack_summary", "summarise", "Which channel", "channel"),
        ("slack_thread", "show the thread", "Which message", "topic"),
        ("slack_mark_read", "mark everything on slack as read", "Which channel", "channel"),
        ("slack_mark_read", "mark {person:Bo's} posts in the channel as read", "I can only", ""),
        ("slack_mark_read", "mark {person:Bo} as read", "I can only", ""),
        ("slack_mark_read", "I want {channel:#ops} read {time:until May}", "I can only", ""),
        ("slack_mark_read", "{channel:#ops} {time:since May}, mark it read", "I can only", ""),
        ("slack_mark_read", "mark what {person:bo's} friend wrote as read", "I can only", ""),
        ("slack_mark_read", "everything but not {channel:#ops}", "Which channel", "channel"),
        (
            "slack_mark_read",
            "mark {channel:#ops} read {time:up to yesterday}",
            "whole channels",
            "",
        ),
        ("slack_user", "who is it", "Who do you mean", "person"),
    ],
)
def test_what_is_not_said_is_asked_for(task, marked, question, kind):
    told, lacks = asked(task, marked)

    assert question in told
    assert lacks == kind


def test_which_of_several_messages_is_asked():
    assert asked("slack_post", "reply {body:ok}", LISTED)[1] == "which"
    assert asked("slack_thread", "the replies", LISTED)[1] == "which"
    assert asked("slack_thread", "replies to {which:the red one}", LISTED)[1] == "which"


def answered(marked, references=(), carried="", **known):
    command = said("slack_post", marked, carried)
    work = Work(command, request("slack", command.text, references, **known))
    FRAMES["slack_post"](work)
    return [(one.arguments, one.sought) for one in work.plan().steps]


@pytest.mark.parametrize(
    ("marked", "sought"),
    [
        ("reply to {person:Tom} in {channel:#ops}: {body:Yes.}", "tom"),
        (
            "In {channel:#ops} Tom lacks a key. Answer under his message: {body:Yes.}",
            "lacks key tom",
        ),
        (
            "answer {person:Tom}'s question on the {topic:scanner} in {channel:#ops}: {body:Yes.}",
            "question scanner tom",
        ),
        (
            "The msg in {channel:#ops} {body:that it is wet}. Reply under {which:it}: {body:Yes.}",
            "wet msg",
        ),
        (
            "In {channel:#ops} one asks {body:for tea}. Answer {person:her} there: {body:it: Yes.}",
            "question asks tea",
        ),
        (
            "in {channel:#ops} {person:Tom} asks {body:to swap}. Under {person:his}: {body:Yes.}",
            "question asks swap tom",
        ),
    ],
)
def test_a_message_of_a_channel_is_found_by_who_asked_and_what_about(marked, sought):
    (look, found), (post, _) = answered(marked)
    assert look["inside"] == [{"kind": "channel", "id": "#ops"}]
    assert (look["only"], look["one"], look["about"]) == ("message", True, found.words)
    assert {*sought.split()} <= {*words_of(found.words)}
    assert post == {"text": "Yes.", "thread_id": "{1.found.0.id}"}


def test_a_message_of_the_channel_just_summed_up_is_found_by_what_was_asked_before():
    summed_up = (Reference(kind="channel", id="#ops", label="", ordinal=0),)
    before = (("user", "did Bo ask for a decision there"),)
    (look, found), _ = answered(
        "reply under her {which:message}: {body:both}", summed_up, exchanges=before
    )
    assert look["inside"] == [{"kind": "channel", "id": "#ops"}]
    assert found.words == "did Bo ask for a decision there both"


def test_her_question_is_of_the_one_named_before_in_the_channel_just_read():
    known = {"exchanges": (("user", "did Sarah ask in #general"),), "memory": SARAH}
    (look, _), _ = answered("reply under {person:her} question {body:yes}", LISTED, **known)
    assert (look["inside"], look["by"]) == ([{"kind": "channel", "id": "#general"}], "Sarah")


def test_of_several_channels_with_news_the_one_said_in_passing_is_meant():
    marked = "ops's only the rota, mark that channel read"
    assert planned("slack_mark_read", marked, UNREAD) == [("mark_read", {"channel": "#ops"})]


@pytest.mark.parametrize(
    ("marked", "channel"),
    [
        ("what's new in {channel:the alpha channel}", "#project-alpha"),
        ("what's new in {channel:#alpha}", "#project-alpha"),
        ("what's new in {channel:the beta channel}", "#beta"),
    ],
)
def test_a_channel_that_is_known_by_a_part_of_its_name_has_it_whole(marked, channel):
    command = said("slack_read", marked)
    at = command.text.find("alpha")
    thing = Thing(kind="channel", name="project-alpha", id="C1")
    link = Link(kind="channel", start=max(at, 0), end=max(at, 0) + 5, things=(thing,))
    wanted = request("slack", command.text).model_copy(update={"links": (link,)})
    work = Work(command, wanted)
    FRAMES["slack_read"](work)
    assert work.plan().steps[0].arguments["channel"] == channel


def test_a_part_of_a_channel_named_before_is_that_channel():
    before = (Thing(kind="channel", id="C1", name="project-oban"),)
    found = planned("slack_read", "and the oban folks?", mentioned=before)
    assert found == [("get_channel_messages", {"channel": "#project-oban"})]


def test_messages_from_somebody_are_those_between_us():
    assert planned("slack_read", "any messages from {person:Ann}?") == [
        ("find_users", {"name": "Ann"}),
        ("get_direct_messages", {"user": "{1.users.0.id}"}),
    ]


READ = "3 messages in #general, newest first:\n1. **Ann Lee** (08:05): Who tests the lift?\n"
READ += "2. **Bo Ek** (08:00): The lift is back\n3. **Bo Ek** (07:50): Cake is in the hall"
TOLD = tuple(
    Reference(kind="message", id=f"general/{at}", label=label, ordinal=at, who=who)
    for at, (who, label) in enumerate(
        (
            ("Ann Lee", "Who tests the lift?"),
            ("Bo Ek", "The lift is back"),
            ("Bo Ek", "Cake is in the hall"),
        ),
        1,
    )
)


def after_reading(task, marked, asked="what's new in general", answer=READ, references=TOLD):
    exchanges = (("user", asked), ("assistant", answer))
    return planned(task, marked, references, exchanges=exchanges)


@pytest.mark.parametrize(
    ("task", "marked"),
    [
        ("slack_post", "post that {body:noted}"),
        ("slack_post", "post in the channel that {body:noted}"),
        ("slack_post", "tell {person:them} {body:noted}"),
        ("slack_dm", "let {person:everyone there} know {body:noted}"),
        ("slack_post", "tell {person:Bo} there: {body:noted}"),
        ("slack_post", "a new post, not under hers: {body:noted}"),
        ("slack_post", "own msg there, not a reply: {body:noted}"),
        ("slack_post", "post it there for all, not in a thread: {body:noted}"),
    ],
)
def test_what_is_for_all_goes_to_the_channel_just_read(task, marked):
    posted = [("post_message", {"channel": "#general", "text": "Noted"})]
    assert after_reading(task, marked) == posted


def test_one_who_is_named_is_written_to_alone_and_several_channels_are_asked_about():
    assert after_reading("slack_post", "tell {person:Bo} {body:noted}") == to("Bo", "Noted")
    both = f"{READ}\n\n2 messages in #ops, newest first:\n1. **Bo Ek** (08:00): Up"
    with pytest.raises(Asked, match="Which channel"):
        after_reading("slack_post", "post in the channel that {body:noted}", answer=both)
    alone = READ.replace("in #general", "with Bo Ek")
    with pytest.raises(Asked, match="Who do you mean by “them”"):
        after_reading("slack_dm", "tell {person:them} {body:noted}", answer=alone)


@pytest.mark.parametrize(
    ("marked", "asked", "thread"),
    [
        ("reply in its thread: {body:noted}", "show me the message about the cake", "3"),
        ("answer {person:her} there: {body:noted}", "what did ann ask in general", "1"),
        ("answer {person:Ann} in the thread: {body:noted}", "what's new in general", "1"),
        ("reply to {person:Bo} in {which:the thread}: {body:noted}", "who has cake", "3"),
        ("answer under her {which:message}: {body:noted}", "what did ann ask in general", "1"),
        ("answer under her own {which:message}: {body:noted}", "what did ann ask in general", "1"),
    ],
)
def test_the_message_that_is_answered_is_the_one_asked_about(marked, asked, thread):
    answer = {"thread_id": f"general/{thread}", "text": "Noted"}
    assert after_reading("slack_post", marked, asked) == [("post_message", answer)]


def test_whoever_is_answered_wrote_the_message_though_another_one_is_shown():
    said = (("Bo Ek", "Up"), ("Ann Lee", "Down"))
    shown = tuple(
        Reference(kind="message", id=f"general/{at}", label=label, ordinal=1, told=at == 1, who=who)
        for at, (who, label) in enumerate(said, 1)
    )
    marked = "reply to {person:Ann} under that message: {body:noted}"
    for name, thread in (("Ann", "2"), ("Bo", "1")):
        named = marked.replace("Ann", name)
        [(_, posted)] = after_reading("slack_post", named, references=shown)
        assert posted["thread_id"] == f"general/{thread}"
    (tool, _), *_ = after_reading("slack_post", marked.replace("Ann", "Cem"), references=shown)
    assert tool == "workspace_find"


def test_what_an_answer_says_tells_which_message_it_answers():
    lift = "reply to {person:Bo} in the thread: {body:the lift is wonderful}"
    (_, posted), *_ = after_reading("slack_post", lift, "what did bo say in the lift channel")
    assert posted["thread_id"] == "general/2"
    (_, posted), *_ = after_reading("slack_post", lift.replace("lift is", "cake is"), "hm")
    assert posted["thread_id"] == "general/3"


def test_she_is_the_one_who_was_named_before_though_another_wrote_what_is_shown():
    known = {
        "exchanges": (("user", "what does Cem say of it in general"), ("assistant", READ)),
        "mentioned": (Thing(kind="person", id="p1", name="Cem Ak"),),
    }
    marked = "answer under {person:her} message: {body:noted}"
    (look, _), _ = answered(marked, TOLD[:2], **known)
    assert (look["inside"], look["by"]) == ([{"kind": "channel", "id": "#general"}], "Cem Ak")


def test_who_is_told_by_what_they_are_describes_the_message_that_is_answered():
    marked = "{person:Bo} asks on the {topic:lift} and {person:the tall man}. Answer: {body:ok}"
    (look, _), _ = answered(marked)
    assert look["about"] == "question Bo asks on the lift and the tall man."


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("for the key. Reply in the thread that I have it", "I have it"),
        ("who has it. Put under it that I do, don't open a new thread", "I do"),
        ("who has it. Say in that thread that it's lost, not in a new post.", "It's lost"),
    ],
)
def test_what_somebody_asked_in_a_channel_is_no_part_of_the_answer(body, text):
    (look, _), (reply, _) = answered(f"{{person:Bo}} asked in {{channel:#ops}} {{body:{body}}}")
    assert (look["by"], reply["text"]) == ("Bo", text)


def test_a_time_at_the_beginning_of_what_is_said_is_said():
    marked = "post in {channel:#ops}, just say {time:Friday} {body:at noon I am out}"
    assert planned("slack_post", marked) == [
        ("post_message", {"channel": "#ops", "text": "Friday at noon I am out"})
    ]


@pytest.mark.parametrize(
    "marked",
    [
        "poor {person:bill}. mark the channel read",
        "{person:bill} again! set channel to read",
        "tick the room off as read, because im too tired {time:tonight}",
    ],
)
def test_nobody_is_a_channel_where_the_channel_is_marked(marked):
    (done,) = after_reading("slack_mark_read", marked)
    assert done == ("mark_read", {"channel": "#general"})


def test_where_two_messages_are_as_likely_they_are_looked_through_and_offered():
    looked, posted = after_reading("slack_post", "reply to {person:Bo}: {body:noted}")
    assert looked[1]["inside"] == [{"kind": "channel", "id": "#general"}]
    assert posted[1]["thread_id"] == "{1.found.0.id}"


@pytest.mark.parametrize(
    ("marked", "channel"),
    [
        ("post in {person:marketing}: {body:cake}", "#marketing"),
        ("post in {channel:#ops} for {person:Ann}: {body:cake}", "#ops"),
        ("leave a line in {file:marketing}: {body:cake}", "#marketing"),
    ],
)
def test_what_something_is_posted_in_is_a_channel(marked, channel):
    assert planned("slack_post", marked) == [("post_message", {"channel": channel, "text": "Cake"})]


@pytest.mark.parametrize(
    ("marked", "text"),
    [
        ("put something in {channel:#ops} that on {time:Tuesday} I am off", "On Tuesday I am off"),
        ("tell everybody in {channel:#ops} that the door is open", "The door is open"),
        ("a word in {channel:#ops}, saying we close at five", "We close at five"),
    ],
)
def test_words_to_be_said_may_be_told_by_what_leads_to_them(marked, text):
    assert planned("slack_post", marked) == [("post_message", {"channel": "#ops", "text": text})]


def test_whoever_it_was_asked_for_is_not_whom_the_question_named():
    lines = (("Nina Ek", True), ("Eva Oz", False), ("Tom Ray", False))
    talk = tuple(
        Reference(kind="message", id=f"ops/{at}", label="hi", ordinal=1, who=who, told=told)
        for at, (who, told) in enumerate(lines)
    )
    asked = {"exchanges": (("user", "Nina wants help. Who gives it?"),)}
    assert planned("slack_dm", "tell {person:her} {body:hi}", talk, **asked) == to("Eva Oz", "Hi")


def test_who_wrote_what_was_asked_about_is_meant_by_a_pronoun():
    asked = "who was it with the cake"
    assert after_reading("slack_dm", "dm {person:him} {body:noted}", asked) == to("Bo Ek", "Noted")
    with pytest.raises(Asked, match="Who do you mean by “him”"):
        after_reading("slack_dm", "dm {person:him} {body:noted}")


def test_a_channel_that_was_named_without_its_sign_is_talked_about_as_well():
    named = (Thing(kind="channel", id="C1", name="ops"),)
    exchanges = (("user", "what's the newest in ops"), ("assistant", "Nothing says that."))
    found = planned("slack_post", "post there {body:noted}", exchanges=exchanges, mentioned=named)
    assert found == [("post_message", {"channel": "#ops", "text": "Noted"})]
