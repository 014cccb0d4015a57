"""One connection: opened from the options, and given statements that name the schema."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import psycopg
from loom_memory_core import InvalidOptionsError, nearest
from psycopg import pq
from psycopg.conninfo import make_conninfo

from loom_memory_postgres.options import PostgresOptions

Cursor = psycopg.Cursor[tuple[Any, ...]]

SCHEMA_MARK: Final = "{schema}"
"""Stands for the quoted schema in every statement."""


class Database:
    """A connection that knows the schema of the tables.

    Statements hold ``{schema}`` where the schema belongs, and named parameters.

    Args:
        connection: In autocommit mode: the list begins and ends its transactions itself.
        schema: The schema's name.
    """

    def __init__(self, connection: psycopg.Connection[tuple[Any, ...]], schema: str) -> None:
        self.connection = connection
        self.schema = schema
        self._completed = lru_cache(256)(self._complete)

    def execute(
        self,
        statement: str,
        parameters: Mapping[str, object] | None = None,
        *,
        prepare: bool | None = None,
    ) -> Cursor:
        """Run ``statement``; with ``prepare=False`` the server plans it for these parameters."""
        return self.connection.execute(self._completed(statement), parameters, prepare=prepare)

    def has(self, statement: str, parameters: Mapping[str, object] | None = None) -> bool:
        """The answer of a ``statement`` that gives one truth value."""
        return bool(self.number(statement, parameters))

    def number(self, statement: str, parameters: Mapping[str, object] | None = None) -> int:
        """The answer of a ``statement`` that gives one number; 0 for no row and for null."""
        return first_number(self.execute(statement, parameters))

    def _complete(self, statement: str) -> bytes:
        return statement.replace(SCHEMA_MARK, quoted(self.schema)).encode()


def first_number(cursor: Cursor) -> int:
    """The number that a statement gave; 0 for no row and for null."""
    row = cursor.fetchone()
    return 0 if row is None or row[0] is None else int(row[0])


def quoted(name: str) -> str:
    """``name`` as an identifier."""
    return '"' + name.replace('"', '""') + '"'


def connect(options: PostgresOptions) -> Database:
    """A new connection.

    Raises:
        psycopg.Error: The server refuses, or does not answer.
        InvalidOptionsError: A parameter is not libpq's, or the database is not UTF-8.
    """
    connection = psycopg.connect(
        conninfo(options),
        autocommit=True,
        prepare_threshold=5 if options.prepare else None,
    )
    try:
        _refuse_encoding(connection, options)
    except BaseException:
        connection.close()
        raise
    return Database(connection, options.schema_name)


def conninfo(options: PostgresOptions) -> str:
    """What libpq is told. Never for a message: it holds the password."""
    url = options.url
    known = {each.keyword.decode() for each in pq.Conninfo.get_defaults()}
    for name in options.passthrough:
        if name not in known:
            guess = nearest(name, [*known, *_own_options()])
            raise InvalidOptionsError(
                f"{url.scheme} has no option {name!r}, and libpq no parameter of that name",
                hint=f"did you mean {guess!r}?" if guess else "leave it out",
            )
    password = None if url.password is None else url.password.get_secret_value()
    parts: dict[str, Any] = {
        "application_name": "loom",
        "connect_timeout": options.connect_timeout_seconds,
        "host": url.host,
        "port": url.port,
        "user": url.user,
        "password": password,
        "dbname": url.database or None,
        **options.passthrough,
        "client_encoding": "UTF8",
    }
    return make_conninfo(**{name: value for name, value in parts.items() if value is not None})


def _own_options() -> list[str]:
    fields = PostgresOptions.model_fields
    return ["schema", *(name for name in fields if name not in {"url", "passthrough"})]


def _refuse_encoding(
    connection: psycopg.Connection[tuple[Any, ...]], options: PostgresOptions
) -> None:
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise InvalidOptionsError(
            f"the database of {options.url} holds its text as {encoding}; Loom needs UTF8",
            hint="CREATE DATABASE name ENCODING 'UTF8' TEMPLATE template0",
        )
