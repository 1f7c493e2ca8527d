from base64 import b64encode


def to_base64(value: object) -> object:
    """Converts bytes from a database row to Base64."""
    return b64encode(value).decode() if isinstance(value, bytes) else value
