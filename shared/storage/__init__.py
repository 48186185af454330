"""Repositories over rows, and the two things that keep rows: tables and memory."""
