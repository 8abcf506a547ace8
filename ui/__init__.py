"""What is seen and touched: the customer window and the croupier panel."""
