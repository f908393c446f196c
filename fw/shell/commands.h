/* Declares the commands of the shell. */
#ifndef FW_SHELL_COMMANDS_H
#define FW_SHELL_COMMANDS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Runs the command in `line` and prints its result. Modifies the line. */
void commands_run(char* line);

/* Parses a whole word as decimal, or hexadecimal with 0x. Otherwise prints an error, returns 0. */
int commands_number(const char* word, uint32_t* number);

/* Called by the interrupt handler. */
void commands_count_interrupt(uint32_t source);

#ifdef __cplusplus
}
#endif

#endif
