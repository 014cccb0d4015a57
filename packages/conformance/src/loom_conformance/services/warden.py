"""A process that keeps one PostgreSQL server, until whoever started it goes away.

It prints the server's URL and reads its standard input: each line names what to do with the
server, and is answered by a line. The end of the input comes when its parent closes it or dies,
however it dies. Then the server and its files are gone.
"""

import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from loom_conformance.services.postgres_server import PostgresServer, ServerStartError

DONE: Final = "done"
"""The answer when the server has done it; any other answer is what it said instead."""


def main() -> None:
    """Keep a server of the programs in the first argument; a standby of the second, if given."""
    with TemporaryDirectory(prefix="loom-postgres-", ignore_cleanup_errors=True) as folder:
        server = PostgresServer(Path(sys.argv[1]), Path(folder))
        try:
            _say(server.boot(*sys.argv[2:]))
            for line in sys.stdin:
                _say(_answer(server, line.strip()))
        finally:
            # Programs that are missing have been told of by boot.
            with suppress(OSError):
                server.kill()


def _answer(server: PostgresServer, command: str) -> str:
    verbs = {
        "start": server.start,
        "stop": server.stop,
        "kill": server.kill,
        "promote": server.promote,
    }
    try:
        verbs[command]()
    except ServerStartError as error:
        return " ".join(str(error).split())
    return DONE


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
