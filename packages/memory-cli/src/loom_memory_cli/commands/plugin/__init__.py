"""``loom plugin``: what is installed."""
