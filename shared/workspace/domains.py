"""What can be connected, by name: the settings need to know that before any service is read."""

DOMAINS = ("email", "calendar", "contacts", "slack", "sheets", "pages")
