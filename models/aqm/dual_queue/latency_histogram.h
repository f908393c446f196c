/* Counts packet latencies in a histogram as a modem reports it: up to 16 bins, the maximum, and the
 * number of packets.
 *
 * Sources: DOCSIS TLV 24.40.6 and 25.40.6 (edges of 16 bits), DOCS-QOS3-MIB (maximum, updates, 16
 * bins). The unit of the edges, 10 us, is our reading: operators' edges are all multiples of it. */
#ifndef DOCSIS_VP_AQM_LATENCY_HISTOGRAM_H
#define DOCSIS_VP_AQM_LATENCY_HISTOGRAM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LATENCY_HISTOGRAM_BINS_MAX 16u
#define LATENCY_HISTOGRAM_EDGES_MAX 15u
#define LATENCY_HISTOGRAM_EDGE_NS 10000u

/* Edges in units of 10 us, ascending. Bin i holds edge[i-1] <= latency < edge[i]; the first bin
 * begins at 0, the last has no end. */
typedef struct {
  uint32_t edges; /* number of edges, 1 .. 15; there is one bin more */
  uint16_t edge_10us[LATENCY_HISTOGRAM_EDGES_MAX];
} latency_histogram_config;

/* Counts wrap after 2^32 packets. */
typedef struct {
  uint32_t bins[LATENCY_HISTOGRAM_BINS_MAX];
  uint32_t updates; /* packets counted */
  uint64_t max_ns;  /* largest latency */
} latency_histogram;

/* Returns 0, or a sentence that names the key and the expectation. */
const char* latency_histogram_check(const latency_histogram_config* config);
/* Edges of a public operator's tool, ms: 0.05 0.1 0.25 0.5 1 2 5 10 20 30 40 50 100 150 200. */
latency_histogram_config latency_histogram_usual(void);
void latency_histogram_clear(latency_histogram* histogram);
void latency_histogram_count(latency_histogram* histogram, const latency_histogram_config* config,
                             uint64_t latency_ns);

/* Returns the latency below which `millionths` of the packets lie (500 000: p50, 990 000: p99). It
 * interpolates linearly inside the bin in which the count reaches millionths x updates / 10^6, and
 * rounds down. A bin ends at the maximum if that lies below the bin's upper edge; the last bin
 * always does. The error is therefore at most the width of the bin, and no quantile exceeds the
 * maximum. Returns 0 without packets. millionths: 0 .. 10^6. */
uint64_t latency_histogram_quantile_ns(const latency_histogram* histogram,
                                       const latency_histogram_config* config, uint32_t millionths);

#ifdef __cplusplus
}
#endif

#endif
