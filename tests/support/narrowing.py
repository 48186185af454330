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


class Reads(NearNothing):
    """Takes every message for the same command for the contacts."""

    def __init__(self, command):
        super().__init__("contacts")
        self.command = command

    def commands(self, text, request):
        return (self.command,)
