"""How a stranger's value looks in a message: short, and never an error of its own."""

from typing import Final

_WIDTH: Final = 60


def shown(value: object) -> str:
    """``repr(value)``, cut to 60 characters; its type if that fails."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - a stranger's __repr__ may raise anything
        return f"<{type(value).__name__}>"
    return text if len(text) <= _WIDTH else f"{text[:_WIDTH]}..."
