"""The buttons a person presses, and files of cases and paraphrases."""

import json

import httpx
import pytest

from evals.datasets import BadData
from evals.everyday.cases import told
from evals.everyday.person import NothingAsked, Person, forget_agents, own_agents
from shared.decisions.errands import AGREE, CANCEL


class Product:
    """Asks as many approvals as it is told to, and notes what was pressed."""

    def __init__(self, cards, offers=()):
        self.cards = cards
        self.offers = offers
        self.pressed = []

    def client(self):
        transport = httpx.MockTransport(self.answer)
        return httpx.AsyncClient(transport=transport, base_url="http://host")

    def answer(self, request):
        path = request.url.path
        if request.method == "POST":
            if "/interrupts/" in path:
                self.pressed.append(json.loads(request.content)["action"])
                self.cards -= 1
            elif path.endswith("/messages"):
                self.pressed.append(json.loads(request.content)["message"])
                self.offers = ()
            return httpx.Response(200)
        if "/turns/" in path:
            return httpx.Response(200, json={"number": 1, "suggestions": self.offers})
        question = {"id": f"q{self.cards}", "kind": "approval"} if self.cards else None
        return httpx.Response(200, json={"question": question, "counts": {"turns": 1}})


@pytest.mark.parametrize(
    ("button", "cards", "pressed"),
    [
        ("[agree]", 0, []),
        ("[agree]", 2, ["accept"] * 2),
        ("[agree]", 9, ["accept"] * 6),
        ("[refuse]", 0, []),
        ("[refuse]", 2, ["reject"]),
    ],
)
async def test_a_button_is_pressed_as_often_as_there_are_cards(button, cards, pressed):
    product = Product(cards)
    async with product.client() as client:
        answer = await Person(client).say(button)

    assert product.pressed == pressed
    assert (answer.question is None) == (cards == len(pressed))


@pytest.mark.parametrize(
    ("button", "cards", "offers", "pressed"),
    [
        ("[agree]", 0, (AGREE, CANCEL), [AGREE]),
        ("[agree]", 1, (AGREE, CANCEL), ["accept", AGREE]),
        ("[agree]", 0, ("What's on tomorrow?",), []),
        ("[refuse]", 0, (AGREE, CANCEL), []),
    ],
)
async def test_an_offer_is_agreed_to_like_a_card(button, cards, offers, pressed):
    product = Product(cards, offers)
    async with product.client() as client:
        await Person(client).say(button)

    assert product.pressed == pressed


async def test_an_agent_as_it_is_shown_is_agreed_to_likewise():
    pressed = []

    def answer(request):
        if request.method == "POST":
            pressed.append(json.loads(request.content)["message"])
        if "/turns/" in request.url.path:
            return httpx.Response(200, json={"number": 1})
        options = [{"label": "Yes, create it"}, {"label": "Go back"}]
        question = {"id": "q1", "kind": "build", "options": [] if pressed else options}
        return httpx.Response(200, json={"question": question, "counts": {"turns": 1}})

    transport = httpx.MockTransport(answer)
    async with httpx.AsyncClient(transport=transport, base_url="http://host") as client:
        await Person(client).say("[agree]")
        await Person(client).say("[refuse]")
    assert pressed == ["Yes, create it"]


async def test_a_card_that_must_be_there_is_missed():
    async with Product(0).client() as client:
        with pytest.raises(NothingAsked):
            await Person(client).say("[accept]")


async def test_agents_of_ones_own_are_taken_away():
    gone = []

    def answer(request):
        if request.method == "DELETE":
            gone.append((request.url.path, request.headers["if-match"]))
        agents = [{"id": "mine", "name": "Mine", "kind": "own"}]
        listed = {"agents": [*agents, {"id": "email", "name": "Email", "kind": "workspace"}]}
        return httpx.Response(200, json=listed, headers={"ETag": '"3f"'})

    transport = httpx.MockTransport(answer)
    async with httpx.AsyncClient(transport=transport, base_url="http://host") as client:
        assert await own_agents(client) == {"mine": "Mine"}
        await forget_agents(client)

    assert gone == [("/api/v1/agents/mine", '"3f"')]


def written(tmp_path, *lines):
    path = tmp_path / "cases.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    return path


def test_a_file_may_hold_cases_and_paraphrases(tmp_path):
    case = {"id": "mine", "say": ["Star it"], "changes": [{"mail": "m", "added": ["starred"]}]}
    other = {"id": "star/9", "case": "star", "say": ["Put a star on it"]}

    _, (mine, star) = told(written(tmp_path, case, other))

    assert mine.changes == ({"mail": "m", "added": ["starred"]},)
    assert (star.id, star.say) == ("star/9", ("Put a star on it",))
    assert star.changes


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"id": "a", "case": "nobody", "say": ["hi"]}, "there is no case 'nobody'"),
        ({"id": "a", "say": ["hi"], "change": []}, "line 1: "),
        ({"id": "a", "say": ["hi"], "answers": {"2": {}}}, "answers name line 2 of 1"),
    ],
)
def test_a_line_that_cannot_be_told_is_named(tmp_path, line, said):
    with pytest.raises(BadData, match=said):
        told(written(tmp_path, line))
