from base64 import b64encode


def to_base64(value: object) -> object:
    """Convert bytes of a database row."""
    return b64encode(value).decode() if isinstance(value, bytes) else value
