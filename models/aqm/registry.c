#include "models/aqm/registry.h"

extern const aqm_algorithm codel_algorithm;
extern const aqm_algorithm codel_dt_algorithm;
extern const aqm_algorithm codel_tail_algorithm;
extern const aqm_algorithm docsis_pie_algorithm;
extern const aqm_algorithm tail_drop_algorithm;

const aqm_algorithm* const aqm_algorithms[] = {
    &codel_algorithm,      &codel_dt_algorithm,  &codel_tail_algorithm,
    &docsis_pie_algorithm, &tail_drop_algorithm, 0,
};

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
