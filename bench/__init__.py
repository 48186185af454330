"""Performance harness: what the product spends on a conversation, counted rather than timed."""
