/* Buffers typed characters between the console's interrupt and the program. */
#ifndef FW_SHELL_KEYBOARD_H
#define FW_SHELL_KEYBOARD_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void keyboard_start(void);
/* Called in the console's interrupt: takes all received characters. */
void keyboard_serve(void);
/* Called by the program: returns the oldest character, or -1. */
int keyboard_get(void);
int keyboard_has_some(void);
/* Returns the number of characters lost because the buffer was full. */
uint32_t keyboard_lost(void);

#ifdef __cplusplus
}
#endif

#endif
