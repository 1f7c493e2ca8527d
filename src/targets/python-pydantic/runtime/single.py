import struct


def single(number: float) -> float:
    """Return the nearest number of 32 bits."""
    nearest: float
    (nearest,) = struct.unpack("f", struct.pack("f", number))
    return nearest
