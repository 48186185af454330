"""As much of JSON patch (RFC 6902) as the product sends: fields of an object, replaced."""


def patched(value, changes):
    """Return a value with changes made; fail for any that nothing is there for."""
    value = dict(value)
    for change in changes:
        name = change["path"].removeprefix("/")
        assert change["op"] == "replace"
        assert name in value
        value[name] = change["value"]
    return value
