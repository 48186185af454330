"""Adapters to the accounts people connect: one package per provider."""
