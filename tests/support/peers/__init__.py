"""Providers that remember: accounts with something in them, reached over lines that can be cut."""
