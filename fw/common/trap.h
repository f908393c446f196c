/* Reports traps and fatal errors. */
#ifndef FW_TRAP_H
#define FW_TRAP_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Prints "trap: cause 0x.. pc 0x.. mtval 0x.." on the console and ends the run with this status. */
#define TRAP_EXIT_STATUS 1u
__attribute__((noreturn)) void trap_report(uint32_t cause, uint32_t pc, uint32_t value);

/* Reports an error that firmware itself has found, then ends the run likewise. */
__attribute__((noreturn)) void panic(const char* what);

/* Returns non-zero once the stack has overwritten its guard word. */
uint32_t stack_overflowed(void);

#ifdef __cplusplus
}
#endif

#endif
