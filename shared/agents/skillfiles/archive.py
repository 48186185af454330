"""The files of an agent in one zip archive, which may come from anywhere."""

import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Mapping
from io import BytesIO

from shared.agents.skillfiles.document import decoded
from shared.agents.skillfiles.faults import Fault, Report, SkillFileError, gathered
from shared.agents.skillfiles.folder import beside

MAX_FILES = 200
MAX_TOTAL_BYTES = 2 * 1024 * 1024
MAX_PATH_CHARACTERS = 255
MAX_RATIO = 100
"""How many times its packed size a file may have, unless it is small: no text packs so well."""

_SMALL_BYTES = 64 * 1024
_EPOCH = (1980, 1, 1, 0, 0, 0)
_UNIX = 3
_REGULAR = (stat.S_IFREG | 0o644) << 16
_ENCRYPTED = 0x1
_METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_OUTSIDE = re.compile(r"/|[A-Za-z]:|(.*/)?\.\.(/|$)")
_TOO_LARGE = f"This has more than {MAX_TOTAL_BYTES // 1024**2} MiB."
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
    OverflowError,
)
"""What the standard library raises for archives that are not quite archives."""


def packed(files: Mapping[str, str]) -> bytes:
    """Return texts by path as a zip archive; the same texts make the same bytes."""
    data = BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for path in sorted(files):
            entry = zipfile.ZipInfo(path, _EPOCH)
            entry.create_system, entry.external_attr = _UNIX, _REGULAR
            archive.writestr(entry, files[path].encode(), zipfile.ZIP_DEFLATED)
    return data.getvalue()


def unpacked(data: bytes) -> dict[str, str]:
    """Return the texts in a zip archive by path, without a folder that all of them are in.

    Hidden files are left out. Raises SkillFileError for an archive that is damaged, too large or
    not to be trusted; the last two before anything is unpacked.
    """
    if len(data) > MAX_TOTAL_BYTES:
        Report("").stop(1, _TOO_LARGE)
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            contents = {path: _content(archive, entry) for path, entry in _files(archive).items()}
    except _DAMAGE:
        Report("").stop(1, "This is not a zip archive, or it is damaged.")
    return _texts(contents)


def _files(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """Return the entries to unpack by path; raise SkillFileError unless all can be trusted."""
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    if len(entries) > MAX_FILES:
        Report("").stop(1, f"This has more than {MAX_FILES} files.")
    if sum(entry.file_size for entry in entries) > MAX_TOTAL_BYTES:
        Report("").stop(1, _TOO_LARGE)
    faults: list[Fault] = []
    files: dict[str, zipfile.ZipInfo] = {}
    for entry in entries:
        path = entry.filename.replace("\\", "/").removeprefix("./")
        why = "This path is there twice." if path in files else _distrust(entry, path)
        if why:
            with gathered(faults):
                Report(path).stop(1, why)
        files[path] = entry
    if faults:
        raise SkillFileError(faults)
    return {path: entry for path, entry in files.items() if not _hidden(path)}


def _distrust(entry: zipfile.ZipInfo, path: str) -> str:
    """Return why an entry is not to be unpacked, or ""."""
    dense = entry.file_size > MAX_RATIO * entry.compress_size and entry.file_size > _SMALL_BYTES
    reasons = {
        "This path leads out of the folder.": _OUTSIDE.match(path),
        "This path is too long.": len(path) > MAX_PATH_CHARACTERS,
        "This path has control characters.": not path.isprintable(),
        "This is a link or a device, not a file.": stat.S_IFMT(entry.external_attr >> 16)
        not in {0, stat.S_IFREG},
        "This file is encrypted.": entry.flag_bits & _ENCRYPTED,
        "This file is packed in a way that is not read.": entry.compress_type not in _METHODS,
        "This file is much larger than it is packed.": dense,
    }
    return next((why for why, holds in reasons.items() if holds), "")


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """Return a file's bytes; no more are ever unpacked than the archive says there are."""
    with archive.open(entry) as file:
        return file.read(entry.file_size)


def _texts(contents: Mapping[str, bytes]) -> dict[str, str]:
    top = _common_folder(contents)
    texts: dict[str, str] = {}
    faults: list[Fault] = []
    for path, content in contents.items():
        short = path.removeprefix(top)
        if beside(short) == "assets":
            texts[short] = ""  # pictures and the like, which nothing here reads
            continue
        with gathered(faults):
            texts[short] = decoded(content, short)
    if faults:
        raise SkillFileError(faults)
    return texts


def _common_folder(paths: Mapping[str, bytes]) -> str:
    """Return the folder that all files are in, with its slash, or ""."""
    tops = {path.partition("/")[0] if "/" in path else "" for path in paths}
    top = tops.pop() if len(tops) == 1 else ""
    return f"{top}/" if top else ""


def _hidden(path: str) -> bool:
    return any(part.startswith(".") or part == "__MACOSX" for part in path.split("/"))
