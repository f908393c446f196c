/* What the shell can be told. */
#ifndef FW_SHELL_COMMANDS_H
#define FW_SHELL_COMMANDS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Does what a line says, and says what came of it. The line is taken apart. */
void commands_run(char* line);

/* Decimal, or hexadecimal with 0x, all of the word. Returns 0 if it is none, and says so. */
int commands_number(const char* word, uint32_t* number);

/* Counted by the interrupt handler. */
void commands_count_interrupt(uint32_t source);

#ifdef __cplusplus
}
#endif

#endif
