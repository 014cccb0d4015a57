"""What a person at a terminal sees: colour, marks, 80 columns, and progress bars."""

import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Mapping
from fcntl import ioctl
from subprocess import CompletedProcess

import pytest

Loom = Callable[..., CompletedProcess[str]]

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def at_terminal(*arguments: str, columns: int = 80, variables: Mapping[str, str] = {}) -> str:
    """All that ``loom`` writes to a terminal of so many columns."""
    main, terminal = pty.openpty()
    ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = os.environ | {"TERM": "xterm-256color"} | dict(variables)
    with subprocess.Popen(
        [sys.executable, "-m", "loom_memory_cli", *arguments],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env=environment,
        start_new_session=True,
    ):
        os.close(terminal)
        return _all_of(main)


def _all_of(main: int) -> str:
    shown = b""
    try:
        while chunk := os.read(main, 65_536):
            shown += chunk
    except OSError:  # Linux says so when the last process has closed the terminal
        pass
    finally:
        os.close(main)
    return shown.decode()


@pytest.fixture
def store(loom: Loom, acme: str) -> str:
    """A store with a long text in it, and a short one."""
    long = "Rotate the certificate of the edge before it expires. " * 40
    loom("memory", "append", "--store", acme, "k", long, "disk", "--role", "sre")
    return acme


def search(store: str, *arguments: str) -> list[str]:
    return ["memory", "search", "--store", store, "k", "certificate", "expires", *arguments]


def test_matching_words_are_in_colour_at_a_terminal(store: str) -> None:
    shown = at_terminal(*search(store))
    assert "\x1b[1;33mcertificate\x1b[0m" in shown
    assert "\x1b[1;33mexpires\x1b[0m" in shown
    assert "*certificate*" not in shown


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_without_colour_matching_words_stand_between_asterisks(
    store: str, variables: dict[str, str]
) -> None:
    for command in (search(store), ["memory", "read", "--store", store, "k"]):
        shown = at_terminal(*command, variables=variables)
        assert not ESCAPE.search(shown)
    assert "*certificate*" in at_terminal(*search(store), variables=variables)


def test_a_pipe_gets_no_colour(loom: Loom, store: str) -> None:
    found = loom(*search(store)).stdout
    assert not ESCAPE.search(found)
    assert "*certificate*" in found
    assert "*expires*" in found


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_hits_fit_the_terminal(store: str, columns: int) -> None:
    shown = ESCAPE.sub("", at_terminal(*search(store, "--full"), columns=columns))
    texts = [line for line in shown.splitlines() if line.startswith("    ")]
    assert texts
    assert max(map(len, texts)) <= min(columns, 100)


def test_hits_fit_80_columns_in_a_pipe(loom: Loom, store: str) -> None:
    lines = loom(*search(store)).stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) < 12, "a long text is shown in part"
    assert len(loom(*search(store, "--full")).stdout.splitlines()) > 20


def test_scores_stand_before_their_hits(loom: Loom, store: str) -> None:
    heading = loom(*search(store)).stdout.splitlines()[0]
    assert re.match(r" 1  \d+\.\d{3}  sre  ", heading)


def test_wide_characters_count_twice(loom: Loom, acme: str) -> None:
    loom("memory", "append", "--store", acme, "k", "设备清单" * 40)
    lines = loom("memory", "search", "--store", acme, "k", "备清", "--full").stdout.splitlines()[1:]
    assert all(len(line) - line.count("*") <= 4 + 38 for line in lines)


@pytest.fixture
def lines(loom: Loom, acme: str) -> str:
    """A dump to load."""
    loom("memory", "append", "--store", acme, "k", *map(str, range(50)))
    path = acme.removeprefix("acme:///").replace("acme.jsonl", "dump.jsonl")
    loom("memory", "dump", "--store", acme, "--out", path)
    return path


def test_long_work_shows_a_bar_at_a_terminal(acme: str, lines: str) -> None:
    other = acme.replace("acme.jsonl", "other.jsonl")
    shown = at_terminal("memory", "load", "--store", other, lines)
    assert "Loading" in shown
    assert "50/50" in shown
    assert "50 entries of 1 key: wrote 50." in shown


def test_no_bar_without_a_terminal(loom: Loom, acme: str, lines: str) -> None:
    other = acme.replace("acme.jsonl", "other.jsonl")
    done = loom("memory", "load", "--store", other, lines)
    assert (done.stdout, done.stderr) == ("", "50 entries of 1 key: wrote 50.\n")


def test_no_bar_in_the_middle_of_data(acme: str, lines: str) -> None:
    assert lines
    shown = at_terminal("memory", "dump", "--store", acme)
    assert "Dumping" not in shown
    assert shown.count('{"key": "k"') == 50


def test_append_at_a_terminal_does_not_wait_for_lines_that_nobody_asked_for(acme: str) -> None:
    shown = at_terminal("memory", "append", "--store", acme, "k")
    assert "Give TEXT, or pipe lines in" in shown
