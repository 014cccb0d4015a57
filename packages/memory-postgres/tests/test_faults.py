"""What becomes of a call while the server, the connection or another writer fails."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from loom_conformance.services.kept_server import KeptServer
from loom_memory_core import (
    BackendUnavailableError,
    InvalidOptionsError,
    LoomError,
    MemoryEntry,
    StoreUrl,
    StoreWriteError,
    open_store,
    require,
)
from loom_memory_postgres import (
    Database,
    PostgresMemoryStore,
    PostgresOptions,
    Scored,
    WordIndex,
)
from loom_memory_postgres.analysis import WordQuery, WordRow

Opener = Callable[..., PostgresMemoryStore]
Raw = psycopg.Connection[tuple[Any, ...]]


def entry(text: str) -> MemoryEntry:
    return MemoryEntry(content=text)


def cut_off(raw: Raw) -> int:
    """End every other connection to the test's database; how many."""
    return len(
        raw.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchall()
    )


@pytest.mark.parametrize("verb", ["append", "read", "search", "replace", "remove", "clear"])
def test_a_dropped_connection_is_said_once_and_the_next_call_works(
    store: PostgresMemoryStore, raw: Raw, verb: str
) -> None:
    calls: dict[str, Callable[[], object]] = {
        "append": lambda: store.append("k", [entry("two")]),
        "read": lambda: store.read("k"),
        "search": lambda: store.search("k", "one"),
        "replace": lambda: store.replace("k", [entry("one")]),
        "remove": lambda: store.remove("k", ["x"]),
        "clear": lambda: store.clear("k"),
    }
    store.append("k", [entry("one")])
    assert cut_off(raw) == 1
    with pytest.raises(BackendUnavailableError, match="did not answer") as caught:
        calls[verb]()
    assert caught.value.outcome == "not written"
    assert caught.value.hint
    calls[verb]()


class Meeting(WordIndex):
    """Searches that wait for each other, each with a connection in hand."""

    def __init__(self, parties: int) -> None:
        super().__init__()
        self.barrier = threading.Barrier(parties)

    def search(self, db: Database, key: str, question: WordQuery, *, limit: int) -> list[Scored]:
        self.barrier.wait(60)
        found = super().search(db, key, question, limit=limit)
        self.barrier.wait(60)
        return found


def test_all_idle_connections_are_let_go_together(options: PostgresOptions, raw: Raw) -> None:
    with closing(PostgresMemoryStore(options, indexes=[Meeting(4)])) as store:
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda _: store.search("k", "word"), range(4)))
        assert cut_off(raw) == 4
        with pytest.raises(BackendUnavailableError):
            store.read("k")
        assert [store.read("k") for _ in range(4)] == [[], [], [], []]


def test_a_server_restart(own_server: KeptServer) -> None:
    store = PostgresMemoryStore(PostgresOptions(url=StoreUrl.parse(own_server.url)))
    store.append("k", [entry("before")])
    own_server.stop()
    for _ in range(2):
        with pytest.raises(BackendUnavailableError) as caught:
            store.append("k", [entry("while it is down")])
        assert caught.value.outcome == "not written"
    own_server.start()
    store.append("k", [entry("after")])
    assert [each.content for each in store.read("k")] == ["before", "after"]
    store.close()


def test_a_server_that_became_a_standby(opener: Opener, raw: Raw, postgres_url: str) -> None:
    store = opener()
    store.append("k", [entry("one")])
    name = postgres_url.rpartition("/")[2]
    # A server that refuses writes with the state that a standby gives.
    raw.execute(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "RAISE EXCEPTION 'cannot execute INSERT in a read-only transaction' "
        "USING ERRCODE = 'read_only_sql_transaction'; END $$"
    )
    raw.execute("CREATE TRIGGER refuse BEFORE INSERT ON loom.loom_lists EXECUTE FUNCTION refuse()")
    with pytest.raises(BackendUnavailableError, match="read-only") as caught:
        store.append("k", [entry("two")])
    assert caught.value.outcome == "not written"
    assert "primary" in caught.value.hint
    # The connection goes, and its transaction with it, when the server has heard of it.
    while raw.execute(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = %s AND application_name = 'loom' "
        "AND state <> 'idle'",
        [name],
    ).fetchone() != (0,):
        pass
    raw.execute("DROP TRIGGER refuse ON loom.loom_lists")
    store.append("k", [entry("two")])
    assert len(store.read("k")) == 2


def test_a_statement_timeout(opener: Opener, raw: Raw) -> None:
    store = opener(statement_timeout_seconds=0.2)
    store.append("k", [entry("one")])
    with raw.transaction():
        raw.execute("SELECT FROM loom.loom_lists WHERE key = 'k' FOR UPDATE")
        with pytest.raises(StoreWriteError, match="statement timeout") as caught:
            store.append("k", [entry("two")])
        assert "statement_timeout_seconds" in caught.value.hint
        assert len(store.read("k")) == 1
    store.append("k", [entry("two")])
    assert len(store.read("k")) == 2


def test_a_reader_timeout(opener: Opener, raw: Raw) -> None:
    store = opener(statement_timeout_seconds=0.2)
    with raw.transaction():
        raw.execute("LOCK TABLE loom.loom_entries")
        with pytest.raises(BackendUnavailableError, match="statement timeout"):
            store.read("k")
    assert store.read("k") == []


def test_a_pool_of_one_serves_two_threads(opener: Opener) -> None:
    store = opener(pool_size=1)

    def work(name: int) -> None:
        for at in range(20):
            store.append("k", [entry(f"{name} {at}")])
            assert store.search("k", str(at))

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(work, range(2)))
    assert len(store.read("k")) == 40


def test_a_pool_in_use_says_so(options: PostgresOptions) -> None:
    small = options.model_copy(update={"pool_size": 1, "connect_timeout_seconds": 1})
    index = Meeting(2)
    with closing(PostgresMemoryStore(small, indexes=[index])) as store:
        with ThreadPoolExecutor(1) as pool:
            search = pool.submit(store.search, "k", "word")
            index.barrier.wait(60)
            with pytest.raises(BackendUnavailableError, match="in use"):
                store.read("k")
            index.barrier.wait(60)
            search.result()
        assert store.read("k") == []


class Reading(WordIndex):
    """Reads the store while it prepares, which needs the only connection."""

    store: PostgresMemoryStore

    def prepare(self, entries: Sequence[MemoryEntry]) -> list[WordRow]:
        self.store.read("k")
        return super().prepare(entries)


def test_preparing_an_entry_holds_no_connection(options: PostgresOptions) -> None:
    small = options.model_copy(update={"pool_size": 1, "connect_timeout_seconds": 1})
    index = Reading()
    with closing(PostgresMemoryStore(small, indexes=[index])) as store:
        index.store = store
        store.append("k", [entry("one")])
        store.replace("k", [entry("two")])
        assert store.search("k", "two")


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("postgresql://loom:s3cret@127.0.0.1:1/db", "did not answer"),
        ("postgresql://loom:s3cret@no.such.host.invalid/db", "did not answer"),
        ("postgresql://loom:s3cret@127.0.0.1/db?sslmode=nonsense", "did not answer"),
    ],
)
def test_no_password_in_a_message(url: str, says: str) -> None:
    with pytest.raises(LoomError, match=says) as caught:
        open_store(url)
    shown = f"{caught.value!r} {caught.value} {caught.value.__cause__}"
    assert "s3cret" not in shown


@pytest.mark.parametrize(
    ("change", "advice"),
    [
        ({"user": "nobody-here"}, "pg_hba.conf"),
        ({"password": "wrong"}, "pg_hba.conf"),
        ({"dbname": "no-such-database"}, "create the database"),
        ({"sslmode": "require", "gssencmode": "disable"}, "sslmode"),
    ],
    ids=["user", "password", "database", "encryption"],
)
def test_a_refused_login_says_what_to_correct(
    options: PostgresOptions, change: dict[str, str], advice: str
) -> None:
    wrong = options.model_copy(update={"passthrough": change})
    with pytest.raises(BackendUnavailableError, match="did not answer") as caught:
        PostgresMemoryStore(wrong)
    assert advice in caught.value.hint


def test_an_unknown_parameter_is_refused_with_a_guess(postgres_url: str) -> None:
    with pytest.raises(InvalidOptionsError, match="'sslmod'") as caught:
        open_store(f"{postgres_url}?sslmod=disable")
    assert "sslmode" in caught.value.hint


def test_libpq_parameters_and_encoded_parts_pass_through(postgres_url: str, raw: Raw) -> None:
    raw.execute("CREATE ROLE \"a@b/c\" LOGIN SUPERUSER PASSWORD 'p@:/?'")
    parts = urlsplit(postgres_url)
    login = "a%40b%2Fc:p%40%3A%2F%3F"
    url = parts._replace(netloc=f"{login}@{parts.hostname}:{parts.port}").geturl()
    store = open_store(f"{url}?sslmode=disable&application_name=mine&target_session_attrs=any")
    store.append("k", [entry("one")])
    seen = raw.execute(
        "SELECT usename FROM pg_stat_activity WHERE application_name = 'mine'"
    ).fetchall()
    assert set(seen) == {("a@b/c",)}
    require(store, "close").close()
    raw.execute('DROP OWNED BY "a@b/c"')
    raw.execute('DROP ROLE "a@b/c"')


def test_a_database_that_is_not_utf8_is_refused(postgres_url: str, raw: Raw) -> None:
    name = postgres_url.rpartition("/")[2] + "_latin"
    create = f"CREATE DATABASE \"{name}\" ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0"
    raw.execute(create.encode())
    with pytest.raises(InvalidOptionsError, match="LATIN1"):
        PostgresMemoryStore(PostgresOptions(url=StoreUrl.parse(f"{postgres_url}_latin")))
    raw.execute(f'DROP DATABASE "{name}"'.encode())
