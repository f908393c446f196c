# Eight register reads through the bus, then two instructions of loop: 4 million reads.
.globl _start
_start:
  li s0, 0x20104000 # mtimecmp
  li t0, 500000
1:
  .rept 8
  lw a0, 0(s0)
  .endr
  addi t0, t0, -1
  bnez t0, 1b
  li s0, 0x20000000
  sw zero, 0(s0)
