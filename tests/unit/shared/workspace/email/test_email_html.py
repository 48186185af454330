import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.workspace.email.html import MAX_TEXT_CHARACTERS, text_of


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>Hi <b>Ada</b>,</p><p>One\n two</p>", "Hi Ada,\n\nOne two"),
        ("Hi<br>there<br><br>you", "Hi\nthere\n\nyou"),
        ("<div>a</div><div>b</div>", "a\nb"),
        ('<a href="https://acme.com/x">the plan</a>', "the plan (https://acme.com/x)"),
        ('<a href="https://www.acme.com/">acme.com</a>', "acme.com"),
        ('<a href="https://evil.org">https://acme.com</a>', "https://acme.com (https://evil.org)"),
        ('<a href="mailto:a@b.com?subject=x">Write</a>', "Write (a@b.com)"),
        ('<a href="javascript:alert(1)">x</a>', "x"),
        ('<a href="https://t.co/' + "x" * 300 + '">more</a>', "more (https://t.co/...)"),
        ("<ul><li>One<li>Two<ol><li>a</li><li>b<br>c</ol></ul>", None),
        ("<table><tr><th>Q<th>Sum<tr><td><p>Q1</p><td>10</table>", "Q | Sum\nQ1 | 10"),
        ("<table><tr><td></td><td>Only</td></tr></table>", "Only"),
        ("<table><tr><td>a<br>b</td><td>c</td></tr></table>", "a\nb\n\nc"),
        ("<blockquote>Old<blockquote>Older</blockquote></blockquote>", "> Old\n>\n> > Older"),
        ("<pre>a\n  b</pre>", "a\n  b"),
        ("a<script>if (1 < 2) x()</script><style>p{}</style><title>t</title>b", "ab"),
        ('<div style="color:red; display: none">x<p>y</div>z', "z"),
        ("<p hidden>x</p><p style='visibility:hidden'>y</p>z", "z"),
        ('<div style="max-height:0px;overflow:hidden">x</div>z', "z"),
        ('<div style="opacity:0.5;max-height:0.9em">x</div>', "x"),
        ("<!-- x --><![if !mso]>a<![endif]><!--[if mso]>b<![endif]-->", "a"),
        ('<img src="x" alt="Our  logo"><img src="pixel">', "[Our logo]"),
        ("a &amp; b &lt; c &#x41;&nbsp;d &#99999999999999;", "a & b < c A d \ufffd"),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        ('<p title="a > b">x</p><p title=it\'s>y</p>', "x\n\ny"),
        ("a\u200b\u00ad\ufeffb", "ab"),
        ("<p>\u200c \u200c</p>x", "x"),
        ("</p></b>x", "x"),
        ("x <!-- never closed", "x"),
        ("<script>never closed", ""),
        ("", ""),
    ],
)
def test_html_reads_as_a_person_sees_it(html, text):
    expected = "- One\n- Two\n\n  1. a\n  2. b\n     c" if text is None else text
    assert text_of(html) == expected


def test_ending_one_list_item_leaves_what_is_around_it_alone():
    nested = "<ul><li>a<ul><li>b</ul>c<li>d</ul>e"
    assert text_of(nested) == "- a\n\n  - b\n\n  c\n- d\n\ne"


@pytest.mark.parametrize(
    "piece",
    ["<a", "<!--", "</", "<![", "&", '<a b="', "<div>", "<blockquote>x", "<ul><li>x", "<a '>"],
)
def test_malformed_html_of_any_size_gives_bounded_text(piece):
    assert len(text_of(piece * 15_000)) <= MAX_TEXT_CHARACTERS


TAGS = ["p", "div", "ul", "ol", "li", "table", "tr", "td", "a", "b", "blockquote", "pre", "script"]
PIECES = st.one_of(
    st.sampled_from([f"<{tag}>" for tag in TAGS] + [f"</{tag}>" for tag in TAGS]),
    st.sampled_from(['<a href="http://a.b/c">', "<br>", "<!--", "-->", "&#", "<", ">", '"', "'"]),
    st.text(max_size=8),
)


@given(st.lists(PIECES, max_size=60).map("".join))
def test_nothing_makes_reading_fail(html):
    text = text_of(html)
    assert len(text) <= MAX_TEXT_CHARACTERS
    assert "\n\n\n" not in text
    assert text == text.strip()


@given(st.text(alphabet=st.characters(codec="ascii", categories=["L", "N"]), min_size=1))
def test_what_is_hidden_never_shows(word):
    secret = f"secret{word}"
    html = f"<p>seen</p><div style='display:none'><p>{secret}<td>{secret}</div><p>seen</p>"
    assert text_of(html) == "seen\n\nseen"
