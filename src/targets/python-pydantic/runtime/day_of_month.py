import datetime as dt


def check_day(value: str) -> str:
    """Rejects a day that its month does not have, with 29 days in February."""
    dt.date.fromisoformat(f"2024-{value[2:7]}")
    return value
