# Start-up code from reset to main, and the entry of all traps.
.option arch, +zicsr

.equ STACK_GUARD, 0x5AFEC0DE

# Address 0: a call through a null pointer traps here as an illegal instruction.
.cfi_sections .debug_frame
.section .text.start, "ax"
null:
    .cfi_startproc
    unimp
    .cfi_endproc

    .balign 4
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

    la      s0, __init_array_start  # constructors of static objects, in order of their priority
    la      s1, __init_array_end
5:  bgeu    s0, s1, 6f
    lw      t0, 0(s0)
    addi    s0, s0, 4
    jalr    t0
    j       5b

6:  call    main
    tail    exit_device_exit

# Does not return. The failure may be a bad stack, so this starts a new one. The simulator knows
# this symbol and reports the trap at its origin.
.globl unhandled_trap
.type unhandled_trap, @function
unhandled_trap:
    la      sp, __stack_top
    csrr    a0, mcause
    csrr    a1, mepc
    csrr    a2, mtval
    tail    trap_report

# A program that uses one of these interrupts defines the handler.
.weak software_interrupt
.set software_interrupt, unhandled_trap
.weak timer_interrupt
.set timer_interrupt, unhandled_trap
.weak external_interrupt
.set external_interrupt, unhandled_trap

# Returns non-zero once the stack has overwritten its last word.
.globl stack_overflowed
.type stack_overflowed, @function
stack_overflowed:
    la      a0, __stack_guard
    lw      a0, 0(a0)
    li      a1, STACK_GUARD
    xor     a0, a0, a1
    ret
.size stack_overflowed, . - stack_overflowed

# Four bytes per cause; exceptions use the first. Cores such as Ibex require a multiple of 256. The
# linker script aligns the section, because .balign here would pad it.
.section .text.vectors, "ax"
    .balign 4
vectors:
    .option push
    .option norvc
    j       unhandled_trap
    .rept   2
    j       unhandled_trap
    .endr
    j       software_interrupt      # 3
    .rept   3
    j       unhandled_trap
    .endr
    j       timer_interrupt         # 7
    .rept   3
    j       unhandled_trap
    .endr
    j       external_interrupt      # 11
    .option pop
