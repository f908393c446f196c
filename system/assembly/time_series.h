// Writes timeseries.csv: samples of queues and of TCP.
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
  // Prediction of the AQM algorithm; empty without a periodic law.
  std::optional<double> predicted_delay_ms;
  std::optional<double> drop_probability;
  // Tokens of the modem's shaper.
  std::optional<std::uint64_t> sustained_tokens_bytes;
  std::optional<std::uint64_t> peak_tokens_bytes;
  // Rate-shaping queue and transmit queue, if the flow has both: depths, and the waits of the
  // packet that left last.
  std::optional<std::uint64_t> shaping_queue_packets;
  std::optional<std::uint64_t> transmit_queue_packets;
  std::optional<double> shaping_delay_ms;
  std::optional<double> transmit_delay_ms;
  // Loads of the modem since its previous row, 0 to 1: port cycles that moved data; CPU cycles
  // without sleep.
  std::optional<double> port_load;
  std::optional<double> cpu_load;
  // Packets of the flow that wait for firmware's verdict.
  std::optional<std::uint64_t> hold_packets;
  std::optional<std::uint64_t> hold_bytes;
  // Grants missed since the flow's previous row.
  std::optional<std::uint64_t> missed_grants;
};

// Sums over the open connections of a flow.
struct TcpSample {
  std::uint64_t cwnd_bytes = 0;
  std::optional<std::uint64_t> ssthresh_bytes;  // empty: at least one is still unlimited
  std::uint64_t flight_bytes = 0;
  std::optional<double> srtt_ms;  // mean
};

// Rows of one instant are written in the order of their places, whichever came first. One text
// holds them in the order of arrival: thousands of strings would sweep the host's caches. After the
// first instant nothing more is allocated.
class TimeSeries {
 public:
  // Writes the header line; each given stream gets the rows.
  void write_to(std::ostream& to);
  bool wanted() const { return !to_.empty(); }

  // Reserves so many places behind the earlier ones; returns the first.
  unsigned take_places(std::size_t count);

  // `at` never decreases between calls.
  void add(TimePs at, unsigned place, const std::string& modem, const std::string& service_flow,
           const QueueSample& sample);
  void add(TimePs at, unsigned place, const std::string& modem, const std::string& flow,
           const TcpSample& sample);
  // Writes the rows of the last instant.
  void flush();

 private:
  struct Row {
    unsigned place = 0;
    std::size_t begin = 0;  // in the text
    std::size_t end = 0;    // valid once there is a next row
  };

  // Returns where a row's text continues after the time.
  std::string& begin_row(TimePs at, unsigned place);

  std::vector<std::ostream*> to_;
  TimePs instant_ = -1;
  std::string time_;  // as text
  unsigned places_ = 0;
  std::string text_;       // text of the instant's rows
  std::vector<Row> rows_;  // positions of the rows in text_
};

}  // namespace docsis_vp::system
