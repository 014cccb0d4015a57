"""What pytest loads wherever the kit is installed: two options, and little else.

Nothing of the kit is imported, and nothing is printed, until a contract class is run.
"""

from collections.abc import Generator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from loom_conformance.session import Session

pytest.register_assert_rewrite("loom_conformance.cases", "loom_conformance.contract")

pytest_plugins = ["loom_conformance.services.fixtures"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--loom-tier`` and ``--loom-report``."""
    group = parser.getgroup("loom", "Loom: the memory contract")
    group.addoption(
        "--loom-tier",
        choices=("quick", "full", "soak"),
        default="quick",
        help="how long the contract's cases may take: seconds, minutes, as long as it takes",
    )
    group.addoption(
        "--loom-report",
        metavar="DIR",
        default=None,
        help="write what the contract's cases showed into DIR: JSON, JUnit, Markdown, badges",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Listen, for the length of this run."""
    config.pluginmanager.register(Listener(config), "loom-conformance-listener")


class Listener:
    """Passes what concerns a contract class on to the session, which is made when it does."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._session: Session | None = None

    @pytest.hookimpl(tryfirst=True)  # before -k, which then knows cases by their ids
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Let cases be chosen by their ids, and leave out what would only take time."""
        if not any(_is_case(item) for item in items):
            return
        from loom_conformance.selection import left_out, name_by_id  # noqa: PLC0415 - see the module

        name_by_id(items)
        without = left_out(items, self._config.getoption("loom_tier"))
        if without:
            self._config.hook.pytest_deselected(items=without)
            items[:] = [item for item in items if item not in without]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Say how a case ended in the words of the kit."""
        report = yield
        if isinstance(item, pytest.Function) and _is_case(item):
            from loom_conformance.verdict import judge  # noqa: PLC0415 - see the module

            judge(item, call, report)
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep what a case has told, here or in a worker."""
        told = getattr(report, "loom_record", None)
        if told is None:
            return
        if self._session is None:
            from loom_conformance.session import Session  # noqa: PLC0415 - see the module

            self._session = Session(self._config)
        self._session.hear(told)

    def pytest_sessionfinish(self) -> None:
        """Write the report, but not in a worker, which has seen a part only."""
        if self._session is not None and not hasattr(self._config, "workerinput"):
            self._session.write()

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Tell what the run has shown."""
        if self._session is not None:
            self._session.tell(terminalreporter)
        elif self._config.getoption("loom_report"):
            terminalreporter.write_line("--loom-report: no contract class was run")


def _is_case(item: pytest.Item) -> bool:
    return hasattr(getattr(item, "function", None), "loom_case")
