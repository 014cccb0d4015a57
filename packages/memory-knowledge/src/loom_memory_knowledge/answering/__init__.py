"""Answers from what is recalled: a threshold, a verifier where it is unclear, a reader."""
