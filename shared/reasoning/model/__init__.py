"""One port for a call of a language model, and the servers behind it."""
