"""Orders to the product's own agents, and reminders."""

import pytest

from shared.models.reasoning import ConversationContext, Exchange, IntentRequest, Reference
from shared.models.world import Link, Thing
from shared.reasoning.embedded.reminders import reminder_in
from shared.reasoning.embedded.requests import orders_beside_reminder, requests_in
from shared.understanding.numbers import number_in
from tests.support.marked import plain
from tests.support.readings import ReadBefore


def asked(text, lines, cuts=None):
    request = IntentRequest(text=text, today="2026-11-26")
    return requests_in(text, request, ReadBefore(lines, cuts=cuts)).orders


def test_an_order_names_its_agent_what_it_changes_and_whom():
    (one,) = asked(
        "tell Tom we won today",
        {"tell {person:Tom} {body:we won} {time:today}": ("mail_send", 0.9)},
    )

    assert (one.command.agent, one.command.risk) == ("email", "medium")
    assert (one.entities.people, one.entities.timeframe) == (("Tom",), "today")
    assert (one.intent, one.skill, one.confidence) == ("Tell Tom we won today", "mail_send", 0.9)


@pytest.mark.parametrize(
    ("before", "text", "line", "talked_about"),
    [
        (
            "am I free next tuesday at 2",
            "and at three?",
            "and {time:at three}?",
            "2026-12-01 at three",
        ),
        ("am I free next tuesday at 2", "and on friday?", "and {time:on friday}?", "on friday"),
        ("am I free", "and at three?", "and {time:at three}?", "at three"),
    ],
)
def test_the_day_is_still_talked_about_where_only_the_hour_is_another(
    before, text, line, talked_about
):
    lines = {
        "am I free {time:next tuesday at 2}": ("cal_availability", 0.9),
        "am I free": ("cal_availability", 0.9),
        line: ("cal_availability", 0.9),
    }
    told = (Exchange(role="user", text=before), Exchange(role="assistant", text="Yes."))
    context = ConversationContext(exchanges=told)
    request = IntentRequest(text=text, today="2026-11-26", context=context)
    (one,) = requests_in(text, request, ReadBefore(lines)).orders
    assert one.entities.timeframe == talked_about


def test_what_only_reads_is_no_risk():
    (one,) = asked("unread mail", {"{flag:unread} mail": ("mail_search", 0.9)})

    assert one.command.risk == "low"


@pytest.mark.parametrize(
    ("kind", "sure", "expected"),
    [
        ("channel", 0.5, 0.78),
        ("channel", 0.7, 0.95),
        ("channel", 0.3, 0.3),
        ("file", 0.5, 0.5),
    ],
)
def test_a_message_that_names_a_channel_of_theirs_is_hardly_about_anything_else(
    kind, sure, expected
):
    link = Link(kind=kind, start=0, end=4, things=())
    request = IntentRequest(text="ops: lift is out", today="2026-11-26", links=(link,))
    reader = ReadBefore({"{channel:ops}: {body:lift is out}": ("slack_post", sure)})

    (one,) = requests_in(request.text, request, reader).orders

    assert one.confidence == expected


@pytest.mark.parametrize(
    ("asked_for", "task", "first"),
    [
        ("what is {person:Bo's} {field:number}", "contact_find", True),
        ("what is her {field:number}", "contact_find", False),
        ("show the {flag:unread} mail", "mail_search", False),
    ],
)
def test_what_is_only_asked_for_waits_for_no_card_of_another_service(asked_for, task, first):
    answer = "answer {person:Ann} {body:yes}"
    lines = {answer: ("mail_reply", 0.9), asked_for: (task, 0.9)}
    whole = f"{answer}; {asked_for}"

    found = asked(plain(whole)[0], {**lines, whole: ("mail_reply", 0.9)}, {";": 0.9})

    expected = [task, "mail_reply"] if first else ["mail_reply", task]
    assert [one.skill for one in found] == expected


BOTH = "accept the fair and remind me at 9 to pack, please."
LINES = {
    "accept {topic:the fair}": ("cal_respond", 0.9),
    "remind me {time:at 9} {body:to pack, please}": ("remind", 0.9),
    f"{{topic:{BOTH}}}": ("cal_respond", 0.9),
}


def test_a_reminder_besides_other_orders_is_put_off_and_no_part_of_them():
    reader = ReadBefore(
        {line.replace(", please", ", please."): read for line, read in LINES.items()},
        cuts={"and": 0.9},
    )
    request = IntentRequest(text=BOTH, today="2026-11-26")

    (one,), later = requests_in(BOTH, request, reader)

    assert (one.command.agent, one.command.command) == ("calendar", "accept the fair")
    assert later == "remind me at 9 to pack"


def test_the_day_of_an_order_is_that_of_the_next():
    text = "move {topic:the fair} to {newtime:Friday} and remind me {time:the same day at 8} to go"
    lines = {
        text: ("cal_update", 0.95),
        "move {topic:the fair} to {newtime:Friday}": ("cal_update", 0.95),
        "remind me {time:the same day at 8} to go": ("remind", 0.95),
        "remind me {time:on Friday 27 November 2026 at 8} to go": ("remind", 0.95),
    }
    said = plain(text)[0]
    request = IntentRequest(text=said, today="2026-11-26")

    found = requests_in(said, request, ReadBefore(lines, cuts={"and": 0.95}))

    assert found.later == "remind me on Friday 27 November 2026 at 8 to go"


def test_a_reminder_alone_is_put_off_by_nothing():
    line = "remind me {time:at 9} {body:to pack}"
    request = IntentRequest(text=plain(line)[0], today="2026-11-26")
    found = requests_in(request.text, request, ReadBefore({line: ("remind", 0.9)}))
    assert (found.orders, found.later) == ((), "")


def test_what_is_for_nobody_here_is_no_order():
    assert asked("order a pizza", {}) == ()


@pytest.mark.parametrize(
    ("text", "task", "sure", "plainly"),
    [
        (
            "ping me {time:in an hour} {body:to call Jo}",
            "remind",
            0.9,
            "remind me in an hour to call Jo",
        ),
        (
            "nudge me {repeat:every friday at} {time:4} {body:to log hours}",
            "remind",
            0.9,
            "remind me every friday at 4 to log hours",
        ),
        (
            "don't let me forget {topic:the cake} {time:saturday}",
            "remind",
            0.9,
            "remind me saturday about the cake",
        ),
        (
            "{time:at 9} shout at me about {topic:the kit} {body:it is behind the door}",
            "remind",
            0.9,
            "remind me at 9 about the kit it is behind the door",
        ),
        ("remind me", "remind", 0.9, "remind me"),
        (
            "nudge me {time:Tuesday of the week after next, at one} {body:to test it}",
            "remind",
            0.9,
            "remind me on 8 December 2026 at 13:00 to test it",
        ),
        (
            "nudge me {time:half past four} {body:to eat}",
            "remind",
            0.9,
            "remind me at 16:30 to eat",
        ),
        (
            "nudge me {time:the other day} {body:to eat}",
            "remind",
            0.9,
            "remind me the other day to eat",
        ),
        ("{time:at 9} for {body:the cake}", "remind", 0.9, "remind me at 9 the cake"),
        ("ping me {time:in an hour}", "remind", 0.6, ""),
        ("Bo waits, so remind me of {topic:the desks}", "remind", 0.6, "remind me of the desks"),
        ("Bo waits, so remind me of {topic:the desks}", "other", 0.9, "remind me of the desks"),
        ("Tell Bo he must remind me of {topic:the desks}", "other", 0.9, ""),
        ("call me {time:in an hour}", "cal_create", 0.9, ""),
        ("ping me {time:today} when Bo has {body:to leave}", "other", 0.6, ""),
        ("nudge me {body:to leave}", "other", 0.6, "remind me to leave"),
        ("give the reminder to {person:Bo}", "mail_send", 0.6, ""),
        ("Pff. Poke me about {topic:the course}", "other", 0.9, "remind me about the course"),
        (
            "Give me one reminder for {topic:the reviews} {time:at 9}",
            "mail_draft",
            0.6,
            "remind me at 9 for the reviews",
        ),
        (
            "{body:Salt for the paths}. Want a nudge {time:at 9}.",
            "remind",
            0.9,
            "remind me at 9 Salt for the paths",
        ),
    ],
)
def test_a_reminder_is_said_in_plain_words(text, task, sure, plainly):
    reader = ReadBefore({text: (task, sure)})
    said = next(iter(reader._lines))

    assert reminder_in(said, IntentRequest(text=said, today="2026-11-23"), reader) == plainly


@pytest.mark.parametrize(
    ("text", "plainly"),
    [
        (
            "Remind me {time:Monday at nine}, that {person:Bo's} page is {body:to be sent}",
            "remind me Monday at nine that Bo's page is to be sent",
        ),
        (
            "{time:Sunday at 10} I must ring {person:Emma} about {topic:seats}, remind me please",
            "remind me Sunday at 10 ring Emma about seats",
        ),
        (
            "Please remind me that {person:Nina's} {body:contract ends}, {time:Monday at 9}",
            "remind me Monday at 9 that Nina's contract ends",
        ),
        (
            "so I don't leave {person:Zoë} hanging: remind me {time:at ten} {body:to write to her}",
            "remind me at ten to write to Zoë",
        ),
        (
            "{person:Zoë} and {person:Bo} wait, remind me {time:at ten} {body:to write to her}",
            "remind me at ten to write to her",
        ),
        (
            "Give me a nudge {time:in two hours}, I must ring Felix",
            "remind me in two hours ring Felix",
        ),
        (
            "could you remind me {time:in two hours} that {body:the oven is on}",
            "remind me in two hours that the oven is on",
        ),
        (
            "on {time:friday at 6pm} I need {body:to fetch the cake}. Can you remind me?",
            "remind me friday at 6pm fetch the cake",
        ),
        (
            "a reminder please, {time:Saturday 11:00}, {body:the keys go to the concierge}",
            "remind me Saturday 11:00 the keys go to the concierge",
        ),
        (
            "remind me {repeat:each friday} {time:at 4pm} about {topic:hours} {body:and costs}",
            "remind me each friday at 4pm about hours and costs",
        ),
        (
            "{topic:train} at {time:17:40}, remind me at {time:five} {body:to leave}",
            "remind me at 17:00 to leave",
        ),
        (
            "{time:on friday at 18:00} is {topic:a gig}, remind me {time:at 4pm} {body:to iron}",
            "remind me on 27 November 2026 at 16:00 to iron",
        ),
        (
            "{time:Friday at 19:00} is {topic:Bo}, remind me {time:Thursday at 10} {body:to cook}",
            "remind me Thursday at 10 to cook",
        ),
        (
            "{time:Thursday at noon} {topic:x}, remind me {time:the eve before at 6} {body:to eat}",
            "remind me to eat",
        ),
        (
            (
                "{repeat:every Monday} at {time:8} {repeat:in the morning} remind me"
                " {time:beginning next Monday} {body:to sign}"
            ),
            "remind me every Monday at 8 in the morning beginning next Monday to sign",
        ),
        (
            "{time:Friday at 8} I must be reminded {body:to send Ann her page}",
            "remind me Friday at 8 to send Ann her page",
        ),
        ("remind me {time:the day before it at 9} {body:to pack}", "remind me to pack"),
        (
            "remind me {time:tomorrow at 8}, {time:before school} {body:to pack}",
            "remind me on 24 November 2026 at 08:00 to pack",
        ),
        ("{body:I must pack}. A reminder {time:at 9}, if you please", "remind me at 9 pack"),
        (
            "remind me {time:later today at 9pm} {body:to eat}",
            "remind me later today at 9pm to eat",
        ),
        ("remind me {time:at 5}", "remind me at 17:00"),
        ("remind me {time:at 6pm} {body:2 boxes come}", "remind me at 6pm 2 boxes come"),
        (
            "Ping me about {topic:the desk} on {time:Friday, eight in the morning}.",
            "remind me Friday, eight in the morning about the desk",
        ),
        (
            "From {time:next} {repeat:week} on, ping me {repeat:each Friday} at {time:4pm} to go",
            "remind me From next week on, each Friday at 4pm to go",
        ),
        (
            "Remind me {repeat:every Friday} {time:at 4pm} {body:to sing, starting next week}",
            "remind me every Friday at 4pm, starting next week to sing",
        ),
        (
            "{topic:the bins} I always forget. Kick me {time:sunday at 7pm} {body:to go}",
            "remind me sunday at 7pm to go",
        ),
        ("remind me {time:at 5} of the thing", "remind me at 17:00 of the thing"),
        (
            "{topic:The toast}, not a word yet ... remind me of {topic:it} {time:Friday at 9}.",
            "remind me Friday at 9 The toast, not a word yet",
        ),
        (
            "I have to ring Bo - remind me {body:to do it} {time:Friday at 9}",
            "remind me Friday at 9 ring Bo",
        ),
        ("Remind me of {topic:it} {time:Friday at 9}", "remind me Friday at 9"),
        (
            "Remind me {time:Friday at 9}, so that I water the ferns",
            "remind me Friday at 9 water the ferns",
        ),
        ("Remember me the {time:Friday at 9}, so I pay Bo", "remind me Friday at 9 pay Bo"),
    ],
)
def test_a_reminder_has_all_that_it_is_of(text, plainly):
    reader = ReadBefore({text: ("remind", 0.9)})
    said = next(iter(reader._lines))

    assert reminder_in(said, IntentRequest(text=said, today="2026-11-23"), reader) == plainly


FAIR = Reference(kind="event", id="e", label="Fair", ordinal=0)


@pytest.mark.parametrize(
    ("told", "when"),
    [
        ("the day before it at 9", "on 8 December 2026 at 09:00"),
        ("the Monday before that, six in the evening", "on 7 December 2026 at 18:00"),
        ("the evening before", "on 8 December 2026 in the evening"),
        ("two days after that at noon", "on 11 December 2026 at 12:00"),
        ("an hour before it", "on 9 December 2026 at 13:30"),
        ("the day after tomorrow at 9", "the day after tomorrow at 9"),
        ("the day before the party at 9", ""),
        ("three weeks before it at 9", ""),
    ],
)
def test_a_reminder_may_be_told_by_what_was_shown(told, when):
    shown = "**Fair**, Wed 9 Dec, 14:30-16:00, with Ann (Hall 4)"
    exchanges = (Exchange(role="user", text="so?"), Exchange(role="assistant", text=shown))
    context = ConversationContext(exchanges=exchanges, references=(FAIR,))
    said = f"remind me {told} to pack"
    reader = ReadBefore({f"remind me {{time:{told}}} {{body:to pack}}": ("remind", 0.9)})

    request = IntentRequest(text=said, today="2026-11-23", context=context)

    assert reminder_in(said, request, reader) == " ".join(f"remind me {when} to pack".split())


def test_a_reminder_of_it_is_of_what_alone_was_shown():
    reader = ReadBefore({"remind me of {topic:it} {time:Friday at 9}": ("remind", 0.9)})
    context = ConversationContext(references=(FAIR,))
    said = "remind me of it Friday at 9"

    request = IntentRequest(text=said, today="2026-11-23", context=context)

    assert reminder_in(said, request, reader) == "remind me Friday at 9 about Fair"


def test_a_reminder_is_on_the_day_of_the_event_that_it_names():
    fair = Thing(kind="event", name="Spring fair", id="e1", day="2026-12-09")
    told = "on Wednesday 9 December 2026 morning at ten"
    lines = ("I'll be at the Spring fair, remind me that same morning at ten {body:to eat}",)
    dated = f"I'll be at the Spring fair, remind me {{time:{told}}} {{body:to eat}}"
    reader = ReadBefore(dict.fromkeys((*lines, dated), ("remind", 0.9))).knowing([fair])
    said = lines[0].replace("{body:", "").replace("}", "")

    request = IntentRequest(text=said, today="2026-11-23")

    assert reminder_in(said, request, reader) == f"remind me {told} to eat"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "{time:On Thursday}, half an hour before the fair begins, remind me {body:to go}",
            "half an hour before the fair On Thursday, to go",
        ),
        ("ten minutes before our stand-up remind me {body:to eat}", ""),
        ("{time:at ten}, before the fair, remind me {body:to go}", "at ten to go"),
    ],
)
def test_a_reminder_may_be_so_long_before_an_event_that_is_named_before_it(text, told):
    reader = ReadBefore({text: ("remind", 0.9)})
    said = next(iter(reader._lines))

    plainly = reminder_in(said, IntentRequest(text=said, today="2026-11-23"), reader)

    assert plainly == f"remind me {told or 'ten minutes before our stand-up, to eat'}"


@pytest.mark.parametrize("order", ["Remind me about", "Nudge me about"])
def test_a_reminder_of_them_is_of_what_is_told_before(order):
    text = f"My shoes are at the shop. {order} {{topic:them}} {{time:on Friday at ten}}"
    reader = ReadBefore({text: ("remind", 0.9)})
    said = next(iter(reader._lines))

    plainly = reminder_in(said, IntentRequest(text=said, today="2026-11-23"), reader)

    assert plainly == "remind me on Friday at ten My shoes are at the shop"


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("and {time:on the Sunday of that same week}, same time: {body:rest}", "6 December 2026"),
        ("remind me on {time:Tuesday}, same time, {body:to rest}", "24 November 2026"),
        ("remind me {time:the same time} {body:to rest}", ""),
    ],
)
def test_a_reminder_may_be_told_by_the_one_just_set(text, when):
    shown = "I'll remind you on Friday 4 December at 5:50 (UTC): hand it over."
    exchanges = (Exchange(role="user", text="so?"), Exchange(role="assistant", text=shown))
    reader = ReadBefore({text: ("remind", 0.9)})
    said = next(iter(reader._lines))
    context = ConversationContext(exchanges=exchanges)

    plainly = reminder_in(
        said, IntentRequest(text=said, today="2026-11-23", context=context), reader
    )

    assert (f"remind me on {when} at 05:50" in plainly) is bool(when)


@pytest.mark.parametrize(
    ("text", "plainly"),
    [
        ("create reminder for {topic:laundry} {time:at 8 pm}", "remind me at 8 pm for laundry"),
        ("new reminder: {topic:laundry} {time:at 8 pm}", "remind me at 8 pm laundry"),
        ("set up a weekly reminder {time:at 8 pm}", "remind me at 8 pm"),
        ("create a reminder agent for {topic:laundry}", ""),
        ("make a reminder mail to {person:Bo}", ""),
        ("the reminder for {time:Friday}, delete it", ""),
    ],
)
def test_what_begins_by_ordering_a_reminder_is_one_though_it_looks_like_nothing_here(text, plainly):
    reader = ReadBefore({text: ("other", 0.6)})
    said = next(iter(reader._lines))

    assert reminder_in(said, IntentRequest(text=said, today="2026-11-23"), reader) == plainly


@pytest.mark.parametrize(("sure", "reminds"), [(0.9, False), (0.6, True)])
def test_what_a_service_surely_has_to_do_is_no_reminder(sure, reminds):
    said = "add a reminder to my calendar"
    reader = ReadBefore({said: ("cal_create", sure)})

    found = reminder_in(said, IntentRequest(text=said, today="2026-11-23"), reader)

    assert bool(found) is reminds


SET = "ping me {time:friday at 8am} {body:to ring Bo}"


@pytest.mark.parametrize(
    ("line", "read", "plainly"),
    [
        ("no, make it {newtime:9:15}", "cal_update", "move the reminder ring Bo to at 9:15"),
        ("make that 7:30, he is up early", "other", "move the reminder ring Bo to at 07:30"),
        ("sorry, {time:half past two}", "cal_list", ""),
        ("no, move {topic:the fair} to {newtime:9:15}", "cal_update", ""),
        ("{newtime:9:15} is the train", "cal_update", ""),
        ("too early. {newtime:9:15} then", "remind", "move the reminder ring Bo to at 9:15"),
    ],
)
def test_a_reminder_that_was_just_set_is_moved(line, read, plainly):
    text = plain(line)[0]
    reader = ReadBefore({SET: ("remind", 0.9), line: (read, 0.9)})
    said = (("user", plain(SET)[0]), ("assistant", "I'll remind you."))
    exchanges = tuple(Exchange(role=role, text=words) for role, words in said)
    context = ConversationContext(exchanges=exchanges)
    asked = IntentRequest(text=text, today="2026-11-23", context=context)

    assert reminder_in(text, asked, reader) == plainly
    other = asked.model_copy(update={"context": ConversationContext(exchanges=exchanges[:1])})
    anew = "remind me at 9:15" if read == "remind" else ""
    assert reminder_in(text, other, reader) == anew


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("the last 5", 5),
        ("two of them", 2),
        ("a couple", 2),
        ("dozens", None),
        ("none", None),
        ("half a dozen", 6),
    ],
)
def test_small_numbers_are_read_in_words_too(text, number):
    assert number_in(text) == number


@pytest.mark.parametrize(
    ("text", "beside"),
    [
        ("remind me {time:at five} to pack. And star {person:Tom's}.", True),
        ("remind me {time:at five} to pack, and star {person:Tom's}", False),
        ("remind me {time:at five} to pack. I must not forget it.", False),
        ("star {person:Tom's}. And star {person:Ann's}", False),
        ("star {person:Tom's}. Remind me {time:at five} to pack", True),
    ],
)
def test_a_sentence_of_its_own_orders_something_beside_a_reminder(text, beside):
    lines = {
        "remind me {time:at five} to pack": ("remind", 0.95),
        "Remind me {time:at five} to pack": ("remind", 0.95),
        "star {person:Tom's}.": ("mail_star", 0.95),
        "star {person:Tom's}": ("mail_star", 0.95),
        "star {person:Ann's}": ("mail_star", 0.95),
        "I must not forget it.": ("other", 0.9),
        text: ("remind", 0.9),
    }
    said = plain(text)[0]
    request = IntentRequest(text=said, today="2026-11-26")
    cuts = {". And": 0.95} if ". And" in said else {".": 0.95, ", and": 0.95}
    reader = ReadBefore(lines, cuts=cuts)
    assert orders_beside_reminder(said, request, reader) is beside


@pytest.mark.parametrize(
    ("first", "rest", "orders"),
    [
        (
            ("change the {field:number} of {person:Ann}", "contact_update"),
            ("new one is {value:0117 496 0188}", "contact_add"),
            1,
        ),
        (
            ("{person:Ann's} {field:title} is {value:Chief Planner}", "contact_update"),
            ("kindly amend {person:her} {field:title}", "contact_update"),
            1,
        ),
        (
            ("{person:Ann's} {field:title} is {value:Chief Planner}", "contact_update"),
            ("kindly amend {person:Bo's} {field:title}", "contact_update"),
            2,
        ),
        (
            ("change the {field:number} of {person:Ann} to {value:12345678}", "contact_update"),
            ("add {person:Bo}, {value:bo@ek.se}", "contact_add"),
            2,
        ),
        (
            ("retitle {topic:the sync}", "cal_update"),
            ("star {person:Ann}'s mail", "mail_star"),
            2,
        ),
    ],
)
def test_what_a_command_lacks_may_stand_in_the_part_behind_it(first, rest, orders):
    (one, task), (two, other) = first, rest
    whole = f"{one}. {two}"
    lines = {one: (task, 0.95), two: (other, 0.95), whole: (task, 0.95)}

    found = asked(plain(whole)[0], lines, {". ": 0.9})

    assert [each.skill for each in found] == [task, other][:orders]
