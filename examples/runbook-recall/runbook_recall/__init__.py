"""Answers from a team's runbooks, with citations, replayed when the runbooks are gone."""
