"""Commands for the terminal, found through the entry-point group ``loom.commands``."""
