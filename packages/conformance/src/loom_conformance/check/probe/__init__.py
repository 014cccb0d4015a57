"""What runs in a process of its own, in the target's environment, and answers in a file."""
