"""``loom decisions``: what executions decided, and whether they would again."""
