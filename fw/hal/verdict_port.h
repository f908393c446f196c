/* Accesses the verdict port, which shows the packet at the head of a queue. Firmware must judge it
 * before the deadline of its grant. */
#ifndef FW_HAL_VERDICT_PORT_H
#define FW_HAL_VERDICT_PORT_H

#include "models/aqm/aqm.h"
#include "registers/soc.h"
#include "registers/verdict_port.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Inline, because every instruction counts against the deadline. */
static inline volatile verdict_port_t* verdict_port(void) {
  return (volatile verdict_port_t*)SOC_VERDICT_PORT_BASE;
}

/* Returns whether firmware judges the heads; if not, no other register of the port exists. */
static inline int verdict_port_is_used(void) {
  return (verdict_port()->setup & VERDICT_PORT__SETUP__FIRMWARE_bm) != 0;
}
static inline void verdict_port_enable_interrupt(void) {
  verdict_port()->interrupt_enable = VERDICT_PORT__INTERRUPT_ENABLE__WAITING_bm;
}

/* Returns the waiting head, or 0; one read. */
static inline uint32_t verdict_port_head(void) {
  return verdict_port()->head;
}
static inline uint32_t verdict_port_flow_of(uint32_t head) {
  return (head & VERDICT_PORT__HEAD__FLOW_bm) >> VERDICT_PORT__HEAD__FLOW_bp;
}
/* Each of these functions costs one read. */
static inline void verdict_port_read_packet(uint32_t head, aqm_packet* packet) {
  packet->size_bytes = head & VERDICT_PORT__HEAD__SIZE_bm;
  packet->ecn = (uint8_t)((head & VERDICT_PORT__HEAD__ECN_bm) >> VERDICT_PORT__HEAD__ECN_bp);
  packet->enqueued_us = verdict_port()->enqueued_us;
}
/* Bytes in the queue, without the head and without earlier packets that will be dropped. */
static inline uint32_t verdict_port_behind_bytes(void) {
  return verdict_port()->behind_bytes;
}
static inline void verdict_port_judge(uint32_t head, aqm_verdict verdict) {
  const uint32_t number = (head & VERDICT_PORT__HEAD__SERIAL_bm) >> VERDICT_PORT__HEAD__SERIAL_bp;
  verdict_port()->verdict = number << VERDICT_PORT__VERDICT__SERIAL_bp | (uint32_t)verdict;
}

#ifdef __cplusplus
}
#endif

#endif
