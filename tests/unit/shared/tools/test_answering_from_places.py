"""What a question is answered with from places that it names, or that were just shown."""

from datetime import UTC, datetime

import pytest

from shared.connectors.sandbox.workspaces import SandboxWorkspaces
from shared.errors import ToolFailed
from shared.language.encoder import MiniLM
from shared.likeness import likeness
from shared.models.principal import Principal
from shared.models.profile import Preferred, Profile
from shared.storage.memory import MemoryRows
from shared.tools.tool import Desk, Said
from shared.tools.workspace import Workspace
from shared.workspace.across.finding import FIND, around
from tests.support.fakes import ManualClock

NOW = datetime(2026, 11, 26, 12, tzinfo=UTC)
PROFILE = Profile(preferred=Preferred(time_zone="UTC"))
MEANT = likeness(MiniLM())
EVERYTHING = frozenset({"email", "calendar", "contacts", "slack", "sheets", "pages"})


@pytest.fixture
async def workspace():
    return await SandboxWorkspaces(MemoryRows(), ManualClock(NOW), EVERYTHING).open(
        Principal(tenant="acme", user="alex")
    )


async def answer(workspace, about, *places, alike=None, **more):
    """Return the things found and what is said of them."""
    desk = Desk(workspace, PROFILE, NOW, likeness=alike) if alike else Desk(workspace, PROFILE, NOW)
    inside = [{"kind": kind, "id": place} for kind, place in places]
    result = await FIND.run(desk, {"about": about, "inside": inside, **more})
    return result["found"], FIND.say(Said(result, {}, PROFILE, NOW))


@pytest.mark.parametrize(
    ("about", "place", "told"),
    [
        ("which photo did they choose for the brochure cover?", ("channel", "#marketing"),
         "Sofia Lindgren: People in the hall it is."),
        ("who was up for badminton?", ("channel", "C-random"),
         "Inês Duarte: Me! I am terrible. Priya Patel: Same, count me in."),
        ("does the second test environment stay?", ("page", "q4 planning"),
         "Open: - Who covers Grace's monthly reports? - Does the second test environment"),
        ("who owns it?", ("page", "acme-renewal"), "Owner: Tom Fischer"),
        ("how are the licences?", ("sheet", "finance"),
         "**Finance** (Delivery spend): Line: Licences, Plan (GBP): 9,400, Actual (GBP): 9,900"),
        ("who is on the training for shift leads?", ("sheet", "Weekly Metrics"),
         "Task: Training for shift leads, Project: Johnson Logistics, Owner: Carlos Mendes"),
        ("who is the manager in Monterrey?", ("email", "alpha-site-managers.1"),
         "manager: Lucia Salas, phone: +52 81 5555 0163"),
        ("who received a copy of the minutes?", ("email", "alpha-site-managers.1"),
         "email from Rachel Adams to Alex Morgan"),
        ("what is the workshop?", ("email", "acme-price.1"),
         "email from Tom Fischer (Nov 20): I would give him one percent and a workshop day."),
        ("the procurement manager?", ("contact", "victor-hale"), "victor.hale@acme.com"),
        ("in which room is it?", ("event", "alpha-retro.1"), "Room Thames"),
    ],
)  # fmt: skip
async def test_a_place_is_read_whole_and_what_answers_is_shown_with_who_said_it(
    workspace, about, place, told
):
    _, said = await answer(workspace, about, place)
    assert told in said


async def test_among_several_the_one_that_fits_is_shown_and_nothing_else(workspace):
    people = [("contact", one) for one in ("victor-hale", "kenji-tanaka", "diane-foster")]
    found, _ = await answer(workspace, "who is the architect of these", *people)
    assert [one["label"] for one in found] == ["Kenji Tanaka"]


async def test_what_somebody_said_comes_before_what_others_did(workspace):
    found, _ = await answer(workspace, "price", ("email", "acme-price.1"), by="Tom")
    assert found[0]["from"]["name"] == "Tom Fischer"


async def test_the_sentence_that_asks_tells_what_is_wanted_not_the_ones_before(workspace):
    about = "Rachel sent the minutes of the site managers. What are we missing in Toledo?"
    found, _ = await answer(workspace, about, ("email", "alpha-site-managers.1"))
    assert "Toledo" in found[0]["text"]


async def test_a_question_that_tells_nothing_by_itself_is_about_what_was_said_before_it(workspace):
    about = "Sofia wrote how many people had registered for the PartnerFirst webinar. How many was"
    found, _ = await answer(workspace, f"{about} it?", ("channel", "marketing"), by="Sofia")
    assert "84 registrations" in found[0]["text"]


async def test_words_of_somebody_are_found_however_much_others_say(workspace):
    about = "who answers for the Spanish texts before Mexico goes live?"
    found, _ = await answer(workspace, about, ("channel", "project-alpha"), by="Carlos")
    assert found[0]["who"] == "Carlos Mendes"
    anybody, _ = await answer(workspace, about, ("channel", "project-alpha"))
    assert anybody[0]["who"] == "Rachel Adams"


async def test_where_no_word_tells_a_short_place_is_shown_and_a_long_one_is_not(workspace):
    found, _ = await answer(workspace, "what's the holdup there", ("page", "acme-renewal"))
    assert "2 % less" in found[-1]["text"]
    nothing, _ = await answer(workspace, "xyzzy?", ("channel", "marketing"))
    assert nothing == []
    begun, _ = await answer(workspace, "what does she want?", ("email", "alpha-site-managers.1"))
    assert "minutes of the call" in begun[0]["text"]


async def test_what_stands_nowhere_there_is_looked_for_everywhere(workspace):
    found, said = await answer(workspace, "the sourdough that eats twice", ("channel", "general"))
    assert found[0]["who"] == "Sofia Lindgren"
    assert said.startswith("I found nothing there that says that. Elsewhere,")
    _, there = await answer(workspace, "the sourdough that eats twice", ("channel", "random"))
    assert "Elsewhere" not in there


@pytest.mark.parametrize(
    ("about", "only", "told"),
    [
        ("who was it that said theyre up for badminton", "message", "Priya Patel: Same, count me"),
        ("who offered to look after the sourdough", "message", "Elena Rossi: Deal, if I may keep"),
        ("who said they'd review the test cases", "message", "Nina Kowalski: Me, after lunch."),
        ("who answered to the tech talk with pizza", "message", "Grace Liu: I love CSV."),
        ("what did they choose for the brochure cover", "", "People in the hall it is."),
        ("If somebody wants a long holiday, is there a notice?", "page", "two months' notice"),
        ("Who is the manager in Monterrey, and what is their phone?", "", "+52 81 5555 0163"),
        ("How much have we really spent on licences, against the plan?", "", "Actual (GBP): 9,900"),
        ("The privacy annex was held back for Acme. Who had to confirm it?", "", "if Omar can"),
        ("The offer for Acme: who would rather add a workshop day?", "", "email from Tom Fischer"),
    ],
)  # fmt: skip
async def test_what_is_found_is_told_with_what_was_said_around_it(workspace, about, only, told):
    found, said = await answer(workspace, about, only=only)
    assert told in said
    assert len({one["text"] for one in found}) == len(found)


async def test_a_place_that_is_not_there_or_not_connected_says_nothing(workspace):
    places = (("channel", "nope"), ("page", "nope"), ("sheet", "nope"), ("email", "nope"))
    found, _ = await answer(workspace, "brochure cover", *places)
    assert all(one["kind"] in {"message", "email", "event"} for one in found)
    with pytest.raises(ToolFailed, match="connected"):
        await answer(Workspace({}), "brochure cover", ("page", "acme-renewal"))


async def test_what_was_asked_before_tells_what_of_and_is_not_asked_again(workspace):
    before = "Toledo and the old file format. What did Priya decide?"
    places = (("message", "project-alpha/9"), ("channel", "project-alpha"))
    asked = "And have they said when they upgrade?"
    _, said = await answer(workspace, asked, *places, alike=MEANT, after=before)
    assert "the weekend after next" in said


@pytest.mark.parametrize(
    ("about", "by", "told"),
    [
        ("how much are the brochure people billing us for", "", "1,240 pounds"),
        ("1:1 Priya. What did she want to bring up, she mailed me", "Priya", "Delivery Summit"),
    ],
)
async def test_what_tells_the_kind_of_thing_asked_for_or_was_written_lately_comes_first(
    workspace, about, by, told
):
    found, _ = await answer(workspace, about, alike=MEANT, by=by)
    assert told in found[0]["text"]


async def test_no_more_than_three_are_shown_of_a_place(workspace):
    found, _ = await answer(workspace, "Toledo", ("channel", "project-alpha"))
    assert 1 <= len(found) <= 3


async def test_a_mail_that_answers_is_told_with_what_was_replied(workspace):
    asked = "which three projects did the auditors pick, and which form lacks something?"
    found, _ = await answer(workspace, asked)
    assert "one form without a date" in " ".join(one["text"] for one in found)


async def test_what_was_shown_and_says_too_little_is_told_with_what_says_more(workspace):
    found, said = await answer(workspace, "who had to pay after climbing", ("event", "climbing.1"))
    assert "Fine, I paid." in said
    assert any(one["kind"] == "event" for one in found)
    assert "Elsewhere" not in said


def test_of_a_long_text_the_sentences_around_what_is_asked_are_shown():
    text = " ".join(f"Sentence number {n} says little." for n in range(40))
    shown = around(text.replace("number 30 says", "number 30 of the harbour says"), ["harbour"])
    assert "harbour" in shown
    assert len(shown) < 420
    assert shown.startswith("… ")


@pytest.mark.parametrize(
    ("about", "who", "told"),
    [
        ("What does Kenji want?", "Kenji", "Aiko Mori and Paul Webb"),
        ("so what is it that Felix is asking from us", "Felix", "all twelve desks fit"),
        ("what did she write?", "anna.berg@nordhaus.se", "the CFO has signed"),
    ],
)
async def test_what_somebody_wants_stands_in_what_they_wrote_last(workspace, about, who, told):
    found, said = await answer(workspace, about, by=who)
    assert told in said.splitlines()[1]
    assert {one["kind"] for one in found} == {"email"}


async def test_what_somebody_says_of_something_is_looked_for_by_that(workspace):
    found, _ = await answer(workspace, "what does Kenji ask about the warehouse?", by="Kenji")
    assert found[0]["label"] == "Warehouse interface"


async def test_of_whom_there_is_no_mail_is_looked_for_everywhere(workspace):
    found, _ = await answer(workspace, "what does Hugo want?", by="Hugo")
    assert found == []
