"""Whoever only is spoken of, or left out, is nobody that a message goes to."""

import pytest

from shared.understanding.marking import Span
from shared.understanding.recipients import with_parts
from shared.understanding.revision import Party
from shared.understanding.said import Said


def said(task, text, *named):
    """Return a command in which names, as (kind, words), are marked."""
    spans = tuple(
        Span(kind, words, text.index(words), text.index(words) + len(words))
        for kind, words in named
    )
    return Said(task, 1.0, text, spans)


def parties(text, **told):
    """Return the parts of some names in a text."""
    return [
        Party(part, name, text.index(name), text.index(name) + len(name))
        for name, part in told.items()
    ]


@pytest.mark.parametrize(
    ("task", "told", "kinds"),
    [
        ("mail_send", {"Ann": "to", "Bo": "not"}, {"Ann": "person"}),
        ("mail_send", {"Ann": "to", "Bo": "said"}, {"Ann": "person"}),
        ("mail_send", {"Ann": "to", "Bo": "copy"}, {"Ann": "person", "Bo": "copied"}),
        ("mail_send", {"Ann": "said", "Bo": "said"}, {"Ann": "person", "Bo": "person"}),
        ("mail_reply", {"Ann": "of", "Bo": "to"}, {"Ann": "person", "Bo": "person"}),
        ("cal_create", {"Ann": "to", "Bo": "copy"}, {"Ann": "person", "Bo": "person"}),
        ("mail_send", {}, {"Ann": "person", "Bo": "person"}),
    ],
)
def test_people_are_those_it_goes_to(task, told, kinds):
    text = "mail Ann about the roof, Bo and so on"
    command = said(task, text, ("person", "Ann"), ("topic", "the roof"), ("person", "Bo"))

    found = with_parts(command, parties(text, **told))

    assert {one.text: one.kind for one in found.spans if one.kind != "topic"} == kinds
    assert found.has("topic")


def test_a_name_with_two_parts_stays():
    text = "mail Ann Lee"
    command = said("mail_send", text, ("person", "Ann Lee"))

    assert with_parts(command, parties(text, Ann="not", Lee="to")).has("person")


def test_an_answer_is_about_the_mail_of_whoever_a_pronoun_may_be():
    text = "Sarah asks who is in for Carlos. Answer her that Bo is"
    command = said("mail_reply", text, ("person", "Sarah"), ("person", "Carlos"))

    told = parties(text, Sarah="of", Carlos="of", her="to")
    assert with_parts(command, told).all("person") == ("Sarah",)
    theirs = parties(text, Sarah="of", Carlos="of")
    assert with_parts(command, theirs).all("person") == ("Sarah", "Carlos")


def test_how_somebody_is_left_out_is_not_said():
    text = "answer her, Bo needn't know it: yes, at 5: fine"
    command = said(
        "mail_reply", text, ("person", "Bo"), ("body", "needn't know it: yes, at 5: fine")
    )

    assert with_parts(command, parties(text, Bo="not")).all("body") == ("yes, at 5: fine",)
    assert with_parts(command, parties(text, Bo="said")).one("body").startswith("needn't")
    within = said("mail_reply", text, ("body", "Bo needn't know it: yes, at 5: fine"))
    assert with_parts(within, parties(text, Bo="not")).all("body") == ("yes, at 5: fine",)


def test_a_mail_is_passed_on_to_whom_it_goes_and_not_to_who_wrote_it():
    text = "Ann's offer for Bo's team goes on to Cy and Di, as Ed is away"
    command = said("mail_forward", text, *(("person", one) for one in ("Ann's", "Cy", "Di", "Ed")))

    told = parties(text, **{"Ann's": "to"}, Cy="to", Di="to", Ed="said")
    found = with_parts(command, told)
    assert (found.all("gets"), found.all("person")) == (("Cy", "Di"), ("Ann's",))


def test_whom_a_pronoun_is_passed_on_to_is_who_is_spoken_of_before_it():
    text = "Al wrote about the room, Bea frets about it. Forward Al's mail to her"
    command = said("mail_forward", text, ("person", "Al"), ("person", "Bea"), ("person", "her"))

    told = parties(text, Al="of", Bea="said", her="to")
    assert with_parts(command, told).all("gets") == ("Bea",)


def test_somebody_who_is_not_marked_gets_it_all_the_same():
    text = "kindly tell the finance people that we come"
    command = said("mail_send", text, ("body", "we come"))

    told = parties(text, **{"the finance people": "to", "we": "to"})
    assert with_parts(command, told).all("person") == ("the finance people",)


@pytest.mark.parametrize(
    ("text", "who", "task"),
    [
        ("Ann has written about it. Let her know we come", {"Ann": "of", "her": "to"}, "reply"),
        ("Carlos has written about it. Let her know", {"Carlos": "of", "her": "to"}, "send"),
        ("Ann's offer, do send it on to Bo", {"Ann's": "of", "Bo": "to"}, "forward"),
        ("about Ann's offer, write to Bo", {"Ann's": "of", "Bo": "to"}, "send"),
    ],
)
def test_a_mail_that_is_told_of_is_answered_or_passed_on(text, who, task):
    command = said("mail_send", text, *(("person", one) for one in who))

    assert with_parts(command, parties(text, **who)).task == f"mail_{task}"


def test_what_is_said_begins_with_whom_it_tells_of():
    text = "let him know that Aiko and Paul shall have access"
    named = (("person", one) for one in ("him", "Aiko", "Paul"))
    command = said("mail_reply", text, *named, ("body", "have access"))

    found = with_parts(command, parties(text, him="to", Aiko="said", Paul="copy"))
    assert found.all("body") == ("Aiko and Paul shall have access",)
    assert found.all("person", "copied") == ("him",)
    assert with_parts(command, parties(text, Aiko="to")).one("body") == "have access"


def test_copies_are_of_something_and_blind_ones_stay_so():
    text = "mail Ann, cc Bo, bcc Cy"
    command = said("mail_send", text, *(("person", one) for one in ("Ann", "Bo", "Cy")))

    found = with_parts(command, parties(text, Ann="copy", Bo="copy", Cy="copy"))
    assert (found.all("person"), found.all("copied")) == (("Ann", "Cy"), ("Bo",))


def test_whoever_is_told_by_what_they_are_gets_nothing_beside_somebody_named():
    text = "Pass Ida's note to the managers on the roof on to Omar"
    names = (("person", "Ida's"), ("person", "the managers"), ("person", "Omar"))
    told = {"Ida's": "of", "the managers": "to", "Omar": "to"}
    found = with_parts(said("mail_forward", text, *names), parties(text, **told))

    assert [one.text for one in found.spans if one.kind == "gets"] == ["Omar"]


@pytest.mark.parametrize(("first", "named"), [(True, ("Ann", "her")), (False, ("her",))])
def test_who_was_not_answered_yet_is_answered_where_nothing_was_shown(first, named):
    text = "I never wrote back to Ann. Tell her it suits us"
    command = said(
        "mail_reply", text, ("person", "Ann"), ("person", "her"), ("body", "it suits us")
    )

    found = with_parts(command, parties(text, Ann="not", her="to"), first=first)

    assert found.all("person") == named


def test_words_to_be_said_begin_with_whom_they_tell_of():
    text = "write back: Ann runs the yard"
    command = said("mail_reply", text, ("person", "Ann"), ("body", "runs the yard"))

    found = with_parts(command, parties(text, Ann="said"))

    assert [(one.kind, one.text) for one in found.spans] == [("body", "Ann runs the yard")]


@pytest.mark.parametrize(
    ("text", "body", "told", "said_then"),
    [
        (
            "about that list for her club tell her it's done",
            "list for her club tell her it's done",
            ("to", " her it's"),
            "it's done",
        ),
        (
            "tell Bo that she asked her",
            "that she asked her",
            ("said", " her"),
            "that she asked her",
        ),
    ],
)
def test_words_to_be_said_begin_behind_an_order_that_is_marked_with_them(
    text, body, told, said_then
):
    part, words = told
    at = text.index(words) + len(words) - len(words.lstrip())
    name = words.strip().removesuffix(" it's")
    party = Party(part, name, at, at + len(name))

    found = with_parts(said("slack_dm", text, ("body", body)), [party])

    assert found.one("body") == said_then


def test_what_is_passed_on_to_a_pronoun_is_for_nobody_who_cannot_be_it():
    text = "Carlos wants me and Nina. Pass his mail on to her"
    command = said(
        "mail_forward", text, ("person", "Carlos"), ("person", "Nina"), ("person", "her")
    )
    marked = parties(text, Carlos="to", Nina="said", her="to")

    found = with_parts(command, marked)

    gets = [one.text for one in found.spans if one.kind not in {"person", "organisation"}]
    assert gets == ["Nina"]


@pytest.mark.parametrize(
    ("text", "gets"),
    [
        ("please message Bo, not in front of all the rest. Thank him", ("Bo",)),
        ("don't message Bo, thank him", ()),
    ],
)
def test_who_is_ordered_to_be_written_to_gets_it(text, gets):
    command = said("slack_dm", text, ("person", "Bo"))

    assert with_parts(command, parties(text, Bo="not", him="said")).all("person") == gets


@pytest.mark.parametrize(
    ("text", "topic", "body", "words"),
    [
        ("reply that the new plan is late", "new plan", "is late", "the new plan is late"),
        ("reply to that on the plan saying yes", "plan", "yes", "yes"),
    ],
)
def test_what_is_said_begins_with_what_it_tells_of(text, topic, body, words):
    command = said("mail_reply", text, ("topic", topic), ("body", body))

    assert with_parts(command, ()).one("body") == words


@pytest.mark.parametrize(
    ("text", "bodies"),
    [
        ("mail Bo we come. Ann to be kept in cc", ["we come", "to be kept in cc"]),
        ("mail Bo we come. Ann should be in the loop", ["we come", "should be in the loop"]),
    ],
)
def test_that_somebody_is_to_be_in_copy_is_not_said(text, bodies):
    words = (("body", one) for one in bodies)
    command = said("mail_send", text, ("person", "Bo"), ("person", "Ann"), *words)

    found = with_parts(command, parties(text, Bo="to", Ann="not"))
    assert (found.all("body"), found.all("copied")) == (("we come",), ("Ann",))
