"""Agents and skills as files that people write, keep and exchange."""
