# From one task to another: every interrupt saves all registers of the task it meets and restores
# those of the task that kernel_interrupt() chooses.
.option arch, +zicsr

.equ WORDS, 32
.equ CONTEXT_PC, 30
.equ CONTEXT_MSTATUS, 31

# gp and tp are the same for all.
.macro each_register instruction
    \instruction x1, 0*4(sp)
    .irp number, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    \instruction x\number, (\number - 4)*4(sp)
    .endr
.endm

.section .text.kernel_switch, "ax"
.globl timer_interrupt
.globl software_interrupt
.globl external_interrupt
timer_interrupt:
software_interrupt:
external_interrupt:
    addi    sp, sp, -WORDS*4
    each_register sw
    csrr    t0, mepc
    csrr    t1, mstatus
    sw      t0, CONTEXT_PC*4(sp)
    sw      t1, CONTEXT_MSTATUS*4(sp)
    mv      a0, sp
    csrr    a1, mcause
    la      sp, __stack_top         # of start-up code, which nobody needs any more
    call    kernel_interrupt

.globl kernel_resume
kernel_resume:
    mv      sp, a0
    lw      t0, CONTEXT_PC*4(sp)
    lw      t1, CONTEXT_MSTATUS*4(sp)
    csrw    mepc, t0
    csrw    mstatus, t1
    each_register lw
    addi    sp, sp, WORDS*4
    mret
