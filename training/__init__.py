"""What the embedded reasoner learned, and how: our own text, and the scripts that fit on it."""
