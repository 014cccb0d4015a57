"""Agent memory: the contract, the projection, discovery and the reference store."""
