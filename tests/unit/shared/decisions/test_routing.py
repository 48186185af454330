import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions import routing, wording
from shared.errors import RoutingError
from shared.models.intent import ActionType, Option
from shared.models.reasoning import Clarified
from shared.models.steps import Analysis, Discovery, Suggestion
from tests.unit.shared.decisions.values import candidate, decision, intent, turn

EMAIL, CONTACTS, NOTES = candidate("email", 0.9), candidate("contacts", 0.7), candidate("notes", 0)
MAIL_TIP = Suggestion(agent="email", name="Email", text="Any unread mail?")


def wants(action=ActionType.EXECUTE, *agents, confidence=0.9, **changes):
    return Analysis(action=action, confidence=confidence, agents=agents, **changes)


def found(*candidates, **changes):
    return Discovery(candidates=candidates, **changes)


def decide(analysis, *candidates, **changes):
    return routing.decide(analysis, found(*candidates, **changes))


@pytest.mark.parametrize(
    ("text", "name", "rest"),
    [
        ("@email show my mail", "email", "show my mail"),
        ("  @email: show", "email", "show"),
        ("@my-agent_2.0, go", "my-agent_2.0", "go"),
        ("@email", "email", "@email"),
        ("@email. Show", "email", "Show"),
        ("ask @email", None, "ask @email"),
        ("write to ann@example.com now", None, "write to ann@example.com now"),
        ("@ email", None, "@ email"),
        ("@-email", None, "@-email"),
        ("@@email", None, "@@email"),
        ("show mail", None, "show mail"),
        ("@email write to ann@example.com", "email", "write to ann@example.com"),
    ],
)
def test_only_a_leading_name_is_a_mention(text, name, rest):
    assert routing.mention(text) == name
    assert routing.without_mention(text) == rest


@given(st.text(min_size=1))
def test_a_message_without_a_mention_is_left_as_it_is(text):
    if routing.mention(text) is None:
        assert routing.without_mention(text) == text


# --- @name


def test_a_mention_runs_the_agent_it_names():
    decided = routing.decide(None, found(EMAIL), "Email")

    assert (decided.kind, decided.agent) == ("run", "email")
    assert decided.reasons == ("the message names @Email",)


def test_an_unknown_name_offers_the_closest_ones():
    decided = routing.decide(None, found(closest=(EMAIL, CONTACTS)), "emial")

    assert (decided.kind, decided.question) == ("ask", "choice")
    assert [option.value for option in decided.options] == ["run:email", "run:contacts"]
    assert "@emial" in decided.text


def test_a_name_like_no_other_is_said_to_be_unknown():
    decided = routing.decide(None, found(favourites=(EMAIL,)), "xyz")

    assert (decided.kind, decided.text) == ("say", wording.unknown_agent("xyz", ("email",)))


def test_an_agent_that_keeps_failing_is_not_run_though_named():
    decided = routing.decide(None, found(candidate("email", available=False)), "email")

    assert (decided.kind, decided.agent) == ("say", None)
    assert "Email is having trouble" in decided.text


@pytest.mark.parametrize("name", ["agent-builder", "Agent-Builder"])
def test_the_builder_is_reached_by_its_name_alone(name):
    assert routing.decide(None, found(EMAIL), name).kind == "build"


# --- what cannot be decided upon


def test_failing_to_understand_comes_before_everything_else():
    decided = decide(Analysis(failed=True, agents=("email",)), EMAIL)

    assert (decided.kind, decided.text) == ("say", wording.NOT_UNDERSTOOD)


def test_agents_that_cannot_be_searched_are_said_to_be_unreachable():
    decided = routing.decide(wants(), Discovery(failed=True))

    assert (decided.kind, decided.text) == ("say", wording.NO_SERVICE)


# --- the four actions


def test_a_question_goes_to_the_query_handlers():
    assert decide(wants(ActionType.QUERY, "email"), EMAIL).kind == "query"


@pytest.mark.parametrize(("score", "kind"), [(0.9, "run"), (0.5, "ask")])
def test_what_is_hardly_a_question_is_for_an_agent_or_asked_about(score, kind):
    unsure = wants(ActionType.QUERY, confidence=routing.LOW_CONFIDENCE - 0.01)

    assert decide(unsure, candidate("email", score)).kind == kind
    assert decide(wants(ActionType.QUERY, confidence=routing.LOW_CONFIDENCE)).kind == "query"


def test_a_new_agent_is_one_for_the_builder():
    decided = decide(wants(ActionType.CREATE), EMAIL)

    assert (decided.kind, decided.agent) == ("build", None)
    assert decided.text == wording.handing_over("")


def test_an_unsure_wish_for_a_new_agent_is_asked_about():
    decided = decide(wants(ActionType.CREATE, confidence=0.59), EMAIL)

    assert (decided.kind, decided.question, decided.agent) == ("ask", "create_or_run", "email")


def test_a_change_goes_to_the_builder_with_its_agent():
    named = candidate("contacts", 0.2, named=True)
    decided = decide(wants(ActionType.UPDATE), EMAIL, named)

    assert (decided.kind, decided.agent) == ("build", "contacts")
    assert decided.text == wording.handing_over("Contacts")


@pytest.mark.parametrize(
    ("strategy", "agents", "kind"),
    [
        ("parallel", ("email", "contacts"), "delegate"),
        ("first_success", ("email", "contacts"), "delegate"),
        ("parallel", ("email",), "run"),
        ("sequential", ("email", "contacts"), "run"),
    ],
)
def test_what_is_put_to_several_agents_is_given_to_them_all(strategy, agents, kind):
    asked = wants(ActionType.EXECUTE).model_copy(update={"strategy": strategy, "agents": agents})

    assert decide(asked, EMAIL, NOTES).kind == kind


def test_an_agent_that_comes_with_the_product_is_not_changed():
    ours = candidate("contacts", 0.9, named=True).model_copy(update={"workspace": True})

    assert decide(wants(ActionType.UPDATE), ours, NOTES).text == wording.not_changeable("Contacts")
    likely = ours.model_copy(update={"named": False})
    assert decide(wants(ActionType.UPDATE), likely).text == wording.NOTHING_TO_UPDATE
    named = candidate("notes", 0.2, named=True)
    assert decide(wants(ActionType.UPDATE), ours, named).agent == "notes"


def test_a_change_to_nothing_named_goes_to_the_clearly_best():
    assert decide(wants(ActionType.UPDATE), EMAIL, NOTES).agent == "email"


@pytest.mark.parametrize(
    ("candidates", "values"),
    [
        (
            (candidate("email", 0.8), candidate("contacts", 0.7)),
            ["update:email", "update:contacts"],
        ),
        ((NOTES,), ["update:contacts"]),
        (
            (candidate("a", 0.9, named=True), candidate("b", 0.9, named=True), EMAIL),
            ["update:a", "update:b"],
        ),
    ],
)
def test_a_change_that_could_be_to_several_is_asked_about(candidates, values):
    decided = decide(wants(ActionType.UPDATE), *candidates, favourites=(CONTACTS,))

    assert (decided.kind, decided.question) == ("ask", "choice")
    assert decided.text == wording.WHICH_TO_UPDATE
    assert [option.value for option in decided.options] == values


def test_the_agent_that_the_request_is_for_gets_it():
    decided = decide(wants(ActionType.EXECUTE, "notes"), candidate("email", 0.59), NOTES)

    assert (decided.kind, decided.agent) == ("run", "notes")


def test_an_agent_named_by_the_message_goes_before_all():
    named = candidate("notes", 0.1, named=True)

    assert decide(wants(ActionType.EXECUTE, "email"), EMAIL, named).agent == "notes"


def test_a_highly_probable_agent_goes_before_the_one_a_command_is_for():
    sure = candidate("mail-desk", routing.LOW_CONFIDENCE)

    assert decide(wants(ActionType.EXECUTE, "notes"), sure, NOTES).agent == "mail-desk"


def test_among_the_workspaces_own_agents_the_command_decides():
    rival = candidate("contacts", 0.9, workspace=True)

    assert decide(wants(ActionType.EXECUTE, "notes"), rival, NOTES).agent == "notes"


def test_a_commanded_agent_needs_no_likeness_to_the_message():
    assert (
        decide(wants(ActionType.EXECUTE, "notes"), candidate("email", 0.5), NOTES).agent == "notes"
    )


@pytest.mark.parametrize(
    ("best", "next_best", "kind"),
    [
        (0.9, 0.9, "ask"),
        (0.9, 0.75, "ask"),
        (0.85, 0.7, "ask"),
        (0.55, 0.4, "ask"),
        (0.9, 0.7499, "run"),
        (0.9, 0.35, "run"),
        (0.55, 0.2, "run"),
    ],
)
def test_agents_within_fifteen_hundredths_are_asked_about(best, next_best, kind):
    decided = decide(wants(), candidate("email", best), candidate("contacts", next_best))

    assert decided.kind == kind


def test_at_most_three_agents_are_offered_and_kept():
    many = tuple(candidate(f"a{n}", 0.8) for n in range(5))

    decided = decide(wants(), *many)

    assert decided.text == wording.WHICH_AGENT
    assert [(o.id, o.label, o.description, o.value) for o in decided.options] == [
        ("1", "A0", "does a0", "run:a0"),
        ("2", "A1", "does a1", "run:a1"),
        ("3", "A2", "does a2", "run:a2"),
    ]
    assert decided.candidates == many[:3]


def test_a_choice_made_before_saves_the_question():
    decided = decide(
        wants(), candidate("email", 0.8), candidate("contacts", 0.75), preferred="contacts"
    )

    assert (decided.kind, decided.agent) == ("run", "contacts")
    assert decided.note == wording.as_last_time("Contacts")


def test_a_choice_made_before_is_told_where_it_left_no_question():
    decided = decide(wants(), candidate("contacts", 0.9), preferred="contacts")

    assert (decided.kind, decided.note) == ("run", wording.as_last_time("Contacts"))


def test_a_choice_made_before_counts_only_among_what_is_close_now():
    decided = decide(
        wants(), candidate("email", 0.8), candidate("contacts", 0.7), preferred="notes"
    )

    assert decided.kind == "ask"


def test_what_is_missing_is_asked_for_the_agent_it_is_meant_for():
    decided = decide(wants(missing="target"), EMAIL)

    assert (decided.kind, decided.question, decided.agent) == ("ask", "entity", "email")
    assert decided.text == wording.missing("target", "Email")


def test_once_or_for_good_is_asked_when_both_make_sense():
    decided = decide(wants(recurring=routing.RECURRING), EMAIL)

    assert (decided.kind, decided.question, decided.agent) == ("ask", "create_or_run", "email")
    assert [option.value for option in decided.options] == ["run:email", "create"]


def test_an_agent_takes_over_from_one_that_keeps_failing():
    down = candidate("email", 0.9, available=False)

    decided = decide(wants(), down, CONTACTS)

    assert (decided.kind, decided.agent) == ("run", "contacts")
    assert decided.note == wording.instead("Email", "Contacts")


def test_when_only_a_failing_agent_fits_that_is_said():
    decided = decide(wants(), candidate("email", 0.9, available=False), NOTES)

    assert (decided.kind, decided.text) == ("say", wording.unavailable("Email", ("Notes",)))


# --- no match


@pytest.mark.parametrize("candidates", [(), (candidate("email", routing.FIT - 0.01),)])
def test_without_a_fitting_agent_creating_one_is_offered(candidates):
    decided = decide(wants(), *candidates)

    assert (decided.kind, decided.question) == ("ask", "offer")
    assert decided.options[0].value == "create"
    assert [o.value for o in decided.options[1:]] == [f"run:{c.agent}" for c in candidates]


def test_an_agent_that_is_hardly_meant_is_not_offered():
    decided = decide(wants(), candidate("email", routing.OFFERED - 0.01))

    assert [o.value for o in decided.options] == ["create"]


def test_the_offer_names_the_domain_that_is_not_connected():
    decided = decide(wants(ActionType.EXECUTE, "slack"), candidate("email", 0.1))

    assert decided.text == wording.no_agent("slack")
    assert decided.reasons == ("no slack agent is connected",)


# --- too vague


def test_a_vague_message_is_asked_about_with_things_to_say():
    vague = wants(ActionType.AMBIGUOUS, confidence=0.9, ambiguity_reason="It names no task.")

    decided = decide(vague, candidate("email", 0.5), suggestions=(MAIL_TIP,))

    assert (decided.kind, decided.question) == ("ask", "open")
    assert "It names no task." in decided.text
    assert [(o.label, o.value) for o in decided.options] == [
        (MAIL_TIP.text, f"tell:{MAIL_TIP.text}")
    ]


def test_a_vague_message_near_several_agents_offers_them():
    decided = decide(
        wants(ActionType.AMBIGUOUS), candidate("email", 0.7), candidate("contacts", 0.6)
    )

    assert (decided.kind, decided.question) == ("ask", "choice")


def test_a_vague_wish_that_could_last_is_asked_about():
    vague = wants(ActionType.AMBIGUOUS, recurring=0.8)
    likely = candidate("email", routing.LOW_CONFIDENCE)

    assert decide(vague, likely).question == "create_or_run"
    assert decide(vague, candidate("email", routing.LOW_CONFIDENCE - 0.01)).question == "open"


# --- at most three rounds


def test_after_three_rounds_the_best_guess_is_taken_and_called_so():
    decided = decide(wants(), candidate("email", 0.8), candidate("contacts", 0.8), rounds=3)

    assert (decided.kind, decided.agent) == ("run", "email")
    assert decided.note == wording.best_guess("Email")


def test_after_three_rounds_without_a_guess_it_ends():
    decided = decide(wants(ActionType.AMBIGUOUS), NOTES, rounds=3)

    assert (decided.kind, decided.text) == ("say", wording.GIVING_UP)


# --- for everything there is

names = st.sampled_from(["email", "contacts", "notes", "slack", "reports"])
candidates = st.lists(
    st.builds(
        candidate,
        names,
        st.floats(0, 1),
        available=st.booleans(),
        named=st.booleans(),
    ),
    max_size=6,
    unique_by=lambda c: c.agent,
).map(lambda cs: tuple(sorted(cs, key=lambda c: -c.score)))
analyses = st.builds(
    Analysis,
    failed=st.booleans(),
    action=st.sampled_from(ActionType),
    confidence=st.floats(0, 1),
    missing=st.sampled_from(["", "target", "object", "agent_name"]),
    recurring=st.floats(0, 1),
    agents=st.lists(names, max_size=2).map(tuple),
)
discoveries = st.builds(
    Discovery,
    failed=st.booleans(),
    candidates=candidates,
    closest=candidates,
    favourites=candidates,
    suggestions=st.just((MAIL_TIP,)) | st.just(()),
    preferred=names | st.just(""),
    rounds=st.integers(0, 5),
)


@given(analyses | st.none(), discoveries, names | st.none())
def test_every_message_goes_somewhere_and_says_why(analysis, discovery, name):
    decided = routing.decide(analysis, discovery, name)

    assert decided == routing.decide(analysis, discovery, name)
    assert decided.reasons
    assert (decided.question is not None) == (decided.kind == "ask")
    assert decided.kind != "say" or decided.text
    assert len(decided.options) <= routing.MAX_OPTIONS


@given(analyses | st.none(), discoveries, names | st.none())
def test_only_a_working_candidate_is_ever_run(analysis, discovery, name):
    decided = routing.decide(analysis, discovery, name)

    if decided.kind == "run":
        assert decided.agent in {c.agent for c in discovery.candidates if c.available}


@given(analyses | st.none(), discoveries, names | st.none())
def test_nobody_is_asked_a_fourth_time(analysis, discovery, name):
    decided = routing.decide(analysis, discovery, name)

    assert decided.kind != "ask" or discovery.rounds < routing.MAX_ROUNDS
    assert routing.refused(discovery.rounds).kind == ("ask" if discovery.rounds < 3 else "say")


@given(analyses, discoveries)
def test_every_option_leads_somewhere(analysis, discovery):
    decided = routing.decide(analysis, discovery)

    for option in decided.options:
        made = routing.chosen(decided, option)
        assert isinstance(made, routing.Told) or made.kind in {"run", "build"}


# --- answers


def test_a_choice_sends_the_message_to_the_chosen_agent():
    asked = decide(wants(), candidate("email"), candidate("contacts"))

    decided = routing.chosen(asked, asked.options[1])

    assert (decided.kind, decided.agent, decided.question) == ("run", "contacts", None)
    assert decided.among == ("contacts", "email")
    assert decided.reasons[-1] == "the person chose Contacts"
    assert decided.candidates == asked.candidates


def test_choosing_to_create_goes_to_the_builder():
    offered = decide(wants(), candidate("email", 0.1))

    assert routing.chosen(offered, offered.options[0]).kind == "build"
    assert routing.chosen(offered, offered.options[1]).among == ()


def test_choosing_what_to_change_goes_to_the_builder_with_it():
    asked = decide(wants(ActionType.UPDATE), NOTES, favourites=(CONTACTS,))

    decided = routing.chosen(asked, asked.options[0])

    assert (decided.kind, decided.agent) == ("build", "contacts")
    assert decided.text == wording.handing_over("Contacts")


def test_choosing_a_suggestion_is_saying_it():
    asked = decide(wants(ActionType.AMBIGUOUS), suggestions=(MAIL_TIP,))

    assert routing.chosen(asked, asked.options[0]) == routing.Told("Any unread mail?")


def test_an_option_that_leads_nowhere_is_an_error():
    with pytest.raises(RoutingError):
        routing.chosen(decision("ask"), Option(id="1", label="?", value="elsewhere"))


def test_telling_what_was_missing_runs_the_agent():
    asked = decide(wants(missing="target"), EMAIL)

    decided = routing.answered(asked, "to Bob")

    assert (decided.kind, decided.agent, decided.question) == ("run", "email", None)


def test_an_answer_to_an_open_question_joins_what_is_wanted():
    assert routing.answered(decide(wants(ActionType.AMBIGUOUS)), "my mail") == routing.Told(
        "my mail"
    )


@pytest.mark.parametrize(
    ("said", "understood", "clarified", "command"),
    [
        ("mail", intent(("email", "all mail"), ("contacts", "people")), (), "all mail"),
        ("mail and people", intent(("contacts", "people")), (), "mail and people"),
        ("@email my mail", None, (), "my mail"),
        ("people at ann@example.com", None, (), "people at ann@example.com"),
        ("mail", intent(("email", "all mail")), (("Whose?", "Bob", True),), "mail\nBob"),
        ("mail", intent(("email", "all mail")), (("Which?", "Email", False),), "all mail"),
    ],
)
def test_a_run_gets_its_agents_command_or_else_the_message(said, understood, clarified, command):
    known = tuple(Clarified(question=q, answer=a, told=t) for q, a, t in clarified)
    opened = turn(number=3, text=said, intent=understood, clarified=known)

    run = routing.new_run(opened, decision(agent="email"))

    assert (run.id, run.agent, run.request, run.status) == ("work-3", "email", command, "planning")


POSTER = candidate("metrics-bot", 0.9, changes=True)
SHEETS = candidate("sheets", 0.05, workspace=True)


def test_what_is_only_to_be_read_is_not_for_an_agent_that_would_change_something():
    reading = decide(wants(ActionType.EXECUTE, "sheets", reads=True), POSTER, SHEETS)
    changing = decide(wants(ActionType.EXECUTE, "sheets"), POSTER, SHEETS)
    called = POSTER.model_copy(update={"named": True})
    named = decide(wants(ActionType.EXECUTE, "sheets", reads=True), called, SHEETS)
    alone = decide(wants(reads=True), POSTER)

    assert [d.agent for d in (reading, changing, named, alone)] == [
        "sheets",
        "metrics-bot",
        "metrics-bot",
        "metrics-bot",
    ]


def test_what_is_missing_for_a_task_that_was_read_its_own_agent_asks_for():
    notes = candidate("notes", 0.5)
    read = decide(wants(ActionType.EXECUTE, "sheets", missing="target"), SHEETS, notes)
    unread = decide(wants(missing="target"), SHEETS.model_copy(update={"score": 0.9}))
    theirs = decide(wants(ActionType.EXECUTE, "notes", missing="target"), notes)

    assert (read.kind, read.agent) == ("run", "sheets")
    assert [(d.question, d.agent) for d in (unread, theirs)] == [
        ("entity", "sheets"),
        ("entity", "notes"),
    ]


def test_a_service_that_a_message_names_is_not_whom_it_is_for_where_a_command_tells():
    slack = candidate("slack", 0.9, workspace=True, named=True)
    across = candidate("action", 0.05, workspace=True)
    called = POSTER.model_copy(update={"named": True})
    told = decide(wants(ActionType.EXECUTE, "action"), slack, across)
    untold = decide(wants(), slack, across)
    theirs = decide(wants(ActionType.EXECUTE, "action"), slack, across, called)
    assert [d.agent for d in (told, untold, theirs)] == ["action", "slack", "metrics-bot"]


def test_an_errand_is_the_builders_even_where_the_message_could_not_be_analysed():
    decided = decide(Analysis(failed=True, errand=True), EMAIL)
    assert (decided.kind, decided.agent) == ("build", None)


def test_what_is_about_the_files_that_came_with_it_is_answered_from_them():
    decided = decide(Analysis(files=True), EMAIL)
    assert (decided.kind, decided.agent) == ("query", None)
