/* The ingress hold: a ring of packets that wait for firmware to judge them. */
#ifndef FW_HAL_INGRESS_HOLD_H
#define FW_HAL_INGRESS_HOLD_H

#include "models/aqm/aqm.h"
#include "registers/ingress_hold.h"
#include "registers/soc.h"

/* A packet costs a handful of instructions beside its law: here, not behind a call. */
static inline volatile ingress_hold_t* ingress_hold(void) {
  return (volatile ingress_hold_t*)SOC_INGRESS_HOLD_BASE;
}

/* Of the ring, a multiple of 8; 0: hardware decides. */
uint32_t ingress_hold_slots(void);
/* 1: all that wait are to be judged by one depth; else 0. */
uint32_t ingress_hold_wants_batches(void);
void ingress_hold_enable_interrupt(void);

static inline uint32_t ingress_hold_produced(void) {
  return ingress_hold()->produced;
}
/* The doorbell: the descriptors of so many packets may be used again. */
static inline void ingress_hold_consume(uint32_t packets) {
  ingress_hold()->consumed = packets;
}

/* One read each. Returns the packet's service flow. */
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

/* Verdicts go by groups of eight slots: a group's word of them, and a verdict's place in it. */
#define INGRESS_HOLD_GROUP 8u
static inline uint32_t ingress_hold_verdict(uint32_t slot, aqm_verdict verdict) {
  return ((uint32_t)verdict + 1) << 4 * (slot % INGRESS_HOLD_GROUP);
}
static inline void ingress_hold_judge(uint32_t slot, uint32_t verdicts) {
  ingress_hold()->verdict[slot / INGRESS_HOLD_GROUP] = verdicts;
}

#endif
