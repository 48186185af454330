import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions.links import inert, unlinked, without_links

MARKUP = [
    ("[Your bank](https://evil.example)", "[Your bank] (https://evil.example)"),
    ("![](https://evil.example/a.png)", "![] (https://evil.example/a.png)"),
    ("![a][b]\n\n[b]: https://evil.example", "![a] [b]\n\n[b] : https://evil.example"),
    ("[[a]](b)", "[[a]] (b)"),
    ("[a] (b) and c[0] = [1, 2]", "[a] (b) and c[0] = [1, 2]"),
    ("<img src=x onerror=y>", "< img src=x onerror=y>"),
    ("</a><!-- x --><?php", "< /a>< !-- x -->< ?php"),
    ("Bo <bo.x+1@acme.example>, a < b, 1<2", "Bo <bo.x+1@acme.example>, a < b, 1<2"),
]
BARE = [
    ("<https://evil.example/a?b=c>", "< https: //evil.example/a?b=c>"),
    ("see https://evil.example/x.", "see https: //evil.example/x."),
    ("HTTPS:\\/\\/evil.example, ftp:/x", "HTTPS: \\/\\/evil.example, ftp: /x"),
    ("www.evil.example WWW\\.evil.example", "www. evil.example WWW\\ .evil.example"),
    ("javascript:alert(1) vbScript:x", "javascript: alert(1) vbScript: x"),
    ("data:text/html;base64,PGI+", "data: text/html;base64,PGI+"),
    ("https&#58;//a https&colon;&sol;/b", "https& #58;//a https& colon;& sol;/b"),
    ("at 10:30, note: done. AT&T & co; e.g. www", "at 10:30, note: done. AT&T & co; e.g. www"),
    ("[a](data:image/png;base64,x)", "[a] (data: image/png;base64,x)"),
]


@pytest.mark.parametrize(("text", "shown"), MARKUP)
def test_what_would_be_a_link_is_text(text, shown):
    assert without_links(text) == shown


def test_an_address_somebody_wrote_stays_as_it_is_where_it_is_shown_as_theirs():
    assert without_links("see https://a.example and data:x") == "see https://a.example and data:x"


@pytest.mark.parametrize(("text", "shown"), BARE)
def test_what_a_client_would_make_a_link_of_is_words(text, shown):
    assert inert(text) == shown


async def collected(pieces):
    async def source():
        for piece in pieces:
            yield piece

    return [piece async for piece in unlinked(source())]


@pytest.mark.parametrize(
    ("pieces", "shown"),
    [
        (["see [a", "]", "(b)"], ["see [a", "] (b)"]),
        (["[a]", "[b]"], ["[a", "] [b", "]"]),
        (["]", "]"], ["]", "]"]),
        (["http", "s:", "/", "/a"], ["http", "s", ": /", "/a"]),
        (["<i", "mg src=x>"], ["< img src=x>"]),
        (["<bo", "@a.b>"], ["<bo@a.b>"]),
        (["java", "script", ":x"], ["java", "script", ": x"]),
        (["www", ".", "a"], ["www", ". a"]),
        (["ends with <b"], ["ends with ", "< b"]),
        (["ends with:"], ["ends with", ":"]),
    ],
)
async def test_what_may_be_a_link_waits_for_what_follows_it(pieces, shown):
    assert await collected(pieces) == shown


@pytest.mark.parametrize("text", [text for text, _ in (*MARKUP, *BARE)])
async def test_a_link_is_found_in_any_two_pieces_and_in_its_letters(text):
    for cut in range(len(text)):
        assert "".join(await collected([text[:cut], text[cut:]])) == inert(text)
    assert "".join(await collected(list(text))) == inert(text)


FRAGMENTS = st.sampled_from(
    [
        "a",
        "[",
        "](",
        ")",
        ":",
        "/",
        "//",
        "<",
        "img",
        "@",
        " ",
        "http",
        "data",
        "script",
        "www",
        ".",
        "&",
        "#",
        "colon;",
        "\\",
        "!",
        ">",
        "\n",
    ]
)


@given(st.lists(FRAGMENTS | st.text(alphabet="a[](): <@", max_size=4)))
async def test_pieces_come_to_the_same_wherever_they_are_cut(pieces):
    shown = await collected(pieces)

    assert "".join(shown) == inert("".join(pieces))
    assert "" not in shown


@given(st.lists(FRAGMENTS).map("".join))
def test_what_was_made_inert_has_no_link_left(text):
    shown = inert(text).lower()

    assert not any(live in shown for live in ("](", "][", "]:", "://", "&#"))


async def test_a_source_is_closed_when_the_reader_turns_away():
    closed = []

    async def source():
        try:
            yield "a"
            yield "b"
        finally:
            closed.append(True)

    reading = unlinked(source())
    assert await anext(reading) == "a"
    await reading.aclose()

    assert closed


class Letters:
    """An iterator that cannot be closed."""

    def __init__(self, letters):
        self._left = list(letters)

    def __aiter__(self):
        return self

    async def __anext__(self):
        if not self._left:
            raise StopAsyncIteration
        return self._left.pop(0)


async def test_a_source_that_cannot_be_closed_needs_no_closing():
    assert [piece async for piece in unlinked(Letters("ab"))] == ["a", "b"]
