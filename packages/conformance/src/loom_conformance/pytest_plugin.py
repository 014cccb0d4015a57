"""What pytest loads wherever the kit is installed: two options, and little else."""

import pytest

pytest.register_assert_rewrite("loom_conformance.cases", "loom_conformance.contract")


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
