#include "models/aqm/registry.h"

/* One line per algorithm, sorted by name. */
#define ALGORITHMS(LINE) \
  LINE(ared)             \
  LINE(blue)             \
  LINE(choke)            \
  LINE(codel)            \
  LINE(codel_dt)         \
  LINE(codel_tail)       \
  LINE(docsis_pie)       \
  LINE(exp_red)          \
  LINE(pd_red)           \
  LINE(pi)               \
  LINE(pi2)              \
  LINE(pie)              \
  LINE(pie_draft)        \
  LINE(pie_linux)        \
  LINE(pie_linux_2014)   \
  LINE(red)              \
  LINE(rem)              \
  LINE(sfb)              \
  LINE(sred)             \
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
