"""The croupier panel."""
