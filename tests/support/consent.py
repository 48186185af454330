"""Replies to a card that are no agreement: tests/data/consent_replies.tsv."""

from dataclasses import dataclass
from pathlib import Path

_FILE = Path(__file__).parent.parent / "data" / "consent_replies.tsv"

TITLES = {"mail": "Send this email", "meeting": "New meeting"}
"""What the cards are called that the replies are said to."""


@dataclass(frozen=True)
class Said:
    card: str
    kind: str
    text: str

    def __str__(self):
        return f"{self.card}: {self.text}"


def replies():
    """Return what people said, as it stands in the file."""
    lines = (line for line in _FILE.read_text().splitlines() if not line.startswith("#"))
    return [Said(*line.split("\t")) for line in lines]
