import datetime as dt


def updated_now() -> dt.datetime:
    """Returns the current time. Each update sets the fields with this default."""
    return dt.datetime.now(dt.UTC)
