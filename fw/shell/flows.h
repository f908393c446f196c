/* Declares the commands of the shell that show and change service flows. */
#ifndef FW_SHELL_FLOWS_H
#define FW_SHELL_FLOWS_H

#include "fw/docsis_pie/law.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sets the state that the commands access; the law runs independently. */
void flows_use(const docsis_pie_law* law);

/* Command functions. */
void flows_show(int count, char** words);
void flows_set(int count, char** words);
void flows_log(int count, char** words);

/* Prints the lines that flows_log() requested; call after each wake-up. */
void flows_keep_log(void);

#ifdef __cplusplus
}
#endif

#endif
