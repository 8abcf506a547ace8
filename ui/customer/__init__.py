"""The customer screen."""
