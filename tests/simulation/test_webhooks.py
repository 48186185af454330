"""Webhooks of a task, told by an engine that dies, forgets or fails at every step."""

from dataclasses import replace
from itertools import groupby

import pytest

from shared import webhooks
from shared.models.webhook import Webhook
from tests.support.disturbed import fault, play
from tests.support.notified import Notified
from tests.support.simulation import World

URL, DOWN = "https://hooks.example/in", "https://down.example/in"
LINES = ["Send an email to John that the report is ready", "the client", "yes"]
TOLD = ["INPUT_REQUIRED", "INPUT_REQUIRED", "COMPLETED"]


class Watched(World):
    """A world whose first task is watched: by a webhook, and by one that cannot be reached."""

    def __post_init__(self):
        super().__post_init__()
        self.notified = Notified()
        self.notified.down = {DOWN}
        self.services = replace(self.services, notifier=self.notified)

    async def put(self, text, message_id, **options):
        await super().put(text, message_id, **options)
        if message_id == "m1":
            for name, url in (("up", URL), ("down", DOWN)):
                hook = Webhook(id=name, url=url, dialect="1.0", issuer="https://forge.example")
                await webhooks.put(self.services, self.key(), 1, "t.1", hook)

    async def to_the_end(self):
        """Let a day pass, so that nothing is left to be told."""
        await self.boot()
        for _ in range(15):
            self.clock.advance(hours=1)
            await self.sweep()
        await self.settle()
        await self.engine.stop()


def said(notified):
    """What the webhook that can be reached heard, each thing once."""
    heard = [
        (state, task["status"]["message"]["messageId"])
        for url, state, task in notified.told
        if url == URL
    ]
    return [one for one, _ in groupby(heard)]


@pytest.mark.no_cover
@pytest.mark.parametrize("how", ["crash", "forget", "fail"])
async def test_every_step_can_be_the_last_and_each_state_is_told(how, tmp_path):
    calm = Watched(journal=tmp_path / "calm")
    undisturbed = await play(calm, LINES, None)
    heard = calm.notified
    states = said(heard)
    assert [state for state, _ in states] == TOLD
    assert len([url for url, *_ in heard.told if url == URL]) == len(TOLD)

    for step in range(1, len(calm.ran) + 1):
        world = Watched(journal=tmp_path / str(step))
        outcome = await play(world, LINES, fault(how, step))
        await world.to_the_end()

        at = f"{how} at step {step}: {calm.ran[step - 1]}"
        assert outcome.transcript == undisturbed.transcript, at
        assert said(world.notified) == states, at
        kept = await webhooks.of(world.services, world.key(), 1)
        assert all(hook.told.startswith("COMPLETED/") and not hook.failed for hook in kept), at
