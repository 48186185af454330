"""What of the things that were listed a message is about."""

import pytest

from shared.models.reasoning import ConversationContext, Exchange, Reference
from shared.understanding.choosing import Meant
from shared.understanding.listed import listed, meant_of

MAIL = frozenset({"mail"})
ANN, BO, CY = (
    Reference(kind="mail", id=name.casefold(), label=f"From {name}", ordinal=at, who=f"{name}@x.y")
    for at, name in enumerate(("Ann", "Bo", "Cy"), 1)
)


class Scripted:
    """A network that says what it is told to, and keeps what it was asked."""

    def __init__(self, *each, unclear=0.0):
        self.found, self.asked = Meant(each, unclear), []

    def meant(self, shown, message):
        self.asked.append((list(shown), message))
        return self.found


def said(*texts, role="assistant"):
    return ConversationContext(exchanges=tuple(Exchange(role=role, text=one) for one in texts))


NOTHING = ConversationContext()


@pytest.mark.parametrize(
    ("likely", "meant"),
    [
        ((0.95, 0.02, 0.91), (ANN, CY)),
        ((0.0, 0.0, 0.0), ()),
        ((1.0, 1.0, 1.0), (ANN, BO, CY)),
        ((0.95, 0.5, 0.01), ()),
        ((0.84, 0.0, 0.0), ()),
        ((0.95, 0.16, 0.0), ()),
    ],
)
def test_only_what_each_is_surely_meant_or_not_is_told(likely, meant):
    assert meant_of("those", (ANN, BO, CY), NOTHING, Scripted(*likely)) == meant


def test_nothing_is_told_where_that_can_not_be_told():
    assert meant_of("it", (ANN, BO), NOTHING, Scripted(0.99, 0.0, unclear=0.2)) == ()
    assert meant_of("it", (ANN, BO), NOTHING, Scripted(0.99, 0.0, unclear=0.14)) == (ANN,)


@pytest.mark.parametrize("among", [(), (ANN,), (ANN, BO, CY) * 3])
def test_what_is_no_list_or_too_long_a_one_is_not_read(among):
    network = Scripted(*[1.0] * len(among))
    assert meant_of("it", among, NOTHING, network) == ()
    assert not network.asked


def test_things_are_read_as_they_were_listed_last():
    context = said(
        "I found 2:\n1. **From Ann**, Ann Lee (Nov 3)\n2. **From Bo**, Bo Yu (Nov 2)",
        "I found 2:\n1. **From Ann**, Ann Lee (unread): **soon**\n2. **From Cy**, Cy Ax (Nov 1)",
    )
    network = Scripted(1.0, 0.0)
    meant_of("the unread one", (ANN, BO), context, network)
    assert network.asked == [
        (["From Ann, Ann Lee (unread): soon", "From Bo, Bo Yu (Nov 2)"], "the unread one")
    ]


def test_what_was_not_listed_in_words_is_read_by_its_name():
    network = Scripted(1.0, 0.0)
    mine = said("1. **From Ann**, Ann Lee", role="user")
    meant_of("Ann's", (ANN, BO.model_copy(update={"who": ""})), mine, network)
    assert network.asked == [(["From Ann, Ann@x.y", "From Bo"], "Ann's")]


def test_each_thing_is_listed_once_in_its_order_and_what_was_only_talked_about_is_not():
    last = ANN.model_copy(update={"ordinal": 0})
    event = Reference(kind="event", id="e", label="Sync", ordinal=4)
    again = ANN.model_copy(update={"ordinal": 5})
    assert listed((last, CY, BO, event, again, ANN), MAIL) == (ANN, BO, CY)
