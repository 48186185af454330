"""Orders to delete a contact, in whatever words, and what is no such order."""

import pytest

from shared.models.reasoning import ConversationContext, Exchange, Reference
from shared.understanding.followed import follow
from shared.understanding.reader import Reader
from shared.understanding.said import said_in

DELETES = "contact_delete"


@pytest.fixture(scope="module")
def reader():
    return Reader()


@pytest.mark.parametrize(
    "order",
    [
        "Strike Felix Brandt from my contacts",
        "In the address book there's a Felix Brandt I never ring, you can throw that one out",
        "Address book minus one: Hannah Lowe. Delete.",
        "Contacts: Hannah Lowe, delete.",
        "aight delete her from contacts",
        "Desks are dealt with. Take him off the contact list.",
        "Felix Brandt can go from my contacts",
        "yo kick Felix Brandt outta my contacts",
        "felix brandt the desk guy. bin him from my contacs",
        "I'd like Felix Brandt's entry gone from the adress book",
        "we won't work with him again. out of the address book with him",
        "can you wipe Yuki Sato from the address book?",
        "the job is done, so take him off, delete that contact.",
        "please delete the contact of Mr Brandt",
        "bin Hannah's contact",
        "get rid of Yuki Sato's card in my address book",
    ],
)
def test_a_contact_is_to_be_deleted(reader, order):
    said = said_in(reader.read(order))
    assert (said.task, said.sure) == (DELETES, 0.9)


@pytest.mark.parametrize(
    "text",
    [
        "Don't delete Felix from my contacts",
        "delete the mail from my contact at Acme",
        "remove the phone number of Felix Brandt from my contacts",
        "remove the contact form from the page",
        "take the contact sheet off the agenda",
        "who was deleted from my contacts?",
        "remove John Doe from the meeting",
        "delete his contact details",
        "Add Bob to my contacts and remove the old number",
        "don't put Felix Brandt in my contacts",
        "put Bo Lund in my contacts before I lose his card. Plumber, 0117 496 0100",
        "take Felix Brandt's mail address out of my contacts",
    ],
)
def test_something_else_is_to_go_or_nothing(reader, text):
    assert reader.read(text).task != DELETES


@pytest.mark.parametrize(
    ("kind", "text", "deletes"),
    [
        ("contact", "ok you can delete him now", True),
        ("contact", "get rid of his card", True),
        ("contact", "take her off", True),
        ("contact", "delete that one please", True),
        ("contact", "take her off the invite", False),
        ("contact", "remove her number", False),
        ("contact", "did I delete him?", False),
        ("contact", "so we dont need him nemore, chuck him out my contacts", True),
        ("contact", "bin the invoice", False),
        ("contact", "don't delete him", False),
        ("event", "take her off", False),
        ("email", "delete that one please", False),
    ],
)
def test_who_was_just_shown_is_to_go(reader, kind, text, deletes):
    assert (follow(text, shown(kind), reader).task == DELETES) is deletes


def shown(kind):
    one = Reference(kind=kind, id="x1", label="Ann Lee", ordinal=1, who="ann@x.org")
    return ConversationContext(
        exchanges=(
            Exchange(role="user", text="who is Ann Lee?"),
            Exchange(role="assistant", text="I found 1: Ann Lee"),
        ),
        references=(one,),
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("oh and she answers to ann@lee.example", ["ann@lee.example"]),
        ("Make it Head of Warehouse Systems.", ["Head of Warehouse Systems"]),
        ("spelt wrong, it's Anne Lee", ["name", "Anne Lee"]),
        ("number's wrong, ends in 77", ["77"]),
    ],
)
def test_what_is_new_of_who_was_just_shown_is_a_change(reader, text, said):
    read = follow(text, shown("contact"), reader)

    assert read.task == "contact_update"
    assert [one.text for one in read.spans if one.kind in {"field", "value"}][-len(said) :] == said


@pytest.mark.parametrize(
    ("text", "task"),
    [
        ("write her that lunch is fine", "mail_send"),
        ("book half an hour with her tomorrow at 3", "cal_create"),
        ("and Monica Alvarez?", "contact_find"),
    ],
)
def test_what_is_wanted_besides_changes_nobody(reader, text, task):
    assert follow(text, shown("contact"), reader).task == task


def test_of_a_name_that_nobody_has_somebody_is_added(reader):
    text = "A new name for the address book: Dana Whitfield. Her telephone is +1 312 555 0161."

    assert reader.read(text).task == "contact_add"
