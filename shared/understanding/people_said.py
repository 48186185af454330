"""How people and companies are named in an order: parts of patterns that ignore case."""

ADDRESS = r"[\w.+'-]{1,64}@[\w-]+(?:\.[\w-]+)+"
_CAPITAL = r"(?-i:[A-Z\u00c0-\u00de])[\w\u00c0-\u024f'-]*"
NAME = (
    r"(?!(?-i:I)(?:'\w+)?\b)(?:(?:Mrs?|Ms|Miss|Dr|Prof|Frau|Herr)\.? )?"
    rf"{_CAPITAL}(?:(?: (?:de|van|von|der|da|di|le|la))* (?!(?-i:I)(?:'\w+)?\b){_CAPITAL})*"
)
_GROUP = (
    rf"(?:(?:all (?:of )?)?(?:the |our |my )?(?:people|everyone|everybody|folks|team|anyone"
    rf"|contacts"
    rf"|guys|staff|all) (?:at|from|in|of) (?:the )?{NAME}"
    rf"|(?:the |our )?{NAME} (?:people|team|folks|guys|crew|staff|office))"
)
_PRONOUN = r"(?:him|her|them|me|myself)\b"
WHO = rf"(?:{_GROUP}|[\w.+'-]{{1,64}}@[\w-]+(?:\.[\w-]+)+|{_PRONOUN}|(?:the |my |our )?{NAME})"
SEVERAL = rf"{WHO}(?:(?:, and |, | and | & ){WHO})*"
