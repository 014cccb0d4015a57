"""Grants: what an operator lets an agent read, decided once."""
