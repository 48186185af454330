"""Side effects: one coroutine a file, one effect each, safe to run twice."""
