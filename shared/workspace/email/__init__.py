"""The email agent's tools, over a person's mailbox."""
