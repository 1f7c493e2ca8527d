from base64 import b64encode


def _as_base64(value: object) -> object:
    """Rows of a database have bytes where JSON has texts."""
    return b64encode(value).decode() if isinstance(value, bytes) else value


def _as_hex(value: object) -> object:
    return value.hex().upper() if isinstance(value, bytes) else value
