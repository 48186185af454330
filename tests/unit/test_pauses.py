"""Who loses a race for a row waits a moment before the next try, a longer one each time."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("shared", "api", "activities", "orchestrators", "host")
ENDS_BY_ITSELF = {"shared/storage/threads.py": ["commit"]}
"""Each try has less to write, and is about what was written before, not about a race."""
SPAN = 2
"""The arguments of a range that counts tries; one with a step cuts something up."""


def tries_again(loop):
    """Whether a loop does the same again, rather than going on with the next of something."""
    if isinstance(loop, ast.While):
        return True
    return (
        isinstance(loop, ast.For)
        and isinstance(loop.iter, ast.Call)
        and ast.unparse(loop.iter.func) == "range"
        and len(loop.iter.args) <= SPAN
    )


def loses(loop):
    """Whether a loop goes on after a Conflict."""
    return any(
        isinstance(node, ast.ExceptHandler)
        and node.type is not None
        and "Conflict" in ast.unparse(node.type)
        and not any(isinstance(inner, ast.Return | ast.Raise) for inner in node.body)
        for node in ast.walk(loop)
    )


def impatient(source, but=()):
    """Return the lines of loops that try again at once, but for those in some functions."""
    tree = ast.parse(source)
    for function in ast.walk(tree):
        if isinstance(function, ast.AsyncFunctionDef) and function.name in but:
            function.body = []
    return [
        loop.lineno
        for loop in ast.walk(tree)
        if tries_again(loop) and loses(loop) and "pause(" not in ast.unparse(loop)
    ]


def test_no_loop_tries_again_at_once():
    found: list[str] = []
    for path in (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))):
        name = str(path.relative_to(ROOT))
        lines = impatient(path.read_text(encoding="utf-8"), ENDS_BY_ITSELF.get(name, ()))
        found += [f"{name}:{line}" for line in lines]
    assert found == []


def test_one_that_did_would_be_found():
    body = "    try:\n        put()\n    except (Conflict, Gone):\n        {}\n"
    for head in ("for _ in range(5):\n", "for tried in range(1, 6):\n", "while True:\n"):
        assert impatient(head + body.format("continue")) == [1]
        assert impatient(head + body.format("head = None")) == [1]
        assert impatient(head + body.format("await pause(tried)")) == []
        assert impatient(head + body.format("raise")) == []
    assert impatient("for row in rows:\n" + body.format("continue")) == []
