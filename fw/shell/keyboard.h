/* What was typed, between the interrupt that receives it and the program that reads it. */
#ifndef FW_SHELL_KEYBOARD_H
#define FW_SHELL_KEYBOARD_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void keyboard_start(void);
/* In the console's interrupt: takes all that has come. */
void keyboard_serve(void);
/* Of the program: the oldest character, -1 for none. */
int keyboard_get(void);
int keyboard_has_some(void);
/* Characters that came while too many waited. */
uint32_t keyboard_lost(void);

#ifdef __cplusplus
}
#endif

#endif
