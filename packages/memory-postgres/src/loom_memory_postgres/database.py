"""One connection: opened from the options, and given statements that name the schema."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import psycopg
from loom_memory_core import InvalidOptionsError, nearest
from psycopg import pq
from psycopg.conninfo import make_conninfo

from loom_memory_postgres.attempt import Attempt
from loom_memory_postgres.options import PostgresOptions

Cursor = psycopg.Cursor[tuple[Any, ...]]

SCHEMA_MARK: Final = "{schema}"
"""Stands for the quoted schema in every statement."""

NEXT: Final = "loom_next_"
"""What the name of a table begins with while it is built beside the one that it will replace."""


class Database:
    """A connection that knows the schema of the tables.

    Statements hold ``{schema}`` where the schema belongs, and named parameters.

    Args:
        connection: In autocommit mode: the list begins and ends its transactions itself.
        schema: The schema's name.
        beside: An index whose tables go by another name here: ``loom_next_NAME``.
    """

    def __init__(self, connection: Attempt, schema: str, *, beside: str = "") -> None:
        self.connection = connection
        self.schema = schema
        self._beside = beside

    def execute(
        self,
        statement: str,
        parameters: Mapping[str, object] | None = None,
        *,
        prepare: bool | None = None,
    ) -> Cursor:
        """Run ``statement``; with ``prepare=False`` the server plans it for these parameters."""
        return self.connection.execute(
            _completed(statement, self.schema, self._beside), parameters, prepare=prepare
        )

    def beside(self, index: str) -> "Database":
        """The same, for building the tables of ``index`` while others read the old ones.

        Wherever a statement says ``loom_NAME``, or ``loom_NAME_`` and more, it means the new.
        """
        return Database(self.connection, self.schema, beside=index)

    def has(self, statement: str, parameters: Mapping[str, object] | None = None) -> bool:
        """The answer of a ``statement`` that gives one truth value."""
        return bool(self.number(statement, parameters))

    def number(self, statement: str, parameters: Mapping[str, object] | None = None) -> int:
        """The answer of a ``statement`` that gives one number; 0 for no row and for null."""
        return first_number(self.execute(statement, parameters))


@lru_cache(512)
def _completed(statement: str, schema: str, beside: str) -> bytes:
    if beside:
        statement = re.sub(rf"\bloom_{re.escape(beside)}(?![a-z0-9])", f"{NEXT}{beside}", statement)
    return statement.replace(SCHEMA_MARK, quoted(schema)).encode()


def first_number(cursor: Cursor) -> int:
    """The number that a statement gave; 0 for no row and for null."""
    row = cursor.fetchone()
    return 0 if row is None or row[0] is None else int(row[0])


def quoted(name: str) -> str:
    """``name`` as an identifier."""
    return '"' + name.replace('"', '""') + '"'


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


def refuse_encoding(connection: Attempt, options: PostgresOptions) -> None:
    """Refuse a database whose text is not UTF-8.

    Raises:
        InvalidOptionsError: It is not.
    """
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise InvalidOptionsError(
            f"the database of {options.url} holds its text as {encoding}; Loom needs UTF8",
            hint="CREATE DATABASE name ENCODING 'UTF8' TEMPLATE template0",
        )
