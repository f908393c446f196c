/* How an algorithm describes the parameters of its own, those beyond aqm_config: from the
 * description come the keys of scenarios, their checks and their reference. */
#ifndef DOCSIS_VP_AQM_OPTION_H
#define DOCSIS_VP_AQM_OPTION_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AQM_OPTIONS_MAX 24

typedef enum {
  AQM_NUMBER, /* a number written with `decimals` digits after the point */
  AQM_SWITCH, /* 0 or 1 */
  AQM_CHOICE, /* one of `choices` */
} aqm_option_kind;

typedef struct {
  const char* name; /* key of a scenario, with its unit: "interval_ms" */
  aqm_option_kind kind;
  uint32_t decimals;           /* the value is the number as written, times 10^decimals */
  uint32_t initial, low, high; /* values; low and high belong to the range */
  const char* const* choices;  /* names of the values 0, 1, ...; ends with 0 */
  const char* source_name;     /* in its source: "INTERVAL" */
  const char* source;          /* document and section of name and initial value */
  const char* says;            /* one sentence */
} aqm_option;

/* Ends a list of options. */
#define AQM_OPTIONS_END \
  { 0, AQM_NUMBER, 0, 0, 0, 0, 0, 0, 0, 0 }

/* How many there are. */
uint32_t aqm_count_options(const aqm_option* options);
void aqm_initial_options(const aqm_option* options, uint32_t* values);
/* The first option whose value is out of range; 0: all are in range. */
const aqm_option* aqm_check_options(const aqm_option* options, const uint32_t* values);
/* Value number `index`, the initial one where `values` is 0. */
uint32_t aqm_option_value(const aqm_option* options, const uint32_t* values, uint32_t index);

#ifdef __cplusplus
}
#endif

#endif
