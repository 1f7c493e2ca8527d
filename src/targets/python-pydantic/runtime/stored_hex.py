def to_hex(value: object) -> object:
    """Converts bytes from a database row to hexadecimal digits."""
    return value.hex().upper() if isinstance(value, bytes) else value
