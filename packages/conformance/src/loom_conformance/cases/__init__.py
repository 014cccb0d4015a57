"""The cases, one group of promises a file."""
