"""An answer that is still being written while the window, the connection or the server goes."""

from playwright.sync_api import expect

from tests.e2e.scripted_model import HeldBack
from tests.support.model_server import Says

PIECES = ("The first half is here, ", "and the second half, too.")
WHOLE = "".join(PIECES)


def asked(person, script, question: str) -> HeldBack:
    """Ask something whose answer stops half-way until it is let go."""
    held = HeldBack(PIECES)
    script.teach_answer(question, Says(pieces=held), Says(pieces=PIECES))
    person.begin(question)
    person.sees("The first half is here,")
    return held


def says_it_once(person) -> None:
    expect(person.answers.last).to_have_text(WHOLE)
    person.settled()
    expect(person.answers).to_have_count(1)
    expect(person.talk.locator(".mine")).to_have_count(1)


def test_a_window_that_is_loaded_again_shows_the_whole_answer_once(visit, modelled_site, script):
    person = visit(modelled_site)
    held = asked(person, script, "What is in the middle of a window?")

    person.page.reload()
    person.sees("The first half is here,")
    held.let_go()

    says_it_once(person)
    person.page.reload()
    says_it_once(person)


def test_a_connection_that_breaks_is_taken_up_where_it_broke(visit, modelled_site, script):
    person = visit(modelled_site, lost=True)
    held = asked(person, script, "What is in the middle of a wire?")

    person.page.context.set_offline(True)
    person.page.evaluate("window.stop()")
    held.let_go()
    person.page.context.set_offline(False)

    says_it_once(person)


def test_a_place_that_cannot_be_loaded_says_so_and_is_there_when_it_can(visit, modelled_site):
    person = visit(modelled_site, lost=True, refused=("dynamically imported module",))
    person.page.goto("/")
    person.sees("What do you need?")
    person.page.context.set_offline(True)

    person.goes_to("Schedules")
    person.sees("This could not be shown.")
    person.press("Try again")
    person.sees("The server still cannot be reached.")
    person.goes_to("New conversation")
    person.sees("What do you need?")

    person.page.context.set_offline(False)
    person.goes_to("Schedules")
    person.press("Try again")
    person.sees("Nothing runs by itself")


def test_what_is_being_written_is_stopped(visit, modelled_site, script):
    person = visit(modelled_site)
    held = asked(person, script, "What is at the end of the line?")

    person.press("Stop")
    person.sees("Stopping at the next step")
    held.let_go()

    person.sees("Stopped.")
    person.settled()
    expect(person.page.get_by_role("button", name="Stop", exact=True)).to_have_count(0)


def test_a_server_that_dies_is_waited_for_and_nothing_is_lost(visit, modelled_site, script):
    person = visit(modelled_site, lost=True)
    later = "What comes after the end?"
    script.teach_answer(later, Says(pieces=("Another beginning.",)))
    held = asked(person, script, "What is in the middle of a power cut?")

    modelled_site.kill()
    person.sees("Not connected.")
    person.say(later)
    person.sees("Not sent. The server cannot be reached.")
    held.let_go()
    modelled_site.start()

    expect(person.answers.last).to_have_text(WHOLE)
    expect(person.page.get_by_text("Not connected.")).to_have_count(0)
    person.press("Send again")
    person.sees("Another beginning.")
    person.settled()
    assert [text.strip() for text in person.answers.all_inner_texts()] == [
        WHOLE,
        "Another beginning.",
    ]
    expect(person.talk.locator(".mine")).to_have_count(2)


def test_what_the_model_thinks_is_folded_and_no_part_of_the_answer(visit, modelled_site, script):
    person = visit(modelled_site)
    held = HeldBack(("Air scatters", " it."))
    script.teach_answer(
        "Why is a clear sky blue?", Says(pieces=held, thoughts=("Light, ", "then air."))
    )
    person.begin("Why is a clear sky blue?")
    folded = person.talk.locator("details.thoughts")
    expect(folded).to_have_count(1)
    held.let_go()
    person.sees("Air scatters it.")
    person.settled()

    thought = person.page.get_by_text("Light, then air.")
    expect(thought).to_be_hidden()
    assert person.answers.all_inner_texts() == ["Air scatters it."]
    folded.locator("summary").focus()
    person.page.keyboard.press("Enter")
    expect(thought).to_be_visible()
    person.page.reload()
    person.sees("Air scatters it.")
    expect(folded).to_have_count(1)
