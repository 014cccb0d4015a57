"""Facts that stand: listed, superseded, and merged only where nothing is lost."""
