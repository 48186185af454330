"""The sheets agent's tools, over a person's spreadsheets."""
