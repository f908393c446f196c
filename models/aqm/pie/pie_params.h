/* Declares the parameters of PIE, RFC 8033, and of its variants. */
#ifndef DOCSIS_VP_PIE_PARAMS_H
#define DOCSIS_VP_PIE_PARAMS_H

#include "models/aqm/aqm.h"
#include "models/aqm/byte_time.h"
#include "models/aqm/departure_meter.h"
#include "models/aqm/option.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PIE_TARGET_DEFAULT_US 15000u       /* QDELAY_REF, RFC 8033 sec. 4.2; Linux */
#define PIE_DRAFT_TARGET_DEFAULT_US 20000u /* draft of 2013; Linux of 2014 */
#define PIE_DELAY_MAX_US 16777215u         /* queue delays saturate here */

/* Probabilities in UQ4.28. */
#define PIE_P_1 268435456u
#define PIE_P_LOW 228170138u /* 0.85, rounded up */

typedef enum {
  PIE_RFC8033 = 0,
  PIE_DRAFT = 1,      /* draft of 2013, as in CableLabs' ns-2 model */
  PIE_LINUX = 2,      /* sch_pie of Linux since 2019 */
  PIE_LINUX_2014 = 3, /* sch_pie before 2019, when it began to follow the RFC */
} pie_flavour;

typedef enum {
  PIE_BY_TIMESTAMP = 0,      /* sojourn time of the packet that left last */
  PIE_BY_DEPARTURE_RATE = 1, /* Little's law on a measured rate */
  PIE_BY_TOKEN_BUCKET = 2,   /* the service flow's rates and the bucket's tokens, RFC 8034 */
} pie_estimator;

/* Indices into the options of all variants. */
enum {
  PIE_T_UPDATE,
  PIE_ALPHA,
  PIE_BETA,
  PIE_MAX_BURST,
  PIE_ESTIMATOR,
  PIE_DQ_THRESHOLD,
  PIE_MEAN_PKTSIZE,
  PIE_BYTE_MODE,
  PIE_DERANDOMIZE,
  PIE_STEP_CAP,
  PIE_ACTIVE_AT_THIRD,
  PIE_ECN,
  PIE_MAX_ECNTH,
  PIE_EXCLUDE_CE,
};
extern const aqm_option pie_options[];
extern const aqm_option pie_draft_options[];
extern const aqm_option pie_linux_options[];
extern const aqm_option pie_linux_2014_options[];

typedef struct {
  uint64_t alpha_q48; /* per microsecond */
  uint64_t beta_q48;
  uint32_t flavour; /* pie_flavour */
  uint32_t target_us;
  uint32_t update_us;
  uint32_t max_burst_us;
  uint32_t estimator; /* pie_estimator */
  aqm_meter_params meter;
  aqm_byte_time peak; /* rates of the token-bucket estimator only */
  aqm_byte_time msr;
  uint32_t spared_bytes;   /* a packet is not dropped if at most this many bytes are queued */
  uint32_t size_scale_q32; /* 1 / MEAN_PKTSIZE in byte mode, else 0 */
  uint32_t most_q28;       /* upper limit of p: 1; higher in the draft's DOCSIS mode */
  uint32_t derandomize;
  uint32_t step_cap;
  uint32_t active_at_third;
  uint32_t use_ecn;
  uint32_t max_ecnth_q28;
  uint32_t exclude_ce;
  uint32_t limit_bytes;   /* 0: no limit */
  uint32_t limit_packets; /* 0: no limit */
} pie_params;

/* Reads the options of the variant. Returns 0, or a sentence that names the key and the
 * expectation. */
const char* pie_params_init(pie_params* params, pie_flavour flavour, const aqm_config* config,
                            const uint32_t* options);

#ifdef __cplusplus
}
#endif

#endif
