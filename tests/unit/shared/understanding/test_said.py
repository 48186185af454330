"""A command in the light of what was said before it."""

import pytest

from shared.models.reasoning import ConversationContext, Exchange, Reference
from shared.understanding.followed import before_in, follow
from shared.understanding.reader import Reading
from shared.understanding.said import said_in
from tests.support.marked import plain, said
from tests.support.readings import ReadBefore

FREE = "am I free {time:tomorrow at 2}"
LINES = {FREE: ("cal_availability", 0.95), "and {time:at 3}": ("cal_create", 0.3)}
AFTER = {"and {time:at 3}": ("cal_availability", 0.9)}


def context(*texts, references=(), question=""):
    exchanges = tuple(
        Exchange(role="assistant" if at % 2 else "user", text=text) for at, text in enumerate(texts)
    )
    return ConversationContext(exchanges=exchanges, references=references, question=question)


def reference(ident, ordinal):
    return Reference(kind="mail", id=ident, label=ident, ordinal=ordinal)


@pytest.mark.parametrize(
    ("known", "answered"),
    [
        (context("hi"), "none"),
        (context("hi", "Done."), "done"),
        (context("hi", "Which one?"), "question"),
        (context("hi", "Say it.", question="Say it."), "question"),
        (context("hi", "Here.", references=(reference("a", 1), reference("b", 2))), "list"),
        (context("hi", "Here.", references=(reference("a", 1),)), "item"),
        (context("hi", "Here.", references=(reference("a", 0),)), "done"),
    ],
)
def test_what_answered_a_message_is_told_by_what_it_left(known, answered):
    before = before_in(known)

    assert before is not None
    assert (before.text, before.answered) == ("hi", answered)


@pytest.mark.parametrize(
    ("marked", "people"),
    [
        ("for {person:Ann}, an answer, it does not go out, only to {person:her}", ("Ann", "her")),
        ("to {person:Ann} a draft not sent yet, for {person:her}", ("Ann", "her")),
        ("answer {person:Ann}, it must not be long, and copy {person:Bo}", ("Ann", "Bo")),
        ("write to {person:Ann}, no, not to her, to {person:Bo}", ("Bo",)),
        ("write to {person:Ann}, I mean {person:Bo}", ("Bo",)),
        ("{person:Ann}: {body:lunch is not there, sorry}. {person:Bo} in copy", ("Ann", "Bo")),
    ],
)
def test_who_is_named_is_taken_back_by_a_correction_and_not_by_what_is_not_done(marked, people):
    text, spans = plain(marked)

    assert said_in(Reading(text, (("mail_draft", 1.0),), tuple(spans))).all("person") == people


def test_before_the_first_message_there_is_nothing():
    assert before_in(context()) is None


def test_a_message_that_needs_the_one_before_takes_over_what_it_does_not_say():
    reader = ReadBefore({FREE.replace("{time", "{person:Tom} {time"): ("cal_availability", 0.9)})
    reader = ReadBefore(
        {"is {person:Tom} free {time:at 2}": ("cal_availability", 0.9), **LINES}, AFTER
    )

    found = follow("and at 3", context("is Tom free at 2", "Yes."), reader)

    assert found.task == "cal_availability"
    assert (found.one("person"), found.one("time")) == ("Tom", "at 3")


def test_thanks_want_nothing_once_more():
    lines = {"is Tom free": ("cal_free", 0.95), "ok thanks": ("smalltalk", 0.9)}
    reader = ReadBefore(lines, after={"ok thanks": ("cal_free", 0.97)})

    found = follow("ok thanks", context("is Tom free", "Yes."), reader)

    assert (found.task, found.carried) == ("smalltalk", ())


def test_a_message_that_stands_alone_takes_over_nothing():
    reader = ReadBefore({"is {person:Tom} free": ("cal_availability", 0.9), FREE: LINES[FREE]})

    found = follow("am I free tomorrow at 2", context("is Tom free", "Yes."), reader)

    assert found.all("person") == ()


@pytest.mark.parametrize(
    ("before", "task", "marked", "carried"),
    [
        (
            "is {person:Al} free {time:at 2}",
            "cal_create",
            "a call with {person:him}",
            ["Al", "at 2"],
        ),
        ("what's on {time:friday}", "cal_cancel", "cancel the {time:3pm}", ["friday"]),
        ("what's on {time:friday}", "cal_update", "move it {newtime:up}", ["friday"]),
        ("what's on {time:friday}", "cal_cancel", "cancel {topic:the fair}", []),
        ("am I free {time:tomorrow at 2}", "cal_create", "book {topic:gym} {time:friday}", []),
    ],
)
def test_what_points_back_goes_on_from_another_task_of_the_calendar(before, task, marked, carried):
    asked = "cal_list" if before.startswith("what") else "cal_availability"
    reader = ReadBefore({before: (asked, 0.9), marked: (task, 0.9)}, {marked: (task, 0.9)})

    found = follow(plain(marked)[0], context(plain(before)[0], "Yes."), reader)

    assert [span.text for span in found.carried] == carried


def test_what_is_plain_by_itself_is_not_blurred_by_what_was_said_before():
    alone = {"open {which:the second one}": ("mail_read", 0.97)}
    blurred = {"open {which:the second one}": ("mail_unanswered", 0.4)}
    reader = ReadBefore({"who waits for me": ("mail_unanswered", 0.9), **alone}, blurred)

    found = follow("open the second one", context("who waits for me", "Three."), reader)

    assert (found.task, found.one("which")) == ("mail_read", "the second one")
    block = "block {time:9 to 12 that day}, call it {topic:Planning pages}"
    reader = ReadBefore(
        {"my day": ("cal_list", 0.9), block: ("cal_create", 0.8)}, {block: ("page_write", 0.59)}
    )
    assert follow(plain(block)[0], context("my day", "Nothing."), reader).task == "cal_create"


def test_after_another_task_nothing_is_taken_over():
    reader = ReadBefore({"mail {person:Tom}": ("mail_send", 0.9), **LINES}, AFTER)

    assert follow("and at 3", context("mail Tom", "Sent."), reader).all("person") == ()


def test_looking_on_takes_over_what_is_not_said_anew():
    reader = ReadBefore(
        {"mail from {person:Tom} about {topic:lunch}": ("mail_search", 0.9)},
        {"only from {person:Ann}": ("mail_search", 0.9)},
    )

    found = follow("only from Ann", context("mail from Tom about lunch", "Two."), reader)

    assert (found.all("person"), found.one("topic")) == (("Ann",), "lunch")


@pytest.mark.parametrize(
    ("marked", "body"),
    [
        ("and {person:Ann}", ""),
        ("the same for {person:Ann}", "hello"),
        ("and tell {person:Ann} {body:the same}", "the same"),
    ],
)
def test_words_are_said_again_only_where_the_same_is_asked_for(marked, body):
    after = {marked: ("mail_send", 0.9)}
    reader = ReadBefore({"mail {person:Tom} {body:hello}": ("mail_send", 0.9)}, after)

    found = follow(plain(marked)[0], context("mail Tom hello", "Sent."), reader)

    assert (found.one("body"), found.one("person")) == (body, "Ann")


@pytest.mark.parametrize(
    ("task", "marked", "file"),
    [
        ("sheet_set", "and set {field:Status} to {value:done}", "Budget"),
        ("sheet_set", "and set {field:Status} in {file:Plan}", "Plan"),
        ("page_write", "and write {body:hello}", ""),
    ],
)
def test_another_task_of_the_same_service_is_about_the_same_file(task, marked, file):
    reader = ReadBefore(
        {"read {file:Budget} for {time:may}": ("sheet_read", 0.9)}, {marked: (task, 0.9)}
    )

    found = follow(plain(marked)[0], context("read Budget for may", "Here."), reader)

    assert (found.one("file"), found.all("time")) == (file, ())


@pytest.mark.parametrize(
    ("marked", "spans"),
    [
        ("post in {channel:ops}, no, in {channel:dev}", ["dev"]),
        ("post in {channel:ops} and {channel:dev}", ["ops", "dev"]),
        ("post in {channel:ops}, I mean tell {person:Ann}", ["ops", "Ann"]),
        ("yes to {topic:the fair} and no to {topic:the ball}", ["the fair", "the ball"]),
        ("accept {topic:the fair} but no, {topic:the ball}", ["the fair", "the ball"]),
        ("accept {topic:the fair}, no, {topic:the ball}", ["the ball"]),
        ("lunch for {person:the three of us} with {person:Ann}", ["Ann"]),
        ("find {file:plan} in {file:our wiki}", ["plan"]),
        ("lunch with {person:Ann} and {person:two of}", ["Ann"]),
        ("{which:the second one} is done, drop {which:it}", ["the second one"]),
        ("drop {which:it} and {which:that}", ["it", "that"]),
        ("it's {newtime:3 30}, not {newtime:4}", ["3 30"]),
        ("it's at {newtime:3}, no, {newtime:4}", ["4"]),
        ("book {place:room} {topic:tyne}, {topic:empty states}", ["room tyne", "empty states"]),
        ("book {place:Hull} {topic:offsite}", ["Hull", "offsite"]),
        ("book {place:room}, {topic:offsite}", ["room", "offsite"]),
        ("{flag:starred} mail, not only the {flag:unread} ones", ["starred"]),
        ("mail from {person:Ann}, not just {flag:unread}", ["Ann"]),
        ("mail {person:Bo} and say {person:Ann} {body:is late}", ["Bo", "Ann is late"]),
        ("tell {person:Bo} {body:is late}", ["Bo", "is late"]),
        ("mail {person:Bo} and say to {person:Ann}: {body:I come}", ["Bo", "Ann", "I come"]),
        ("write it to {person:Bo} right away: {person:Ann} {body:is late}", ["Bo", "Ann is late"]),
        ("new message: {person:Bo} {body:is late}", ["Bo", "is late"]),
        ("dm {person:Bo}: {topic:Hull} {body:fitters, now}", ["Bo", "Hull fitters, now"]),
        ("mail {person:Bo} subject: {topic:Hull} {body:all set}", ["Bo", "Hull", "all set"]),
        ("{person:Ben from} IT asks", ["Ben"]),
    ],
)
def test_what_is_taken_back_only_counted_or_the_product_itself_is_left_out(marked, spans):
    text, found = plain(marked)

    settled = said_in(Reading(text, (("slack_post", 0.6), ("slack_dm", 0.3)), found))

    assert [span.text for span in settled.spans] == spans
    assert settled.near == pytest.approx(0.9)


@pytest.mark.parametrize(
    ("marked", "meant"),
    [
        ("post in {channel:ops}, no, in {channel:dev}", ["dev"]),
        ("post in {channel:ops} and {channel:dev}", ["ops", "dev"]),
        ("post in {channel:ops}, not in {channel:dev}", ["ops"]),
        ("post at {channel:ops}, not at {channel:dev}", ["ops"]),
        ("post it", ["old"]),
    ],
)
def test_the_last_one_that_holds_is_meant_with_what_is_joined_to_it(marked, meant):
    found = said("slack_post", marked, "in {channel:older} or {channel:old}")

    assert [span.text for span in found.meant("channel")] == meant


def test_words_between_two_places_may_take_back_what_stands_before():
    found = said("slack_post", "in {channel:ops}, no, in {channel:dev} and {channel:qa}")
    ops, dev, qa = found.spans

    assert found.corrects(ops.end, dev.start)
    assert not found.corrects(dev.end, qa.start)


def test_the_last_of_several_is_meant_and_what_stands_before_it_is_known():
    found = said("mail_send", "Mail {person:Tom}, no, cc {person:Tim} please")

    assert found.one("person") == "Tim"
    assert found.before(found.spans[1]) == "cc"
    assert found.says("please")
    assert not found.says("tom")


def test_an_answer_replaces_what_was_asked_for_and_keeps_the_rest():
    asked = said("mail_send", "mail {person:Tom} {body:hello}")

    told = asked.with_answer("body", said("mail_send", "{person:her} {body:good bye}").spans)

    assert (told.one("body"), told.one("person")) == ("good bye", "Tom")


PAGE = Reference(kind="page", id="p1", label="Visitors", ordinal=1)


def followed(line, read, references, after=()):
    """Return how a line is read after something was shown; `after` are further likely tasks."""

    class Torn(ReadBefore):
        def read(self, text, before=None, links=()):
            found = super().read(text, before, links)
            return Reading(text, (found.tasks[0], *after), found.spans) if before else found

    reader = Torn({"find it": ("page_find", 0.9), line: read})
    text = plain(line)[0]
    return follow(text, context("find it", "Here.", references=references), reader)


@pytest.mark.parametrize(
    ("line", "references", "task"),
    [
        ("read {which:it} to me", (PAGE,), "page_read"),
        ("what does it say", (PAGE.model_copy(update={"kind": "sheet"}),), "sheet_read"),
        ("read {which:it} to me", (PAGE, reference("m1", 1)), "mail_read"),
        ("read {which:it} to me", (), "mail_read"),
        ("read {topic:the offer} to me", (PAGE,), "mail_read"),
    ],
)
def test_what_is_to_be_read_is_what_was_shown(line, references, task):
    assert followed(line, ("mail_read", 0.9), references).task == task


def test_a_line_put_at_the_end_is_of_the_page_that_was_shown():
    read = followed("And put at the end: Ida is a star.", ("mail_star", 0.6), (PAGE,))

    assert read.task == "page_write"  # what is to be written is marked where that is planned


@pytest.mark.parametrize(
    ("sure", "share", "task"),
    [(0.4, 0.3, "sheet_set"), (0.4, 0.1, "contact_update"), (0.7, 0.3, "contact_update")],
)
def test_what_is_unclear_is_about_what_was_shown_if_it_well_may_be(sure, share, task):
    shown = (PAGE.model_copy(update={"kind": "sheet"}),)
    line = "the rent should be {value:900}"
    after = (("sheet_set", share),)
    assert followed(line, ("contact_update", sure), shown, after).task == task


@pytest.mark.parametrize(
    ("line", "sure", "task", "topics"),
    [
        ("nobody is back by then, push it back", 0.7, "cal_update", ()),
        ("nobody is back by then, so push", 0.7, "other", ()),
    ],
)
def test_what_is_about_nothing_of_theirs_may_be_about_what_was_shown(line, sure, task, topics):
    shown = (PAGE.model_copy(update={"kind": "event", "ordinal": 0}),)
    found = followed(line, ("other", sure), shown, (("cal_update", 0.08),))
    assert (found.task, found.all("topic")) == (task, topics)


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("what is on {time:thursday next week}", "and {time:friday}"),
        ("what is on {time:monday the week after next}", "{time:on tuesday}?"),
    ],
)
def test_a_weekday_alone_keeps_the_day_talked_about_beside_it(before, now):
    reader = ReadBefore({before: ("cal_list", 0.9), now: ("cal_list", 0.5)})
    found = follow(plain(now)[0], context(plain(before)[0], "Two."), reader)
    assert f"{{time:{found.one('time')}}}" in now
    assert [f"{{time:{one.text}}}" for one in found.carried] == [before.removeprefix("what is on ")]


@pytest.mark.parametrize(
    ("marked", "task", "flags"),
    [
        ("which mails have I starred", "mail_search", ("starred",)),
        ("do I have any archived", "mail_search", ("archived",)),
        ("star the mail", "mail_star", ()),
        ("what about the one from Bo", "mail_star", ()),
    ],
)
def test_asked_what_was_done_to_mail_it_is_looked_for(marked, task, flags):
    read = "mail_archive" if "archived" in marked else "mail_star"
    asks = task == "mail_search"
    found = said_in(Reading(marked, ((read, 0.9), ("mail_search", 0.05)), (), asks=asks))
    assert (found.task, found.all("flag"), found.sure) == (task, flags, 0.9)


def test_mails_wanted_for_what_is_attached_to_them_are_looked_for():
    several = Reading(
        "the mails Ann sent that had files with them", (("mail_attachment", 0.9),), ()
    )
    one = Reading("what files has Ann's mail", (("mail_attachment", 0.9),), ())

    assert (said_in(several).task, said_in(several).all("file")) == ("mail_search", ("files",))
    assert said_in(one).task == "mail_attachment"


def test_the_same_words_are_said_to_another_however_plain_the_order_is():
    before, line = "slack {person:Al} that {body:it is here}", "send {person:Bo} the same"
    reader = ReadBefore({before: ("slack_dm", 0.9), line: ("slack_dm", 0.95)})

    found = follow(plain(line)[0], context(plain(before)[0], "Done."), reader)

    assert (found.all("person"), found.one("body")) == (("Bo",), "it is here")


def test_the_same_is_done_for_another_and_with_the_first_command_only():
    before = "star {person:Ann's} mail and tell {channel:#ops}"
    reader = ReadBefore({before: ("mail_star", 0.9), "same for {person:Bo}": ("mail_search", 0.6)})
    joined = ReadBefore({before: ("mail_star", 0.9)}, cuts={"and": 0.95})

    found = follow("same for Bo", context(plain(before)[0], "Done."), reader)
    other = follow("star it", context(plain(before)[0], "Done."), joined)

    assert (found.task, found.all("person")) == ("mail_star", ("Bo",))
    assert not other.carried


def test_a_slip_in_an_order_says_nothing_of_a_mail():
    assert said("mail_reply", "pls answr Kenji on the acces").describing == "pls Kenji on the acces"


def test_a_one_to_one_is_described_as_one():
    assert said("cal_cancel", "cancel my one to one with Bo").describing == "my 1:1 with Bo"


def test_what_was_shown_last_counts_before_what_was_found_on_the_way():
    person = PAGE.model_copy(update={"kind": "person", "id": "c1"})
    event = PAGE.model_copy(update={"kind": "event", "ordinal": 0})
    after = (("cal_update", 0.2),)
    found = followed("the {value:hall} then", ("contact_update", 0.4), (person, event), after)
    assert found.task == "cal_update"


@pytest.mark.parametrize(
    ("line", "sure", "share", "task"),
    [
        ("sorry, {value:4} to 5 then", 0.6, 0.1, "page_write"),
        ("sorry, {value:4} to 5 then", 0.9, 0.1, "sheet_set"),
        ("sorry, {value:4} to 5 then", 0.6, 0.01, "sheet_set"),
        ("now {value:4} to 5", 0.6, 0.1, "sheet_set"),
    ],
)
def test_what_takes_something_back_is_about_what_was_just_done(line, sure, share, task):
    after = (("page_write", share),)
    assert followed(line, ("sheet_set", sure), (PAGE,), after).task == task


@pytest.mark.parametrize(
    ("marked", "values"),
    [
        ("sorry, {value:4500} not {value:4300}", ("4500",)),
        ("{value:4500} instead of {value:4300}", ("4500",)),
        ("{value:4300}, no, {value:4500}", ("4500",)),
        ("not {value:4300}, {value:4500}", ("4300", "4500")),
        ("{value:red} and {value:blue}", ("red", "blue")),
    ],
)
def test_what_is_said_not_to_be_meant_takes_nothing_back(marked, values):
    text, spans = plain(marked)
    assert said_in(Reading(text, (("sheet_set", 1.0),), spans)).all("value") == values


MAILS = tuple(reference(f"m{at}", at) for at in (1, 2))


SLOT = PAGE.model_copy(update={"kind": "slot"})


@pytest.mark.parametrize(
    ("line", "read", "task"),
    [
        ("put us down for 2", "other", "cal_create"),
        ("{duration:eleven} then", "cal_slots", "cal_create"),
        ("how about {duration:10}", "cal_create", "cal_create"),
        ("the last one please", "mail_read", "cal_create"),
        ("a longer one at {duration:an hour} and a half", "cal_slots", "cal_slots"),
        ("read me the last one of the mails from Bo", "mail_read", "mail_read"),
        ("what is the weather", "other", "other"),
    ],
)
def test_what_is_said_to_times_on_offer_takes_one(line, read, task):
    assert followed(line, (read, 0.9), (SLOT,)).task == task


def test_the_hour_that_is_taken_is_marked():
    assert followed("put us down for 2", ("other", 0.9), (SLOT,)).all("time") == ("2",)
    assert followed("how about {duration:10}", ("cal_create", 0.9), (SLOT,)).all("time") == ("10",)


def test_one_of_the_times_on_offer_is_taken_for_the_people_they_were_found_for():
    slot = PAGE.model_copy(update={"kind": "slot"})
    asked = "when can {person:Al} do {duration:an hour}"
    take = "book {time:2pm}, subject {topic:Budget}"
    reader = ReadBefore({asked: ("cal_slots", 0.9), take: ("cal_create", 0.95)})
    known = context(plain(asked)[0], "Here.", references=(slot,))

    assert [one.text for one in follow(plain(take)[0], known, reader).carried] == ["Al", "an hour"]
    alone = context(plain(asked)[0], "Here.")
    assert follow(plain(take)[0], alone, reader).carried == ()


@pytest.mark.parametrize(
    ("kinds", "task"),
    [(("slot",), "cal_create"), (("slot", "event"), "cal_update"), (("event",), "cal_update")],
)
def test_a_time_beside_those_on_offer_is_booked(kinds, task):
    shown = tuple(PAGE.model_copy(update={"kind": kind}) for kind in kinds)
    found = followed("take {newtime:15:30} and name it {topic:Labels}", ("cal_update", 0.6), shown)
    assert found.task == task


def test_a_follow_up_goes_on_from_the_command_of_several_that_is_its_own_task():
    whole = "archive {topic:the brief} and post {body:hi} in {channel:#ops}"
    lines = {
        whole: ("mail_archive", 0.9),
        "archive {topic:the brief}": ("mail_archive", 0.9),
        "post {body:hi} in {channel:#ops}": ("slack_post", 0.9),
        "and the other one, archive {which:that}": ("mail_archive", 0.9),
    }
    reader = ReadBefore(lines, cuts={"and": 0.9})

    found = follow(
        "and the other one, archive that", context(plain(whole)[0], "Done.", references=()), reader
    )

    assert [one.text for one in found.carried] == ["the brief"]


def test_how_somebody_is_addressed_is_none_of_their_name():
    text, spans = plain("reply to {person:Tanaka-san} that {body:we agree}")

    found = said_in(Reading(text, (("mail_reply", 0.9),), spans))

    assert found.all("person") == ("Tanaka",)


def test_where_nothing_is_to_be_said_what_is_said_tells_of_the_mail():
    text, spans = plain("there is one saying {body:a file was shared}. bin it")

    found = said_in(Reading(text, (("mail_delete", 0.9),), spans))

    assert "file was shared" in found.describing


def test_whoever_somebody_is_at_is_a_firm():
    text, spans = plain("a number for {person:Bo}, over at {person:Hydra}")
    found = said_in(Reading(text, (("contact_find", 0.9),), spans))
    assert [one.kind for one in found.spans] == ["person", "organisation"]


def test_an_order_is_no_part_of_what_it_wants_said():
    order = "{person:Bo} should have it, say {body:see below}"
    text = plain(order)[0]
    after = {f"{{body:{text}}}": ("mail_forward", 0.9)}
    reader = ReadBefore({order: ("mail_forward", 0.9)}, after)

    found = follow(text, context("read Ann's mail", "Here."), reader)

    assert (found.one("person"), found.one("body")) == ("Bo", "see below")


@pytest.mark.parametrize(
    ("marked", "task"),
    [
        ("ta, and {person:Bo's} while you're there", "contact_find"),
        ("ta {person:Bo}", "smalltalk"),
        ("and {person:Bo} plays the flute in our church every Sunday", "smalltalk"),
    ],
)
def test_what_was_asked_may_be_wanted_of_somebody_else_too(marked, task):
    lines = {"{field:number} of {person:Ann}": ("contact_find", 0.95)}
    reader = ReadBefore({**lines, marked: ("smalltalk", 0.9)})

    found = follow(plain(marked)[0], context("number of Ann", "Here."), reader)

    assert (found.task, found.one("person")) == (task, "Bo's" if "Bo's" in marked else "Bo")


@pytest.mark.parametrize(
    ("kind", "line", "task"),
    [
        ("email", "answer right under {person:her} message: {body:ok}", "mail_reply"),
        ("message", "answer right under {person:her} message: {body:ok}", "slack_post"),
        ("message", "answer under {person:her} mail: {body:ok}", "slack_dm"),
        ("email", "answer under it in {channel:#ops}: {body:ok}", "slack_dm"),
    ],
)
def test_what_is_answered_beneath_what_was_told_stands_where_that_does(kind, line, task):
    known = (
        Reference(kind="event", id="e1", label="Hours", ordinal=1),
        Reference(kind=kind, id="ops/1", label="Hours", ordinal=2, told=True),
    )
    reader = ReadBefore({line: ("slack_dm", 0.7)})
    found = follow(plain(line)[0], context("what does Ann ask", references=known), reader)
    assert found.task == task


@pytest.mark.parametrize(
    ("line", "task"),
    [
        ("reply to {person:Ann} in the thread: {body:ok}", "slack_post"),
        ("put an answer under {person:Ann}'s message: {body:ok}", "slack_post"),
        ("reply {body:ok}", "slack_post"),
        ("reply to {person:Ann}: {body:ok}", "mail_reply"),
        ("reply to {person:Ann}'s mail in the thread: {body:ok}", "mail_reply"),
    ],
)
def test_a_thread_is_that_of_the_messages_just_shown(line, task):
    known = (Reference(kind="message", id="ops/1", label="Hours", ordinal=1),)
    reader = ReadBefore({line: ("mail_reply", 0.7)})
    found = follow(plain(line)[0], context("any news in ops", references=known), reader)
    assert found.task == task


@pytest.mark.parametrize(
    ("line", "topics", "who"),
    [
        ("and from {organisation:Acme}?", ["hosting invoice"], ["Acme"]),
        ("and the mails from {person:Bo}?", ["hosting invoice"], ["Bo"]),
        ("and the {topic:plan} from {person:Bo}?", ["plan"], ["Bo"]),
        ("and the {topic:plan}?", ["plan"], ["Ann"]),
    ],
)
def test_a_follow_up_that_names_what_and_whose_replaces_both(line, topics, who):
    first = "find the {topic:hosting invoice} {person:Ann} sent"
    reader = ReadBefore({first: ("mail_search", 0.9), line: ("mail_search", 0.9)})
    found = follow(plain(line)[0], context(plain(first)[0], "One."), reader)
    assert list(found.all("topic")) == topics
    assert [*found.all("person"), *found.all("organisation")] == who


def test_why_something_is_wanted_describes_nothing():
    told = said("cal_respond", "I can't be in two places. Decline {topic:the tax demo}. It clashes")
    assert told.describing == "the tax demo. It clashes"
    named = said("mail_star", "It is of Ben Carter. Star {topic:the mail}, please")
    assert named.describing.startswith("It is of Ben Carter.")
    nameless = said("mail_star", "The one with the two slides. Star {which:it}")
    assert nameless.describing == "The with the two slides. it"
