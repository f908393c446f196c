# Executes instructions one by one, each from a known state, and records how it ended: mcause,
# mepc, mtval and a digest of all registers. Whatever an instruction does, it ends in a trap soon,
# because everything that it may jump to is filled with c.ebreak.
#
# At 0x80500000, written by qemu_differential.py: number of cases, 0, whether this is QEMU's board,
# 0; then per case the instruction and the address of the registers' values. At 0x80700000: 16 bytes
# of result per case.
.option norvc
.option arch, +zicsr, +zifencei
.equ SLOT, 0x80200000    # where the instruction runs
.equ DATA, 0x80400000    # what it may load, store and jump to
.equ DATA_BYTES, 0x20000
.equ SHOWN_BYTES, 0x4000 # of the data, sent behind the results
.equ SAVED, 0x80440000   # its registers after it
.equ CASES, 0x80500000
.equ RESULTS, 0x80700000
.equ C_EBREAKS, 0x90029002

.macro fill from, bytes
  li t0, \from
  li t1, \from + \bytes
  li t2, C_EBREAKS
1:
  sw t2, 0(t0)
  addi t0, t0, 4
  bltu t0, t1, 1b
.endm
.macro send from, to
  li t2, 0x10000000 # the serial line
1:
  lbu t3, 0(\from)
  sb t3, 0(t2)
  addi \from, \from, 1
  bltu \from, \to, 1b
.endm
.macro for_x1_to_x30 operation
  .irp n, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30
  \operation x\n, 4 * \n(x31)
  .endr
.endm

.globl _start
_start:
  fill SLOT - 0x100000, 0x200000
  fill DATA, DATA_BYTES
  la t0, ended
  csrw mtvec, t0
  csrw mscratch, zero

next:
  li t0, CASES
  lw t1, 0(t0)
  lw t2, 4(t0)
  bgeu t2, t1, done
  slli t3, t2, 3
  add t3, t3, t0
  lw t4, 16(t3)
  lw x31, 20(t3)
  li t0, SLOT
  sw t4, 0(t0)
  fence.i
  csrw mepc, t0
  li t1, 0x1800
  csrw mstatus, t1
  for_x1_to_x30 lw
  lw x31, 4 * 31(x31)
  mret

.align 2
ended:
  csrw mscratch, x31
  li x31, SAVED
  for_x1_to_x30 sw
  csrr t1, mscratch
  sw t1, 4 * 31(x31)
  li t0, CASES
  lw t2, 4(t0)
  addi t3, t2, 1
  sw t3, 4(t0)
  slli t2, t2, 4
  li t3, RESULTS
  add t3, t3, t2
  csrr t1, mcause
  sw t1, 0(t3)
  csrr t1, mepc
  sw t1, 4(t3)
  csrr t1, mtval
  sw t1, 8(t3)
  li t4, 0
  li t5, 1000003
  .irp n, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
  lw t1, 4 * \n(x31)
  mul t4, t4, t5
  add t4, t4, t1
  .endr
  sw t4, 12(t3)
  j next

done:
  lw t3, 8(t0)
  bnez t3, on_qemu
  li t0, 0x20000000 # our exit device
  sw zero, 0(t0)
on_qemu:
  li t0, RESULTS
  slli t1, t1, 4
  add t1, t1, t0
  send t0, t1
  li t0, DATA
  li t1, DATA + SHOWN_BYTES
  send t0, t1
  li t0, 0x100000 # QEMU's way out
  li t1, 0x5555
  sw t1, 0(t0)
1:
  j 1b
