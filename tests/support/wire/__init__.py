"""Providers that answer over the wire as a test scripts it."""
