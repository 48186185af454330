import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.connectors.slack.text import as_slack, in_words, mentioned

NAMES = {"U1": "Ana Costa", "W2": "Ben Okafor"}


def name_of(user_id):
    return NAMES.get(user_id, user_id)


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("Hello", "Hello"),
        ("<@U1> and <@W2|ben>: hi", "@Ana Costa and @Ben Okafor: hi"),
        ("<@U9> left", "@U9 left"),
        ("see <#C1|general>", "see #general"),
        ("see <#C1>", "see #C1"),
        ("see <#C1|>", "see #C1"),
        ("<!here> lunch", "@here lunch"),
        ("<!channel|channel> lunch", "@channel lunch"),
        ("<!subteam^S1|@design> lunch", "@design lunch"),
        ("<!subteam^S1> lunch", "@group lunch"),
        ("due <!date^1392734382^{date}|18 Feb>", "due 18 Feb"),
        ("<https://acme.com/a?b=1&amp;c=2>", "https://acme.com/a?b=1&c=2"),
        ("the <https://acme.com|plan>", "the plan (https://acme.com)"),
        ("<https://acme.com|acme.com>", "https://acme.com"),
        ("<mailto:ana@acme.com|ana@acme.com>", "ana@acme.com"),
        ("1 &lt; 2 &amp;&amp; 3 &gt; 2", "1 < 2 && 3 > 2"),
        ("&amp;lt;", "&lt;"),
        ("a < b > c", "a < b > c"),
        ("<>", "<>"),
    ],
)
def test_markup_becomes_words(written, words):
    assert in_words(written, name_of) == words


def test_mentioned_people_are_found():
    assert mentioned("<@U1> <@W2|ben> <#C1> <!here> @U3") == {"U1", "W2"}


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("a < b & c", "a &lt; b &amp; c"),
        ("<!channel> <@U1>", "&lt;!channel&gt; &lt;@U1&gt;"),
        ("@here: lunch, @everyone!", "<!here>: lunch, <!everyone>!"),
        ("mail alex@channel.com or ana@here", "mail alex@channel.com or ana@here"),
        ("@hereby", "@hereby"),
    ],
)
def test_only_the_plain_words_call_everyone(words, written):
    assert as_slack(words) == written


@given(st.text(alphabet=st.characters(exclude_characters="@")))
def test_what_is_posted_reads_as_it_was_written(text):
    assert in_words(as_slack(text), name_of) == text


@given(st.text(alphabet="<>!@#|&;heralnUC1 \n"))
def test_any_markup_can_be_read(text):
    in_words(text, name_of)
