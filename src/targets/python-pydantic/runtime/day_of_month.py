import datetime as dt


def check_day(value: str) -> str:
    """Check the day of a month, as in a leap year."""
    dt.date.fromisoformat(f"2024-{value[2:7]}")
    return value
