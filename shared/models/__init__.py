"""Frozen values that cross a durable, storage or HTTP boundary."""
