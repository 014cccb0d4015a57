"""Recall: what fits a question, ranked, resolved to whole chunks, and explained."""
