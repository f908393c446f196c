# Nothing takes time: firmware completes at the instant that woke it. The counts then only bound the
# work at one instant.
instantaneous = 1
