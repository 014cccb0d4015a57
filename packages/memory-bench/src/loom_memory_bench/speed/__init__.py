"""How long things take, as ratios to the raw engine in the same run."""
