from training.spelling import merged


def test_a_word_stands_as_high_as_in_the_list_it_is_higher_in():
    written = ["invoice", "report", "hello"]
    spoken = ["hello", "really", "report"]
    assert merged(written, spoken) == ["hello", "invoice", "really", "report"]
