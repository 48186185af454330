"""The shapes a model must answer in where it calls no tool.

Strict structured output wants every property required, no defaults, no open objects and no
bounds, so these differ from our own values. Each turns itself into one, or raises ValueError
saying what is wrong.
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from shared.models.reasoning import ReplyReading, ReplyRequest


class Wire(BaseModel):
    """Closed, so the schema says additionalProperties: false."""

    model_config = ConfigDict(extra="forbid")


class ReplyWire(Wire):
    """What a person said after a question. Consent is not for a model to find in it."""

    meaning: Literal["option", "none", "new", "unclear", "reject", "text", "hold", "aside"]
    option: str | None
    confidence: float

    def value(self, request: ReplyRequest) -> ReplyReading:
        """Return it as ours."""
        chosen = self.option if self.meaning == "option" else None
        if self.meaning == "option" and chosen not in {option.id for option in request.options}:
            raise ValueError(f"there is no option {chosen!r}")
        if self.meaning in {"reject", "hold", "aside"} and request.kind != "approval":
            raise ValueError(f"{self.meaning!r} is for approvals only")
        return ReplyReading(meaning=self.meaning, option=chosen, confidence=self.confidence)
