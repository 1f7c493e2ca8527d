import datetime as dt


def utc_now() -> dt.datetime:
    """Returns the current time in UTC."""
    return dt.datetime.now(dt.UTC)
