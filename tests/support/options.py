"""The options of a question, made from words."""

from shared.models.intent import Option


def offered(*labels):
    """Return options, numbered from 1; one is a label, or "label | description"."""
    parts = [label.partition(" | ") for label in labels]
    return tuple(
        Option(id=str(n), label=label, description=more)
        for n, (label, _, more) in enumerate(parts, 1)
    )
