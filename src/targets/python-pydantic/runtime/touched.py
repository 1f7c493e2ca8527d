import datetime as dt


def touched() -> dt.datetime:
    """The current time, which changes of an instance set again."""
    return dt.datetime.now(dt.UTC)
