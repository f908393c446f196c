/* Traffic through the coupled dual queue, the same on the host and on the control CPU. */
#ifndef TESTS_FW_DUAL_QUEUE_SCRIPT_H
#define TESTS_FW_DUAL_QUEUE_SCRIPT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SCRIPT_WORDS 8u

/* Runs so many packets and writes a digest: decisions and state (two words each, FNV-1a of 64
 * bits), then how many were marked, redirected, dropped early and dropped for want of room.
 * Returns 0, or 1 if the configuration is refused. */
uint32_t script_run(uint32_t packets, uint32_t words[SCRIPT_WORDS]);

#ifdef __cplusplus
}
#endif

#endif
