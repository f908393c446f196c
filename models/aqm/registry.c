#include "models/aqm/registry.h"

/* Laws that no firmware computes are left out of images that list what they compute. */
#ifdef AQM_FOR_FIRMWARE
#define OF_HARDWARE(LINE, name)
#else
#define OF_HARDWARE(LINE, name) LINE(name)
#endif

/* One line per algorithm, sorted by name. */
#define ALGORITHMS(LINE)   \
  LINE(afd)                \
  LINE(afd_delay)          \
  LINE(ared)               \
  LINE(blue)               \
  OF_HARDWARE(LINE, choke) \
  LINE(codel)              \
  LINE(codel_dt)           \
  LINE(codel_tail)         \
  LINE(docsis_pie)         \
  LINE(exp_red)            \
  OF_HARDWARE(LINE, fred)  \
  LINE(pd_red)             \
  LINE(pi)                 \
  LINE(pi2)                \
  LINE(pie)                \
  LINE(pie_draft)          \
  LINE(pie_linux)          \
  LINE(pie_linux_2014)     \
  LINE(re_ared)            \
  LINE(red)                \
  LINE(rem)                \
  OF_HARDWARE(LINE, sfb)   \
  OF_HARDWARE(LINE, sred)  \
  LINE(tail_drop)

#define DECLARE(name) extern const aqm_algorithm name##_algorithm;
ALGORITHMS(DECLARE)

#define ADDRESS(name) &name##_algorithm,
const aqm_algorithm* const aqm_algorithms[] = {ALGORITHMS(ADDRESS) 0};

static int same(const char* a, const char* b) {
  while (*a != 0 && *a == *b) {
    ++a;
    ++b;
  }
  return *a == *b;
}

const aqm_algorithm* aqm_find(const char* name) {
  const aqm_algorithm* const* algorithm = aqm_algorithms;
  while (*algorithm != 0 && !same((*algorithm)->name, name)) {
    ++algorithm;
  }
  return *algorithm;
}
