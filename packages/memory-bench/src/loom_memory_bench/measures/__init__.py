"""What one question, and a pair of arms over many questions, come to."""
