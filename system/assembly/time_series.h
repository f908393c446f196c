// timeseries.csv: what samplers saw of queues and of TCP.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::system {

struct QueueSample {
  std::uint64_t queue_bytes = 0;
  double measured_delay_ms = 0;  // of the packet that left last
  // What the AQM algorithm expects; none: it has no periodic law.
  std::optional<double> predicted_delay_ms;
  std::optional<double> drop_probability;
  // Of the shaper, where it is the modem's.
  std::optional<std::uint64_t> sustained_tokens_bytes;
  std::optional<std::uint64_t> peak_tokens_bytes;
  // Of the rate-shaping queue and the transmit queue behind it, where there are two: depths, and
  // what the packet that left last has waited in each.
  std::optional<std::uint64_t> shaping_queue_packets;
  std::optional<std::uint64_t> transmit_queue_packets;
  std::optional<double> shaping_delay_ms;
  std::optional<double> transmit_delay_ms;
  // Loads of the modem since its row before, 0 to 1: beats in which the queue memory's port moved
  // data, cycles in which the CPU did not sleep.
  std::optional<double> port_load;
  std::optional<double> cpu_load;
  // Packets of the flow that wait for firmware's verdict.
  std::optional<std::uint64_t> hold_packets;
  std::optional<std::uint64_t> hold_bytes;
  // Since the flow's row before.
  std::optional<std::uint64_t> missed_grants;
};

// Of the open connections of a flow together.
struct TcpSample {
  std::uint64_t cwnd_bytes = 0;
  std::optional<std::uint64_t> ssthresh_bytes;  // none: at least one is still unlimited
  std::uint64_t flight_bytes = 0;
  std::optional<double> srtt_ms;  // their mean
};

// Rows of one instant come in the order of their places, whoever looked first. They stand in one
// text, as they came: rows of thousands of queues with a string each would sweep the host's caches.
// Once an instant had them all, nothing is allocated.
class TimeSeries {
 public:
  // Writes the head; rows follow, to each stream that was given.
  void write_to(std::ostream& to);
  bool wanted() const { return !to_.empty(); }

  // So many places behind those taken before; the first of them.
  unsigned take_places(std::size_t count);

  // `at` never runs backwards.
  void add(TimePs at, unsigned place, const std::string& modem, const std::string& service_flow,
           const QueueSample& sample);
  void add(TimePs at, unsigned place, const std::string& modem, const std::string& flow,
           const TcpSample& sample);
  // What was added of the last instant.
  void flush();

 private:
  struct Row {
    unsigned place = 0;
    std::size_t begin = 0;  // in the text
    std::size_t end = 0;    // once there is a next one
  };

  // Where a row's text goes on after the time.
  std::string& begin_row(TimePs at, unsigned place);

  std::vector<std::ostream*> to_;
  TimePs instant_ = -1;
  std::string time_;  // as text
  unsigned places_ = 0;
  std::string text_;       // of the instant's rows,
  std::vector<Row> rows_;  // which these are
};

}  // namespace docsis_vp::system
