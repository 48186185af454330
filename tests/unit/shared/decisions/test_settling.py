from dataclasses import replace
from datetime import date

import pytest

from shared.decisions import ending, lacking, runs, telling, wording
from shared.decisions.risk import ToolRules
from shared.decisions.settling import MAX_OPTIONS, by_rule
from shared.models.intent import Sought
from shared.models.profile import Preferred, Profile
from shared.models.reasoning import PlannedStep, Reassessment
from shared.models.run import ToolError
from tests.unit.shared.decisions.values import RULES, agent_run, people, step

TODAY = date(2026, 3, 2)
FROM_FIRST = {"query": "from:{1.people.0.email} budget"}
FINDING = {
    **RULES,
    "find_people": ToolRules(
        items="people",
        item_kind="contact",
        describe=lambda item, today: f"{item['email']}, {today:%d %b}",
    ),
    "find_mail": ToolRules(
        items="mails",
        item_kind="email",
        item_label="subject",
        broader=lambda given: {"query": "all"} if given.get("query") != "all" else None,
        widest=lambda given: {"query": "theirs"} if given.get("query") != "theirs" else None,
    ),
    "list_events": ToolRules(items="events", item_kind="event", item_label="title"),
    "look_anywhere": ToolRules(items="found", inside="inside"),
    "find_colleagues": ToolRules(items="people", together=lambda _given, _found: True),
}


def found(result, *following, tool="find_people", arguments=None, **changes):
    looked = step(tool, arguments=arguments or {}, status="done", result=result, **changes)
    return agent_run(looked, *following)


def judged(run):
    return by_rule(run, FINDING, TODAY)


def test_several_where_one_is_meant_makes_a_question():
    verdict = judged(
        found(
            people("ann", "bob"), step("find_mail", arguments=FROM_FIRST), arguments={"name": "a"}
        )
    )

    assert (verdict.verdict, verdict.question) == (
        "clarify",
        "I found 2 contacts named a. Which one?",
    )
    assert [(o.id, o.label, o.description, o.value) for o in verdict.options] == [
        ("1", "ann", "ann@x.com, 02 Mar", "0"),
        ("2", "bob", "bob@x.com, 02 Mar", "1"),
    ]


def test_a_tool_may_ask_itself_which_one_is_meant_and_be_told_another_instead():
    rules = {
        **FINDING,
        "find_people": replace(
            FINDING["find_people"],
            asks=lambda result: f"Of {len(result['people'])}?",
            otherwise="time",
        ),
    }
    run = found(people("ann", "bob"), step("find_mail", arguments=FROM_FIRST))

    asked = runs.reassess(run, by_rule(run, rules, TODAY), rules)

    assert (asked.clarification.question, asked.clarification.lacks) == ("Of 2?", "time")
    told = lacking.told(asked, "friday at 3")
    assert (told.status, told.clarified[0].lacks) == ("planning", "time")
    assert runs.choose(asked, "1", rules).steps[1].arguments["query"] == "from:bob@x.com budget"


def test_of_very_many_the_closest_are_offered():
    verdict = judged(
        found(people(*"abcdefgh"), step("send_mail", arguments={"to": "{1.people.0.email}"}))
    )

    assert len(verdict.options) == MAX_OPTIONS
    assert "I found 8 contacts. These are the closest." in verdict.question


def test_a_full_name_that_one_alone_bears_is_meant():
    run = found(
        people("Ann Lee", "Ann Leeds"),
        step("find_mail", arguments=FROM_FIRST),
        arguments={"name": "ann lee"},
    )

    verdict = judged(run)
    moved = runs.reassess(run, verdict, FINDING)

    assert (verdict.verdict, verdict.chosen) == ("choose", 0)
    assert moved.steps[0].result == people("Ann Lee")
    assert moved.steps[1].arguments == {"query": "from:Ann Lee@x.com budget"}


def test_a_first_name_alone_is_asked_about_even_where_one_is_called_just_that():
    verdict = judged(
        found(
            people("ann", "Ann Lee"),
            step("find_mail", arguments=FROM_FIRST),
            arguments={"name": "ann"},
        )
    )

    assert verdict.verdict == "clarify"


def test_the_people_of_a_company_are_meant_together():
    run = found(
        people("ann", "bob"), step("find_mail", arguments=FROM_FIRST), tool="find_colleagues"
    )

    moved = runs.reassess(run, judged(run), FINDING)

    assert moved.steps[1].arguments == {"query": "from:(ann@x.com OR bob@x.com) budget"}


def test_nothing_found_is_looked_for_once_more_broadly():
    run = found({"mails": []}, tool="find_mail", arguments={"query": "new"})

    moved = runs.reassess(run, judged(run), FINDING)

    (again,) = moved.steps
    assert (again.status, again.arguments, again.broadened) == ("pending", {"query": "all"}, True)
    nothing = runs.record(moved, {"mails": []}, 1, FINDING, "I found nothing.")
    over = runs.reassess(nothing, judged(nothing), FINDING)
    assert over.status == "complete"
    assert telling.told(over) == f"{wording.LOOKED_FURTHER}\n\nI found nothing."


def test_what_a_broader_search_found_is_less_certain():
    run = found({"mails": []}, tool="find_mail", arguments={"query": "new"})
    moved = runs.reassess(run, judged(run), FINDING)

    over = runs.record(moved, {"mails": [{"id": "1"}]}, 1, FINDING)

    assert (over.status, over.response.confidence) == ("complete", ending.BROADER_CONFIDENCE)


def test_nothing_to_find_more_of_is_the_answer():
    run = found({"mails": []}, tool="find_mail", arguments={"query": "all"})

    assert judged(run) == Reassessment(verdict="complete")


def test_an_unknown_name_is_searched_for_as_a_word():
    run = found(people(), step("find_mail", arguments=FROM_FIRST), arguments={"name": "zoe"})

    moved = runs.reassess(run, judged(run), FINDING)

    assert moved.steps[1].arguments == {"query": 'from:"zoe" budget'}


def test_nothing_is_sent_to_a_name_nobody_bears():
    run = found(
        people(), step("send_mail", arguments={"to": "{1.people.0.email}"}), arguments={"name": "z"}
    )

    assert judged(run).verdict == "complete"


def test_nothing_is_looked_for_more_broadly_where_it_would_be_changed():
    run = found(
        {"mails": []},
        step("send_mail", arguments={"to": "{1.mails.*.id}"}),
        tool="find_mail",
        arguments={"query": "new"},
    )

    assert judged(run).verdict == "complete"


def test_an_unknown_sender_is_searched_for_by_name_before_something_is_done_with_the_mail():
    changing = step("send_mail", arguments={"to": "{2.mails.*.id}"})
    run = found(
        people(), step("find_mail", arguments=FROM_FIRST), changing, arguments={"name": "GitHub"}
    )

    moved = runs.reassess(run, judged(run), FINDING)

    assert moved.steps[1].arguments == {"query": 'from:"GitHub" budget'}
    assert moved.steps[2].arguments == {"to": "{2.mails.*.id}"}
    assert moved.notes == wording.unknown_name("GitHub")


@pytest.mark.parametrize(
    "run",
    [
        found({"mail": {"id": "1"}}, tool="read_mail"),
        found(people("ann", "bob"), step("find_mail", arguments={"query": "budget"})),
        found(people(), step("find_mail", arguments={"query": "budget"})),
    ],
)
def test_the_rest_takes_a_reasoner(run):
    assert judged(run) is None


def test_a_single_find_takes_no_rule():
    assert judged(found(people("ann"), step("find_mail", arguments=FROM_FIRST))) is None


def test_what_nobody_described_is_offered_by_name_alone():
    run = found(
        {"mails": [{"id": "1", "subject": ""}, {"id": "2", "subject": "Hi"}]},
        step("read_mail", arguments={"id": "{1.mails.0.id}"}),
        tool="find_mail",
    )

    options = judged(run).options

    assert [(o.label, o.description) for o in options] == [("(without a name)", ""), ("Hi", "")]


def failing(*following, arguments=None, tool="find_people", kind="network"):
    """Return a run whose lookup failed, as it goes on or ends."""
    looked = step(tool, arguments={"name": "zoe"} if arguments is None else arguments)
    error = ToolError(type=kind, message="Google is down.", tool=tool, recoverable=True)
    return runs.record_failure(agent_run(looked, *following), error, 5, FINDING)


def test_contacts_that_cannot_be_asked_keep_nobody_from_searching_by_name():
    moved = failing(step("find_mail", arguments=FROM_FIRST))

    assert (moved.status, moved.cursor, moved.steps[0].status) == ("executing", 1, "failed")
    assert moved.steps[1].arguments == {"query": 'from:"zoe" budget'}
    why = "I could not ask your contacts who zoe is (Google is down), so I searched for it."
    assert moved.notes == why


@pytest.mark.parametrize(
    "run",
    [
        failing(),
        failing(step("find_mail", arguments={"query": "x"})),
        failing(step("find_mail", arguments=FROM_FIRST), arguments={}),
        failing(step("find_mail", arguments=FROM_FIRST), kind="params"),
        failing(step("find_mail", arguments={"query": "{1.mails.0.id}"}), tool="find_mail"),
        failing(step("send_mail", arguments={"to": "{1.people.0.email}"})),
        failing(
            step("find_mail", arguments=FROM_FIRST),
            step("send_mail", arguments={"to": "{2.mails.*.id}"}),
        ),
    ],
)
def test_a_failed_step_ends_the_run_where_nothing_is_served_by_the_name_alone(run):
    assert (run.status, run.notes, run.response.success) == ("failed", "", False)


def test_a_failure_of_an_unknown_tool_ends_the_run():
    error = ToolError(type="network", message="Down.", tool="find_people", recoverable=True)
    run = agent_run(step("find_people"), step("find_mail", arguments=FROM_FIRST))

    assert runs.record_failure(run, error, 5).status == "failed"


def test_accounts_that_could_not_be_asked_are_named_once_beside_the_result():
    left_out = [{"account": "ann@home.example", "why": "Sign in again."}]
    run = agent_run(step("find_people"), step("find_mail", arguments=FROM_FIRST))
    first = runs.record(run, {**people("ann"), "left_out": left_out}, 5, FINDING, "One.")

    moved = runs.record(first, {"mails": [{"id": "1"}], "left_out": left_out}, 5, FINDING, "Two.")

    assert moved.notes == "I could not look in ann@home.example: Sign in again."
    assert telling.told(moved) == f"{moved.notes}\n\nOne.\n\nTwo."
    assert runs.record(run, "no object", 5, FINDING).notes == ""


OFFERS = {"mails": [{"id": "1", "subject": "Roof offer"}, {"id": "2", "subject": "Floor offer"}]}
STAR = step("send_mail", arguments={"id": "{1.mails.0.id}"})


def sought(words, result, *, first=False, **changes):
    meant = Sought(words=words, first=first)
    return judged(found(result, STAR, tool="find_mail", sought=meant, **changes))


@pytest.mark.parametrize(
    ("words", "first", "broadened", "verdict", "chosen"),
    [
        ("the offer for the floor", False, False, "choose", 1),
        ("the roof", True, False, "choose", 0),
        ("his offer", True, False, "choose", 0),  # the first where the words tell none
        ("his offer", False, False, "clarify", -1),
        ("his offer", True, True, "clarify", -1),  # not where more was looked at than asked for
        ("the floor", False, True, "choose", 1),
    ],
)
def test_words_tell_which_of_several_is_meant(words, first, broadened, verdict, chosen):
    told = sought(words, OFFERS, first=first, broadened=broadened)

    assert told.verdict == verdict
    assert verdict == "clarify" or told.chosen == chosen


@pytest.mark.parametrize(
    ("zone", "within", "chosen"),
    [
        ("America/Los_Angeles", ("2026-12-08", "2026-12-08"), 0),
        ("UTC", ("2026-12-09", "2026-12-09"), 0),
        ("UTC", ("2026-12-10", "2026-12-10"), 1),
        ("UTC", ("2026-12-08", "2026-12-08"), None),
        ("UTC", (), None),
    ],
)
def test_which_of_a_series_is_told_by_the_day_where_the_person_is(zone, within, chosen):
    series = [
        {"id": str(at), "title": "Choir practice", "starts_at": f"2026-12-{day}T01:00:00Z"}
        for at, day in enumerate(("09", "10"))
    ]
    run = found(
        {"events": series},
        step("send_mail", arguments={"id": "{1.events.0.id}"}),
        tool="list_events",
        sought=Sought(words="choir practice", within=within),
    )
    there = Profile(preferred=Preferred(time_zone=zone))
    told = judged(run.model_copy(update={"profile": there}))

    assert (told.chosen if told.verdict == "choose" else None) == chosen


def test_the_likeliest_are_offered_first():
    hall = {"id": "3", "subject": "Roof and floor of the hall"}
    told = sought("the floor", {"mails": [{"id": "0", "subject": "Hello"}, hall, *OFFERS["mails"]]})

    assert [option.value for option in told.options] == ["1", "3", "0", "2"]


def test_where_nothing_is_found_to_change_all_is_looked_at_that_words_could_mean():
    told = sought("the roof", {"mails": []}, arguments={"query": "roof tiles"})

    assert (told.verdict, told.arguments) == ("broaden", {"query": "theirs"})


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        ("the roof", None),
        ("the car", "clarify"),
        ("the roof of the garage", "clarify"),
        ("the offer for the roof of the garage", None),
    ],
)
def test_the_only_thing_a_wider_search_finds_is_changed_only_if_the_words_mean_it(words, verdict):
    told = sought(words, {"mails": OFFERS["mails"][:1]}, broadened=True)

    assert (told and told.verdict) == verdict


def test_what_a_wider_search_finds_is_asked_about_where_no_words_tell_of_it():
    told = judged(found({"mails": OFFERS["mails"][:1]}, STAR, tool="find_mail", broadened=True))

    assert told.verdict == "clarify"


@pytest.mark.parametrize(
    ("message", "chosen"),
    [
        ("Ann says the ladder wobbles. Answer under it that I'll fix it", 1),
        ("answer Ann that I'll come", None),
        ("answer Ann about the paint", None),
    ],
)
def test_of_those_that_words_mean_alike_the_rest_of_the_message_tells_one(message, chosen):
    said = ("Paint is here.", "The ladder wobbles.", "Paint the ladder?")
    each = {"mails": [{"id": str(at), "who": "Ann", "text": one} for at, one in enumerate(said)]}
    run = found(each, STAR, tool="find_mail", sought=Sought(words="Ann"))

    told = judged(run.model_copy(update={"request": message}))

    assert (told.chosen if told.verdict == "choose" else None) == chosen


def test_what_is_sought_stays_with_the_plan():
    meant = Sought(words="the roof")
    planned = PlannedStep(tool="find_mail", sought=meant)
    looked = step("find_people", arguments={"name": "ann"}, status="done", result={"people": []})
    run = agent_run(looked, step("find_mail", arguments=FROM_FIRST, sought=meant))

    assert judged(run).remaining[0].sought == planned.sought


SAID = "who is the plumber of the harbour"


def nowhere(*following, tools=("find_people", "look_anywhere"), before=(), said=SAID):
    looked = step("find_people", arguments={"email": "ann"}, status="done", result={"people": []})
    run = agent_run(*before, looked, *following)
    changes = {"tools": tools, "cursor": len(before), "request": said}
    return judged(run.model_copy(update=changes))


def test_what_is_found_nowhere_it_should_be_is_looked_for_everywhere():
    told = nowhere()

    assert told.verdict == "continue"
    (look,) = told.remaining
    assert (look.tool, look.arguments["about"]) == ("look_anywhere", SAID)


def test_what_a_question_wants_to_know_is_no_mail_that_says_less_of_it():
    looked = found({"mails": []}, tool="find_mail", arguments={"query": "new"})
    for said, verdict in ((SAID, "continue"), ("who wrote about the harbour", "broaden")):
        changes = {"tools": ("find_mail", "look_anywhere"), "request": said}
        assert judged(looked.model_copy(update=changes)).verdict == verdict, said


@pytest.mark.parametrize(
    "said", ["what's on next Friday?", "any mail from Tom this week?", "find it", "Plumber"]
)
def test_what_says_too_little_of_it_is_not(said):
    assert nowhere(said=said).verdict == "complete"


def test_what_is_to_be_changed_is_not_looked_for_elsewhere():
    assert nowhere(step("send_mail", arguments={"to": "{1.people.0.email}"})).verdict == "complete"


def test_an_agent_without_that_tool_looks_nowhere_else_and_nobody_does_twice():
    assert nowhere(tools=("find_people",)).verdict == "complete"
    done = step("look_anywhere", status="done", result={"found": []})
    assert nowhere(before=(done,)).verdict == "complete"


ASKED = "what did the harbour master promise ann?"


def several(*following, said=ASKED, tools=("find_mail", "look_anywhere"), tool="find_mail"):
    mails = {"mails": [{"id": one, "subject": one} for one in ("m1", "m2")], **people("a", "b")}
    run = found(mails, *following, tool=tool, arguments={"query": "harbour"})
    return judged(run.model_copy(update={"request": said, "tools": tools}))


READS = step("read_mail", arguments={"id": "{1.mails.0.id}"})


def test_a_question_is_looked_up_in_all_that_was_found_instead_of_asking_which():
    told = several(READS)
    assert told.verdict == "continue"
    (look,) = told.remaining
    assert (look.tool, look.arguments["about"]) == ("look_anywhere", ASKED)
    assert look.arguments["inside"] == [{"kind": "email", "id": one} for one in ("m1", "m2")]


@pytest.mark.parametrize("said", ["open what the harbour master promised", "what did Ann say?"])
def test_an_order_and_what_says_too_little_still_ask_which_one(said):
    assert several(READS, said=said).verdict == "clarify"


WANTS = "until when is the harbour free?"


def listing(said, tool="find_mail", tools=("find_mail", "look_anywhere"), **result):
    mails = {"mails": [{"id": "m1", "subject": "Harbour"}], **result}
    run = found(mails, tool=tool, arguments={"query": "harbour"})
    return run.model_copy(update={"request": said, "tools": tools})


def test_what_a_question_wants_to_know_is_looked_up_in_the_mails_that_were_found():
    run = listing(WANTS)
    assert not runs.settles(run, FINDING)
    (look,) = judged(run).remaining
    assert look.arguments["inside"] == [{"kind": "email", "id": "m1"}]


@pytest.mark.parametrize(
    "said",
    [
        "which mails are there about the harbour?",
        "what did the harbour master send Ann?",
        "is there anything about the free harbour",
        "show me what there is of the harbour fees",
    ],
)
def test_who_wants_the_mails_themselves_gets_their_list(said):
    assert runs.settles(listing(said), FINDING)


def test_where_something_is_changed_or_nobody_may_look_a_list_stays_one():
    assert runs.settles(listing(WANTS, tools=("find_mail",)), FINDING)
    run = listing(WANTS)
    done = step("send_mail", status="done")
    changed = run.model_copy(update={"steps": (done, *run.steps), "cursor": 1})
    assert runs.settles(changed, FINDING)


@pytest.mark.parametrize(
    ("said", "elsewhere"),
    [
        ("when is the train back, and which seat is booked?", True),
        ("when is the train tour?", False),
        ("who else is going?", False),
        ("which meetings about trains and seats are there?", False),
    ],
)
def test_what_meetings_do_not_say_is_looked_for_everywhere(said, elsewhere):
    tours = [{"id": "e1", "title": "Train tour"}]
    run = listing(said, "list_events", ("list_events", "look_anywhere"), events=tours)
    assert runs.settles(run, FINDING) is not elsewhere
    assert (judged(run) is not None) is elsewhere


def test_an_agent_that_may_not_look_asks_and_so_does_who_means_one_of_some_people():
    assert several(READS, tools=("find_mail",)).verdict == "clarify"
    person = step("read_mail", arguments={"id": "{1.people.0.email}"})
    tools = ("find_people", "look_anywhere")
    assert several(person, tool="find_people", tools=tools).verdict == "clarify"


def test_what_is_to_be_changed_is_asked_for_and_never_looked_up():
    changing = step("send_mail", arguments={"to": "{1.mails.0.id}"})
    assert several(changing).verdict == "clarify"


def by_words(arguments):
    """Look for a value by its words, as sheets are where no column is called so."""
    return {"sheet": "harbour", "about": arguments["where"]} if "where" in arguments else None


def opened(*following, said=ASKED, kind="params", tool="read_sheet", **arguments):
    looked = step(tool, arguments={"sheet": "harbour", **arguments}, status="executing")
    run = agent_run(looked, *following).model_copy(
        update={"request": said, "tools": (tool, "look_anywhere")}
    )
    error = ToolError(type=kind, message="There is no such sheet.", tool=tool, recoverable=True)
    reads = ToolRules(about="sheet", about_kind="sheet", broader=by_words)
    rules = {**FINDING, "read_sheet": reads}
    return runs.record_failure(run, error, 5, rules)


def test_a_question_to_a_sheet_that_is_not_there_is_looked_for_everywhere():
    moved = opened()
    assert (moved.status, moved.notes) == ("executing", "There is no such sheet.")
    assert moved.steps[1].tool == "look_anywhere"


def test_a_question_to_a_column_that_is_not_there_is_looked_for_by_its_words_once():
    moved = opened(where="Bo")
    [again] = moved.steps
    assert (moved.status, moved.notes) == ("executing", "There is no such sheet.")
    assert (again.arguments, again.broadened) == ({"sheet": "harbour", "about": "Bo"}, True)
    error = ToolError(type="params", message="Nor that.", tool="read_sheet", recoverable=True)
    rules = {**FINDING, "read_sheet": ToolRules(about_kind="sheet", broader=by_words)}
    assert runs.record_failure(moved, error, 5, rules).steps[1].tool == "look_anywhere"


def attached(*following, kind="params", said=ASKED):
    read = step("read_file", arguments={"mail": "m1"}, status="executing")
    changes = {"request": said, "tools": ("read_file", "look_anywhere")}
    run = agent_run(read, *following).model_copy(update=changes)
    error = ToolError(type=kind, message="It has no files.", tool="read_file", recoverable=True)
    rules = {**FINDING, "read_file": ToolRules(about="mail", about_kind="email")}
    return runs.record_failure(run, error, 5, rules)


def test_a_question_to_a_file_that_a_mail_does_not_have_is_looked_for_in_that_mail():
    moved = attached()
    look = moved.steps[1]
    assert (moved.status, moved.notes) == ("executing", "It has no files.")
    assert (look.tool, look.arguments["inside"]) == (
        "look_anywhere",
        [{"kind": "email", "id": "m1"}],
    )


@pytest.mark.parametrize(
    "run",
    [
        attached(said="open the file of the harbour master"),
        attached(kind="network"),
        attached(step("send_mail", arguments={"to": "{1.rows.0.email}"})),
        opened(said="open the sheet of the harbour master"),
        opened(kind="network"),
        opened(said="open the sheet of the harbour master", where="Bo"),
        opened(step("send_mail", arguments={"to": "{1.rows.0.email}"})),
    ],
)
def test_an_order_a_fault_and_what_a_change_waits_for_are_not(run):
    assert run.status == "failed"


PLUMBER = Sought(words="the plumber who asks for keys")


@pytest.mark.parametrize(
    ("sought", "tools", "about"),
    [
        (PLUMBER, ("find_mail", "look_anywhere"), "the plumber who asks for keys"),
        (PLUMBER, ("find_mail",), None),
        (Sought(words="keys"), ("find_mail", "look_anywhere"), None),
        (PLUMBER.model_copy(update={"first": True}), ("find_mail", "look_anywhere"), None),
    ],
)
def test_a_mail_that_no_words_find_is_looked_for_by_what_it_says(sought, tools, about):
    star = step("send_mail", arguments={"message_id": "{1.mails.0.id}"})
    arguments = {"query": "plumber keys"}
    run = found({"mails": []}, star, tool="find_mail", arguments=arguments, sought=sought)

    verdict = judged(run.model_copy(update={"tools": tools}))

    if about is None:
        assert verdict.verdict == "broaden"
    else:
        look, then = verdict.remaining
        assert (look.tool, look.arguments["about"], look.sought) == ("look_anywhere", about, sought)
        assert look.arguments["terms"] == "theirs"
        assert then.arguments == {"message_id": "{2.found.0.id}"}


def test_what_is_found_by_its_meaning_and_changed_has_to_say_more_than_a_word():
    star = step("send_mail", arguments={"message_id": "{1.found.0.id}"})
    for words, chosen in (("the plumber with keys", False), ("the plumber of Hull", True)):
        listed = {"found": [{"id": "m1", "label": "Plumber", "text": "back from Hull"}]}
        sought = Sought(words=words)
        verdict = judged(found(listed, star, tool="look_anywhere", sought=sought))

        assert (verdict is None) is chosen
