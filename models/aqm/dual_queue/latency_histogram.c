#include "models/aqm/dual_queue/latency_histogram.h"

#include "models/aqm/dual_queue/exact_ratio.h"

#define MILLION 1000000u

const char* latency_histogram_check(const latency_histogram_config* config) {
  if (config->edges < 1 || config->edges > LATENCY_HISTOGRAM_EDGES_MAX) {
    return "edges: expected 1..15";
  }
  if (config->edge_10us[0] == 0) {
    return "edge_10us: expected at least 1, the first bin begins at 0";
  }
  for (uint32_t i = 1; i < config->edges; ++i) {
    if (config->edge_10us[i] <= config->edge_10us[i - 1]) {
      return "edge_10us: expected ascending edges";
    }
  }
  return 0;
}

latency_histogram_config latency_histogram_usual(void) {
  const latency_histogram_config usual = {
      15, {5, 10, 25, 50, 100, 200, 500, 1000, 2000, 3000, 4000, 5000, 10000, 15000, 20000}};
  return usual;
}

void latency_histogram_clear(latency_histogram* histogram) {
  for (uint32_t i = 0; i < LATENCY_HISTOGRAM_BINS_MAX; ++i) {
    histogram->bins[i] = 0;
  }
  histogram->updates = 0;
  histogram->max_ns = 0;
}

static uint64_t edge_ns(const latency_histogram_config* config, uint32_t index) {
  return (uint64_t)config->edge_10us[index] * LATENCY_HISTOGRAM_EDGE_NS;
}

void latency_histogram_count(latency_histogram* histogram, const latency_histogram_config* config,
                             uint64_t latency_ns) {
  uint32_t bin = 0;
  while (bin < config->edges && latency_ns >= edge_ns(config, bin)) {
    ++bin;
  }
  ++histogram->bins[bin];
  ++histogram->updates;
  if (latency_ns > histogram->max_ns) {
    histogram->max_ns = latency_ns;
  }
}

uint64_t latency_histogram_quantile_ns(const latency_histogram* histogram,
                                       const latency_histogram_config* config,
                                       uint32_t millionths) {
  const uint64_t wanted = (uint64_t)histogram->updates * millionths; /* in millionths of packets */
  uint64_t below = 0;
  uint64_t begin_ns = 0;
  for (uint32_t bin = 0; bin <= config->edges; ++bin) {
    const uint64_t in_bin = (uint64_t)histogram->bins[bin] * MILLION;
    const uint64_t edge = bin < config->edges ? edge_ns(config, bin) : histogram->max_ns;
    const uint64_t end_ns = edge < histogram->max_ns ? edge : histogram->max_ns;
    if (in_bin != 0 && wanted <= below + in_bin) {
      return begin_ns + aqm_mul_div(end_ns - begin_ns, wanted - below, in_bin);
    }
    below += in_bin;
    begin_ns = end_ns;
  }
  return histogram->max_ns;
}
