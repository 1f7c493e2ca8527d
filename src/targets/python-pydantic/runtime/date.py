import datetime as dt


def _day(value: str | dt.date) -> str | dt.date:
    """A text is read here, for Pydantic reads none where it is strict."""
    try:
        return dt.date.fromisoformat(value) if isinstance(value, str) else value
    except ValueError:
        return value
