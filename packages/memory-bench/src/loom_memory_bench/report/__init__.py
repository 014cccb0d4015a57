"""What a benchmark hands over: every question, the figures made of them, and pages to read."""
