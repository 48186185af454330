"""What a result means for the rest of a plan: nothing that a rule could tell."""

from shared.models.reasoning import Reassessment, ReassessRequest


def reassess(request: ReassessRequest) -> Reassessment:
    """Go on with what is left; what is ambiguous or missing has been settled before."""
    if request.remaining:
        return Reassessment(verdict="continue", remaining=request.remaining)
    return Reassessment(verdict="complete")
