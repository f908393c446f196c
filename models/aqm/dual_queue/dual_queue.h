/* Implements the coupled dual-queue AQM of Low Latency DOCSIS: a Classic queue under DOCSIS-PIE and
 * a low-latency queue with immediate marking, coupled by k sqrt(p), with queue protection.
 *
 * Sources: RFC 9332 (coupling; packets whose ECN field does not belong to their queue), RFC 9957
 * (queue protection), RFC 8034 (DOCSIS-PIE, by the functions of models/aqm/docsis_pie), DOCSIS
 * MULPI Annex M to P as docsis-ns3 has them. Sizes are Ethernet bytes, DA..FCS. Times are
 * nanoseconds in 64 bits and do not wrap, except where a name says otherwise. Probabilities are in
 * units of 2^-32, except Classic's p, which is UQ4.28.
 *
 * The owner of the two queues calls, in the order of time:
 *   dual_queue_arrive_ll       for a packet that is classified to the low-latency queue
 *   dual_queue_arrive_classic  for a packet that is classified to Classic, and for one that
 *                              dual_queue_arrive_ll redirects
 *   dual_queue_update          every 16 ms
 *   dual_queue_sample_loop     once per MAP, if the delay comes from a virtual queue ("V")
 *   dual_queue_align           every VQ_INTERVAL, if the delay comes from a virtual queue ("V")
 * The queue states passed to these functions exclude the packet that arrives. */
#ifndef DOCSIS_VP_AQM_DUAL_QUEUE_H
#define DOCSIS_VP_AQM_DUAL_QUEUE_H

#include "models/aqm/docsis_pie/docsis_pie_state.h"
#include "models/aqm/dual_queue/dual_queue_params.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DUAL_QUEUE_UPDATE_INTERVAL_US 16000u

/* Counters of one service flow, as operators read them; they wrap. */
typedef struct {
  uint32_t arrived;
  uint32_t arrived_ect0;
  uint32_t arrived_ect1;
  uint32_t arrived_ce;
  uint32_t marked;     /* packets on which CE was set here, whether they stay or are redirected */
  uint32_t sanctioned; /* packets redirected to Classic; 0 for Classic */
  uint32_t aqm_dropped;
  uint32_t full_dropped;
} dual_queue_counters;

typedef struct {
  docsis_pie_state classic; /* begins with its aqm_law */
  virtual_queue vq;
  virtual_queue_alignment alignment;
  uint64_t coupled_q32;        /* p_CL */
  uint64_t count_q32;          /* "recur" of the low-latency queue */
  uint64_t ect0_count_q32;     /* the same for its ECT(0) packets, at Classic's probability */
  uint64_t overload_count_q32; /* the same for its drops in overload */
  uint64_t classic_count_q32;  /* the same for ECT(1) and CE in Classic, if marked there */
  uint32_t interval_bytes;     /* low-latency arrivals since the last update */
  queue_protection_state protection;
  dual_queue_counters ll_counters;
  dual_queue_counters classic_counters;
} dual_queue_state;

typedef struct {
  uint64_t now_ns;
  uint64_t flow; /* flow_identity_hash(); read only with queue protection */
  uint32_t size_bytes;
  uint8_t ecn; /* aqm_ecn */
} dual_queue_packet;

typedef enum {
  DUAL_QUEUE_ACCEPT = AQM_ACCEPT,
  DUAL_QUEUE_MARK = AQM_MARK,
  DUAL_QUEUE_DROP = AQM_DROP,
  DUAL_QUEUE_DROP_FULL = AQM_DROP_FULL,
  DUAL_QUEUE_REDIRECT = 4, /* pass it to dual_queue_arrive_classic() now */
} dual_queue_verdict;

typedef struct {
  uint32_t verdict;         /* dual_queue_verdict */
  uint32_t mark;            /* 1: set CE, even if the packet is redirected */
  uint64_t delay_ns;        /* estimate that includes the packet; 0 for Classic */
  uint64_t prob_native_q32; /* result of the ramp; 0 for Classic */
  uint64_t prob_q32; /* low latency: max(probNative, p_CL); Classic: p_CL or this packet's p */
} dual_queue_decision;

void dual_queue_state_init(dual_queue_state* state);

/* Judges a packet that arrives at the low-latency queue, in this order:
 * 1. delay: with estimate "L" it is floor(8 x (bytes + size) x 10^9 / MAX_RATE), with "V" that of
 *    the virtual queue; 0 without a MAX_RATE;
 * 2. probNative, pL, and recur, which selects packets. A selected packet is marked if it is not
 *    Not-ECT. Not-ECT packets advance the count as well. ect0_in_ll says whether ECT(0) has a
 *    separate count at Classic's probability, or is treated like ECT(1);
 * 3. queue protection with probNative: a sanctioned packet is redirected;
 * 4. overload: with overload_drops, while p_CL is 1, packets are dropped at Classic's probability,
 *    whatever their ECN field;
 * 5. a selected Not-ECT packet is dropped if queue protection is off;
 * 6. room: with "V" the delay must be below floor((buffer - 2000) x 8 x 10^9 / MAX_RATE). With "L",
 *    or if there is no MAX_RATE, bytes + size must be below buffer - 2000. ll->full also
 *    refuses the packet. A packet without room also resets the counts, because its loss already
 *    signals congestion.
 * A packet that is dropped or redirected is taken off the virtual queue again. */
dual_queue_decision dual_queue_arrive_ll(dual_queue_state* state, const dual_queue_params* params,
                                         const aqm_queue* ll, const dual_queue_packet* packet);

/* Judges a packet that arrives at Classic: passes `random` on to docsis_pie_enqueue(). With
 * ect1_in_classic, ECT(1) and CE are marked at p_CL instead of dropped, except in overload and if
 * the queue is full. */
dual_queue_decision dual_queue_arrive_classic(dual_queue_state* state,
                                              const dual_queue_params* params,
                                              const aqm_queue* classic,
                                              const dual_queue_packet* packet, uint32_t random);

/* Call it every 16 ms. Computes r_L, r_C and qdelay_C, runs docsis_pie_update() with that delay,
 * then computes p_CL: k sqrt(p), or 0 while burst allowance remains. r_L counts the bytes that
 * arrived and were not redirected. */
void dual_queue_update(dual_queue_state* state, const dual_queue_params* params,
                       const aqm_queue* classic);

/* Computes what dual_queue_update() computes, for a law that runs outside of the data path.
 * classic_state: a copy of Classic's state. interval_bytes: the low-latency bytes that arrived in
 * the interval. Returns p_CL. */
uint64_t dual_queue_run_law(docsis_pie_state* classic_state, const dual_queue_params* params,
                            const aqm_queue* classic, uint32_t interval_bytes);
/* Copies such a result into the state: p_CL always, the law by the rules of aqm_law_commit().
 * Returns 1 if status and burst allowance were copied, else 0. */
int dual_queue_commit(dual_queue_state* state, const aqm_law* law, uint64_t coupled_q32);

/* See virtual_queue.h. Both functions do nothing with estimate "L". */
void dual_queue_sample_loop(dual_queue_state* state, const dual_queue_params* params,
                            uint32_t loop_delay_ns);
void dual_queue_align(dual_queue_state* state, const dual_queue_params* params,
                      uint32_t queued_bytes);

/* Returns qdelay_C as an update would compute it now, in microseconds. */
uint32_t dual_queue_classic_delay_us(const dual_queue_state* state, const dual_queue_params* params,
                                     const aqm_queue* classic);

/* The Traffic Class or TOS octet of a packet after a sanction: DSCP and ECN as configured. A packet
 * that was marked stays CE. */
uint8_t dual_queue_remarked(const dual_queue_params* params, uint8_t traffic_class);

#ifdef __cplusplus
}
#endif

#endif
