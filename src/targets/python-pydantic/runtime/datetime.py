import datetime as dt

from pydantic_core import PydanticKnownError


def _instant(value: str | dt.datetime) -> dt.datetime:
    """In UTC, too, an instant is in the years from 1 to 9999."""
    try:
        instant = dt.datetime.fromisoformat(value) if isinstance(value, str) else value
        if instant.year in (1, 9999) and instant.tzinfo is not None:
            instant.astimezone(dt.UTC)
    except (OverflowError, ValueError) as error:
        raise PydanticKnownError("datetime_parsing", {"error": str(error)}) from error
    return instant
