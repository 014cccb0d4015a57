"""What a connection that is refused, or never answered, says and advises; a statement, too."""

import socket
from contextlib import closing

import psycopg
import pytest
from loom_memory_core import BackendUnavailableError, InvalidOptionsError, StoreUrl, open_store
from loom_memory_postgres import PostgresMemoryStore, PostgresOptions
from loom_memory_postgres.translation import lost_error, statement_error

URL = StoreUrl.parse("postgresql://loom@db.example/loom")


@pytest.mark.parametrize(
    ("said", "advice"),
    [
        ('no pg_hba.conf entry for host "::1", user "a", database "b", SSL encryption', "pg_hba"),
        ('no pg_hba.conf entry for host "::1", user "a", database "b", no encryption', "pg_hba"),
        ('certificate authentication failed for user "a"', "pg_hba"),
        ("connection requires a valid client certificate", "sslcert"),
        ("SSL error: certificate verify failed", "sslrootcert"),
        ('root certificate file "a.pem" does not exist', "sslrootcert"),
        ("server does not support SSL, but SSL was required", "sslmode"),
        ('database "ours" does not exist', "create the database"),
        ("Passwort-Authentifizierung für Benutzer »a« fehlgeschlagen", "check that the server"),
    ],
)
def test_the_hint_is_of_what_the_server_says(said: str, advice: str) -> None:
    error = psycopg.OperationalError(f"connection failed: FATAL:  {said}")
    found = lost_error(error, PostgresOptions(url=URL), outcome="not written")
    assert advice in found.hint


@pytest.mark.parametrize("state", ["26000", "42P05"])
def test_a_lost_prepared_statement_is_explained(state: str) -> None:
    """What a pgbouncer in transaction mode makes of them, unless it is newer and keeps them."""
    error = psycopg.errors.lookup(state)('prepared statement "_pg3_0"')
    found = statement_error(error, PostgresOptions(url=URL), writing=True)
    assert "prepare=false" in found.hint


@pytest.mark.parametrize("host", ["a..b", "a" * 64])
def test_a_name_that_no_host_can_have(host: str) -> None:
    with pytest.raises(BackendUnavailableError, match="no host can have this name"):
        open_store(f"postgresql://loom@{host}/loom")


@pytest.mark.parametrize("passthrough", [{}, {"connect_timeout": "3"}], ids=["option", "libpq's"])
def test_a_server_that_is_silent_is_told_from_a_pool_in_use(passthrough: dict[str, str]) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        url = StoreUrl.parse(f"postgresql://loom@127.0.0.1:{silent.getsockname()[1]}/loom")
        options = PostgresOptions(url=url, connect_timeout_seconds=1, passthrough=passthrough)
        with pytest.raises(BackendUnavailableError, match="timeout expired"):
            PostgresMemoryStore(options)


def test_a_timeout_that_is_no_number_is_refused() -> None:
    with pytest.raises(InvalidOptionsError, match="connect_timeout: 'soon'"):
        open_store("postgresql://loom@db.example/loom?connect_timeout=soon")
