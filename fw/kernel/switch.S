# Task switch: every interrupt saves all registers of the running task and restores those of the
# task that kernel_interrupt() selects. The CFI below lets debuggers find a task's registers; the
# caller of its frame is at mepc.
#define SAVED 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
#define DWARF_MEPC 4929 /* RISC-V DWARF specification: of a CSR, 4096 plus its number */

.option arch, +zicsr
.cfi_sections .debug_frame

.equ WORDS, 32
.equ CONTEXT_PC, 30
.equ CONTEXT_MSTATUS, 31

# gp and tp are the same for all.
.macro each_register instruction
    \instruction x1, 0*4(sp)
    .irp number, SAVED
    \instruction x\number, (\number - 4)*4(sp)
    .endr
.endm

.macro registers_are_saved
    .cfi_offset 1, -WORDS*4
    .irp number, SAVED
    .cfi_offset \number, (\number - 4 - WORDS)*4
    .endr
.endm

.macro registers_are_back
    .cfi_restore 1
    .irp number, SAVED
    .cfi_restore \number
    .endr
    .cfi_restore DWARF_MEPC
.endm

.section .text.kernel_switch, "ax"
.globl timer_interrupt
.globl software_interrupt
.globl external_interrupt
timer_interrupt:
software_interrupt:
external_interrupt:
    .cfi_startproc
    .cfi_signal_frame
    .cfi_return_column DWARF_MEPC
    .cfi_def_cfa sp, 0
    addi    sp, sp, -WORDS*4
    .cfi_def_cfa sp, WORDS*4
    each_register sw
    registers_are_saved
    csrr    t0, mepc
    csrr    t1, mstatus
    sw      t0, CONTEXT_PC*4(sp)
    .cfi_offset DWARF_MEPC, (CONTEXT_PC - WORDS)*4
    sw      t1, CONTEXT_MSTATUS*4(sp)
    mv      s0, sp                  # callee-saved by kernel_interrupt(), so that the frame is found
    .cfi_def_cfa s0, WORDS*4
    mv      a0, sp
    csrr    a1, mcause
    la      sp, __stack_top         # start-up code's stack, no longer in use
    call    kernel_interrupt
    mv      sp, a0
    .cfi_def_cfa sp, WORDS*4
restore:
    lw      t0, CONTEXT_PC*4(sp)
    lw      t1, CONTEXT_MSTATUS*4(sp)
    csrw    mepc, t0
    csrw    mstatus, t1
    each_register lw
    addi    sp, sp, WORDS*4
    .cfi_def_cfa sp, 0
    registers_are_back
    mret
    .cfi_endproc

.globl kernel_resume
kernel_resume:
    .cfi_startproc
    .cfi_signal_frame
    .cfi_return_column DWARF_MEPC
    .cfi_def_cfa a0, WORDS*4
    registers_are_saved
    .cfi_offset DWARF_MEPC, (CONTEXT_PC - WORDS)*4
    mv      sp, a0
    j       restore
    .cfi_endproc

# Start of a task, with its entry in s0; backtraces end here.
.globl kernel_task_begins
kernel_task_begins:
    .cfi_startproc
    .cfi_undefined ra
    jalr    s0
    la      a0, .Ltask_returned
    call    panic
    .cfi_endproc

.section .rodata.kernel_switch, "a"
.Ltask_returned:
    .string "a task returned"
