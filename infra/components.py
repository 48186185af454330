"""What the deployed package is made of: `python -m infra.components sbom` or `notice`.

Read from what is installed: every package that requirements.txt leads to, what the web client is
bundled from, and others' data in the tree; each with its version and licence. `sbom` writes
CycloneDX 1.5 as JSON, `notice` the licences' own texts.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

from infra.lock import plain

ROOT = Path(__file__).resolve().parent.parent
_LICENCE_FILE = re.compile(r"(licen[cs]e|copying|notice)[\w.-]*$", re.IGNORECASE)
_BUILDERS = frozenset({"vite", "@vitejs/plugin-react"})
"""Dependencies that make the web client and are not in it."""
_UNSAID = "not stated"
_CLASSIFIER = "License :: OSI Approved :: "


def wanted(file: Path) -> list[str]:
    """Return the requirements that a file states, without comments and options."""
    lines = (line.partition("#")[0].strip() for line in file.read_text("utf-8").splitlines())
    return [line for line in lines if line and not line.startswith("-")]


def installed(requirements: Sequence[str]) -> list[Distribution]:
    """Return the packages that these requirements lead to, by name.

    Raises PackageNotFoundError when one that this machine needs is not installed.
    """
    found: dict[str, Distribution] = {}
    extras: set[tuple[str, str]] = set()
    open_ones = [(Requirement(one), "") for one in requirements]
    while open_ones:
        requirement, extra = open_ones.pop()
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": extra}):
            continue
        name = plain(requirement.name)
        found.setdefault(name, distribution(requirement.name))
        for one in ("", *requirement.extras):
            if (name, one) not in extras:
                extras.add((name, one))
                open_ones += [(Requirement(text), one) for text in found[name].requires or ()]
    return [found[name] for name in sorted(found)]


def licence(package: Distribution) -> str:
    """Return a package's licence as it names it: an SPDX expression, or in words."""
    said = package.metadata.json
    classified = [
        one.removeprefix(_CLASSIFIER)
        for one in said.get("classifier", ())
        if one.startswith(_CLASSIFIER)
    ]
    short = str(said.get("license", "")).strip().partition("\n")[0]
    return str(said.get("license_expression", "")) or ", ".join(classified) or short or _UNSAID


@dataclass(frozen=True)
class Component:
    """One thing that the package contains; `texts` are files with its licence."""

    kind: str
    name: str
    version: str
    licence: str
    purl: str
    texts: tuple[Path, ...]


def packages(found: Iterable[Distribution]) -> Iterator[Component]:
    """Yield Python packages."""
    for one in found:
        name = one.metadata["Name"]
        texts = tuple(
            Path(str(file.locate()))
            for file in one.files or ()
            if _LICENCE_FILE.match(file.name) and file.suffix not in {".py", ".pyc"}
        )
        purl = f"pkg:pypi/{plain(name)}@{one.version}"
        yield Component("library", plain(name), one.version, licence(one), purl, texts)


def bundled(lock: Mapping[str, Any]) -> list[str]:
    """Return the paths in a package-lock.json of what the web client is bundled from, sorted."""
    known: Mapping[str, Mapping[str, Any]] = lock["packages"]
    found: set[str] = set()
    open_ones = [("", name) for name in known[""]["dependencies"] if name not in _BUILDERS]
    while open_ones:
        path = _nearest(known, *open_ones.pop())
        if path and path not in found:
            found.add(path)
            open_ones += [(path, name) for name in known[path].get("dependencies", {})]
    return sorted(found)


def _nearest(known: Mapping[str, Any], asking: str, name: str) -> str:
    """Return where Node.js finds a package that another asks for; empty when nowhere."""
    places = asking.split("/node_modules/") if asking else []
    for depth in range(len(places), -1, -1):
        path = "/node_modules/".join([*places[:depth], name])
        path = path if depth else f"node_modules/{name}"
        if path in known:
            return path
    return ""


def client(web: Path) -> Iterator[Component]:
    """Yield what the web client in a folder is bundled from."""
    lock = json.loads((web / "package-lock.json").read_text("utf-8"))
    for path in bundled(lock):
        one = lock["packages"][path]
        name, version = path.rpartition("node_modules/")[2], one["version"]
        texts = tuple(
            sorted(file for file in (web / path).glob("*") if _LICENCE_FILE.match(file.name))
        )
        purl = f"pkg:npm/{name.replace('@', '%40')}@{version}"
        yield Component("library", name, version, one.get("license", _UNSAID), purl, texts)


def data(tree: Path) -> Iterator[Component]:
    """Yield folders of the tree that hold what others made: those with a licence of their own."""
    for folder in sorted({file.parent for file in tree.rglob("LICENSE*")}):
        texts = tuple(sorted(folder.glob("LICENSE*")))
        first = texts[0].read_text("utf-8").strip().partition("\n")[0].strip()
        name = folder.relative_to(tree.parent).as_posix()
        yield Component("data", name, "", first, "", texts)


def sbom(components: Iterable[Component]) -> dict[str, Any]:
    """Return the components as a CycloneDX document."""
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "omniforge-master-agent"}},
        "components": [
            {
                "type": one.kind,
                "name": one.name,
                **({"version": one.version, "purl": one.purl} if one.purl else {}),
                "licenses": [{"license": {"name": one.licence}}],
            }
            for one in components
        ],
    }


def notice(components: Iterable[Component]) -> Iterator[str]:
    """Yield the notice in pieces: each component, its licence, and the texts that it brings."""
    yield "This product contains the following software.\n"
    for one in components:
        yield f"\n{'=' * 80}\n{' '.join(filter(None, (one.name, one.version)))}: {one.licence}\n"
        for text in one.texts:
            yield f"\n{text.read_text('utf-8', 'replace').strip()}\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the bill of materials or the notice; return 1 where a package is not installed."""
    parser = argparse.ArgumentParser("python -m infra.components", description=__doc__)
    parser.add_argument("form", choices=("sbom", "notice"))
    form = parser.parse_args(arguments).form
    try:
        ours = installed(wanted(ROOT / "requirements.txt"))
    except PackageNotFoundError as missing:
        print(f"{missing} is not installed: make setup", file=sys.stderr)
        return 1
    components = [*packages(ours), *client(ROOT / "web"), *data(ROOT / "shared")]
    if form == "sbom":
        print(json.dumps(sbom(components), indent=2))
    else:
        sys.stdout.writelines(notice(components))
    return 0


if __name__ == "__main__":
    sys.exit(main())
