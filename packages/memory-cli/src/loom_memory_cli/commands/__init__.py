"""The commands of this package: each declared as an entry point, as any package's are."""
