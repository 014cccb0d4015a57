"""The embedders: hashing for tests, a local model, OpenAI's protocol, and anybody else's."""
