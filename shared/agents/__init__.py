"""Agents that ship with the product, as data."""
