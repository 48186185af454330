"""A demo organisation's mail, contacts, calendar and Slack, kept in a table for each user."""
