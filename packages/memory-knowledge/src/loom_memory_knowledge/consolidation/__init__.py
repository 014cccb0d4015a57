"""Consolidation: facts drawn from turns that wait, once each, whoever dies on the way."""
