"""Search units: derived from chunks, resolved to chunks, and healed."""
