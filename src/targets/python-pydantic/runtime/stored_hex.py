def to_hex(value: object) -> object:
    """Convert bytes of a database row."""
    return value.hex().upper() if isinstance(value, bytes) else value
