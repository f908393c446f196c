/* Declares the options that laws built on RED take over from it. */
#ifndef DOCSIS_VP_RED_SHARED_OPTIONS_H
#define DOCSIS_VP_RED_SHARED_OPTIONS_H

#include "models/aqm/option.h"
#include "models/aqm/red/red_params.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const char* const red_thresholds_names[];
extern const char* const red_spread_names[];

#ifdef __cplusplus
}
#endif

/* Rows of an option table, with the indices RED_THRESHOLDS to RED_MARK_FORCED. The defaults are
 * those of Adaptive RED. clang-format would put each value on a line of its own. */
/* clang-format off */
#define RED_SHARED_OPTIONS \
  {"thresholds", AQM_CHOICE, 0, RED_BY_TARGET, 0, RED_BY_BUFFER, red_thresholds_names, "thresh_", \
   "RED, see red", "What the thresholds come from, see red."}, \
  {"min_packets", AQM_NUMBER, 3, 5000, 1, 1000000000, 0, "minth", "RED, see red", \
   "Average queue, in usual packets, below which none is dropped."}, \
  {"max_packets", AQM_NUMBER, 3, 15000, 2, 1000000000, 0, "maxth", "RED, see red", \
   "Average queue, in usual packets, where the probability is max_p."}, \
  {"max_p", AQM_NUMBER, 6, 100000, 1, 1000000, 0, "maxp", "RED, see red", \
   "Drop probability at the upper threshold, to begin with."}, \
  {"gentle", AQM_SWITCH, 0, 1, 0, 1, 0, "gentle_", "RED, see red", \
   "Let the probability rise from max_p to 1 over another max_packets instead of at once."}, \
  {"weight", AQM_NUMBER, 9, 0, 0, 1000000000, 0, "w_q", "RED, see red", \
   "Weight of a new sample in the average; 0: from the flow's rate and weight_rtt_ms."}, \
  {"weight_rtt_ms", AQM_NUMBER, 3, 100000, 0, 10000000, 0, "RTT", "RED, see red", \
   "Average over ten such round trips; 0: over the time of one packet."}, \
  {"spread", AQM_CHOICE, 0, RED_WAIT, 0, RED_CLASSIC, red_spread_names, "wait_", "RED, see red", \
   "How drops are spread, see red."}, \
  {"byte_mode", AQM_SWITCH, 0, 0, 0, 1, 0, "bytes_", "RED, see red", \
   "Measure the queue, and weigh packets, in bytes."}, \
  {"mean_packet_bytes", AQM_NUMBER, 0, 1500, 256, 2000, 0, "mean_pktsize_", "RED, see red", \
   "A usual packet."}, \
  {"ecn", AQM_SWITCH, 0, 0, 0, 1, 0, "setbit_", "RED, see red", \
   "Mark ECN-capable packets instead of dropping them, while a drop would be by chance."}, \
  {"exclude_ce", AQM_SWITCH, 0, 0, 0, 1, 0, "CE", "oslo-2013 sec. 7", \
   "Packets that carry CE already do not count in the average."}, \
  {"mark_forced", AQM_SWITCH, 0, 0, 0, 1, 0, "no TC_RED_HARDDROP", "Linux sch_red.c", \
   "With ecn: mark also where the average forces a drop."}
/* clang-format on */

#endif
