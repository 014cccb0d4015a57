"""One variable, what is retrieved: the same questions, retriever, limit, reader and evaluator."""
