"""Watches a database: judges each alert from runbooks, schema notes and what it has learnt."""
