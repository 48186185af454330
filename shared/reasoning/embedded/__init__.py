"""The reasoner that needs no key and no network: rules and slots, deterministic."""

from shared.reasoning.embedded.reasoner import EmbeddedReasoner

__all__ = ["EmbeddedReasoner"]
