/* What an interrupt handler tells debuggers. */
#ifndef FW_COMMON_INTERRUPT_H
#define FW_COMMON_INTERRUPT_H

/* The last statement of a handler. Its caller goes on at mepc, while gcc's unwind information says
 * at ra; DWARF's number of a CSR is 4096 plus its own (RISC-V DWARF specification). Makes no
 * instruction. */
#ifdef __riscv
#define INTERRUPT_HANDLER_ENDS() __asm__ volatile(".cfi_return_column 4096 + 0x341")
#else
#define INTERRUPT_HANDLER_ENDS() ((void)0)
#endif

#endif
