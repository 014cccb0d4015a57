"""``loom knowledge`` itself: its commands are entry points of their own."""

import click


@click.group()
def knowledge() -> None:
    """Import documents, recall what fits a question, and look after both."""
