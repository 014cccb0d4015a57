"""Which turns a search finds, of each store and of what else there is, on the same questions."""
