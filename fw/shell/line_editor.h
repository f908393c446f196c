/* Implements a line editor, which echoes and corrects a typed line. */
#ifndef FW_SHELL_LINE_EDITOR_H
#define FW_SHELL_LINE_EDITOR_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

void line_editor_prompt(void);
/* Returns the line that this character completes, valid until the next call, or 0. */
char* line_editor_take(int character);

#ifdef __cplusplus
}
#endif

#endif
