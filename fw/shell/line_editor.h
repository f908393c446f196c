/* A line as it is typed: shown, corrected, ended. */
#ifndef FW_SHELL_LINE_EDITOR_H
#define FW_SHELL_LINE_EDITOR_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

void line_editor_prompt(void);
/* The line that this character ends, until the next call; 0 if it ends none. */
char* line_editor_take(int character);

#ifdef __cplusplus
}
#endif

#endif
