"""Two of this product talk by A2A, and either of them dies, forgets or fails at its steps.

`python -m bench talking` has each side do each of it at every step.
"""

import pytest

from tests.support.asked import Asked
from tests.support.disturbed import fault, in_turn
from tests.support.talking import LINES, SUBJECT, differences, talk

pytestmark = pytest.mark.no_cover  # what these many turns run, other tests cover


@pytest.mark.parametrize(("side", "stride"), [("asked", 1), ("asking", 2)])
async def test_whichever_side_falls_over_nothing_is_lost_and_nothing_comes_twice(
    side, stride, tmp_path
):
    """Each kind of step is met in one way after the other; of who asks, every second of these."""
    async with Asked().served() as asked:
        calm = await talk(asked, tmp_path / "calm")
        check(calm.left)
        for step, name, how in list(in_turn(calm.ran[side], set()))[::stride]:
            talked = await talk(asked, tmp_path / str(step), side=side, fault=fault(how, step))

            told = list(differences(calm.left, talked.left))
            assert not told, (f"{how} at step {step}, {name}, of the side that is {side}", told)


def check(calm):
    """What the conversation is about has to happen in it."""
    assert calm.sent == ([SUBJECT], [])
    [there] = calm.asked.values()
    said_there = [text for role, text in there.transcript if role == "user"]
    assert said_there == [line.removeprefix("@partner ") for line in LINES[:-2]]
    answers = [text for role, text in calm.asking.transcript if role == "assistant"]
    for number, begins in enumerate(
        (
            "OmniForge asks:\n\nI found 3 contacts named John. Which one?",
            "OmniForge:\n\nI found 9 emails from John Doe:",
            "OmniForge asks:\n\n**Send this email**",
            "OmniForge:\n\nSent to sarah.chen@company.com",
        )
    ):
        assert answers[number].startswith(begins)
    assert answers[-2].startswith("You're back with me.")
    assert not answers[-1].startswith("OmniForge")
