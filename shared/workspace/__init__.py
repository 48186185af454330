"""What a person has: each service with its port, its tools, and the frames of its tasks."""
