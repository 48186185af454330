"""What an operator asks and does that no route offers: `python -m host.admin`."""
