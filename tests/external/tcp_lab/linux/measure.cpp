#include "tests/external/tcp_lab/linux/measure.h"

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "tests/external/tcp_lab/linux/hystart_switch.h"
#include "tests/external/tcp_lab/linux/relay.h"

namespace docsis_vp::tcp_lab {
namespace {

constexpr int kPriority = 20;

struct Run {
  Record record;
  bool is_disturbed;
};

std::string text(double value, int digits) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(digits) << value;
  return out.str();
}

// A packet late by a fourth of the round trip, or one in a hundred by a millisecond.
bool is_disturbed(const Lateness& lateness, const Case& c) {
  return lateness.worst > c.rtt_ms * 250'000 || lateness.over_1ms * 100 > lateness.packets;
}

Run run_once(const Case& c) {
  if (c.congestion_control == "cubic") HystartSwitch::set(c.hystart);
  Observer observer(kSegmentBytes, c.bin_ns(), c.duration_ns());
  TransferBuffers buffers;
  buffers.receive_bytes = c.receive_buffer_bytes;
  LinuxTransfer transfer(c.congestion_control, buffers);
  run_in_real_time(kPriority);
  Relay relay(c, transfer, observer);
  relay.run();
  Record record = record_of(c, observer);
  record.facts.insert(transfer.facts().begin(), transfer.facts().end());
  if (c.congestion_control == "cubic") record.facts["hystart"] = c.hystart ? "1" : "0";
  record.facts["min_rtt_ms"] = text(transfer.sender_state().min_rtt_us / 1e3, 2);
  const Lateness& lateness = relay.lateness();
  record.facts["worst_late_ms"] = text(static_cast<double>(lateness.worst) / 1e6, 2);
  record.facts["late_by_1ms"] =
      std::to_string(lateness.over_1ms) + " of " + std::to_string(lateness.packets);
  return {std::move(record), is_disturbed(lateness, c)};
}

std::string range_of(const std::vector<Record>& records, double (*figure)(const Record&)) {
  const auto [low, high] = std::minmax_element(
      records.begin(), records.end(),
      [figure](const Record& a, const Record& b) { return figure(a) < figure(b); });
  return text(figure(*low), 1) + " to " + text(figure(*high), 1);
}

}  // namespace

Record measure_once(const Case& c) {
  return run_once(c).record;
}

Record measure_on_linux(const Case& c, int repetitions, int most_tries) {
  std::vector<Record> records;
  for (int tries = 0; static_cast<int>(records.size()) < repetitions; ++tries) {
    if (tries == most_tries) {
      throw TooBusy(c.name + ": this machine is too busy to measure on");
    }
    Run run = run_once(c);
    if (run.is_disturbed) {
      std::cerr << c.name << ": disturbed, again\n";
    } else {
      records.push_back(std::move(run.record));
    }
  }
  const std::string areas = range_of(records, cwnd_area);
  const std::string retransmissions =
      range_of(records, [](const Record& r) { return static_cast<double>(r.retransmissions); });
  const auto middle = records.begin() + repetitions / 2;
  std::nth_element(records.begin(), middle, records.end(),
                   [](const Record& a, const Record& b) { return cwnd_area(a) < cwnd_area(b); });
  middle->facts["runs"] = std::to_string(repetitions);
  middle->facts["area_of_all_runs"] = areas;
  middle->facts["retransmissions_of_all_runs"] = retransmissions;
  return *middle;
}

}  // namespace docsis_vp::tcp_lab
