"""Published studies: their scenarios, their numbers and claims, and ours beside them."""
