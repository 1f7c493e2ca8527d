import datetime as dt


def utc_now() -> dt.datetime:
    """Return the current time."""
    return dt.datetime.now(dt.UTC)
