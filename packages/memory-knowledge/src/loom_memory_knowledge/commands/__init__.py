"""What the package brings to the `loom` command."""
