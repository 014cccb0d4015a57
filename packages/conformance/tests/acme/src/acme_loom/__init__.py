"""Agent memory in files of Acme."""
