"""Whether what somebody said after a card agrees to it: a button, or plain words and no others."""

from shared.decisions.agreement import plainly_agrees
from shared.decisions.building import wording
from shared.decisions.building.asking import CONFIRM
from shared.models.building import BuildSession, DraftReading

_BUTTONS = frozenset(
    each.casefold() for each in (wording.AGREE[0], wording.AGREE_TO_CHANGE[0], wording.TRY_AGAIN)
)


def believed(said: str, reading: DraftReading, session: BuildSession) -> DraftReading:
    """Return a reading that agrees to a card only where the person plainly did, whoever read."""
    if session.asking != CONFIRM or reading.wish != "yes":
        return reading
    action = "New agent" if session.draft.base is None else "Change the agent"
    plain = said.strip(" .!").casefold() in _BUTTONS or plainly_agrees(said, action)
    return reading if plain else reading.model_copy(update={"wish": ""})
