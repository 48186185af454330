"""`python -m evals everyday` against a server that speaks the protocol: had, kept, and gone on."""

import json

from evals.__main__ import main
from evals.everyday.record import read
from tests.support.model_server import UNDERSTANDING, Fails, Says, calls, model_server

CASES = (
    {"id": "look", "say": ["Show me emails from Sarah about the budget"], "answers": {}},
    {"id": "ask", "say": ["What emails haven't I responded to?"], "answers": {}},
)


def answer(call):
    """Search for whoever asks for mail, and fail at everything else."""
    if call.schema == UNDERSTANDING and "Sarah" in call.said:
        return calls(("gmail_search_messages", {"query": "budget"}))
    named = {"colours": ["red"]}
    probed = calls(("Probe", named)) if call.tools else Says(named)
    return probed if call.schema == "Probe" else Fails(500)


def test_a_run_against_a_server_is_kept_case_by_case(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    file, results = tmp_path / "cases.jsonl", tmp_path / "results.jsonl"
    file.write_text("\n".join(map(json.dumps, CASES)))
    with model_server(answer) as server:
        options = ("--reasoner", "openai", "--base-url", server.base_url, "--model", "scripted")
        every = ["everyday", str(file), "--results", str(results), "--patience", "60", *options]

        assert main([*every, "--limit", "1"], {}) == 0
        [first] = read(results)
        assert (first.case, first.works, first.fallbacks) == ("look", True, ())
        assert first.usage.calls >= 1
        assert main(every, {}) == 0

    one, other = read(results)
    assert one == first
    assert other.fallbacks
    said = capsys.readouterr().out
    assert json.loads(said.splitlines()[-1])["n"] == 2
    assert "answered without the model asked" in said
    assert "because" in said
