"""Who answers which question."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shared.errors import NotFound, QueryHandlerError, StorageUnavailable, UpstreamUnavailable
from shared.models.reasoning import Usage
from shared.queries import BUILT_IN, QUERIES, QueryHandlers
from shared.queries.files import FilesBrought
from shared.queries.reading import plain
from tests.unit.queries.company import HashedWords, World, Written

QUESTIONS = [
    tuple(line.split("\t"))
    for line in (Path(__file__).parent / "questions.tsv").read_text().splitlines()
]
EMPTY = Usage()
WORDS = (
    *("which", "agents", "agent", "list", "how", "do", "I", "what", "does", "Press", "Desk"),
    *("run", "failed", "forget", "my", "choices", "help", "@", "the", "invoice", "scanner"),
    *("it", "thanks", "delete", "today", "difference", "?"),
)


class Answers:
    def __init__(self, name, priority, *pieces, willing=True, error=None, usage=EMPTY):
        self.id, self.priority = name, priority
        self._pieces, self._willing, self._error, self._usage = pieces, willing, error, usage

    def can_handle(self, asked):
        return self._willing

    def answer(self, asked, services):
        return Written(self._pieces, self._usage, self._error)


CATCH_ALL = Answers("rest", 0, "anything")


async def read(stream):
    return "".join([piece async for piece in stream])


class Breaks(Answers):
    """Breaks where it is asked whether it takes a question."""

    def can_handle(self, asked):
        raise IndexError


async def test_a_handler_that_breaks_leaves_the_question_to_the_next(world):
    handlers = [Breaks("one", 9), Answers("two", 8, error=KeyError("x")), CATCH_ALL]
    asked = await world.ask("what is up?")
    stream = QueryHandlers(handlers).answer(asked, world.services)
    assert await read(stream) == "anything"


async def test_nineteen_of_twenty_questions_find_their_handler(world):
    wrong = [
        (question, handler, found)
        for handler, question in QUESTIONS
        if (found := QUERIES.find(await world.ask(question)).id) != handler
    ]
    assert len(wrong) <= len(QUESTIONS) // 20, wrong


async def test_every_kind_of_question_is_in_the_table():
    by_words = {handler.id for handler in BUILT_IN} - {FilesBrought.id}
    assert {handler for handler, _ in QUESTIONS} == by_words


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(text=st.text(max_size=80) | st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join))
async def test_any_text_finds_a_handler_and_an_answer(tenants, text):

    world = World(tenants, HashedWords(), answers=[Written(["It depends."], EMPTY)])
    _, answer = await world.answered(text, routes=("trip-planner",))
    assert answer.strip()


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("Which agnets can I use?", "which agents can i use"),
        ("What's the diference between a and b", "what is the difference between a and b"),
        ("wht r u", "what are you"),
        ("I\u2019ve no clue, can\u2019t you tell", "i have no clue cannot you tell"),
        ("do I need @ every time", "do i need mention every time"),
    ],
)
def test_slips_and_short_forms_are_read_in_full(text, read_as):
    assert plain(text, []) == read_as


def test_a_name_stands_as_one_letter_with_what_belongs_to_it():
    text = "does @press-desk or the Trip Planner agent run?"
    names = [(6, 16), (24, 36)]
    assert plain(text, names) == "does X or X run"


async def test_the_highest_priority_that_can_goes_first_and_equals_keep_their_order(world):
    asked = await world.ask("hm")
    late, first, second = Answers("c", 1), Answers("a", 5), Answers("b", 5)
    assert QueryHandlers([CATCH_ALL, late, first, second]).find(asked).id == "a"
    deaf = Answers("a", 5, willing=False)
    assert QueryHandlers([late, deaf, second, CATCH_ALL]).find(asked).id == "b"
    assert QueryHandlers([deaf, CATCH_ALL]).find(asked).id == "rest"


def test_two_handlers_of_one_id_are_refused():
    with pytest.raises(ValueError, match="same id"):
        QueryHandlers([CATCH_ALL, Answers("rest", 3)])


@pytest.mark.parametrize("handlers", [[], [Answers("a", 5)], [CATCH_ALL, Answers("b", -1)]])
def test_a_registry_without_one_for_everything_last_is_refused(handlers):
    with pytest.raises(ValueError, match="priority 0"):
        QueryHandlers(handlers)


@pytest.mark.parametrize("error", [UpstreamUnavailable("down"), NotFound("gone")])
async def test_a_handler_that_fails_leaves_it_to_the_next_and_its_cost_counts(world, error):
    asked = await world.ask("hm")
    spent = Usage(calls=1, input_tokens=5, output_tokens=2, model="m")
    failing = Answers("a", 5, error=error)
    rest = Answers("rest", 0, "any", "thing", usage=spent)
    stream = QueryHandlers([failing, rest]).answer(asked, world.services)
    assert await read(stream) == "anything"
    assert stream.usage == spent


async def test_without_storage_no_other_handler_is_asked(world):
    failing = Answers("a", 5, error=StorageUnavailable("503"))
    stream = QueryHandlers([failing, CATCH_ALL]).answer(await world.ask("hm"), world.services)
    with pytest.raises(StorageUnavailable):
        await read(stream)


async def test_a_handler_without_a_word_counts_as_failed(world):
    silent = Answers("a", 5, "")
    stream = QueryHandlers([silent, CATCH_ALL]).answer(await world.ask("hm"), world.services)
    assert await read(stream) == "anything"


async def test_when_all_fail_that_is_said_with_the_last_cause(world):
    cause = UpstreamUnavailable("down")
    stream = QueryHandlers([Answers("rest", 0, error=cause)]).answer(
        await world.ask("hm"), world.services
    )
    with pytest.raises(QueryHandlerError) as raised:
        await read(stream)
    assert raised.value.__cause__ is cause


async def test_an_answer_that_breaks_off_is_not_continued_by_another(world):
    broken = Answers("a", 5, "half an ", error=UpstreamUnavailable("down"))
    stream = QueryHandlers([broken, CATCH_ALL]).answer(await world.ask("hm"), world.services)
    with pytest.raises(UpstreamUnavailable):
        await read(stream)
