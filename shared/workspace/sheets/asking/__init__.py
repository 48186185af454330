"""Questions about the person's own tables, and changes of cells that go on from them."""
