import pytest

from shared.models.reasoning import Usage
from tests.unit.shared.decisions.values import request, thread


@pytest.mark.parametrize(("accepted", "claimed", "pending"), [(0, 0, 0), (3, 3, 0), (3, 1, 2)])
def test_messages_no_turn_has_claimed_are_pending(accepted, claimed, pending):
    assert thread(accepted=accepted, claimed=claimed).pending == pending


@pytest.mark.parametrize(
    ("status", "reply_seq", "takes"),
    [
        ("open", None, True),
        ("open", 4, False),
        ("answered", None, False),
        ("unclear", None, False),
        ("expired", None, False),
        ("superseded", None, False),
        ("cancelled", None, False),
    ],
)
def test_a_question_takes_one_answer(status, reply_seq, takes):
    assert request(status=status, reply_seq=reply_seq).takes_answers is takes


def test_spendings_add_up_and_keep_the_models_name():
    spent = Usage(calls=1, input_tokens=10, output_tokens=2, model="gpt")
    more = Usage(calls=2, input_tokens=1, output_tokens=1, model="other")

    assert Usage() + spent == spent
    assert spent + Usage() == spent
    assert spent + more == Usage(calls=3, input_tokens=11, output_tokens=3, model="gpt")
