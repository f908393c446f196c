# Firmware that wakes every 16 ms, the interval of PIE's update, for 600 simulated seconds.
.option arch, +zicsr
.globl _start
_start:
  li s0, 0x20104000 # mtimecmp
  li s1, 16000      # us
  li s2, 0          # the next wake
  li s3, 600000000
  sw zero, 4(s0)
  li t0, 0x80
  csrw mie, t0
1:
  add s2, s2, s1
  sw s2, 0(s0)
  wfi
  bltu s2, s3, 1b
  li s0, 0x20000000
  sw zero, 0(s0)
