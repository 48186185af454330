"""The product as the version before deployed it: its doorbell starts the orchestrator of then."""

from host.azure import build
from host.first_use import edge, services
from shared.conversation import doorbell

doorbell.ORCHESTRATOR = "thread_v1"
app = build(services, edge)
