"""The one error that ends a start: sentences for the terminal, without a traceback."""


class StartRefused(Exception):
    """The dev host cannot start; each sentence says what to change."""

    def __init__(self, *sentences: str) -> None:
        super().__init__("\n".join(sentences))
        self.sentences = sentences
