"""How people and companies are named in an order: parts of patterns that ignore case."""

ADDRESS = r"[\w.+'-]{1,64}@[\w-]+(?:\.[\w-]+)+"
CIVIL = (
    "mrs?|ms|miss|dr|prof(?:essor)?|sir|frau|herr|monsieur|madame|mme|mlle|se[n\u00f1]ora?|signora?"
)
"""How people are addressed, before their names."""
_CAPITAL = r"(?-i:[A-Z\u00c0-\u00de])[\w\u00c0-\u024f'-]*"
_NO_I = r"(?!(?-i:I)(?:'\w+)?\b)"
NAME = (
    rf"{_NO_I}(?:(?:{CIVIL})\.? )?"
    rf"{_CAPITAL}(?:(?: (?:de|van|von|der|da|di|le|la))* {_NO_I}{_CAPITAL})*"
)
