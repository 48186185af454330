"""What a reply can point with: places, verdicts, comparisons, and the words of an option."""
