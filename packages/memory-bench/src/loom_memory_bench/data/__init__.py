"""Conversations with questions about them: LoCoMo, LongMemEval, and some of our own."""
