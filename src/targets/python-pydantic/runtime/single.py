import struct


def Single(number: float) -> float:
    """The nearest number of 32 bits, as which other layers hold it."""
    nearest: float
    (nearest,) = struct.unpack("f", struct.pack("f", number))
    return nearest
