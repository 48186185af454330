"""Which task a command is, where that is not sure: the likeliest are offered, and one is chosen."""

from collections.abc import Container, Sequence

from shared.models.intent import Option
from shared.models.reasoning import Clarified, ToolPlan
from shared.understanding.said import Said
from shared.understanding.tasks import IN_WORDS

TASK = "task meant"
"""What a plan lacks that cannot tell which task is meant."""
_MOST, _LEAST = 3, 0.05
"""Tasks that are offered, and how likely one beside the first two has to be."""
_WHICH = "I'm not sure what to do. Which of these do you mean?"


def which_of(said: Said, known: Container[str]) -> ToolPlan:
    """Return the question which of the likeliest tasks in `known` a command is."""
    others = [one for one in said.tasks if one[0] in known and one[0] != said.task]
    likely = [task for at, (task, share) in enumerate(others) if not at or share >= _LEAST]
    options = tuple(
        Option(id=str(number), label=in_words(task), value=task)
        for number, task in enumerate((said.task, *likely)[:_MOST], 1)
    )
    return ToolPlan(cannot=_WHICH, lacks=TASK, options=options)


def chosen_of(answers: Sequence[Clarified]) -> str:
    """Return the task that was chosen when that was asked; "" where none was."""
    chosen = {one.answer for one in answers if one.lacks == TASK}
    return next((task for task in IN_WORDS if in_words(task) in chosen), "")


def in_words(task: str) -> str:
    """Return what a task is called where it is offered, and where it was chosen."""
    words = IN_WORDS[task]
    return f"{words[:1].upper()}{words[1:]}"
