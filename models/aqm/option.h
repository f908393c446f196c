/* Describes an algorithm's own parameters, beyond aqm_config. The keys of scenarios, their
 * checks and their reference come from this description. */
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
  uint32_t decimals;           /* the value is the written number times 10^decimals */
  uint32_t initial, low, high; /* values; the range includes low and high */
  const char* const* choices;  /* names of the values 0, 1, ...; ends with 0 */
  const char* source_name;     /* name in its source: "INTERVAL" */
  const char* source;          /* document and section of name and initial value */
  const char* says;            /* description, one sentence */
} aqm_option;

/* Ends a list of options. */
#define AQM_OPTIONS_END \
  { 0, AQM_NUMBER, 0, 0, 0, 0, 0, 0, 0, 0 }

/* Number of options. */
uint32_t aqm_count_options(const aqm_option* options);
void aqm_initial_options(const aqm_option* options, uint32_t* values);
/* Returns the first option whose value is out of range; 0: all are in range. */
const aqm_option* aqm_check_options(const aqm_option* options, const uint32_t* values);
/* Returns value number `index`, or the initial one if `values` is 0. */
uint32_t aqm_option_value(const aqm_option* options, const uint32_t* values, uint32_t index);

#ifdef __cplusplus
}
#endif

#endif
