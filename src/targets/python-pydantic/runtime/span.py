import re
from decimal import Decimal


def Span(duration: str) -> tuple[Decimal, Decimal]:
    """The months and the seconds of a duration, by which it is equal to others."""
    sign = -1 if duration.startswith("-") else 1
    date, _, time = duration.partition("T")

    def number(text: str, unit: str) -> Decimal:
        found = re.search(f"([0-9.]+){unit}", text)
        return sign * Decimal(found[1]) if found else Decimal(0)

    minutes = (number(date, "D") * 24 + number(time, "H")) * 60 + number(time, "M")
    return number(date, "Y") * 12 + number(date, "M"), minutes * 60 + number(time, "S")
