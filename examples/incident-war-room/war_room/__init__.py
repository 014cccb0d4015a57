"""Several agents work on one incident: each recalls its own, all share their notes."""
