"""Many conversations at once: what they wait, what they cost, and what kills do to them."""
