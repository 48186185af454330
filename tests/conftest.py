"""Fixtures that every kind of test may use, and what holds for every generated case."""

from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.support.azurite"]

settings.register_profile(
    "noisy machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("noisy machine")
