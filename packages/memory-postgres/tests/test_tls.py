"""An encrypted connection to a server whose certificate an authority of our own has signed."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import psycopg
import pytest
from loom_conformance import absent
from loom_memory_core import BackendUnavailableError, MemoryEntry, opened

Bouncer = Callable[..., int]
Raw = psycopg.Connection[tuple[Any, ...]]

KEY: Final = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")

USER: Final = "a@b:c/d"
PASSWORD: Final = "p@:/?#%&=+ é"
DATABASE: Final = "x y/z?ä%41"


def openssl(folder: Path, name: str, *args: str) -> None:
    """Make ``name.pem`` with the key ``name.key``; signed by itself unless told otherwise."""
    program = shutil.which("openssl") or absent("openssl", "it is not on the PATH")
    files = ("-keyout", f"{folder}/{name}.key", "-out", f"{folder}/{name}.pem")
    command = [program, "req", "-x509", *KEY, *files, "-subj", f"/CN={name}", *args]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def authority(tmp_path: Path) -> Path:
    """A folder with a blank in its name: an authority, and what it has signed for localhost."""
    folder = tmp_path / "our keys"
    folder.mkdir()
    openssl(folder, "authority")
    openssl(folder, "stranger")
    signed = ("-CA", str(folder / "authority.pem"), "-CAkey", str(folder / "authority.key"))
    san = ("-addext", "subjectAltName=DNS:localhost", "-addext", "basicConstraints=CA:FALSE")
    openssl(folder, "server", *signed, *san)
    return folder


@pytest.fixture
def server(postgres_url: str, pgbouncer: Bouncer, authority: Path) -> Iterator[str]:
    """Its address by name: a pgbouncer that takes encrypted connections alone.

    It is here because the server of the wheel is built without TLS.
    """
    with closing(psycopg.connect(postgres_url, autocommit=True)) as db:
        db.execute(f"CREATE ROLE \"{USER}\" LOGIN PASSWORD '{PASSWORD}'".encode())
        db.execute(f'CREATE DATABASE "{DATABASE}" OWNER "{USER}" TEMPLATE template0'.encode())
        settings = {
            "auth_type": "scram-sha-256",
            "client_tls_sslmode": "require",
            "client_tls_key_file": authority / "server.key",
            "client_tls_cert_file": authority / "server.pem",
        }
        yield f"localhost:{pgbouncer(postgres_url, settings, **{USER: PASSWORD})}"
        db.execute(f'DROP DATABASE "{DATABASE}" WITH (FORCE)'.encode())
        db.execute(f'DROP ROLE "{USER}"'.encode())


def url_of(server: str, **parameters: object) -> str:
    login = f"{quote(USER, safe='')}:{quote(PASSWORD, safe='')}"
    query = "&".join(f"{name}={quote(str(value), safe='')}" for name, value in parameters.items())
    return f"postgresql://{login}@{server}/{quote(DATABASE, safe='')}?{query}"


def test_a_verified_connection_with_every_part_percent_encoded(
    server: str, authority: Path, raw: Raw
) -> None:
    url = url_of(server, sslmode="verify-full", sslrootcert=authority / "authority.pem")
    with opened(f"{url}&prepare=false") as store:
        store.append("k", [MemoryEntry(content="over the wire")])
        assert [each.content for each in store.read("k")] == ["over the wire"]
        seen = raw.execute(
            "SELECT DISTINCT usename, datname FROM pg_stat_activity WHERE usename = %s", [USER]
        ).fetchall()
    assert seen == [(USER, DATABASE)]


@pytest.mark.parametrize(
    ("mode", "host", "trusted", "says"),
    [
        ("verify-full", "localhost", "stranger", "certificate verify failed"),
        ("verify-full", "127.0.0.1", "authority", "certificate"),
        ("verify-full", "localhost", "missing", "does not exist"),
        ("disable", "localhost", "authority", "SSL required"),
    ],
    ids=["another authority", "another host", "no file", "in the clear"],
)
def test_a_server_that_cannot_be_trusted_is_refused(
    server: str, authority: Path, mode: str, host: str, trusted: str, says: str
) -> None:
    place = server.replace("localhost", host)
    url = url_of(place, sslmode=mode, sslrootcert=authority / f"{trusted}.pem")
    with pytest.raises(BackendUnavailableError, match=says) as caught, opened(url):
        pass
    error = caught.value
    assert error.outcome == "not written"
    assert "ssl" in error.hint
    shown = f"{error!r} {error} {error.hint} {error.__cause__!r}"
    assert not any(secret in shown for secret in (PASSWORD, quote(PASSWORD, safe="")))


def test_the_authority_is_enough_where_the_name_is_not_asked(server: str, authority: Path) -> None:
    place = server.replace("localhost", "127.0.0.1")
    url = url_of(place, sslmode="verify-ca", sslrootcert=authority / "authority.pem")
    with opened(url) as store:
        assert store.read("k") == []
