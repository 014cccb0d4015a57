"""Recall along the edges between subjects."""
