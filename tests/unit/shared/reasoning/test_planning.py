"""From a command to calls: as one of its agent's tasks, with what a question was answered."""

from dataclasses import replace

import pytest

from shared.models.reasoning import Clarified, Earlier
from shared.reasoning.embedded.planning.command import AGENT_OF, FRAMES, plan_command
from shared.reasoning.embedded.planning.command import planned as planned_as
from shared.reasoning.embedded.planning.which import TASK
from shared.understanding.tasks import CHANGING, IN_WORDS
from tests.support.marked import plain, request, said
from tests.support.readings import ReadBefore

MAIL = "mail {person:tom@x.org} {body:hello}"


def planned(agent, command, lines, **more):
    asked = request(agent, command)
    if more:
        asked = asked.model_copy(update={"context": asked.context.model_copy(update=more)})
    return plan_command(asked, ReadBefore(lines))


def test_every_task_has_a_frame_an_agent_and_a_name():
    assert set(AGENT_OF) == set(IN_WORDS) == {task for f in FRAMES.values() for task in f}
    assert set(IN_WORDS) > CHANGING


def test_a_command_is_done_as_the_task_it_is_read_as():
    plan = planned("email", "mail tom@x.org hello", {MAIL: ("mail_send", 0.9)})

    assert [step.tool for step in plan.steps] == ["gmail_send_email"]


def test_an_agent_that_takes_anything_does_the_tasks_of_all():
    plan = planned("action", "mail tom@x.org hello", {MAIL: ("mail_send", 0.9)})

    assert [step.tool for step in plan.steps] == ["gmail_send_email"]


def test_a_task_of_another_agent_is_not_done():
    plan = planned("slack", "mail tom@x.org hello", {MAIL: ("mail_send", 0.9)})

    assert plan.steps == ()
    assert plan.cannot


@pytest.mark.parametrize(
    ("sure", "task", "done"), [(0.01, "mail_send", False), (0.55, "mail_send", True)]
)
def test_what_changes_something_has_to_be_likely(sure, task, done):
    plan = planned("email", "mail tom@x.org hello", {MAIL: (task, sure)})

    assert bool(plan.steps) is done
    assert done or [one.label for one in plan.options] == ["Send a mail"]


def which(*shares):
    return replace(said("mail_draft", MAIL, sure=shares[0][1]), tasks=shares)


def test_of_a_command_that_may_be_several_the_likeliest_are_offered_in_words():
    shares = (("mail_draft", 0.4), ("remind", 0.2), ("mail_send", 0.04), ("mail_reply", 0.02))
    asked = request("email", "mail tom@x.org hello")

    plan = planned_as(which(*shares), asked)

    assert (plan.steps, plan.lacks) == ((), TASK)
    assert [one.label for one in plan.options] == ["Keep a draft", "Send a mail"]
    assert [one.value for one in plan.options] == ["mail_draft", "mail_send"]


def test_at_most_three_are_offered():
    shares = tuple((f"mail_{one}", 0.2) for one in ("draft", "send", "reply", "forward"))

    assert len(planned_as(which(*shares), request("email", "mail tom")).options) == 3


@pytest.mark.parametrize("answer", ["Send a mail", "Keep a draft"])
def test_what_was_chosen_is_done_with_what_was_said(answer):
    chosen = Clarified(question="Which?", answer=answer, lacks=TASK, listed=True)
    plan = planned("email", "mail tom@x.org hello", {MAIL: ("mail_send", 0.3)}, clarified=(chosen,))

    tool = "gmail_send_email" if answer == "Send a mail" else "gmail_create_draft"
    assert [step.tool for step in plan.steps] == [tool]
    assert "hello" in str(plan.steps[0].arguments).lower()


def test_a_mail_that_is_sent_or_kept_is_one_or_the_other_by_its_words():
    plan = planned_as(which(("mail_draft", 0.45), ("mail_send", 0.4)), request("email", MAIL))

    assert [step.tool for step in plan.steps] == ["gmail_send_email"]


def test_what_is_lacking_is_asked_for_before_it_is_clear_what_is_to_be_done():
    asked = request("email", "archive it")
    near = replace(said("mail_archive", "archive it", sure=0.4), near=0.9)

    assert planned_as(near, asked).lacks not in {"", TASK}
    told = replace(said("mail_archive", "archive {topic:the budget}", sure=0.4), near=0.9)
    assert planned_as(told, asked).lacks == TASK
    far = replace(near, near=0.4)
    assert planned_as(far, asked).lacks == TASK


@pytest.mark.parametrize(("sure", "tools"), [(0.25, ["slack_post_message"]), (0.15, [])])
def test_what_is_shown_before_it_is_done_is_its_own_question(sure, tools):
    far = replace(said("slack_post", "post {body:hi} in {channel:#ops}", sure=sure), near=sure)

    plan = planned_as(far, request("slack", "post hi in #ops"))

    assert [one.tool for one in plan.steps] == tools
    assert plan.lacks == ("" if tools else TASK)


def test_the_same_is_what_a_command_before_was_to_say():
    lines = {
        "tell {person:Bo} the same on slack": ("slack_dm", 0.9),
        "mail {person:Ann} {body:we won}": ("mail_send", 0.9),
    }
    before = Earlier(agent="email", command="mail Ann we won", success=True, text="")
    asked = request("slack", "tell Bo the same on slack", earlier=(before,))

    plan = plan_command(asked, ReadBefore(lines))

    assert plan.steps[-1].arguments["text"] == "We won"


def test_what_only_reads_may_be_less_likely():
    asked = request("email", "mails of Tom")

    assert planned_as(said("mail_search", "mails of {person:Tom}", sure=0.3), asked).steps
    assert not planned_as(said("mail_star", "star {person:Tom}'s", sure=0.3), asked).steps


def test_what_an_earlier_command_of_the_message_is_about_is_meant_by_it():
    lines = {
        "mark the mail on {topic:the course} as read": ("mail_mark_read", 0.9),
        "put in {duration:an hour} for it {time:friday at 3pm}": ("cal_create", 0.9),
    }
    first = "mark the mail on the course as read"
    done = Earlier(agent="email", command=first, success=True, text="Done.")
    asked = request("calendar", "put in an hour for it friday at 3pm", earlier=(done,))

    (made,) = plan_command(asked, ReadBefore(lines)).steps

    assert made.arguments["title"] == "Course"


def test_who_an_earlier_command_of_the_message_names_is_meant_by_a_pronoun():
    lines = {
        "answer {person:Ann's} mail": ("mail_reply", 0.9),
        "mail {person:her} {body:hello}": ("mail_send", 0.9),
    }
    done = Earlier(agent="email", command="answer Ann's mail", success=True, text="Sent.")

    plan = plan_command(request("email", "mail her hello", earlier=(done,)), ReadBefore(lines))

    assert plan.steps[0].arguments["name"] == "Ann"


def test_a_time_of_day_is_on_the_day_of_the_command_before():
    lines = {
        "{duration:an hour} with {person:Tom} {time:next tuesday at 10}": ("cal_create", 0.9),
        "{duration:half an hour} with {person:Ann} {time:at 11}": ("cal_create", 0.9),
        "{duration:half an hour} with {person:Ann} {time:friday at 11}": ("cal_create", 0.9),
    }
    first = Earlier(
        agent="calendar", command="an hour with Tom next tuesday at 10", success=True, text="Done."
    )

    def starts(command, *earlier):
        asked = request("calendar", command, earlier=earlier)
        return plan_command(asked, ReadBefore(lines)).steps[-1].arguments["start"]

    assert starts("half an hour with Ann at 11", first) == "2026-12-01T11:00"
    assert starts("half an hour with Ann friday at 11", first) == "2026-11-27T11:00"
    assert starts("half an hour with Ann at 11") == "2026-11-26T11:00"


def test_a_pronoun_stays_where_the_commands_before_name_nobody_or_several():
    lines = {
        "answer {person:Ann's} mail to {person:Bob}": ("mail_reply", 0.9),
        "unread mail": ("mail_search", 0.9),
        "mail {person:her} {body:hello}": ("mail_send", 0.9),
    }

    for command in ("answer Ann's mail to Bob", "unread mail"):
        done = Earlier(agent="email", command=command, success=True, text="Done.")
        plan = plan_command(request("email", "mail her hello", earlier=(done,)), ReadBefore(lines))
        assert not {"Ann", "Bob"} & {step.arguments.get("name") for step in plan.steps}


def test_a_task_that_nobody_does_is_not_planned():
    plan = planned_as(said("smalltalk", "how are you"), request("email", "how are you"))

    assert plan.steps == ()
    assert "other words" in plan.cannot


def test_what_is_missing_is_a_question_and_its_answer_is_planned_with():
    lines = {"mail {person:tom@x.org}": ("mail_send", 0.9)}
    asked = planned("email", "mail tom@x.org", lines)

    assert (asked.steps, asked.lacks) == ((), "body")

    told = Clarified(question=asked.cannot, answer="see you at 5", lacks="body")
    plan = planned("email", "mail tom@x.org", lines, clarified=(told,))

    assert plan.steps[0].arguments["body"].startswith("Hello,\n\nSee you at 5.")


def test_what_the_reader_sees_in_an_answer_is_taken_but_for_what_points_at_the_question():
    lines = {
        "mail {person:tom@x.org}": ("mail_send", 0.9),
        "{which:the first}, {body:see you at 5}": ("mail_send", 0.9),
    }
    told = Clarified(question="What?", answer="the first, see you at 5", lacks="body")

    plan = planned("email", "mail tom@x.org", lines, clarified=(told,))

    assert plan.steps[0].arguments["body"].startswith("Hello,\n\nSee you at 5.")


@pytest.mark.parametrize(
    ("answer", "read"),
    [
        ("we need two of them, no more", "we need {count:two} of {body:them, no more}"),
        ("Just say that we need two", "Just say that {body:we need two}"),
    ],
)
def test_an_answer_is_all_to_be_said_but_for_what_leads_to_it(answer, read):
    lines = {"mail {person:tom@x.org}": ("mail_send", 0.9), read: ("mail_send", 0.9)}
    told = Clarified(question="What?", answer=answer, lacks="body")
    body = planned("email", "mail tom@x.org", lines, clarified=(told,)).steps[0].arguments["body"]

    assert body.startswith("Hello,\n\nWe need two")


@pytest.mark.parametrize(
    ("answer", "title", "wish"),
    [
        ("{duration:half an hour} will do", "Meeting with tom@x.org", True),
        ("oh, and it's in {place:Room Tyne}", "Meeting with tom@x.org", True),
        ("90 minutes, by the way", "Meeting with tom@x.org", True),
        ("call it {topic:Rough cut}", "Rough cut", False),
    ],
)
def test_an_answer_that_says_more_of_a_command_leaves_open_what_was_asked(answer, title, wish):
    words = plain(answer)[0]
    lines = {
        "meet {person:tom@x.org}": ("cal_create", 0.9),
        answer: ("cal_create", 0.9),
        "{time:tomorrow at 3}": ("cal_create", 0.9),
    }
    asked = planned("calendar", "meet tom@x.org", lines)
    more = Clarified(question=asked.cannot, answer=words, lacks="time")
    again = planned("calendar", "meet tom@x.org", lines, clarified=(more,))
    third = planned("calendar", "meet tom@x.org", lines, clarified=(more, more))
    timed = Clarified(question=again.cannot, answer="tomorrow at 3", lacks="time")
    plan = planned("calendar", "meet tom@x.org", lines, clarified=(more, timed))

    assert (asked.lacks, again.lacks) == ("time", "time")
    assert again.cannot == third.cannot == f"Noted. {asked.cannot}"
    assert plan.steps[-1].arguments["title"] == title
    assert plan.steps[-1].arguments["start"].endswith("T15:00")
    assert plan.steps[-1].wish == (words if wish else "")


@pytest.mark.parametrize(
    ("answer", "body"),
    [
        ("{person:Tom} {body:can't come}", "Tom can't come."),
        ("that {person:Tom} knows: {body:we won}", "We won."),
    ],
)
def test_what_is_to_be_said_begins_with_the_name_that_an_answer_begins_with(answer, body):
    lines = {"mail {person:tom@x.org}": ("mail_send", 0.9), answer: ("mail_send", 0.9)}
    told = Clarified(question="What?", answer=plain(answer)[0], lacks="body")

    plan = planned("email", "mail tom@x.org", lines, clarified=(told,))

    assert plan.steps[-1].arguments["body"].endswith(f"\n\n{body}")


def test_an_answer_to_another_question_adds_nothing():
    lines = {"mail {person:tom@x.org}": ("mail_send", 0.9)}
    told = Clarified(question="Which agent?", answer="mail", told=False)

    assert planned("email", "mail tom@x.org", lines, clarified=(told,)).lacks == "body"


@pytest.mark.parametrize(
    ("told", "refused"),
    [
        ("ring {person:Ann} and tell her {body:it is done}", True),
        ("Hey, can you give {person:Ann} a call and say {body:it is done}", True),
        ("tell {person:Ann} {body:to ring Bob}", False),
        ("message {person:Ann}: {body:call me}", False),
    ],
)
def test_nobody_is_rung(told, refused):
    plan = planned("email", plain(told)[0], {told: ("mail_send", 0.9)})
    assert ("phone calls" in plan.cannot) is refused


def test_impossible_dates_are_asked_about():
    text = "mail {person:tom@x.org} {body:come on February 30}"

    plan = planned("email", "mail tom@x.org come on February 30", {text: ("mail_send", 0.9)})

    assert "February" in plan.cannot
