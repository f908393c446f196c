/* Every law of the registry with a part for firmware. */
#ifndef FW_MIXED_EVERY_LAW_H
#define FW_MIXED_EVERY_LAW_H

#include "fw/common/queue_manager.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LAWS_MAX = 64 };
static const aqm_algorithm* laws[LAWS_MAX + 1];

/* A law that keeps limits only leaves firmware nothing to do, and neither does one of hardware
 * alone. */
static inline int is_for_firmware(const aqm_algorithm* law) {
  return law->limits_only == 0 && (law->places & (AQM_LAW_IN_FIRMWARE | AQM_DROP_IN_FIRMWARE)) != 0;
}

static inline void list_laws(void) {
  unsigned count = 0;
  for (const aqm_algorithm* const* law = aqm_algorithms; *law != 0 && count < LAWS_MAX; ++law) {
    if (is_for_firmware(*law)) {
      laws[count++] = *law;
    }
  }
}

#ifdef __cplusplus
}
#endif

#endif
