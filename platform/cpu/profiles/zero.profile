# Nothing takes time: whatever firmware does, it does at the instant that woke it. The counts then
# only bound the work at one instant.
instantaneous = 1
