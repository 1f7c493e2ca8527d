import datetime as dt

from pydantic import AfterValidator


def _day_of_month(value: str) -> str:
    """2024 is a leap year."""
    dt.date.fromisoformat(f"2024-{value[2:7]}")
    return value
