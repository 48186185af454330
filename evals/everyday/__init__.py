"""Everyday requests, said to a running dev host and judged by what they leave behind."""
