"""What is said to a question that only a language model could answer."""

from shared.models.reasoning import AnswerRequest
from shared.words import either

_SHOWN = 3
_DECLINED = (
    "I can't answer that: no language model is connected, so I know this product and your agents, "
    "but not the world at large."
)
_LEFT_ALONE = (
    "I can't answer that right now: it takes the language model, and this is what became of it: "
    "{}. If that stays so, those who run OmniForge for you can see more."
)


def answer_to(request: AnswerRequest) -> str:
    """Decline, and say what can be asked instead."""
    declined = _LEFT_ALONE.format(request.standing_in) if request.standing_in else _DECLINED
    names = [f"**{agent.name}**" for agent in request.agents[:_SHOWN]]
    if not names:
        return f"{declined} Ask me what I can do, for example."
    return (
        f"{declined} I can pass work on to {either(names, 'or')}, tell you which agents you have "
        "and what they do, and how their runs went."
    )
