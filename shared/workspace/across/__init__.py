"""What takes several services at once."""
