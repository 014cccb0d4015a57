"""The templates are another package's files: they are tested after they have been rendered."""

collect_ignore = ["src/loom_scaffold/templates"]
