/* Accesses the ingress hold, a ring of packets that wait for firmware's verdict. */
#ifndef FW_HAL_INGRESS_HOLD_H
#define FW_HAL_INGRESS_HOLD_H

#include "models/aqm/aqm.h"
#include "registers/ingress_hold.h"
#include "registers/soc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Inline: handling a packet costs few instructions, so a call would matter. */
static inline volatile ingress_hold_t* ingress_hold(void) {
  return (volatile ingress_hold_t*)SOC_INGRESS_HOLD_BASE;
}

/* Returns the number of slots (descriptors) of the ring, a multiple of 8; 0: hardware judges. */
uint32_t ingress_hold_slots(void);
/* Returns 1 if the configuration asks for batches: firmware then reads the queue length once for
 * all waiting packets of a flow, and adds each packet that it accepts. Returns 0 if firmware reads
 * the length for each packet. */
uint32_t ingress_hold_wants_batches(void);
void ingress_hold_enable_interrupt(void);

static inline uint32_t ingress_hold_produced(void) {
  return ingress_hold()->produced;
}
static inline uint32_t ingress_hold_consumed(void) {
  return ingress_hold()->consumed;
}
/* Doorbell: releases the descriptors of the first `packets` packets since the start. A descriptor
 * is free once its packet also has a verdict, and its write to queue memory has ended or was
 * cancelled. */
static inline void ingress_hold_consume(uint32_t packets) {
  ingress_hold()->consumed = packets;
}

/* Returns whether the slot's packet is still in the hold; one read. */
static inline int ingress_hold_waits(uint32_t slot) {
  return ingress_hold()->slot[slot].packet != 0;
}

/* Each of these functions costs one read. read_packet returns the packet's service flow. */
static inline uint32_t ingress_hold_read_packet(uint32_t slot, aqm_packet* packet) {
  const uint32_t word = ingress_hold()->slot[slot].packet;
  packet->size_bytes = word & HELD_PACKET__PACKET__SIZE_bm;
  packet->ecn = (uint8_t)((word & HELD_PACKET__PACKET__ECN_bm) >> HELD_PACKET__PACKET__ECN_bp);
  return (word & HELD_PACKET__PACKET__FLOW_bm) >> HELD_PACKET__PACKET__FLOW_bp;
}
static inline void ingress_hold_read_queue(uint32_t slot, aqm_queue* queue) {
  const uint32_t word = ingress_hold()->slot[slot].queue;
  queue->bytes = word & HELD_PACKET__QUEUE__DEPTH_BYTES_bm;
  queue->full = word >> HELD_PACKET__QUEUE__FULL_bp;
}
static inline uint32_t ingress_hold_random(uint32_t slot) {
  return ingress_hold()->slot[slot].random;
}

/* Values that laws other than DOCSIS-PIE use. Each function costs one read. */
static inline uint32_t ingress_hold_arrived_us(uint32_t slot) {
  return ingress_hold()->slot[slot].arrived_us;
}
static inline uint32_t ingress_hold_depth_packets(uint32_t slot) {
  return ingress_hold()->slot[slot].depth_packets;
}
static inline uint32_t ingress_hold_msr_tokens(uint32_t slot) {
  return ingress_hold()->slot[slot].msr_tokens;
}

static inline void ingress_hold_read_marks(uint32_t slot, aqm_queue* queue) {
  queue->ce_bytes = ingress_hold()->slot[slot].ce_bytes;
  queue->ce_packets = ingress_hold()->slot[slot].ce_packets;
}

/* Returns the first word of the oldest record in the log of departures, or 0 if the log is empty;
 * one read. Reading the rest of the record and removing it takes five more accesses. */
static inline uint32_t ingress_hold_departure(void) {
  return ingress_hold()->departure;
}
static inline uint32_t ingress_hold_departure_flow(uint32_t departure) {
  return (departure & INGRESS_HOLD__DEPARTURE__FLOW_bm) >> INGRESS_HOLD__DEPARTURE__FLOW_bp;
}
/* Low eight bits of the AQM engine's tick count. */
static inline uint32_t ingress_hold_departure_tick(uint32_t departure) {
  return (departure & INGRESS_HOLD__DEPARTURE__TICK_bm) >> INGRESS_HOLD__DEPARTURE__TICK_bp;
}
static inline void ingress_hold_read_departure(uint32_t departure, aqm_packet* packet,
                                               aqm_queue* behind) {
  packet->size_bytes = departure & INGRESS_HOLD__DEPARTURE__SIZE_bm;
  packet->ecn =
      (uint8_t)((departure & INGRESS_HOLD__DEPARTURE__ECN_bm) >> INGRESS_HOLD__DEPARTURE__ECN_bp);
  packet->enqueued_us = ingress_hold()->departure_accepted_us;
  behind->bytes = ingress_hold()->departure_behind_bytes;
  behind->packets = ingress_hold()->departure_behind_packets;
}
static inline uint32_t ingress_hold_departure_left_us(void) {
  return ingress_hold()->departure_left_us;
}
static inline void ingress_hold_take_departure(void) {
  ingress_hold()->departure_taken = 0;
}

/* Verdicts are written for groups of eight slots. One word holds the verdicts of a group, 4 bits
 * per slot. */
#define INGRESS_HOLD_GROUP 8u
static inline uint32_t ingress_hold_verdict(uint32_t slot, aqm_verdict verdict) {
  return ((uint32_t)verdict + 1) << 4 * (slot % INGRESS_HOLD_GROUP);
}
static inline void ingress_hold_judge(uint32_t slot, uint32_t verdicts) {
  ingress_hold()->verdict[slot / INGRESS_HOLD_GROUP] = verdicts;
}

#ifdef __cplusplus
}
#endif

#endif
