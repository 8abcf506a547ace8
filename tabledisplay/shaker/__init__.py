"""What a shaker says, and how it is heard."""
