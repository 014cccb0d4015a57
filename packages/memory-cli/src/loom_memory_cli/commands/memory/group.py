"""``loom memory`` itself: its commands are entry points of their own."""

import click


@click.group()
def memory() -> None:
    """Write, read and search a memory, and look after it."""
