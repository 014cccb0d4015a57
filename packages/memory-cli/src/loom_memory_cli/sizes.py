"""Numbers of bytes as people read them."""


def readable_bytes(count: int) -> str:
    """``count`` bytes in the unit that fits.

    Examples:
        >>> readable_bytes(640), readable_bytes(3_400_000)
        ('640 B', '3.4 MB')
    """
    size = float(count)
    for unit in ("B", "kB", "MB", "GB"):
        if size < 1_000:  # noqa: PLR2004 - the step between SI units
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1_000
    return f"{size:,.1f} TB"
