/* The service flows as the shell shows and changes them. */
#ifndef FW_SHELL_FLOWS_H
#define FW_SHELL_FLOWS_H

#include "fw/docsis_pie/law.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What commands look at; the law goes on by itself. */
void flows_use(const docsis_pie_law* law);

/* Commands. */
void flows_show(int count, char** words);
void flows_set(int count, char** words);
void flows_log(int count, char** words);

/* Whenever the program has woken: the lines that flows_log() asked for. */
void flows_keep_log(void);

#ifdef __cplusplus
}
#endif

#endif
