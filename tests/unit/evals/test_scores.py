"""The arithmetic behind the accuracy figures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals import scores
from evals.scores import Judged, Share


def judged(pairs, **options):
    return [Judged(gold, predicted, 0.9, 1.0, **options) for gold, predicted in pairs]


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson_intervals_are_the_published_ones(hits, n, low, high):
    assert Share(hits, n).interval == pytest.approx((low, high), abs=1e-4)


@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_an_interval_lies_within_0_and_1_and_holds_the_share(share):
    low, high = Share(*share).interval

    assert 0 <= low <= Share(*share).value + 1e-12
    assert Share(*share).value - 1e-12 <= high <= 1


def test_lenient_scoring_accepts_other_labels_strict_scoring_does_not():
    items = judged([("A", "A"), ("A", "B"), ("A", "C")], also_ok=frozenset({"B"}))

    assert scores.share_right(items) == Share(1, 3)
    assert scores.share_acceptable(items) == Share(2, 3)


def test_asking_again_is_never_silently_wrong():
    items = judged([("1", "1"), ("1", "2"), ("1", "unclear"), ("none", "new"), ("unclear", "1")])

    assert scores.share_silently_wrong(items, "unclear") == Share(3, 5)


def test_class_scores_and_confusion():
    items = judged([("A", "A"), ("A", "A"), ("A", "B"), ("B", "A"), ("C", "C")])

    a, b, never = scores.class_scores(items, ["A", "B", "D"])
    assert (a.n, a.precision, a.recall, a.f1) == pytest.approx((3, 2 / 3, 2 / 3, 2 / 3), rel=1e-9)
    assert (b.n, b.precision, b.recall, b.f1) == (1, 0, 0, 0)
    assert (never.n, never.f1) == (0, 0)
    assert scores.confusion(items)["A", "B"] == 1


@pytest.mark.parametrize(
    ("items", "error"),
    [
        ([], 0),
        ([(1.0, True)], 0),
        ([(1.0, False)], 1),
        ([(0.75, True), (0.75, True), (0.75, True), (0.75, False)], 0),
        ([(0.95, True), (0.15, True)], (0.05 + 0.85) / 2),
    ],
)
def test_calibration_error_is_the_mean_gap_of_confidence_and_accuracy(items, error):
    found = [Judged("A", "A" if right else "B", sure, 1.0) for sure, right in items]

    assert scores.calibration_error(found) == pytest.approx(error)


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [([3], 0.95, 3), ([1, 2, 3, 4], 0.5, 2), (range(1, 101), 0.95, 95), ([2, 1], 0, 1)],
)
def test_percentiles_are_values_that_occurred(values, share, expected):
    assert scores.percentile(list(values), share) == expected


@pytest.mark.parametrize(
    ("positive", "negative", "expected"),
    [
        ([0.9, 0.8], [0.1, 0.2], 1),
        ([0.1], [0.9], 0),
        ([0.5, 0.5], [0.5], 0.5),
        ([0.9, 0.3], [0.5, 0.1], 0.75),
        ([], [0.5], 0.5),
    ],
)
def test_the_area_under_the_curve_counts_pairs_in_order(positive, negative, expected):
    assert scores.auroc(positive, negative) == expected


@given(st.lists(st.floats(0, 1), min_size=1), st.lists(st.floats(0, 1), min_size=1))
def test_changing_sides_mirrors_the_area(positive, negative):
    mirrored = 1 - scores.auroc(negative, positive)

    assert scores.auroc(positive, negative) == pytest.approx(mirrored)


def test_macro_f1_weighs_labels_alike():
    items = judged([("A", "A"), ("A", "A"), ("A", "A"), ("B", "C")])

    assert scores.macro_f1(items) == pytest.approx(0.5)
    assert scores.macro_f1([]) == 0
