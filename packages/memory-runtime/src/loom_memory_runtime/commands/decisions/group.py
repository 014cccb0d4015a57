"""``loom decisions`` itself: its commands are entry points of their own."""

import click


@click.group()
def decisions() -> None:
    """Show what executions recalled and decided, and replay them."""
