import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.connectors.notion.markdown import Node, markdown, styled, table
from shared.connectors.notion.wire import Block, RichText
from shared.errors import ToolFailed
from tests.support.wire.notion import API, block, text


def node(kind, *pieces, inside=(), rows="", **content):
    return Node(Block.model_validate(block(kind, *pieces, **content)), tuple(inside), rows)


def rich(*pieces):
    return [RichText.model_validate(piece) for piece in pieces]


@pytest.mark.parametrize(
    ("piece", "written"),
    [
        (text("plain"), "plain"),
        (text("so", bold=True), "**so**"),
        (text("so", italic=True), "*so*"),
        (text("so", strikethrough=True), "~~so~~"),
        (text("so", code=True, bold=True), "**`so`**"),
        (text("so", underline=True), "so"),
        (text("the plan", href="https://acme.com"), "[the plan](https://acme.com)"),
        (text("https://acme.com", href="https://acme.com"), "https://acme.com"),
        (text(" so ", bold=True), " **so** "),
        (text("  ", bold=True), "  "),
        (text("x^2", kind="equation"), "$x^2$"),
    ],
)
def test_looks_are_kept(piece, written):
    assert styled(rich(piece)) == written


@pytest.mark.parametrize(
    ("given", "written"),
    [
        (node("paragraph", "Hello"), "Hello"),
        (node("paragraph"), ""),
        (node("heading_1", "Plan"), "# Plan"),
        (node("heading_2", "Plan"), "## Plan"),
        (node("heading_3", "Plan"), "### Plan"),
        (node("to_do", "Ship", checked=True), "- [x] Ship"),
        (node("to_do", "Ship", checked=False), "- [ ] Ship"),
        (node("bulleted_list_item", "One"), "- One"),
        (node("numbered_list_item", "One"), "1. One"),
        (node("toggle", "More", inside=[node("paragraph", "Inside")]), "- More\n  Inside"),
        (node("quote", "Said\ntwice"), "> Said\n> twice"),
        (node("callout", "Mind", icon={"type": "emoji", "emoji": "💡"}), "> 💡 Mind"),
        (node("callout", "Mind", icon=None), "> Mind"),
        (node("divider"), "---"),
        (node("equation", expression="x^2"), "$$x^2$$"),
        (node("code", "a = 1", language="python"), "```python\na = 1\n```"),
        (node("code", "```", language="plain text"), "````\n```\n````"),
        (node("child_page", title="Notes"), "Page: **Notes**"),
        (
            node("child_database", title="Tasks", rows="| Title |"),
            "Database: **Tasks**\n\n| Title |",
        ),
        (node("bookmark", url="https://acme.com", caption=[]), "<https://acme.com>"),
        (node("embed", url="https://acme.com", caption=[text("Map")]), "[Map](https://acme.com)"),
        (
            node("image", type="external", external={"url": "https://a.b/c.png"}, caption=[]),
            "[image: image](https://a.b/c.png)",
        ),
        (
            node("pdf", type="file", file={"url": "https://s3/secret"}, caption=[text("Offer")]),
            "[pdf: Offer]",
        ),
        (node("file", type="file", file={"url": "https://s3/x"}, name="a.zip"), "[file: a.zip]"),
        (node("breadcrumb"), ""),
        (node("table_of_contents", color="default"), ""),
        (node("unsupported"), ""),
        (node("column_list", inside=[node("column", inside=[node("paragraph", "Left")])]), "Left"),
        (node("heading_2", "Fold", inside=[node("paragraph", "In")]), "## Fold\n\nIn"),
    ],
)
def test_each_kind_of_block_is_written_as_markdown(given, written):
    assert markdown([given]) == written


def test_lists_hang_together_and_their_insides_are_indented():
    written = markdown(
        [
            node("paragraph", "Steps"),
            node("numbered_list_item", "One", inside=[node("bulleted_list_item", "deep")]),
            node("numbered_list_item", "Two", inside=[node("code", "a\n\nb", language="c")]),
            node("paragraph", "Then"),
            node("numbered_list_item", "Again"),
            node("bulleted_list_item", "x"),
            node("paragraph", ""),
        ]
    )

    assert written == (
        "Steps\n\n"
        "1. One\n   - deep\n"
        "2. Two\n   ```c\n   a\n\n   b\n   ```\n\n"
        "Then\n\n"
        "1. Again\n\n"
        "- x"
    )


def test_tables_keep_their_shape():
    rows = [
        node("table_row", cells=[[text("Who")], [text("What | when")]]),
        node("table_row", cells=[[text("Ana\nCosta", bold=True)]]),
    ]

    assert markdown([node("table", table_width=2, inside=rows)]) == (
        "| Who | What \\| when |\n| --- | --- |\n| **Ana Costa** |  |"
    )
    assert table([]) == ""


kinds = st.sampled_from([*API["shapes"]["block"]["open"]["type"]["enum"], "a_kind_of_next_year"])
contents = st.dictionaries(
    st.sampled_from(["rich_text", "caption", "cells", "url", "icon", "language", "external"]),
    st.none() | st.booleans() | st.text() | st.lists(st.none()) | st.just({"url": 1}),
)


@given(
    st.recursive(
        st.builds(lambda kind, content: (kind, content, ()), kinds, contents),
        lambda inner: st.builds(
            lambda kind, content, inside: (kind, content, tuple(inside)),
            kinds,
            contents,
            st.lists(inner, max_size=3),
        ),
        max_leaves=10,
    )
)
def test_any_block_can_be_written_or_is_said_to_be_odd(tree):
    def built(kind, content, inside):
        return node(kind, inside=[built(*child) for child in inside], **content)

    with contextlib.suppress(ToolFailed):
        assert isinstance(markdown([built(*tree)]), str)
