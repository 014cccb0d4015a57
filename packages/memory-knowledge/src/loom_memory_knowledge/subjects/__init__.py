"""Subjects: what facts are about, each with a Document of its own."""
