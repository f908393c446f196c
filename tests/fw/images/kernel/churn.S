# void churn(uint32_t registers[28], uint32_t turns): loads x1 and x6 to x31 from the words 0 and 2 to
# 27, adds 1 to each in every turn, and stores them there; x5 counts the turns.
.text
.globl churn
.macro each_register instruction
    \instruction x1, 0*4(t0)
    .irp number, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    \instruction x\number, (\number - 4)*4(t0)
    .endr
.endm
churn:
    addi    sp, sp, -64
    sw      ra, 0(sp)
    sw      s0, 4(sp)
    sw      s1, 8(sp)
    .irp number, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    sw      s\number, (\number + 1)*4(sp)
    .endr
    sw      a0, 56(sp)
    sw      a1, 60(sp)
    mv      t0, a0
    each_register lw
    lw      t0, 60(sp)
1:  addi    x1, x1, 1
    .irp number, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    addi    x\number, x\number, 1
    .endr
    addi    t0, t0, -1
    bnez    t0, 1b
    lw      t0, 56(sp)
    each_register sw
    lw      ra, 0(sp)
    lw      s0, 4(sp)
    lw      s1, 8(sp)
    .irp number, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    lw      s\number, (\number + 1)*4(sp)
    .endr
    addi    sp, sp, 64
    ret
