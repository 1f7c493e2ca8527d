import struct


def single(number: float) -> float:
    """Returns the nearest number in 32-bit floating point."""
    nearest: float
    (nearest,) = struct.unpack("f", struct.pack("f", number))
    return nearest
