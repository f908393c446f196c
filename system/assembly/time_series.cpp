#include "system/assembly/time_series.h"

#include "system/json/writer.h"

namespace docsis_vp::system {

namespace {

std::string cell(double value) {
  return ',' + json_number(value);
}
std::string cell(std::uint64_t value) {
  return ',' + std::to_string(value);
}
std::string cell(const std::string& text) {
  return ',' + text;
}
template <class T>
std::string cell(const std::optional<T>& value) {
  return value ? cell(*value) : ",";
}

}  // namespace

void TimeSeries::write_to(std::ostream& to) {
  to_ = &to;
  to << "time_s,modem,service_flow,queue_bytes,predicted_delay_ms,measured_delay_ms,"
        "drop_probability,sustained_tokens_bytes,peak_tokens_bytes,"
        "flow,cwnd_bytes,ssthresh_bytes,flight_bytes,srtt_ms\n";
}

unsigned TimeSeries::take_places(std::size_t count) {
  const unsigned first = places_;
  places_ += static_cast<unsigned>(count);
  return first;
}

void TimeSeries::add(TimePs at, unsigned place, const std::string& modem,
                     const std::string& service_flow, const QueueSample& sample) {
  static const std::string no_tcp = ",,,,,";
  put(at, place,
      json_number(to_seconds(at)) + cell(modem) + cell(service_flow) + cell(sample.queue_bytes) +
          cell(sample.predicted_delay_ms) + cell(sample.measured_delay_ms) +
          cell(sample.drop_probability) + cell(sample.sustained_tokens_bytes) +
          cell(sample.peak_tokens_bytes) + no_tcp);
}

void TimeSeries::add(TimePs at, unsigned place, const std::string& modem, const std::string& flow,
                     const TcpSample& sample) {
  static const std::string no_queue = ",,,,,,,";
  put(at, place,
      json_number(to_seconds(at)) + cell(modem) + no_queue + cell(flow) + cell(sample.cwnd_bytes) +
          cell(sample.ssthresh_bytes) + cell(sample.flight_bytes) + cell(sample.srtt_ms));
}

void TimeSeries::put(TimePs at, unsigned place, std::string row) {
  if (at != instant_) {
    flush();
    instant_ = at;
  }
  rows_[place] = std::move(row);
}

void TimeSeries::flush() {
  for (const auto& [place, row] : rows_) {
    *to_ << row << '\n';
  }
  rows_.clear();
}

}  // namespace docsis_vp::system
