"""Markup that is well formed by construction: every text and every attribute is escaped."""

from html import escape
from typing import Final

_EMPTY: Final = frozenset({"meta", "br", "circle", "line", "path", "polygon", "polyline", "rect"})


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


Child = str | float
Attribute = str | float | None


def element(name: str, /, *children: Child, **attributes: Attribute) -> Markup:
    """An element of HTML or SVG.

    Args:
        name: Its name.
        children: Markup as it is; any other text is escaped.
        attributes: Underscores stand for hyphens, but for one at the end, which keeps a name from
            being a keyword; ``None`` leaves the attribute out.

    Example:
        >>> element("p", "2 < 3", element("b", "!"), class_="note", data_x=None)
        '<p class="note">2 &lt; 3<b>!</b></p>'
        >>> element("line", x1=0.5)
        '<line x1="0.5"/>'
    """
    written = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in _EMPTY and not children:
        return Markup(f"<{name}{written}/>")
    return Markup(f"<{name}{written}>{joined(*children)}</{name}>")


def joined(*children: Child) -> Markup:
    """Children side by side."""
    return Markup("".join(_child(each) for each in children))


def _child(child: Child) -> str:
    return child if isinstance(child, Markup) else escape(_text(child), quote=False)


def _attribute(key: str, value: Attribute) -> str:
    if value is None:
        return ""
    return f' {key.rstrip("_").replace("_", "-")}="{escape(_text(value))}"'


def _text(value: Child) -> str:
    return value if isinstance(value, str) else f"{round(value, 2):g}"
