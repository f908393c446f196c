/* Flow Random Early Drop (Lin and Morris, "Dynamics of Random Early Detection", SIGCOMM 1997): RED
 * with a count of the queued packets of each active flow. A flow with less than its share of the
 * average queue loses nothing by chance. A flow that keeps exceeding its share is held to it.
 *
 * Fixed point: the average queue and its thresholds are UQ32.32 packets. Probabilities are Q32. */
#ifndef DOCSIS_VP_FRED_H
#define DOCSIS_VP_FRED_H

#include "models/aqm/aqm.h"
#include "models/aqm/option.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FRED_FLOWS 256u /* entries of the table; flows that hash to one entry count as one */

/* Indices into fred_options. */
enum {
  FRED_MIN,
  FRED_MAX,
  FRED_MAX_P,
  FRED_WEIGHT,
  FRED_MIN_FLOW,
  FRED_TWO_PACKETS,
  FRED_RTT,
  FRED_MEAN_PKTSIZE,
  FRED_ECN,
  FRED_EXCLUDE_CE,
};
extern const aqm_option fred_options[];

typedef struct {
  uint64_t min_q32;            /* minth */
  uint64_t max_q32;            /* maxth */
  uint64_t slope_q44;          /* maxp / (maxth - minth), for a packet */
  uint32_t max_flow_packets;   /* maxq = minth */
  uint32_t min_flow_packets;   /* minq */
  uint32_t weight_q32;         /* wq */
  uint32_t packets_per_us_q27; /* departures: packets that an idle time counts for */
  uint32_t two_packets;        /* not 0: from maxth on, each flow may queue two packets */
  uint32_t use_ecn;
  uint32_t exclude_ce;
  uint32_t limit_bytes;   /* 0: no limit */
  uint32_t limit_packets; /* 0: no limit */
} fred_params;

typedef struct {
  uint32_t packets; /* qlen: those of the flow that are queued */
  uint32_t strikes; /* times that the flow exceeded its share, since it became active */
} fred_flow;

typedef struct {
  uint64_t average_q32;
  uint32_t active; /* Nactive: flows with queued packets */
  uint32_t since;  /* count + 1: packets since the last drop by chance, while in random drop mode */
  uint32_t idle;   /* the queue has been empty since idle_since_us */
  uint32_t idle_since_us;
  fred_flow flows[FRED_FLOWS];
} fred_state;

/* Returns 0, or a sentence that names the key and what was expected. */
const char* fred_params_init(fred_params* params, const aqm_config* config,
                             const uint32_t* options);
void fred_state_init(fred_state* state);

/* Judges an arriving packet by its flow's share of the average queue. */
aqm_verdict fred_enqueue(fred_state* state, const fred_params* params, const aqm_queue* queue,
                         const aqm_packet* packet, uint32_t random);

/* Counts a packet that left. */
void fred_departed(fred_state* state, const fred_params* params, const aqm_queue* queue,
                   const aqm_packet* packet, uint32_t now_us);

/* See aqm.h. */
void fred_clamp_times(fred_state* state, const fred_params* params, uint32_t now_us);

#ifdef __cplusplus
}
#endif

#endif
