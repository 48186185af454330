"""A person's Slack, with their own token."""
