"""``loom decisions`` itself: its commands are entry points of their own."""

import click


@click.group()
def decisions() -> None:
    """What executions recalled and decided, and whether they would again."""
