from shared.language.lexicon import SUGGESTED, read_lexicon

LEXICON = read_lexicon()


def test_every_word_worth_suggesting_is_known():
    assert LEXICON.ranks.keys() <= LEXICON.known
    assert SUGGESTED <= len(LEXICON.ranks) < len(LEXICON.known)


def test_words_of_business_are_worth_suggesting():
    assert {"slack", "notion", "jira", "timesheet", "onboarding", "webinar", "linkedin"} <= (
        LEXICON.ranks.keys()
    )


def test_nothing_is_expanded_twice():
    written = {word for right in LEXICON.expansions.values() for word in right.lower().split()}
    assert written.isdisjoint(LEXICON.expansions)


def test_every_list_is_in_lower_case():
    assert all(word.islower() for word in (*LEXICON.known, *LEXICON.expansions))
