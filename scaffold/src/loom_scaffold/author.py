"""Who writes the package, as ``pyproject.toml`` says it."""

import re

from loom_scaffold.errors import ScaffoldError


def author_table(text: str) -> str:
    """``text`` as an inline table of TOML.

    Args:
        text: A name in any alphabet, or ``NAME <ADDRESS>``.

    Raises:
        ScaffoldError: It is neither.

    Examples:
        >>> author_table("Ada Lovelace <ada@example.org>")
        '{ name = "Ada Lovelace", email = "ada@example.org" }'
    """
    name, mark, rest = _parts(text)
    address = rest.removesuffix(">")
    if not name or not text.isprintable():
        raise _refused(text)
    if not mark:
        return f"{{ name = {_quoted(name)} }}"
    if not rest.endswith(">") or not re.fullmatch(r'[^\s<>@"]+@[^\s<>@"]+', address):
        raise _refused(text)
    return f"{{ name = {_quoted(name)}, email = {_quoted(address)} }}"


def author_name(text: str) -> str:
    """The name alone, without the address.

    Args:
        text: What ``author_table`` takes.

    Examples:
        >>> author_name("Ada Lovelace <ada@example.org>")
        'Ada Lovelace'
    """
    return _parts(text)[0]


def _parts(text: str) -> tuple[str, str, str]:
    name, mark, rest = text.partition("<")
    return name.strip(), mark, rest.strip()


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _refused(text: str) -> ScaffoldError:
    return ScaffoldError(
        f"{text!r} cannot be an author",
        hint="write a name, or a name and an address: 'Ada Lovelace <ada@example.org>'",
    )
