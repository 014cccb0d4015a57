"""Two servers, one of which takes writes: a store finds it, and finds the other when it goes."""

from collections.abc import Iterator
from contextlib import closing
from urllib.parse import urlsplit

import psycopg
import pytest
from loom_conformance.services.kept_server import KeptServer, kept_server
from loom_memory_core import BackendUnavailableError, MemoryEntry, StoreUrl
from loom_memory_postgres import PostgresMemoryStore, PostgresOptions


def entry(text: str) -> MemoryEntry:
    return MemoryEntry(content=text)


@pytest.fixture
def standby(own_server: KeptServer) -> Iterator[KeptServer]:
    """Follows the other, which answers a commit once it is applied here, too."""
    with closing(psycopg.connect(own_server.url, autocommit=True)) as db:
        db.execute("ALTER DATABASE postgres SET synchronous_commit = remote_apply")
        db.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
    own_server.stop()
    own_server.start()
    with kept_server(own_server.url) as server:
        with closing(psycopg.connect(server.url, autocommit=True)) as db:
            # It has no standby of its own to wait for, once it is promoted.
            db.execute("ALTER SYSTEM RESET synchronous_standby_names")
        server.stop()
        server.start()
        yield server


def url_of(*servers: KeptServer, attrs: str = "read-write") -> str:
    """One URL that names the servers in this order."""
    parts = [urlsplit(each.url) for each in servers]
    hosts = ",".join(str(each.hostname) for each in parts)
    ports = ",".join(str(each.port) for each in parts)
    login = f"{parts[0].username}:{parts[0].password}"
    query = f"host={hosts}&port={ports}&target_session_attrs={attrs}"
    return f"postgresql://{login}@/postgres?{query}"


def opened(url: str, **values: object) -> PostgresMemoryStore:
    places = StoreUrl.parse(url)
    passthrough = dict(places.query)
    return PostgresMemoryStore(
        PostgresOptions.model_validate({"url": places, "passthrough": passthrough, **values})
    )


def test_of_two_hosts_the_one_that_takes_writes_is_used(
    own_server: KeptServer, standby: KeptServer
) -> None:
    with closing(opened(url_of(standby, own_server))) as store:
        store.append("k", [entry("one")])
        assert [each.content for each in store.read("k")] == ["one"]


def test_a_store_goes_to_the_server_that_is_promoted(
    own_server: KeptServer, standby: KeptServer
) -> None:
    secret = str(urlsplit(own_server.url).password)
    with closing(opened(url_of(own_server, standby))) as store:
        store.append("k", [entry("on the first")])
        own_server.kill()
        for says, advice in {"did not answer": "call again", "read-only": "promote"}.items():
            with pytest.raises(BackendUnavailableError, match=says) as caught:
                store.append("k", [entry("on neither")])
            assert caught.value.outcome == "not written"
            assert advice in caught.value.hint
            assert secret not in f"{caught.value!r} {caught.value} {caught.value.__cause__!r}"
        standby.promote()
        store.append("k", [entry("on the second")])
        assert [each.content for each in store.read("k")] == ["on the first", "on the second"]
        assert store.inspect(check=True).problems == ()


def test_a_standby_is_read_where_any_server_will_do(
    own_server: KeptServer, standby: KeptServer
) -> None:
    with closing(opened(own_server.url)) as store:
        store.append("k", [entry("one")])
    with closing(opened(url_of(standby, attrs="any"))) as store:
        assert [each.content for each in store.read("k")] == ["one"]
        assert len(store.search("k", "one")) == 1
        assert list(store.keys()) == ["k"]
        with pytest.raises(BackendUnavailableError, match="read-only") as caught:
            store.append("k", [entry("two")])
        assert "primary" in caught.value.hint
        standby.promote()
        own_server.stop()
        store.append("k", [entry("two")])
        assert len(store.read("k")) == 2


def test_a_server_that_is_set_to_only_read_is_not_overruled(own_server: KeptServer) -> None:
    with closing(psycopg.connect(own_server.url, autocommit=True)) as db:
        db.execute("ALTER DATABASE postgres SET default_transaction_read_only = on")
        for attrs, advice in {"read-write": "promote", "any": "primary"}.items():
            with pytest.raises(BackendUnavailableError, match="read-only") as caught:
                opened(url_of(own_server, attrs=attrs))
            assert caught.value.outcome == "not written"
            assert advice in caught.value.hint
        db.execute("SET default_transaction_read_only = off")
        db.execute("ALTER DATABASE postgres RESET default_transaction_read_only")
    with closing(opened(url_of(own_server))) as store:
        store.append("k", [entry("one")])
        assert len(store.read("k")) == 1
