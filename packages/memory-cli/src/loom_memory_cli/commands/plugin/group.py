"""``loom plugin`` itself: its commands are entry points of their own."""

import click


@click.group()
def plugin() -> None:
    """See which backends are installed, prove one, or begin one of your own."""
