"""``loom bench``: the benchmarks on the command line."""
