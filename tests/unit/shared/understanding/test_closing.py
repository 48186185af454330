"""What is said behind words that are to be sent, of how they go out."""

import pytest

from shared.models.reasoning import ConversationContext, Exchange
from shared.understanding.clauses import commands_in
from shared.understanding.closing import held_back, only_how, other_way, without_closing
from shared.understanding.reader import Reader

READER = Reader()


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Mail Ann: we come. No more than that.", "Mail Ann: we come."),
        ("Mail Ann: we come. That's all, thanks. ", "Mail Ann: we come."),
        ("Mail Ann that we come; nothing else please", "Mail Ann that we come"),
        ("Tell Ann yes. Keep it short. That is the whole message.", "Tell Ann yes."),
        ("Mail Ann: we pay 500. No more than that.", None),
        ("Mail Ann: we pay ten pounds. Nothing more.", None),
        ("Mail Ann: that's all", None),
        ("Mail Ann:\nWe come. That's all.", None),
        ("Mail Ann: nothing else was late", None),
    ],
)
def test_where_words_end_is_none_of_them(text, left):
    assert without_closing(text) == (left or text)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Mail Tom that we come. Save as draft first, don't send.", "Mail Tom that we come. {}"),
        ("Mail Tom that we come, dont fire it off yet tho", "Mail Tom that we come. {}"),
        ("Mail Tom: we come. File it among the drafts.", "Mail Tom: we come. {}"),
        ("Draft Ann a note, don't send anything. We come.", "Draft Ann a note. {} We come."),
        ("Answer Tom. Don't send it, I want to read it. We come.", "Answer Tom. {} We come."),
        ("Mail Tom: we come. It must not go out, keep it in drafts.", "Mail Tom: we come. {}"),
        ("Mail Tom: we are ready. He has the draft already.", None),
        (
            "Write to Sue that all is set. Not to go out yet, I want to read it.",
            "Write to Sue that all is set. {}",
        ),
        (
            "Write her an answer: we come. Leave it in the drafts, I'll read it before it goes.",
            "Write her an answer: we come. {}",
        ),
        (
            "Reply to him that we come. Leave that among the drafts.",
            "Reply to him that we come. {}",
        ),
        ("Tell Tom the plan is wrong and he should not send it out", None),
        ("Mail Tom: we come. Don't send it.", None),
        (
            "Answer Ann, but on no account send it, I wish to sleep on it: we are in.",
            "Answer Ann. {} I wish to sleep on it: we are in.",
        ),
        (
            "Please prepare, without dispatching it, a reply to Mr Lee's mail: we are in.",
            "Please prepare. {} a reply to Mr Lee's mail: we are in.",
        ),
    ],
)
def test_what_holds_a_mail_back_is_said_plainly_at_its_end(text, left):
    assert held_back(text, READER) == (left or text).format("Keep it as a draft.")


@pytest.mark.parametrize(
    "limit", ["Don't post it as a new thread.", "And make no new post of it, please."]
)
def test_an_answer_that_is_to_be_nothing_new_goes_out(limit):
    text = f"Bo asks for the key in #ops. Put in the thread that I have it. {limit}"
    assert held_back(text, READER) == text


def test_what_holds_a_post_back_is_no_draft_of_a_mail():
    text = "Put a note together for #ops saying we moved, but hold off posting it."
    left = "Put a note together for #ops saying we moved. Do not post it."
    assert held_back(text, READER) == left


@pytest.mark.parametrize(
    "text",
    [
        "Keep it as a draft.",
        "Keep it in the drafts, I like to sleep on it.",
        "Only a draft, dont send.",
        "Nothing is to be sent yet.",
        "Mr Lee is to remain in copy. Park it in my drafts, please.",
        "It must stay a draft.",
        "cc priya: rough size 35, needs a separate order",
    ],
)
def test_how_something_goes_out_is_told_by_itself(text):
    assert only_how(text)


@pytest.mark.parametrize(
    "text", ["The offer is to be sent.", "Keep the keys.", "Send it on Monday.", "It must be sent."]
)
def test_what_is_done_otherwise_is_more_than_that(text):
    assert not only_how(text)


def test_that_a_mail_is_kept_is_never_taken_for_what_is_not_to_be_done():
    said = Exchange(role="user", text="Margaret's board. How long a report is she after?")
    told = Exchange(role="assistant", text="I found 1 mail:\n1. **Status for our board**")
    context = ConversationContext(exchanges=(said, told))
    text = "Write her an answer: she'll have it by Thursday. Keep it as a draft."

    (one,) = commands_in(text, context, READER, ("mail_reply", "mail_draft", "mail_send"))

    assert one.text == text


@pytest.mark.parametrize(
    ("task", "text", "way"),
    [
        ("mail_send", "mails are slow. better as a direct message, same text", ("dm", "")),
        ("mail_reply", "rather in #support", ("post", "support")),
        (
            "slack_dm",
            "no, all should know. Put the same in the garden club channel",
            ("post", "garden-club"),
        ),
        ("mail_send", "post it in #support too", None),
        ("mail_send", "add that the key is in the ops channel", None),
        ("slack_post", "put it in #random instead", None),
        ("cal_create", "rather in #support", None),
    ],
)
def test_how_something_goes_out_instead_is_told(task, text, way):
    assert other_way(text, task, READER) == way
