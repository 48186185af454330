"""What is fitted on text by some writers reads that of another, who was never learnt from."""

from collections import Counter
from pathlib import Path

from shared.language.encoder import MiniLM
from shared.models.reasoning import ReplyRequest
from shared.reasoning.embedded.replying.approvals import REFUSES
from shared.reasoning.embedded.replying.stances import Stances
from shared.understanding.following import FOLLOWING
from shared.understanding.sentences import OF_ORDERS, ORDERS, Sentences
from training import following, sentences, stances

HERE = Path(__file__).parent


def test_what_a_reply_to_a_card_does_is_told():
    rows = [one.split("\t") for one in (HERE / "unseen_replies.tsv").read_text().splitlines()]
    model = Stances(MiniLM())
    told, surely = Counter[tuple[str, str]](), Counter[str]()
    for stance, shown, text in rows:
        shares = model.of(
            ReplyRequest(question=shown, options=(), text=text, kind="approval", command=shown)
        )
        told[stance, max(shares, key=lambda one: shares[one])] += 1
        surely[stance] += shares["refuse"] >= REFUSES
    right = sum(count for (stance, read), count in told.items() if stance == read)
    assert right >= 0.8 * len(rows)
    assert told["refuse", "refuse"] >= 0.8 * sum(one[0] == "refuse" for one in rows)
    assert surely["agree"] <= 0.05 * sum(one[0] == "agree" for one in rows)


def test_what_is_to_be_written_is_told_from_what_is_not():
    model, told = Sentences(), Counter[tuple[bool, bool]]()
    for message in (HERE / "unseen_sentences.tsv").read_text().strip().split("\n\n"):
        rows = [line.split("\t") for line in message.splitlines()]
        for (role, _), shares in zip(
            rows, model.roles([sentence for _, sentence in rows]), strict=True
        ):
            told[role == "said", shares["said"] > 0.5] += 1
    assert told[True, True] >= 0.8 * (told[True, True] + told[True, False])
    assert told[False, False] >= 0.8 * (told[False, False] + told[False, True])


def test_what_is_told_beside_an_order_is_told_from_it():
    model, told = Sentences(ORDERS, OF_ORDERS), Counter[tuple[str, str]]()
    for message in (HERE / "unseen_orders.tsv").read_text().strip().split("\n\n"):
        rows = [line.split("\t") for line in message.splitlines()]
        for (role, _), shares in zip(
            rows, model.roles([sentence for _, sentence in rows]), strict=True
        ):
            told[role, max(shares, key=lambda one: shares[one])] += 1
    aside = sum(count for (_, read), count in told.items() if read == "aside")
    assert sum(told[role, role] for role in OF_ORDERS) >= 0.8 * told.total()
    assert told["aside", "aside"] >= 0.8 * aside


def test_what_a_message_goes_on_from_is_told():
    rows = [one.split("\t") for one in (HERE / "unseen_following.tsv").read_text().splitlines()]
    right, undone = 0, Counter[bool]()
    for left, about, shown, text in rows:
        shares = FOLLOWING.of(text, left, shown)
        right += max(shares, key=lambda one: shares[one]) == about
        if left in {"done", "many"} and shares["undo"] >= 0.9:
            undone[about == "undo"] += 1
    assert right >= 0.7 * len(rows)
    assert undone[True] >= 0.5 * sum(one[1] == "undo" for one in rows)
    assert undone[False] <= 0.1 * undone.total()


def test_no_unseen_line_is_learnt_from():
    unseen = {
        line.split("\t")[-1]
        for file in HERE.glob("*.tsv")
        for line in file.read_text().splitlines()
    } - {""}
    learnt = {one.reply for one in stances.labelled()}
    learnt |= {
        line.split("\t")[-1]
        for data in (sentences.DATA, sentences.DATA_ORDERS, following.DATA)
        for file in data.glob("*.tsv")
        for line in file.read_text().splitlines()
    }
    assert len(unseen & learnt) <= 0.01 * len(unseen)  # "Only to her." is anybody's
