#include "models/aqm/option.h"

uint32_t aqm_count_options(const aqm_option* options) {
  uint32_t count = 0;
  while (options[count].name != 0) {
    ++count;
  }
  return count;
}

void aqm_initial_options(const aqm_option* options, uint32_t* values) {
  for (uint32_t i = 0; options[i].name != 0; ++i) {
    values[i] = options[i].initial;
  }
}

const aqm_option* aqm_check_options(const aqm_option* options, const uint32_t* values) {
  for (uint32_t i = 0; options[i].name != 0; ++i) {
    if (values[i] < options[i].low || values[i] > options[i].high) {
      return &options[i];
    }
  }
  return 0;
}

uint32_t aqm_option_value(const aqm_option* options, const uint32_t* values, uint32_t index) {
  return values != 0 ? values[index] : options[index].initial;
}
