"""How what replies to cards want different is judged."""

import json

import pytest

from evals.__main__ import main
from evals.datasets import BadData
from evals.revisions import judge_revisions, load_revisions
from shared.models.reasoning import Revision
from shared.ports import Reasoned

POST = {
    "tool": "slack_post_message",
    "arguments": {"channel": "general", "text": "Cake at three."},
    "reply": "four, and in #random",
    "gold": {"channel": "random", "text": "Cake at four."},
}


class Revises:
    """A reasoner that changes every call alike."""

    def __init__(self, arguments):
        self._revision = Revision(arguments=arguments, why="" if arguments else "Which one?")

    async def revise(self, request):
        assert request.tool.name == POST["tool"]
        return Reasoned(self._revision)


def written(tmp_path, line):
    path = tmp_path / "revisions.jsonl"
    path.write_text(json.dumps(line))
    return path


@pytest.mark.parametrize(
    ("made", "followed", "asked", "otherwise"),
    [
        ({"channel": "#random", "text": "cake at four"}, 1, 0, 0),
        ({"channel": "general", "text": "Cake at four."}, 0, 0, 1),
        ({**POST["gold"], "thread_id": "7"}, 0, 0, 1),
        (None, 0, 1, 0),
    ],
)
async def test_what_is_made_is_what_was_wanted_by_its_words(
    tmp_path, made, followed, asked, otherwise
):
    outcome = await judge_revisions(
        Revises(made), "scripted", load_revisions(written(tmp_path, POST))
    )

    shares = {name: share.value for name, share in outcome.shares.items()}
    assert shares == {"followed": followed, "asked_again": asked, "otherwise": otherwise}
    assert len(outcome.misjudged) == 1 - followed


def test_a_call_of_no_tool_is_named(tmp_path):
    with pytest.raises(BadData, match="line 1: there is no tool fly"):
        load_revisions(written(tmp_path, {**POST, "tool": "fly"}))


def test_unseen_replies_are_followed_as_often_as_is_said(capsys):
    assert main(["revisions"]) == 0

    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert found["n"] == 146
    assert found["followed"] >= 0.5
    assert found["otherwise"] <= 0.4
