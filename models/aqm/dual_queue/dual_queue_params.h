/* Declares the parameters of the coupled dual-queue AQM: those of the configuration, and those
 * derived from it. */
#ifndef DOCSIS_VP_AQM_DUAL_QUEUE_PARAMS_H
#define DOCSIS_VP_AQM_DUAL_QUEUE_PARAMS_H

#include "models/aqm/docsis_pie/docsis_pie_params.h"
#include "models/aqm/dual_queue/coupling.h"
#include "models/aqm/dual_queue/immediate_aqm.h"
#include "models/aqm/dual_queue/queue_protection.h"
#include "models/aqm/dual_queue/virtual_queue.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where a field permits it, selects the default, as if the TLV were absent. */
#define DUAL_QUEUE_ABSENT UINT32_MAX
#define DUAL_QUEUE_RATE_MAX UINT64_C(1000000000000) /* bit/s */
#define DUAL_QUEUE_LL_BUFFER_US 10000u              /* C.2.2.7.11.4 eq. 3: 10 ms of AMSR, */
#define DUAL_QUEUE_LL_BUFFER_FRAMES 20u             /* and at least 20 x 2000 bytes */

typedef enum {
  DUAL_QUEUE_DELAY_L = 0, /* the real queue at MAX_RATE: a CMTS, downstream */
  DUAL_QUEUE_DELAY_V = 1, /* the virtual queue: a modem, upstream */
} dual_queue_estimate;

typedef enum {
  DUAL_QUEUE_ECT0_CLASSIC = 0, /* RFC 9332: marked at Classic's probability */
  DUAL_QUEUE_ECT0_AS_ECT1 = 1, /* as docsis-ns3 does */
} dual_queue_ect0;

/* DUAL_QUEUE_ABSENT selects the value in brackets. */
typedef struct {
  uint64_t amsr_bits_per_s;        /* of the aggregate; 0 (not limited) .. 10^12 */
  uint64_t msr_l_bits_per_s;       /* of the low-latency flow; the same */
  uint64_t msr_c_bits_per_s;       /* of the Classic flow; the same */
  uint32_t estimate;               /* dual_queue_estimate */
  uint32_t maxth_us;               /* TLV 40.4: 0 .. 65535 [1000] */
  uint32_t lg_range;               /* TLV 40.5: 0 .. 31 [19] */
  uint32_t coupling_tenths;        /* TLV 42.5: 0 .. 255; 255 leaves the default [20] */
  uint32_t weight;                 /* TLV 42.6: 1 .. 255 of 256 [230] */
  uint32_t protect;                /* TLV 42.7, queue protection: 0 or 1 [1] */
  uint32_t critical_ql_us;         /* TLV 42.8: 0 .. 65535 [MAXTH, whole microseconds] */
  uint32_t critical_score_us;      /* TLV 42.9: 0 .. 65535 [4000] */
  uint32_t lg_aging;               /* TLV 42.10: 0 .. 31 [19] */
  uint32_t lg_tick;                /* log2 of T_RES in ns: 0 .. 16 [0] */
  uint32_t ll_buffer_bytes;        /* 2001 .. 2^31 [max(10 ms x AMSR / 8, 20 x 2000)] */
  uint32_t classic_buffer_bytes;   /* 1 .. 2^32 - 2; no default */
  uint32_t classic_buffer_packets; /* 0: no limit */
  uint32_t latency_target_us;      /* of DOCSIS-PIE: 1 .. 10^7 [10 000] */
  uint32_t ggr_bits_per_s;         /* of estimate "V", see virtual_queue_config */
  uint32_t ggi_us;
  uint32_t map_interval_ns;        /* [1 000 000] */
  uint32_t frame_ns;               /* [map_interval_ns] */
  uint32_t pgs_tenths;             /* [10] */
  uint32_t vq_lg_ewma;             /* [7] */
  uint32_t loop_delay_offset_maps; /* [0] */
  uint32_t ect0_in_ll;             /* dual_queue_ect0 [0] */
  uint32_t ect1_in_classic;        /* 0: DOCSIS-PIE drops it; 1: RFC 9332, marked at p_CL [0] */
  uint32_t overload_drops;         /* 1: low latency is dropped while p_CL is 1, RFC 9332 [1] */
  uint32_t remark_dscp;            /* for sanctioned packets: 0 .. 63 [unchanged] */
  uint32_t remark_ecn;             /* for sanctioned packets: 0 .. 3 [unchanged] */
} dual_queue_config;

typedef struct {
  docsis_pie_params classic; /* its rates are not used: the delay comes from the coupling */
  coupling_rates rates;
  immediate_aqm_ramp ramp;
  queue_protection_params protection;
  virtual_queue_params vq;
  uint64_t max_rate_bits_per_s;
  uint64_t ll_limit_ns;    /* limit of estimate "V": the delay must be below this */
  uint32_t ll_limit_bytes; /* limit of estimate "L": bytes + size must be below this */
  uint32_t ll_buffer_bytes;
  uint32_t coupling_tenths;
  uint32_t virtual_estimate; /* 1: "V", and MAX_RATE is not 0 */
  uint32_t protect;
  uint32_t ect0_in_ll;
  uint32_t ect1_in_classic;
  uint32_t overload_drops;
  uint32_t remark_dscp;
  uint32_t remark_ecn;
} dual_queue_params;

/* Returns a configuration with every optional field absent, and all rates and buffers 0. */
dual_queue_config dual_queue_config_absent(void);

/* Checks ranges and computes derived values. Only this function and the update divide. Returns 0,
 * or a sentence that names the key and the expectation. */
const char* dual_queue_params_init(dual_queue_params* params, const dual_queue_config* config);

#ifdef __cplusplus
}
#endif

#endif
