"""Real servers for anybody's tests: PostgreSQL, and one that speaks as OpenAI's does."""
