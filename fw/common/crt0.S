# From reset to main, and from a trap to whoever handles it.
.option arch, +zicsr

.equ STACK_GUARD, 0x5AFEC0DE

# Four bytes per cause, exceptions at the first. At the start of ROM, so that a jump through a null
# pointer is reported too.
.section .text.vectors, "ax"
vectors:
    .option push
    .option norvc
    j       exception
    .rept   2
    j       unexpected_interrupt
    .endr
    j       software_interrupt      # 3
    .rept   3
    j       unexpected_interrupt
    .endr
    j       timer_interrupt         # 7
    .rept   3
    j       unexpected_interrupt
    .endr
    j       external_interrupt      # 11
    .option pop

.section .text.start, "ax"
.globl _start
_start:
    .option push
    .option norelax
    la      gp, __global_pointer$
    .option pop
#ifdef FW_LIBC
    la      tp, __thread_start
#endif
    la      sp, __stack_top
    la      t0, vectors
    ori     t0, t0, 1               # vectored
    csrw    mtvec, t0

    la      t0, __data_start
    la      t1, __data_end
    la      t2, __data_load
    beq     t0, t2, 2f              # loaded in place
1:  bgeu    t0, t1, 2f
    lw      t3, 0(t2)
    sw      t3, 0(t0)
    addi    t0, t0, 4
    addi    t2, t2, 4
    j       1b

2:  la      t0, __bss_start
    la      t1, __bss_end
3:  bgeu    t0, t1, 4f
    sw      zero, 0(t0)
    addi    t0, t0, 4
    j       3b

4:  la      t0, __stack_guard
    li      t1, STACK_GUARD
    sw      t1, 0(t0)
    call    main
    tail    exit_device_exit

# Nothing returns from here, and the stack may be what failed: start a new one.
exception:
unexpected_interrupt:
    la      sp, __stack_top
    csrr    a0, mcause
    csrr    a1, mepc
    csrr    a2, mtval
    tail    trap_report

# A program that uses one of these interrupts defines the handler.
.weak software_interrupt
.set software_interrupt, unexpected_interrupt
.weak timer_interrupt
.set timer_interrupt, unexpected_interrupt
.weak external_interrupt
.set external_interrupt, unexpected_interrupt

# Not 0 once the stack has grown into its last word.
.globl stack_overflowed
stack_overflowed:
    la      a0, __stack_guard
    lw      a0, 0(a0)
    li      a1, STACK_GUARD
    xor     a0, a0, a1
    ret
