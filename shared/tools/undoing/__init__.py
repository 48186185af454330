"""Taking back what tools have changed."""
