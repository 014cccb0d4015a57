"""How often each verb waits for the server, and how much it sends, counted on the wire."""

import select
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from statistics import median
from typing import Any
from urllib.parse import urlsplit

import pytest
from loom_memory_core import ConflictError, IndexMismatchError, MemoryEntry, StoreUrl
from loom_memory_postgres import PostgresMemoryStore, PostgresOptions, WordIndex, reindex_schema
from loom_memory_postgres.analysis import WordRow


class Meter:
    """Passes on what one store and its server say; counts the store's bytes, and its turns.

    Args:
        url: The server's.
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._server = (parts.hostname or "", parts.port or 0)
        self._listener = socket.create_server(("127.0.0.1", 0))
        login = parts.netloc.rpartition("@")[0]
        port = self._listener.getsockname()[1]
        self.url = parts._replace(netloc=f"{login}@127.0.0.1:{port}").geturl()
        self.turns = 0
        self.sent = 0
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()

    def _serve(self) -> None:
        """One connection after the other, each until the client leaves."""
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            with client, socket.create_connection(self._server) as server:
                self._pass_on(client, server)

    def _pass_on(self, client: socket.socket, server: socket.socket) -> None:
        last = server
        while True:
            readable, _, _ = select.select([client, server], [], [])
            source = server if server in readable else client
            data = source.recv(65_536)
            if not data:
                return
            self.turns += source is client and last is server
            self.sent += len(data) if source is client else 0
            last = source
            (server if source is client else client).sendall(data)


@pytest.fixture
def meter(postgres_url: str) -> Iterator[Meter]:
    with closing(Meter(postgres_url)) as found:
        yield found


@pytest.fixture(params=[True, False], ids=["prepared", "not-prepared"])
def metered(meter: Meter, request: pytest.FixtureRequest) -> Iterator[PostgresMemoryStore]:
    options = PostgresOptions(url=StoreUrl.parse(meter.url), pool_size=1, prepare=request.param)
    with closing(PostgresMemoryStore(options)) as store:
        store.append("k", entries("0", "1", "2", "3"))
        yield store


def entries(*names: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=f"the entry number{name}", id=name) for name in names]


def rewrite(store: PostgresMemoryStore, new: str) -> None:
    store.replace("k", [*entries("1", "2", "3"), *entries(new)])


VERBS: dict[str, tuple[int, Callable[[PostgresMemoryStore, str], object]]] = {
    "append one": (1, lambda store, new: store.append("k", entries(new))),
    "append many": (1, lambda store, new: store.append("k", entries(*50 * [new]))),
    "append to a new list": (1, lambda store, new: store.append(new, entries(new))),
    "read": (1, lambda store, _: store.read("k")),
    "read the newest": (1, lambda store, _: store.read("k", limit=2)),
    "get": (1, lambda store, _: store.get("k", ["1"])),
    "keys": (1, lambda store, _: list(store.keys())),
    "replace": (2, rewrite),
    "replace a new list": (2, lambda store, new: store.replace(new, entries(new))),
    "remove none": (2, lambda store, _: store.remove("k", ["none"])),
}


@pytest.mark.parametrize("verb", VERBS)
def test_round_trips(metered: PostgresMemoryStore, meter: Meter, verb: str) -> None:
    most, call = VERBS[verb]
    counted = []
    for at in range(12):  # from the sixth on, statements are prepared
        before = meter.turns
        call(metered, f"new{at}")
        counted.append(meter.turns - before)
    # On a busy machine one pipeline's bytes may reach the meter in two parts, with the server's
    # first answer between them. A verb that truly waits once more does so in every call.
    assert median(counted[:6]) == median(counted[6:]) == most
    assert metered.inspect(check=True).problems == ()


@pytest.mark.parametrize("verb", ["append", "replace"])
def test_an_entry_is_sent_as_it_is_stored(
    metered: PostgresMemoryStore, meter: Meter, verb: str
) -> None:
    entry = MemoryEntry(content='"\\' * 50_000)
    before = meter.sent
    getattr(metered, verb)("quotes", [entry])
    assert meter.sent - before < len(entry.to_json()) + 10_000
    assert metered.read("quotes") == [entry]


def test_remove_takes_two_round_trips(metered: PostgresMemoryStore, meter: Meter) -> None:
    before = meter.turns
    assert metered.remove("k", ["1", "3"]) == 2
    assert meter.turns - before == 2
    assert [each.id for each in metered.read("k")] == ["0", "2"]


class Careful:
    """A words index without ``append``: told of rows by their insertion keys alone."""

    def __init__(self) -> None:
        self._words = WordIndex()

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the index has
        if name == "append":
            raise AttributeError(name)
        return getattr(self._words, name)


def test_an_index_without_append_costs_one_more(meter: Meter) -> None:
    options = PostgresOptions(url=StoreUrl.parse(meter.url))
    with closing(PostgresMemoryStore(options, indexes=[Careful()])) as store:
        before = meter.turns
        store.append("k", entries("0", "1"))
        assert meter.turns - before == 2
        assert [hit.entry.id for hit in store.search("k", "number1")] == ["1"]
        assert store.inspect(check=True).problems == ()


@pytest.mark.parametrize("verb", ["append", "replace"])
def test_a_write_is_refused_where_another_handle_has_reindexed(
    store: PostgresMemoryStore, options: PostgresOptions, verb: str
) -> None:
    store.append("k", entries("0"))
    reindex_schema(options, [WordIndex("german")])
    with pytest.raises(IndexMismatchError, match="german"):
        getattr(store, verb)("k", entries("1"))
    reindex_schema(options, [WordIndex()])
    getattr(store, verb)("k", entries("2"))
    assert store.search("k", "number2")
    assert store.inspect(check=True).problems == ()


class Overtaken(WordIndex):
    """Lets somebody else write between what ``replace`` reads and what it writes."""

    meanwhile: Callable[[], object] | None = None

    def prepare(self, entries: Sequence[MemoryEntry]) -> list[WordRow]:
        overtake, self.meanwhile = self.meanwhile, None
        if overtake:
            overtake()
        return super().prepare(entries)


def clear_and_append(store: PostgresMemoryStore) -> None:
    store.clear("k")
    store.append("k", entries("0", "1"))


OVERTAKING: dict[str, Callable[[PostgresMemoryStore], object]] = {
    "append": lambda store: store.append("k", entries("x")),
    "remove": lambda store: store.remove("k", ["1"]),
    "clear": clear_and_append,
    "replace": lambda store: store.replace("k", entries("y", "1")),
}


@pytest.mark.parametrize("there", [["0", "1"], []], ids=["a list", "no list"])
def test_a_replace_that_is_overtaken_replaces_what_is_there_then(
    options: PostgresOptions, store: PostgresMemoryStore, there: list[str]
) -> None:
    index = Overtaken()
    with closing(PostgresMemoryStore(options, indexes=[index])) as other:
        # More than once, so that statements come to be prepared, some in what is refused.
        for overtake in [*OVERTAKING.values()] * 4:
            store.replace("k", entries(*there))
            index.meanwhile = partial(overtake, store)
            other.replace("k", entries("0", "new", "1"))
            assert [each.id for each in other.read("k")] == ["0", "new", "1"]
            assert other.inspect(check=True).problems == ()


@pytest.mark.parametrize("overtaking", OVERTAKING)
def test_a_replace_that_is_overtaken_conflicts(
    options: PostgresOptions, store: PostgresMemoryStore, overtaking: str
) -> None:
    index = Overtaken()
    store.append("k", entries("0", "1", "2"))
    with closing(PostgresMemoryStore(options, indexes=[index])) as other:
        index.meanwhile = partial(OVERTAKING[overtaking], store)
        with pytest.raises(ConflictError):
            other.replace("k", entries("z"), expected=["0", "1", "2"])
        assert "z" not in [each.id for each in other.read("k")]
