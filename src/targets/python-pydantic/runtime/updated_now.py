import datetime as dt


def updated_now() -> dt.datetime:
    """Return the current time, for fields that each update sets again."""
    return dt.datetime.now(dt.UTC)
