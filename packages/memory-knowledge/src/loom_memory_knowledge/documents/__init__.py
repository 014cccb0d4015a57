"""Documents and their names: a list that is a log, and a path that points to it."""
