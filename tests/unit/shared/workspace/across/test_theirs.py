"""Questions about what is theirs that no task answers, and where they are looked for."""

from dataclasses import replace

import pytest

from shared.models.reasoning import ConversationContext, Exchange, Reference
from shared.models.world import Link, Thing
from shared.understanding.followed import goes_on_likely
from shared.understanding.marking import Span
from shared.understanding.reader import Reader
from shared.understanding.said import Said
from shared.workspace.across.frames.theirs import (
    asked_after,
    asked_anywhere,
    asked_of_theirs,
    doubted,
    in_table_shown,
    of_the_world,
    places_named,
    places_shown,
    without_places,
)

READER = Reader()


def theirs(said, links=(), context=None):
    """Return a question as one to look for, where it wants to be told as it does in the product."""
    told = READER.told(said.text, doubted(said))
    onward = goes_on_likely(said.text, context or ConversationContext(), READER)
    return asked_of_theirs(said, links, context, told=told, onward=onward)


ACME = (
    Link(
        kind="organisation",
        start=14,
        end=18,
        things=(Thing(kind="organisation", name="Acme", id="acme"),),
    ),
)


TABLE = "**Stock** (Tools):\n\n| Item | Count |\n| --- | --- |\n| Saw | 12 |"


@pytest.mark.parametrize(
    ("text", "shown", "task"),
    [
        ("what have we got so far, everything added up?", TABLE, "sheet_read"),
        ("what have we got so far, everything added up?", "Nothing.", "find"),
        ("what does Ann Lee say to all of that?", TABLE, "find"),
        ("what did she say to all of that?", TABLE, "find"),
    ],
)
def test_what_goes_on_from_a_table_that_is_shown_is_read_in_it(text, shown, task):
    known = (Reference(kind="sheet", id="stock", label="Stock", ordinal=0),)
    context = ConversationContext(
        exchanges=(Exchange(role="user", text="open it"), Exchange(role="assistant", text=shown)),
        references=known,
    )
    assert in_table_shown(Said("find", 0.9, text, ()), (), context).task == task


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("Did we agree on a price?", ()),
        ("somebody sent me two pictures of the lake. who was it", ()),
        ("Where did we want to eat?", ()),
        ("remind me what they promised us", ()),
        ("how much does acme pay", ACME),
        ("who was it with the badminton, somebody wrote that in random", ()),
        ("Somebody in Spain wants us along. I've lost the name, and what for.", ()),
    ],
)
def test_a_question_about_what_they_did_or_have_is_looked_for(text, links):
    found = theirs(Said("other", 0.9, text, ()), links)

    assert found is not None
    assert (found.task, found.text) == ("find", text)


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("who won the world cup?", ()),
        ("what's the weather in london", ()),
        ("play some jazz", ACME),
        ("how do I cook rice?", ()),
    ],
)
def test_what_is_asked_of_the_world_is_not(text, links):
    assert theirs(Said("other", 0.9, text, ()), links) is None


CORNER = "what does the corner stand at the fair cost?"


@pytest.mark.parametrize(
    ("said", "familiar"),
    [
        (Said("other", 0.97, CORNER, ()), ("corner", "stand", "fair")),
        (Said("product", 0.9, "how many users has the pilot?", ()), ("users", "pilot")),
        (Said("sheet_read", 0.43, CORNER, (), near=0.45), ("corner", "stand", "fair")),
        (Said("other", 0.9, "from how much a night up do hotels need approval", ()),
         ("night", "hotels", "approval")),
        (Said("other", 0.95, "what was the score of the chess final?", ()), ("chess", "final")),
    ],
)  # fmt: skip
def test_a_question_no_task_serves_is_looked_for_where_its_words_are_known_here(said, familiar):
    found = asked_anywhere(said, familiar)
    assert found is not None
    assert found.task == "find"


@pytest.mark.parametrize(
    ("said", "familiar"),
    [
        (Said("other", 0.97, "how long does tofu last in the freezer?", ()), ("long",)),
        (Said("other", 0.97, "what's the weather in manchester?", ()), ("manchester",)),
        (Said("other", 0.97, "when is my next pay day", ()), ("next", "pay", "day")),
        (Said("activity", 0.97, "did the last import run work?", ()), ("import", "run", "work")),
        (Said("sheet_read", 0.9, CORNER, (), near=0.9), ("corner", "stand", "fair")),
        (Said("mail_archive", 0.4, CORNER, (), near=0.4), ("corner", "stand", "fair")),
        (
            Said("other", 0.97, "put the corner stand up at the fair", ()),
            ("corner", "stand", "fair"),
        ),
    ],
)
def test_what_is_of_the_world_is_served_or_ordered_is_not_looked_for(said, familiar):
    assert asked_anywhere(said, familiar) is None


@pytest.mark.parametrize(
    ("text", "familiar", "world"),
    [
        ("how do volcanoes erupt", (), True),
        ("when will google stop support for old phones", ("support", "old"), True),
        ("what do dentists say about sour apples", ("say",), True),
        ("who called in sick", (), False),
        ("what do we pay for volcanoes", (), False),
        ("does she like volcanoes", (), False),
        ("that volcano in the lobby, who painted it", (), False),
        ("when does the depot open on the eve of the regatta", ("depot", "regatta", "open"), False),
        ("was the support for the floor paid", ("support",), False),
    ],
)
def test_a_question_with_hardly_a_word_of_theirs_is_of_the_world(text, familiar, world):
    assert of_the_world(Said("other", 0.97, text, ()), (), familiar) is world
    assert not of_the_world(Said("mail_search", 0.97, text, ()), (), familiar)
    assert not of_the_world(Said("other", 0.97, text, ()), ACME, familiar)


def shown(*things, said="Here is what I found: the contract may be signed."):
    """Return a conversation in which things of some kinds were just shown."""
    listed = (
        Reference(kind=kind, id=one, label="Contract with Harbour Rail", ordinal=at)
        for kind, one, at in things
    )
    return ConversationContext(
        exchanges=(Exchange(role="user", text="show it"), Exchange(role="assistant", text=said)),
        references=tuple(listed),
    )


def test_a_question_that_goes_on_from_one_about_contacts_is_one():
    said = marked("contact_find", "and who does the audit?", sure=0.5)
    assert asked_of_theirs(said, (), told=0.95) is not None
    went_on = replace(said, carried=(Span("field", "number", 0, 6),))
    assert asked_of_theirs(went_on, (), told=0.95) is None


@pytest.mark.parametrize(
    ("task", "text", "found"),
    [
        ("mail_send_draft", "where in the band does Elena's draft put her?", True),
        ("mail_send_draft", "send the draft to Elena, and tell me where it is", False),
        ("mail_send", "what about sending it to Elena?", False),
        ("mail_send", "mail to Elena. What do five hundred cost?", False),
        ("catch_up", "what was finally the cause of the wrong codes, and who explained it?", True),
        ("catch_up", "what is new?", False),
        ("product", "what can you do?", False),
    ],
)
def test_a_question_is_looked_for_whatever_order_it_is_hardly_read_as(task, text, found):
    looked = theirs(Said(task, 0.55, text, (), near=0.75), ())
    assert (looked is not None) == found


def test_what_the_figures_of_a_named_sheet_come_to_is_read_in_it():
    sheet = (
        Link(kind="file", start=28, end=32, things=(Thing(kind="file", name="Rota", id="r"),)),
    )
    taken = Said("page_read", 0.6, "how many hours are there in Rota altogether?", ())
    found = asked_of_theirs(taken, sheet, told=1.0)
    assert found is not None
    assert found.task == "sheet_read"


def test_a_few_words_that_name_nobody_add_to_what_was_told():
    mail = Reference(kind="email", id="m1", label="Sites", ordinal=1, told=True)
    taken = Said("contact_find", 0.7, "And Oban's.", ())
    told = theirs(taken, (), ConversationContext(references=(mail,)))
    assert told is not None
    listed = mail.model_copy(update={"told": False})
    assert theirs(taken, (), ConversationContext(references=(listed,))) is None


def test_what_begins_with_and_goes_on_from_what_was_shown():
    context = shown(("event", "e1", 1))
    for text in ("and who had to pay after the last time", "And how long may my answers be?"):
        assert theirs(Said("other", 0.96, text, ()), (), context) is not None
    assert theirs(Said("other", 0.96, "who won the world cup?", ()), (), context) is None


def channel(text, name="marketing"):
    thing = Thing(kind="channel", name=name, id=f"C-{name}")
    start = text.index(name)
    return (Link(kind="channel", start=start, end=start + len(name), things=(thing,)),)


def marked(task, text, *spans, sure=0.9):
    at = ((kind, words, text.index(words)) for kind, words in spans)
    return Said(
        task, sure, text, tuple(Span(k, w, start, start + len(w)) for k, w, start in at), near=sure
    )


MAIL = shown(("email", "m1", 0))


@pytest.mark.parametrize(
    ("said", "context"),
    [
        (Said("other", 0.9, "who is to sign?", ()), MAIL),
        (Said("product", 0.9, "what's the holdup there", ()), MAIL),
        (Said("contact_find", 0.3, "which one of them has signed", (), near=0.4), MAIL),
        (Said("mail_search", 0.9, "and what's he offering Ann?", ()), MAIL),
        (Said("mail_read", 0.9, "what did she want from him?", ()), shown(("message", "a/1", 1))),
        (Said("sheet_read", 0.9, "is any of them in sales?", ()), shown(("contact", "c", 1))),
        (Said("cal_list", 0.99, "and on the way back?", ()), MAIL),
        (Said("cal_list", 1, "and back, what time?", ()), MAIL),
        (Said("cal_list", 0.9, "by when?", ()), MAIL),
        (Said("cal_list", 0.6, "what seat do I have?", ()), MAIL),
        (Said("product", 0.9, "which system?", ()), MAIL),
        (Said("product", 0.9, "how much per night?", ()), MAIL),
        (Said("product", 0.9, "and until when", ()), MAIL),
        (marked("contact_find", "which coach?", ("person", "coach")), MAIL),
        (marked("contact_find", "which coach is that in", ("person", "coach")), MAIL),
        (Said("other", 0.9, "what was the score again?", ()), shown(("message", "a/1", 1))),
        (Said("other", 0.9, "who won the final?", ()), shown(("message", "a/1", 1))),
        (
            Said("cal_list", 0.6, "which seat is it?", (), near=0.6),
            shown(("email", "m", 1), ("event", "e", 2)),
        ),
        (Said("catch_up", 0.7, "what about the return?", ()), MAIL),
        (Said("contact_find", 0.85, "and the contract?", (), near=0.9), MAIL),
        (Said("cal_list", 0.7, "and when does it end?", ()), MAIL),
        (Said("contact_find", 0.94, "which of these does the Harbour contract say?", ()),
         shown(("email", "m", 1), said="The harbour contract says which, 4415 or 4416.")),
        (Said("cal_list", 0.99, "who else comes", ()), shown(("event", "e", 1))),
        (Said("cal_list", 0.99, "from when until when is it?", ()), shown(("event", "e", 1))),
        (Said("mail_unanswered", 0.5, "And Ann's open question was?", ()), MAIL),
        (Said("mail_search", 0.6, "And where did the fee come?", ()), MAIL),
        (Said("cal_list", 0.8, "when do they come", ()), MAIL),
        (Said("unprepared", 0.9, "what should I bring", ()), MAIL),
    ],
)  # fmt: skip
def test_a_question_that_goes_on_from_what_was_shown_is_looked_for_there(said, context):
    found = theirs(said, (), context)
    assert found is not None
    assert found.task == "find"


@pytest.mark.parametrize(
    ("said", "context"),
    [
        (Said("other", 0.9, "who won the world cup?", ()), MAIL),
        (Said("other", 0.9, "sign it", ()), MAIL),
        (marked("contact_find", "what's his number", ("which", "his number"), sure=0.6), MAIL),
        (marked("contact_find", "what number is there for him", ("person", "him")), MAIL),
        (Said("unprepared", 0.9, "what should I bring", ()), shown(("event", "e", 1))),
        (Said("mail_archive", 0.3, "can that one go?", (), near=0.4), MAIL),
        (Said("mail_search", 0.9, "what's new from Ann?", ()), MAIL),
        (marked("mail_search", "what did he write last week", ("time", "last week")), MAIL),
        (Said("sheet_read", 0.9, "is any of them in sales?", ()), shown(("sheet", "s", 0))),
        (Said("page_find", 0.7, "and who wrote that page", ()), shown(("page", "p", 0))),
        (Said("cal_list", 0.5, "and on the way back?", (), near=0.7), shown(("event", "e", 1))),
        (Said("cal_list", 0.5, "and on the way back?", (), near=0.7), shown()),
        (marked("cal_list", "and on Friday?", ("time", "Friday"), sure=0.6), MAIL),
        (Said("slack_read", 0.9, "what's new there?", ()), shown(("message", "a/1", 1))),
        (Said("slack_unread", 0.99, "and what's new?", ()), MAIL),
        (Said("cal_list", 0.99, "and which meetings?", ()), MAIL),
        (Said("cal_list", 0.99, "what next?", ()), MAIL),
        (Said("cal_list", 0.99, "what's on?", ()), MAIL),
        (Said("cal_list", 0.99, "which room is that in?", ()), shown(("event", "e", 1))),
        (marked("contact_find", "who is Ann?", ("person", "Ann")), MAIL),
        (Said("other", 0.9, "tell a joke", ()), shown(("message", "a/1", 1))),
        (marked("slack_read", "who is in #ops", ("channel", "#ops")), shown(("message", "a/1", 1))),
    ],
)
def test_orders_changes_and_what_is_asked_anew_are_not(said, context):
    assert theirs(said, (), context) is None


@pytest.mark.parametrize(
    ("task", "text"),
    [
        ("slack_search", "who volunteered for the review in marketing"),
        ("slack_summary", "what did we choose for the brochure cover in marketing?"),
    ],
)
def test_what_is_asked_of_a_channel_by_its_name_is_looked_for_in_it(task, text):
    found = theirs(Said(task, 0.9, text, ()), channel(text))
    assert found is not None


@pytest.mark.parametrize(
    ("task", "text"),
    [
        ("slack_read", "what's new in marketing?"),
        ("slack_unread", "is there anything about the brochure cover in marketing I missed?"),
        ("slack_read", "show me marketing and the brochure cover"),
    ],
)
def test_a_whole_channel_stays_a_whole_channel(task, text):
    assert theirs(Said(task, 0.9, text, ()), channel(text)) is None


@pytest.mark.parametrize(
    ("text", "sure", "found"),
    [
        ("in marketing there was a talk on the cover. What do we print now?", 0.4, "find"),
        ("They speak of a fair in marketing. How many persons are going?", 0.4, "find"),
        ("is there a channel beside marketing for the cover and the brochure?", 0.99, None),
        ("how many people print in marketing", 0.99, None),
    ],
)
def test_a_talk_that_is_told_of_is_no_list_of_channels(text, sure, found):
    topics = [("topic", "cover")] if "cover" in text else []
    taken = theirs(marked("slack_channels", text, *topics, sure=sure), channel(text))
    assert (taken and taken.task) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("who was it that said they are up for climbing trips on slack", "find"),
        ("who mentioned the plants on slack?", None),
        ("find the slack message on the plants in the kitchen", None),
    ],
)
def test_who_said_something_is_answered_by_the_talk_and_not_by_one_word_of_it(text, found):
    taken = theirs(Said("slack_search", 0.98, text, ()), ())
    assert (taken and taken.task) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("how early must she say so? It should be somewhere in our pages.", True),
        ("what hours do we keep? must be in the wiki somewhere", True),
        ("How fast do we answer? I think it's written down in one of our pages.", True),
        ("How much notice is it? There ought to be something in our documents.", True),
        ("how early must she say so?", False),
        ("what is in the wiki?", False),
        ("which pages are there in our wiki?", False),
    ],
)
def test_what_a_page_is_said_to_tell_is_looked_for_in_the_pages(text, found):
    taken = theirs(Said("product", 0.4, text, ()), ())
    assert (taken is not None and taken.task == "page_find") == found


def test_places_are_those_linked_or_else_the_channels_that_were_marked():
    text = "who asked in marketing and in #ops"
    assert places_named(Said("find", 1, text, ()), channel(text)) == [
        {"kind": "channel", "id": "C-marketing"}
    ]
    said = marked("find", text, ("channel", "#ops"))
    assert places_named(said, ()) == [{"kind": "channel", "id": "#ops"}]
    assert without_places(said, channel(text)) == "who asked in and in"


def test_what_was_talked_about_last_is_looked_in_before_what_was_listed():
    listed = (("email", "m1", 1), ("email", "m2", 2))
    assert places_shown(shown(*listed)) == [
        {"kind": "email", "id": "m1"},
        {"kind": "email", "id": "m2"},
    ]
    assert places_shown(shown(("email", "m2", 0), *listed)) == [{"kind": "email", "id": "m2"}]


def test_a_message_alone_is_looked_at_before_its_channel_and_of_several_the_channel():
    channel = {"kind": "channel", "id": "ops"}
    alone = {"kind": "message", "id": "ops/1"}
    assert places_shown(shown(("message", "ops/1", 1))) == [alone, channel]
    several = shown(("message", "ops/1", 1), ("message", "ops/2", 2))
    assert places_shown(several) == [channel]
    first, second = several.references
    told = (first.model_copy(update={"told": True}), second)
    assert places_shown(several.model_copy(update={"references": told})) == [alone, channel]


@pytest.mark.parametrize(
    ("text", "who", "found"),
    [
        ("what did Ann ask for", "Ann", "Ann"),
        ("what is he giving Ann", "Ann", ""),
        ("what would she want", "she", ""),
        ("Ann wrote in ops how many there are. How many was it", "Ann", "Ann"),
        ("Ann has just posted the figures, how many", "Ann", "Ann"),
        ("what was Ann's post about the fair", "Ann", "Ann"),
        ("according to Ann, how many are there", "Ann", "Ann"),
        ("what did they write Ann yesterday", "Ann", ""),
        ("who told Ann", "Ann", ""),
        ("What's Grace wanting in finance now?", "Grace", "Grace"),
        ("Tom's idea for the price", "Tom's", "Tom"),
    ],
)
def test_who_is_asked_after_stands_where_whoever_did_it_does(text, who, found):
    assert asked_after(marked("find", text, ("person", who))) == found


@pytest.mark.parametrize(
    ("text", "task", "found"),
    [
        ("which option did Ann pick with Bo for the desks?", "cal_slots", "find"),
        ("who chose option B, Ann?", "cal_slots", "find"),
        ("which slots did we find for Ann?", "cal_slots", None),
        ("when did Ann have time?", "cal_slots", None),
        ("was Ann free on Monday?", "cal_availability", None),
        ("which day suits Ann and Bo?", "cal_slots", None),
        ("book what Ann and I had", "cal_slots", None),
    ],
)
def test_what_somebody_did_is_no_question_for_free_time(text, task, found):
    taken = theirs(marked(task, text, ("person", "Ann")), ())
    assert (taken and taken.task) == found


@pytest.mark.parametrize(
    ("text", "task", "sure", "found"),
    [
        ("I was away. Did their boss sign the offer?", "mail_delivery", 0.36, "find"),
        ("Did the boss get my mail?", "mail_delivery", 0.36, None),
        ("Something odd came from a Shoe Shop. What do they want?", "mail_read", 0.84, "find"),
        ("Something odd came from a Shoe Shop. Any new mails?", "mail_read", 0.84, None),
    ],
)
def test_what_mail_tells_is_looked_for_where_nothing_says_which_mail(text, task, sure, found):
    taken = theirs(Said(task, sure, text, (), near=0.9), ())
    assert (taken and taken.task) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("What does Ann say about the fair on Slack?", "find"),
        ("what has Ann posted on slack about the fair", "find"),
        ("who is Ann on Slack?", None),
        ("what time zone is Ann in?", None),
    ],
)
def test_what_a_member_of_the_team_said_is_not_who_they_are(text, found):
    sure = 0.6 if found else 0.99
    taken = theirs(marked("slack_user", text, ("person", "Ann"), sure=sure), ())
    assert (taken and taken.task) == found


def test_what_a_field_of_a_member_says_is_who_they_are():
    told = (("person", "Ann"), ("field", "status"))
    said = marked("slack_user", "What does Ann's status say?", *told, sure=0.99)
    assert theirs(said, ()) is None


@pytest.mark.parametrize(
    ("text", "task", "found"),
    [
        ("who sent that", "mail_search", True),
        ("has anybody replied to it?", "mail_unanswered", True),
        ("when does this run out?", "product", True),
        ("star it", "mail_star", False),
        ("did it arrive?", "mail_delivery", False),
        ("which mails came after the one on Monday?", "mail_search", False),
    ],
)
def test_what_is_asked_of_the_one_mail_just_shown_is_looked_for_in_it(text, task, found):
    named = text.find("Ann")
    spans = (Span("person", "Ann", named, named + 3),) if named >= 0 else ()
    said = Said(task, 0.97, text, spans)
    assert (theirs(said, (), shown(("email", "m1", 0))) is not None) == found
    if task.startswith("mail"):
        assert theirs(said, (), shown(("email", "m1", 1), ("email", "m2", 2))) is None


@pytest.mark.parametrize(
    ("task", "sure", "text", "found"),
    [
        (
            "mail_read",
            0.5,
            "A mail came from some Lake Bank. I distrust it. What does it say?",
            "find",
        ),
        (
            "page_find",
            0.6,
            "Something came in about a deed. Who is it from and is it real?",
            "find",
        ),
        (
            "page_read",
            0.3,
            "Ann pesters me about orders without a code. List me the numbers.",
            "find",
        ),
        ("page_find", 0.9, "have we got a page for the deed?", None),
    ],
)
def test_what_is_said_to_be_there_is_looked_for_and_no_order(task, sure, text, found):
    taken = theirs(Said(task, sure, text, ()))
    assert (taken and taken.task) == found
