"""A process that keeps one PostgreSQL server, until whoever started it goes away.

It prints the server's URL and waits for the end of its standard input, which comes when its
parent closes it or dies, however it dies. Then the server and its files are gone.
"""

import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from loom_conformance.services.postgres_server import PostgresServer


def main() -> None:
    """Keep a server of the programs in the folder that is the first argument."""
    with TemporaryDirectory(prefix="loom-postgres-", ignore_cleanup_errors=True) as folder:
        server = PostgresServer(Path(sys.argv[1]), Path(folder))
        try:
            sys.stdout.write(f"{server.start()}\n")
            sys.stdout.flush()
            sys.stdin.read()
        finally:
            # Programs that are missing have been told of by start.
            with suppress(OSError):
                server.stop()


if __name__ == "__main__":
    main()
