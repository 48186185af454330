"""A person's Notion, for reading."""
