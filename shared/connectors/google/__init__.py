"""Gmail, Google Calendar, Google Contacts and Google Sheets."""
