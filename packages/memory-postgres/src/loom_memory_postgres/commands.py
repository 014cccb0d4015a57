"""``loom memory migrate``: make the tables as a role that may, for stores that may not."""

import click
from loom_memory_cli import Failure, say, store_option


@click.command()
@store_option
@click.option(
    "--partitions",
    type=click.IntRange(0, 1_024),
    default=0,
    help="Spread new tables over so many hash partitions; 0, the default, makes whole tables.",
)
def migrate(*, url: str, partitions: int) -> None:
    """Make or migrate the tables of a PostgreSQL store.

    For a database whose stores are opened with `migrate=off`, by a role that may not make
    tables. Whatever a store of the URL carries is made with it, vectors included. Running it
    twice changes nothing.
    """
    from loom_memory_core import resolve, supports  # noqa: PLC0415 - not needed for the help

    from loom_memory_postgres.maintenance import migrate_schema  # noqa: PLC0415 - as above
    from loom_memory_postgres.options import PostgresOptions  # noqa: PLC0415 - as above
    from loom_memory_postgres.schema import SCHEMA  # noqa: PLC0415 - as above

    backend, options = resolve(url)
    if not isinstance(options, PostgresOptions):
        raise Failure(
            "only the tables of a PostgreSQL store are made by a command",
            hint="name one: --store postgresql://...; other stores make their own when opened",
        )
    migrate_schema(options, (), partitions=partitions)
    store = backend.open(options.model_copy(update={"migrate": True}))
    if supports(store, "close"):
        store.close()
    say(f"The schema {options.schema_name!r} has number {SCHEMA}.")
