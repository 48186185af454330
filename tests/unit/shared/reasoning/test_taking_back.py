import pytest

from shared.models.reasoning import ConversationContext, Exchange, Reference
from shared.reasoning.embedded.taking_back import part_back, undo_in
from shared.understanding.reader import Reader

READER = Reader()


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("undo that", "undo that"),
        ("oops, wrong button in my head. undo that please", "undo that please"),
        ("Undo that. And send Bob the report", ""),
        ("undo this, and move the meeting to Friday", ""),
        ("oh no that's not the one I meant, undo it", "undo it"),
        ("That was hasty. Turn it back as it was.", "Turn it back as it was"),
        ("silly me, I've answered her by phone. Take back what you did", "Take back what you did"),
        ("sry wrong mail, undo tht, need it here", "undo tht"),
        ("my bad. undo that, want them in the inbox still", "undo that"),
        ("undo that, need a call with Bob on Friday", ""),
        ("leave it as it was", ""),
        ("star Emma's mail", ""),
        ("fix it", ""),
        ("take that meeting with Laura on Friday out of my calendar", ""),
        ("...", ""),
    ],
)
def test_only_the_words_that_want_something_undone_are_kept(text, wish):
    assert undo_in(text, ConversationContext(), READER) == wish


ARCHIVED = ConversationContext(
    exchanges=(
        Exchange(role="user", text="archive the mail from Lundgren Roofing"),
        Exchange(role="assistant", text="Archived **Your quote** from Lundgren Roofing."),
    ),
    references=(Reference(kind="email", id="m1", label="Your quote", ordinal=0, who="a@lund.se"),),
)


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("hm no, that was the wrong one, I still need it", "undo that"),
        ("Lovely, and now I need the sum in it. Undo, back to the inbox.", "Undo"),
        ("sry wrong letter, revert that, need it in my inbox", "revert that"),
        ("Undo that, and star Emma's mail too", ""),
        ("star it as well", ""),
        ("thanks, that one was getting on my nerves", ""),
    ],
)
def test_what_was_just_done_is_taken_back_without_a_word_for_it(text, wish):
    assert undo_in(text, ARCHIVED, READER) == wish


def test_nothing_is_taken_back_where_nothing_was_done():
    asked = Exchange(role="user", text="show me the mail from Lundgren Roofing")
    shown = ARCHIVED.model_copy(update={"exchanges": (asked, ARCHIVED.exchanges[1])})

    assert undo_in("hm no, that was the wrong one, I still need it", shown, READER) == ""


BOTH = ConversationContext(
    exchanges=(
        Exchange(role="user", text="archive both mails from Harbour News"),
        Exchange(role="assistant", text="Archived 2 emails:\n1. **A**\n2. **B**"),
    ),
    references=(
        Reference(kind="email", id="m1", label="Harbour News: new cranes", ordinal=1),
        Reference(kind="email", id="m2", label="Harbour News: winter timetable", ordinal=2),
    ),
)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Hang on, the one with the timetable should stay in the inbox", "number 2"),
        ("Actually leave the cranes one where it was", "number 1"),
        ("ah leave me the newest though, put that one back where it was", "number 1"),
        ("oh no, the second one should have stayed in the inbox", "number 2"),
        ("Open the one about the cranes", ""),
        ("Star the one about the timetable", ""),
        ("oh, bring those back", ""),
    ],
)
def test_of_several_the_one_that_is_told_is_taken_back(text, order):
    assert part_back(text, BOTH, READER) == (f"Put {order} back in the inbox" if order else "")
    assert not part_back(text, ConversationContext(), READER)


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("push that back half an hour", ""),
        ("hm shove that back 45 min", ""),
        ("hm push that back a bit", ""),
        ("oh take it back", "oh take it back"),
    ],
)
def test_what_is_moved_by_a_while_is_not_taken_back(text, wish):
    made = "It's in your calendar: **Stocktaking**, Thu 10 Dec, 13:00-15:00."
    said = ("block Thursday 13-15 for stocktaking, just me", made)
    roles = ("user", "assistant")
    exchanges = tuple(Exchange(role=r, text=t) for r, t in zip(roles, said, strict=True))
    assert undo_in(text, ConversationContext(exchanges=exchanges), READER) == wish
