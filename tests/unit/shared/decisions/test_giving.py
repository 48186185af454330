"""What a turn keeps of what its calls gave."""

from shared.decisions.giving import MAX_DATA_CHARACTERS, MOST, files, giving
from shared.models.given import Given
from shared.models.upload import Upload
from tests.unit.shared.decisions.test_a2a import turn

FILE = Upload(id="f1", name="a.csv", type="text/csv", size=3)
KEPT = Given(source="There", name="a.csv", type="text/csv", file=FILE)
LINK = Given(source="There", name="b.csv", type="text/csv", url="https://x.example/b.csv")


def data(value):
    return Given(source="There", data=value)


def test_what_is_given_is_kept_once_in_order():
    kept = giving(giving(turn(), (KEPT, LINK)), (LINK, data({"a": 1})))
    assert kept.given == (KEPT, LINK, data({"a": 1}))
    assert files(kept) == (FILE,)


def test_where_nothing_is_given_the_turn_is_the_same():
    before = turn()
    assert giving(before, ()) is before
    before = giving(before, (KEPT,))
    assert giving(before, (KEPT,)) is before


def test_a_turn_has_room_for_so_much():
    half = data("x" * (MAX_DATA_CHARACTERS // 2))
    assert giving(turn(), (half, data("y" * (MAX_DATA_CHARACTERS // 2)), KEPT)).given == (
        half,
        KEPT,
    )
    many = [LINK.model_copy(update={"url": str(number)}) for number in range(MOST + 5)]
    assert len(giving(turn(), many).given) == MOST
