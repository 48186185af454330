"""The pages agent's tools, over a person's knowledge base."""
