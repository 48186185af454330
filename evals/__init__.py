"""Accuracy harness: runs the product's reasoner over labelled files and counts what is right."""
