"""The loom command: demo, memory, plugins."""
