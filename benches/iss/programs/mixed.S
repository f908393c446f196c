# Endless typical firmware work: sorts 32 words by loads, stores and branches, then multiplies and
# divides each; one call per pass.
.globl _start
_start:
  li sp, 0x80100000
  li s0, 1
1:
  mv a0, sp
  mv a1, s0
  jal fill
  mv a0, sp
  jal sort
  addi s0, s0, 1
  j 1b

fill: # 32 words from a1 on, by a linear congruence
  li t0, 32
  li t1, 1103515245
2:
  mul a1, a1, t1
  addi a1, a1, 1234
  li t2, 1000
  remu t3, a1, t2
  sw t3, 0(a0)
  addi a0, a0, 4
  addi t0, t0, -1
  bnez t0, 2b
  ret

sort: # by exchange of neighbours
  li t0, 31
3:
  mv t1, a0
  mv t2, t0
4:
  lw t3, 0(t1)
  lw t4, 4(t1)
  bge t4, t3, 5f
  sw t4, 0(t1)
  sw t3, 4(t1)
5:
  addi t1, t1, 4
  addi t2, t2, -1
  bnez t2, 4b
  addi t0, t0, -1
  bnez t0, 3b
  ret
