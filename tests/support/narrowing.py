"""A narrowing that knows no task, so that no network has to be read."""

from shared.models.intent import Entities
from shared.models.reasoning import Revision
from shared.reasoning.narrowing import Likely, Narrowing


class NearNothing(Narrowing):
    """Takes every message to come near the groups of tools it is made with."""

    def __init__(self, *groups):
        self.groups = groups

    def likely(self, text, request):
        return Likely(self.groups, ())

    def commands(self, text, request):
        return ()

    def entities(self, request):
        return Entities(people=("Ann",))

    def revised(self, request):
        return Revision()
