"""The verbs of a store beside those of the protocol: what can be said without calling them."""

import inspect
from collections.abc import Iterator
from typing import Any, Final

import loom_memory_core as core
from loom_memory_core import REQUIRED_VERBS

from loom_conformance.subject import VERBS

PROTOCOLS: Final = {
    "replace": core.ReplaceableStore,
    "search": core.SearchableStore,
    "remove": core.RemovableStore,
    "get": core.GettableStore,
    "keys": core.ListableStore,
    "inspect": core.InspectableStore,
    "close": core.ClosableStore,
}

Told = dict[str, str]
Parameters = dict[str, inspect.Parameter]


def signature_findings(store: object) -> Iterator[Told]:
    """What is wrong with the verbs as they are written."""
    for verb in VERBS:
        method = getattr(store, verb, None)
        if method is None:
            continue
        stub = stub_behind(store, verb)
        if stub is not None:
            yield _stub(verb, stub)
        elif callable(method):
            yield from _differences(verb, method)


def stub_behind(store: object, verb: str) -> type | None:
    """The protocol that gives the store its ``verb``; ``None`` if the verb is its own."""
    givers = (each for each in type(store).__mro__ if verb in vars(each))
    giver = next(givers, None)
    return giver if giver is not None and getattr(giver, "_is_protocol", False) else None


def _stub(verb: str, protocol: type) -> Told:
    return {
        "id": "verbs.inherited-stub",
        "message": f"{verb} comes from the protocol {protocol.__name__}, whose body is `...`",
        "hint": f"do not inherit from a protocol; write {verb}, or leave it out",
    }


def _differences(verb: str, method: Any) -> Iterator[Told]:  # noqa: ANN401 - a stranger's method
    if inspect.iscoroutinefunction(method) or inspect.isasyncgenfunction(method):
        yield {
            "id": "verbs.async",
            "message": f"{verb} is async, and the contract is synchronous",
            "hint": "write plain verbs; AsyncStore(store) gives every store awaitable ones",
        }
        return
    try:
        got = dict(inspect.signature(method).parameters)
    except (TypeError, ValueError):
        return
    protocol = PROTOCOLS.get(verb, core.MemoryStore)
    wanted_signature = inspect.signature(getattr(protocol, verb))
    wanted = dict(list(wanted_signature.parameters.items())[1:])
    for wrong in _wrong(wanted, got):
        yield {
            "id": "verbs.signature",
            "message": f"{verb}{inspect.signature(method)}: {wrong}",
            "hint": f"write `def {verb}{wanted_signature}`",
        }


def _wrong(wanted: Parameters, got: Parameters) -> Iterator[str]:
    kinds = {parameter.kind for parameter in got.values()}
    open_ended = {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD} & kinds
    if open_ended:
        yield "it takes any argument, so a misspelt one is ignored"
        return
    for name, parameter in wanted.items():
        yield from _parameter(name, parameter, got.get(name))
    for name, parameter in got.items():
        if name not in wanted and parameter.default is inspect.Parameter.empty:
            yield f"{name!r} is required, and no caller gives it"


def _parameter(
    name: str, wanted: inspect.Parameter, got: inspect.Parameter | None
) -> Iterator[str]:
    if got is None:
        yield f"it has no {name!r}"
    elif got.kind is not wanted.kind:
        yield f"{name!r} is {got.kind.description}; the contract has it {wanted.kind.description}"
    elif got.default != wanted.default:
        yield f"{name!r} has {_default(got)}; the contract has {_default(wanted)}"


def _default(parameter: inspect.Parameter) -> str:
    missing = parameter.default is inspect.Parameter.empty
    return "no default" if missing else f"the default {parameter.default!r}"


def required_missing(store: object) -> list[str]:
    """The required verbs that the store lacks, a protocol's stub counting as none."""
    return [
        verb
        for verb in REQUIRED_VERBS
        if not callable(getattr(store, verb, None)) or stub_behind(store, verb)
    ]
