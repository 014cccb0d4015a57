"""Every saboteur, with the cases that must catch it."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from loom_conformance.saboteurs.honest import HonestStore


@cache
def saboteurs() -> tuple[type[HonestStore], ...]:
    """Every store that is wrong on purpose, by module and in the order of the source.

    Example:
        >>> by_name = {saboteur.__name__: saboteur for saboteur in saboteurs()}
        >>> by_name["ZeroMeansAll"].caught_by
        ('read.limit-zero',)
    """
    package = __name__.rpartition(".")[0]
    paths = import_module(package).__path__
    modules = [import_module(f"{package}.{each.name}") for each in iter_modules(paths)]
    found = [value for module in modules for value in vars(module).values() if _is_saboteur(value)]
    return tuple(dict.fromkeys(found))


def _is_saboteur(value: object) -> bool:
    return (
        isinstance(value, type)
        and issubclass(value, HonestStore)
        and bool(vars(value).get("caught_by"))
    )
