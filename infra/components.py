"""What the deployed package is made of: `python -m infra.components sbom` or `notice`.

Read from what is installed: every package that requirements.txt leads to, with its version and
licence. `sbom` writes CycloneDX 1.5 as JSON, `notice` the licences' own texts.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

from infra.lock import plain

ROOT = Path(__file__).resolve().parent.parent
_LICENCE_FILE = re.compile(r"(licen[cs]e|copying|notice)[\w.-]*$", re.IGNORECASE)
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


def sbom(packages: Sequence[Distribution]) -> dict[str, Any]:
    """Return the packages as a CycloneDX document."""
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "omniforge-master-agent"}},
        "components": [
            {
                "type": "library",
                "name": plain(one.metadata["Name"]),
                "version": one.version,
                "purl": f"pkg:pypi/{plain(one.metadata['Name'])}@{one.version}",
                "licenses": [{"license": {"name": licence(one)}}],
            }
            for one in packages
        ],
    }


def notice(packages: Sequence[Distribution]) -> Iterator[str]:
    """Yield the notice in pieces: each package, its licence, and the texts that it brings."""
    yield "This product contains the following software.\n"
    for one in packages:
        yield f"\n{'=' * 80}\n{one.metadata['Name']} {one.version}: {licence(one)}\n"
        for file in one.files or ():
            if _LICENCE_FILE.match(file.name) and file.suffix not in {".py", ".pyc"}:
                yield f"\n{Path(str(file.locate())).read_text('utf-8', 'replace').strip()}\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the bill of materials or the notice; return 1 where a package is not installed."""
    parser = argparse.ArgumentParser("python -m infra.components", description=__doc__)
    parser.add_argument("form", choices=("sbom", "notice"))
    form = parser.parse_args(arguments).form
    try:
        packages = installed(wanted(ROOT / "requirements.txt"))
    except PackageNotFoundError as missing:
        print(f"{missing} is not installed: make setup", file=sys.stderr)
        return 1
    if form == "sbom":
        print(json.dumps(sbom(packages), indent=2))
    else:
        sys.stdout.writelines(notice(packages))
    return 0


if __name__ == "__main__":
    sys.exit(main())
