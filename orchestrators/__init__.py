"""Durable generators: order, branch, wait. No I/O, clock, randomness or SDK client."""
