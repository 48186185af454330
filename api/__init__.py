"""HTTP handlers: parse, do one thing, answer. Errors are raised; `problems` alone maps them."""
