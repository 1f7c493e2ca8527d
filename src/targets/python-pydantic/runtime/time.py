import datetime as dt


def _local_time(value: str | dt.time) -> str | dt.time:
    """A text is read here, for Pydantic reads none where it is strict."""
    if isinstance(value, str):
        try:
            return dt.time.fromisoformat(value)
        except ValueError:
            return value
    if value.tzinfo is not None:
        raise _fault("type", "Input should not have an offset", type="time")
    return value
