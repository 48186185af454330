"""A person's Notion."""
