"""Reasoners: embedded rules, and language models behind the OpenAI protocol."""
