"""``loom bench`` itself: its commands are entry points of their own."""

import click


@click.group()
def bench() -> None:
    """Measure what memory finds and how fast, and say whether it differs."""
