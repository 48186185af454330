"""The calendar: meetings, invitations and free time."""
