"""The team chat: channels, messages and threads."""
