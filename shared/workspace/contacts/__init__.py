"""The contacts agent's tools, over a person's address book."""
