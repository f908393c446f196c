"""One module per command, called as the command; its first line is the command's summary."""
