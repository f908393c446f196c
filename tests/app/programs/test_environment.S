# Tests the features of a small machine-mode hart on which bare RISC-V test programs rely: a start
# that probes optional registers, an mret to user mode, a polling store to tohost, and corner cases
# of such programs. Ends with 1 in tohost, or with (n << 1) | 1 if check n failed.
.option norvc
.option arch, +zicsr, +zifencei

# Writes a register that may be missing: the trap, if there is one, goes on behind it.
.macro try_write register, value
  la t0, 1f
  csrw mtvec, t0
  li t0, \value
  csrw \register, t0
  .align 2
1:
.endm

.macro check number
  li gp, \number
.endm

# The next instruction has to trap with this cause; the handler skips it.
.macro expect_trap cause
  li s0, \cause
.endm
.macro expect_trapped
  bnez s0, fail
.endm

.text
.globl _start
_start:
  csrr a0, mhartid
1:
  bnez a0, 1b
  try_write 0x744, 8          # mnstatus
  try_write 0x180, 0          # satp
  try_write 0x3b0, 0x7fffffff # pmpaddr0
  try_write 0x3a0, 0x1f       # pmpcfg0
  try_write 0x302, 0          # medeleg
  try_write 0x303, 0          # mideleg
  csrwi mie, 0
  li gp, 0
  li s0, 0
  la t0, trap
  csrw mtvec, t0
  csrwi mstatus, 0            # asks for user mode, which is not there
  la t0, 1f
  csrw mepc, t0
  mret
1:
  check 2                     # the privilege field keeps machine mode, which ecall tells
  csrr t0, mstatus
  li t1, 0x1880
  bne t0, t1, fail
  expect_trap 11
  ecall
  expect_trapped

  check 3                     # a denied write changes no register
  li a0, 255
  expect_trap 2
  csrrw a0, cycle, x0
  expect_trapped
  li t0, 255
  bne a0, t0, fail
  csrrs a0, cycle, x0         # while reading alone is fine
  csrrc a0, instret, x0
  csrr a0, time
  csrr a0, cycleh
  csrr a0, timeh
  csrr a0, instreth
  csrr a0, hpmcounter31

  check 4                     # illegal: nothing, everything, a shift by 32, sret
  expect_trap 2
  .word 0x00000000
  expect_trapped
  expect_trap 2
  .word 0xffffffff
  expect_trapped
  expect_trap 2
  .word 0x02051513
  expect_trapped
  expect_trap 2
  .word 0x10200073
  expect_trapped

  check 5                     # no trigger, and nobody minds asking
  csrw tselect, x0
  csrr t0, tselect
  bnez t0, fail
  csrr t0, tdata1
  srli t0, t0, 28
  bnez t0, fail
  csrw tdata1, t0
  csrw tdata2, t0
  expect_trap 3
  ebreak
  expect_trapped

  check 6                     # transfers to 2 mod 4; jalr ignores the lowest bit
  la t0, 1f
  jalr t1, t0, 3
1:
  .option rvc
  c.j 1f
  c.j 2f
  .option norvc
1:
  j fail
2:
  csrr t2, misa               # so the C extension cannot be turned off
  csrci misa, 4
  csrr t3, misa
  bne t2, t3, fail
  li t0, 0x40001104
  bne t2, t0, fail

  check 7                     # a write to a counter replaces its increment, in both halves
  csrwi minstreth, 0
  li t0, -1
  csrw minstret, t0
  csrr t1, minstret
  csrr t2, minstret
  csrr t3, minstreth
  bne t1, t0, fail
  bnez t2, fail
  li t0, 1
  bne t3, t0, fail

  check 8                     # misaligned data, within a word, across two and across a page
  la a0, data + 1
  lw a1, 0(a0)
  li a2, 0x55443322
  bne a1, a2, fail
  lhu a1, 2(a0)
  li a2, 0x5544
  bne a1, a2, fail
  la a0, data + 0xffe
  li a1, 0x89abcdef
  sw a1, 0(a0)
  lw a2, 0(a0)
  bne a1, a2, fail
  lh a1, 1(a0)
  li a2, 0xffffabcd
  bne a1, a2, fail

  check 9                     # code that was changed runs after fence.i
  la a0, changed
  la a1, replacement
  lw a1, 0(a1)
  li a2, 0
  sw a1, 0(a0)
  fence.i
changed:
  addi a2, a2, 1
  li a3, 2
  bne a2, a3, fail

  check 10                    # machine mode may not be left by writing mstatus
  li t0, 0x1800
  csrc mstatus, t0
  csrr t1, mstatus
  and t1, t1, t0
  bne t1, t0, fail

  fence
  li gp, 1
  j write_tohost
replacement:
  addi a2, a2, 2
fail:
  slli gp, gp, 1
  ori gp, gp, 1
write_tohost:
  la t5, tohost
1:
  sw gp, 0(t5)
  sw zero, 4(t5)
  j 1b

# Skips the instruction behind a trap that was announced in s0, and clears s0. mtval of an illegal
# instruction is its bits.
.align 2
trap:
  csrr t5, mcause
  bne t5, s0, fail
  csrr t5, mepc
  lw t6, 0(t5)
  li s0, 2
  csrr t4, mcause
  bne t4, s0, 1f
  csrr t4, mtval
  bne t4, t6, fail
1:
  addi t5, t5, 4
  csrw mepc, t5
  li s0, 0
  mret

.section .tohost, "aw", @progbits
.align 6
.globl tohost
tohost:
  .dword 0
.size tohost, 8
.globl fromhost
.align 6
fromhost:
  .dword 0

.data
data:
  .byte 0x11, 0x22, 0x33, 0x44, 0x55, 0x66
  .space 0x2000
