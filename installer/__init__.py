"""What turns the program into something that a technician installs."""
