"""Fixtures that every kind of test may use."""

pytest_plugins = ["tests.support.azurite"]
