"""What activities that hold several steps are made of."""
