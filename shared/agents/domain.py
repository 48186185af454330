"""The domain sub-agents: each needs its domain connected, and owns a set of tools (spec 003)."""

from shared.tools.registry import SERVICES

DOMAIN_AGENTS = tuple(service.agent for service in SERVICES)
