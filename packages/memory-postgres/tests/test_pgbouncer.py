"""Behind a real pgbouncer in transaction mode."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from urllib.parse import urlsplit

import pytest
from loom_memory_core import MemoryEntry, StoreUrl
from loom_memory_postgres import PostgresMemoryStore, PostgresOptions

Bouncer = Callable[..., int]


@pytest.fixture
def bounced_url(postgres_url: str, pgbouncer: Bouncer) -> str:
    """The test's database through a pgbouncer with two connections to the server."""
    parts = urlsplit(postgres_url)
    settings = {"pool_mode": "transaction", "default_pool_size": 2, "auth_type": "trust"}
    port = pgbouncer(postgres_url, settings)
    return parts._replace(netloc=f"{parts.username}@127.0.0.1:{port}").geturl()


def test_every_verb_from_many_threads(bounced_url: str) -> None:
    options = PostgresOptions(
        url=StoreUrl.parse(bounced_url), prepare=False, statement_timeout_seconds=60
    )
    with closing(PostgresMemoryStore(options)) as store:

        def work(name: int) -> None:
            for at in range(12):
                store.append("k", [MemoryEntry(content=f"word{name}x{at}", id=f"{name}/{at}")])
                assert store.search("k", f"word{name}x{at}")[0].entry.id == f"{name}/{at}"
                assert store.read("k", limit=1)
            assert store.remove("k", [f"{name}/0"]) == 1

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(work, range(4)))
        assert len(store.read("k")) == 44
        store.replace("k", store.read("k")[1:])
        assert list(store.keys()) == ["k"]
        assert store.inspect(check=True).problems == ()
