"""Reading what people say to the agent builder, by rules."""

from shared.reasoning.embedded.drafting.reading import read_draft, read_plainly

__all__ = ["read_draft", "read_plainly"]
