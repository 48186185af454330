import ast
import re
import sys
from importlib.metadata import packages_distributions

from hypothesis import given
from hypothesis import strategies as st

from infra.components import installed, wanted
from infra.lock import LOCK, ROOT, lock, locked, merged, plain

NAMES = st.from_regex(r"[a-z]+(-[a-z0-9]+)*", fullmatch=True)
DIGESTS = st.sets(st.from_regex(r"[0-9a-f]{64}", fullmatch=True), min_size=1, max_size=3)


def pinned():
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    return {plain(name): version for name, version in (line.split("==") for line in lines if line)}


def test_the_lock_is_current():
    """All that requirements.txt leads to, in the versions of constraints.txt: else `make lock`."""
    names = {plain(one.metadata["Name"]) for one in installed(wanted(ROOT / "requirements.txt"))}
    versions = locked(LOCK.read_text())
    assert versions.items() <= pinned().items()
    assert versions.keys() == names


def test_all_that_the_app_imports_is_locked():
    """What only developers install would be missing on Azure, maybe only in a branch."""
    ours = {"host", "api", "orchestrators", "activities", "shared"}
    files = [file for folder in ours for file in (ROOT / folder).rglob("*.py")]
    imported = {name for file in files for name in imports(ast.parse(file.read_text("utf-8")))}
    known, versions = packages_distributions(), locked(LOCK.read_text())
    missing = {
        name
        for name in imported - ours - sys.stdlib_module_names
        if not {plain(one) for one in known.get(name, ())} & versions.keys()
    }
    assert len(imported - ours - sys.stdlib_module_names) > 15
    assert missing == set()


def imports(tree):
    """The first words of what a module imports, wherever it does."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (one.name.split(".")[0] for one in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.split(".")[0]
            case _:
                pass


def test_every_line_has_digests_as_pip_demands_of_all_or_none():
    entries = re.split(r"\n(?! )", LOCK.read_text().strip())[1:]
    assert len(entries) == len(locked(LOCK.read_text()))
    for entry in entries:
        assert re.fullmatch(r"[a-z\d-]+==[\w.!+]+( \\\n    --hash=sha256:[0-9a-f]{64})+", entry)


@given(st.dictionaries(st.tuples(NAMES, st.just("1.0")), DIGESTS, max_size=5))
def test_a_lock_says_what_it_was_made_of(found):
    written = lock(found)
    assert locked(written) == dict(found.keys())
    for digests in found.values():
        assert all(f"--hash=sha256:{one}\n" in written.replace(" \\", "") for one in digests)


def test_files_of_several_images_are_allowed_side_by_side():
    def report(digest):
        one = {
            "metadata": {"name": "Some_Thing", "version": "1.0"},
            "download_info": {"archive_info": {"hashes": {"sha256": digest}}},
        }
        return {"install": [one]}

    assert merged([report("a"), report("b"), report("a")]) == {("some-thing", "1.0"): {"a", "b"}}
