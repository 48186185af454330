"""Pure functions that decide: values in, values out; no I/O, clock or randomness."""
