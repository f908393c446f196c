/* Adds debug information for the end of interrupt handlers. */
#ifndef FW_COMMON_INTERRUPT_H
#define FW_COMMON_INTERRUPT_H

/* Last statement of a handler. The interrupted code continues at mepc, but gcc's unwind
 * information says ra; DWARF numbers a CSR 4096 plus its own (RISC-V DWARF specification). Adds
 * no instruction. */
#ifdef __riscv
#define INTERRUPT_HANDLER_ENDS() __asm__ volatile(".cfi_return_column 4096 + 0x341")
#else
#define INTERRUPT_HANDLER_ENDS() ((void)0)
#endif

#endif
