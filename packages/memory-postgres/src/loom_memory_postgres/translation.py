"""The edge where errors of the driver become Loom's; nothing past it knows ``psycopg.Error``."""

from typing import Any, Final, Literal, TypeAlias

import psycopg
from loom_memory_core import BackendUnavailableError, LoomError, MigrationError, StoreWriteError

from loom_memory_postgres.options import PostgresOptions
from loom_memory_postgres.sql import REFUSED

Outcome: TypeAlias = Literal["not written", "unknown"]

STANDBY: Final = "25006"
"""read_only_sql_transaction: what a server that is no longer the primary says to a write."""

_UNPREPARED: Final = "behind pgbouncer's transaction mode, open the store with prepare=false"

_HINTS: Final = {
    "26000": _UNPREPARED,
    "28": "correct the user, the password or pg_hba.conf",
    "3D": "create the database, or name another one in the URL",
    "42P05": _UNPREPARED,
    "42501": "GRANT the role what it lacks; with row-level security, a policy refuses this key",
    "53100": "free space on the server's disk, then try again",
    "53300": "lower pool_size, raise the server's max_connections, or put pgbouncer before it",
    "57014": "retry; raise statement_timeout_seconds, or see what holds the server up",
    "55P03": "retry: another writer holds this list",
    "40": "retry",
    STANDBY: "the server only reads: name the primary, or add target_session_attrs=read-write",
}
"""By SQLSTATE or its class (the PostgreSQL manual, appendix A)."""

_REFUSALS: Final = (
    ("authentication failed", _HINTS["28"]),
    ("pg_hba.conf", _HINTS["28"]),
    ("client certificate", "name your certificate's file as sslcert, and its key's as sslkey"),
    ("certificate", "name its authority's file as sslrootcert, and the host as it is certified"),
    ("SSL", "see sslmode: the server and the URL disagree about encryption"),
    ("does not exist", _HINTS["3D"]),
    ("clients already", _HINTS["53300"]),
    ("connection slots", _HINTS["53300"]),
    ("session is read-only", "no host that is named takes writes: promote one, or name another"),
)
"""By libpq's words, the first that fit: a connection that is refused comes without a SQLSTATE.

Words of a server that speaks another language fit none, and the hint is the general one.
"""

_LOST: Final = {"57P01", "57P02", "57P03", "57P05"}


def is_lost(error: psycopg.Error, connection: psycopg.Connection[Any]) -> bool:
    """Whether the connection went, or must go because its server no longer takes writes."""
    state = error.sqlstate or ""
    gone = connection.broken or connection.closed
    return gone or state.startswith("08") or state in _LOST or state == STANDBY


def lost_error(
    error: psycopg.Error, options: PostgresOptions, *, outcome: Outcome
) -> BackendUnavailableError:
    """The error for a server that did not answer, or went away."""
    if outcome == "unknown":
        return BackendUnavailableError(
            f"{options.url} was lost while it committed: {_said(error, options)}",
            hint="the write is there or it is not, whole: "
            "look with get(key, ids) or read(key) before you write it again",
            outcome=outcome,
        )
    return BackendUnavailableError(
        f"{options.url} did not answer: {_said(error, options)}",
        hint=_hint(error) or "nothing was written; check that the server runs, then call again",
    )


def statement_error(error: psycopg.Error, options: PostgresOptions, *, writing: bool) -> LoomError:
    """The error for a statement that the server refused over a connection that still works."""
    said = _said(error, options)
    if error.sqlstate in {"42P01", "3F000"}:
        return MigrationError(
            f"{options.url} lacks a table of the schema {options.schema_name!r}: {said}",
            hint="make the tables: loom memory migrate --store URL, as a role that may",
        )
    if writing:
        return StoreWriteError(
            f"nothing was written to {options.url}: {said}",
            hint=_hint(error) or "see the cause; the store is as it was before the call",
        )
    return BackendUnavailableError(
        f"{options.url} could not be read: {said}", hint=_hint(error) or "see the cause"
    )


def was_refused(error: StoreWriteError) -> bool:
    """Whether a statement ended a transaction that another writer or a reindex had outrun."""
    cause = error.__cause__
    return isinstance(cause, psycopg.Error) and cause.sqlstate == REFUSED


def _hint(error: psycopg.Error) -> str | None:
    if error.sqlstate == "42501" and "extension" in str(error):
        return "have a role that may run CREATE EXTENSION in this database, then call again"
    if error.sqlstate is None:
        return next((hint for words, hint in _REFUSALS if words in str(error)), None)
    return _HINTS.get(error.sqlstate) or _HINTS.get(error.sqlstate[:2])


def _said(error: psycopg.Error, options: PostgresOptions) -> str:
    """The driver's words on one line, without a secret that they may repeat."""
    words = "; ".join(line.strip() for line in str(error).splitlines() if line.strip())
    password = options.url.password
    secrets = [value for name, value in options.passthrough.items() if "pass" in name]
    if password is not None:
        secrets.append(password.get_secret_value())
    for secret in secrets:
        words = words.replace(secret, "***") if secret else words
    return words or type(error).__name__
