"""Plots as inline SVG: each has a title, a description in words, and its numbers as a table."""
