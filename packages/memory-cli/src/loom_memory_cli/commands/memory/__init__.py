"""``loom memory``: the verbs of a store, and the care of it."""
