"""The round: phases, commands, events, state."""
