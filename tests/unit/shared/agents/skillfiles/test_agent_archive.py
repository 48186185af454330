"""Zip archives of agents, honest and otherwise."""

import hashlib
import stat
import struct
import zipfile
from contextlib import suppress
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.agents.skillfiles.archive import MAX_FILES, MAX_TOTAL_BYTES, packed, unpacked
from shared.agents.skillfiles.faults import SkillFileError

FILES = {"AGENT.md": "Größe\n", "skills/a/SKILL.md": "x\n" * 1000}


def entry(path, mode=stat.S_IFREG | 0o644, method=zipfile.ZIP_DEFLATED):
    info = zipfile.ZipInfo(path)
    info.create_system, info.external_attr, info.compress_type = 3, mode << 16, method
    return info


def zipped(*entries, method=zipfile.ZIP_DEFLATED):
    data = BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        for path, content in entries:
            archive.writestr(path, content)
    return data.getvalue()


def faults(data):
    with pytest.raises(SkillFileError) as raised:
        unpacked(data)
    return [(fault.path, fault.line, fault.message) for fault in raised.value.faults]


def test_what_is_packed_is_unpacked():
    assert unpacked(packed(FILES)) == FILES


def test_the_same_files_make_the_same_archive():
    assert packed(FILES) == packed(dict(reversed(FILES.items())))


def test_an_archive_of_nothing_has_no_files():
    assert unpacked(packed({})) == {}


@pytest.mark.parametrize(
    ("paths", "kept"),
    [
        (["a/AGENT.md", "a/skills/b/SKILL.md"], ["AGENT.md", "skills/b/SKILL.md"]),
        (["a/", "a/AGENT.md"], ["AGENT.md"]),
        (["a/AGENT.md", "b/SKILL.md"], ["a/AGENT.md", "b/SKILL.md"]),
        (["./AGENT.md", "./skills/b/SKILL.md"], ["AGENT.md", "skills/b/SKILL.md"]),
        (["a\\AGENT.md", "a\\b\\SKILL.md"], ["AGENT.md", "b/SKILL.md"]),
        (["a/AGENT.md", "__MACOSX/a/._AGENT.md", ".DS_Store", "a/.git/x"], ["AGENT.md"]),
        (["a..b/..c.md", "d.md"], ["d.md"]),
    ],
)
def test_files_are_found_where_they_belong(paths, kept):
    assert list(unpacked(zipped(*((path, "") for path in paths)))) == kept


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("/etc/passwd", "leads out of the folder"),
        ("\\x", "leads out of the folder"),
        ("C:\\x", "leads out of the folder"),
        ("../x", "leads out of the folder"),
        ("a/../../x", "leads out of the folder"),
        ("a/..", "leads out of the folder"),
        ("./../x", "leads out of the folder"),
        (".git/../../x", "leads out of the folder"),
        ("a" * 256, "too long"),
        ("a\nb", "control characters"),
        (entry("a", stat.S_IFLNK | 0o777), "a link or a device"),
        (entry("a", stat.S_IFIFO), "a link or a device"),
        (entry("a", method=zipfile.ZIP_BZIP2), "in a way that is not read"),
        (entry("a", method=zipfile.ZIP_LZMA), "in a way that is not read"),
    ],
)
def test_an_entry_that_is_not_to_be_trusted_is_refused(path, why):
    ((told, line, message),) = faults(zipped(("AGENT.md", "x"), (path, "x")))
    assert (line, why in message) == (1, True)
    assert told
    assert told.isprintable()


def test_all_entries_that_are_not_to_be_trusted_are_told():
    told = faults(zipped(("../a", ""), ("b", "x"), ("/c", ""), ("b\\..\\..\\d", "")))
    assert [path for path, _, _ in told] == ["../a", "/c", "b/../../d"]


def test_a_path_cannot_be_there_twice():
    assert faults(zipped(("a/b", "x"), ("a\\b", "y"))) == [("a/b", 1, "This path is there twice.")]


def test_an_encrypted_entry_is_refused():
    data = bytearray(zipped(("AGENT.md", "x")))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert faults(bytes(data)) == [("AGENT.md", 1, "This file is encrypted.")]


def test_only_so_many_files_are_unpacked():
    many = [(f"{n}.md", "x") for n in range(MAX_FILES + 1)]
    assert len(unpacked(zipped(*many[1:]))) == MAX_FILES
    assert faults(zipped(*many)) == [("", 1, "This has more than 200 files.")]


def test_only_so_much_is_unpacked():
    half = hashlib.shake_256().hexdigest(MAX_TOTAL_BYTES // 4)
    full = [("a", half), ("b", half)]
    assert sum(map(len, unpacked(zipped(*full)).values())) == MAX_TOTAL_BYTES
    assert faults(zipped(*full, ("c", "x"))) == [("", 1, "This has more than 2 MiB.")]
    stored = zipped(("a", half * 2), method=zipfile.ZIP_STORED)
    assert faults(stored) == [("", 1, "This has more than 2 MiB.")]


def test_a_file_that_grows_too_much_is_refused_unless_it_is_small():
    assert unpacked(zipped(("a", "x" * 60_000))) == {"a": "x" * 60_000}
    assert faults(zipped(("a", "x" * 70_000))) == [
        ("a", 1, "This file is much larger than it is packed.")
    ]


def test_a_file_that_is_larger_than_it_says_is_damaged():
    data = bytearray(zipped(("a", "x" * 1_000_000)))
    for signature, place in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        struct.pack_into("<I", data, data.index(signature) + place, 10)
    assert faults(bytes(data)) == [("", 1, "This is not a zip archive, or it is damaged.")]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PK",
        b"not a zip",
        packed(FILES)[:-30],
        zipped(("a", "xyz"), method=zipfile.ZIP_STORED).replace(b"xyz", b"xyy"),
    ],
)
def test_what_is_not_an_archive_is_refused(data):
    assert faults(data) == [("", 1, "This is not a zip archive, or it is damaged.")]


def test_files_that_are_not_text_are_told_with_path_and_line():
    data = zipped(("a/b.md", b"\xff"), ("a/c.md", b"x"), ("a/d.md", b"x\ny\xe9z"))
    assert faults(data) == [
        ("b.md", 1, "This is not text in UTF-8."),
        ("d.md", 2, "This is not text in UTF-8."),
    ]


@settings(deadline=None)
@given(st.data())
def test_an_archive_with_wrong_bytes_is_unpacked_or_refused(data):
    archive = bytearray(packed(FILES))
    for _ in range(data.draw(st.integers(1, 4))):
        archive[data.draw(st.integers(0, len(archive) - 1))] = data.draw(st.integers(0, 255))
    with suppress(SkillFileError):
        texts = unpacked(bytes(archive))
        assert sum(map(len, texts.values())) <= MAX_TOTAL_BYTES
