#include "system/assembly/time_series.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "system/json/writer.h"

namespace docsis_vp::system {

namespace {

// Writes the cells of a row.
class Cells {
 public:
  explicit Cells(std::string& text) : text_(text) {}

  Cells& operator<<(double value) {
    text_ += ',';
    append_json_number(text_, value);
    return *this;
  }
  Cells& operator<<(std::uint64_t value) {
    std::array<char, 21> digits;  // NOLINT: written before it is read
    digits[0] = ',';
    const auto end = std::to_chars(digits.data() + 1, digits.data() + digits.size(), value);
    text_.append(digits.data(), end.ptr);
    return *this;
  }
  Cells& operator<<(const std::string& text) {
    text_ += ',';
    text_ += text;
    return *this;
  }
  template <class T>
  Cells& operator<<(const std::optional<T>& value) {
    if (value) {
      return *this << *value;
    }
    return skip(1);
  }
  Cells& skip(std::size_t cells) {
    text_.append(cells, ',');
    return *this;
  }
  void end() { text_ += '\n'; }

 private:
  std::string& text_;
};

constexpr std::size_t kQueueCells = 11;
constexpr std::size_t kTcpCells = 5;
constexpr std::size_t kLoadCells = 5;

}  // namespace

void TimeSeries::write_to(std::ostream& to) {
  to_.push_back(&to);
  to << "time_s,modem,service_flow,queue_bytes,predicted_delay_ms,measured_delay_ms,"
        "drop_probability,sustained_tokens_bytes,peak_tokens_bytes,shaping_queue_packets,"
        "transmit_queue_packets,shaping_delay_ms,transmit_delay_ms,"
        "flow,cwnd_bytes,ssthresh_bytes,flight_bytes,srtt_ms,"
        "port_load,cpu_load,hold_packets,hold_bytes,missed_grants\n";
}

unsigned TimeSeries::take_places(std::size_t count) {
  const unsigned first = places_;
  places_ += static_cast<unsigned>(count);
  return first;
}

void TimeSeries::add(TimePs at, unsigned place, const std::string& modem,
                     const std::string& service_flow, const QueueSample& sample) {
  Cells row(begin_row(at, place));
  row << modem << service_flow << sample.queue_bytes << sample.predicted_delay_ms
      << sample.measured_delay_ms << sample.drop_probability << sample.sustained_tokens_bytes
      << sample.peak_tokens_bytes << sample.shaping_queue_packets << sample.transmit_queue_packets
      << sample.shaping_delay_ms << sample.transmit_delay_ms;
  row.skip(kTcpCells) << sample.port_load << sample.cpu_load << sample.hold_packets
                      << sample.hold_bytes << sample.missed_grants;
  row.end();
}

void TimeSeries::add(TimePs at, unsigned place, const std::string& modem, const std::string& flow,
                     const TcpSample& sample) {
  Cells row(begin_row(at, place));
  (row << modem).skip(kQueueCells) << flow << sample.cwnd_bytes << sample.ssthresh_bytes
                                   << sample.flight_bytes << sample.srtt_ms;
  row.skip(kLoadCells).end();
}

std::string& TimeSeries::begin_row(TimePs at, unsigned place) {
  if (at != instant_) {
    flush();
    instant_ = at;
    time_ = json_number(to_seconds(at));
  }
  if (!rows_.empty()) {
    rows_.back().end = text_.size();
  }
  rows_.push_back({place, text_.size(), 0});
  return text_ += time_;
}

void TimeSeries::flush() {
  if (rows_.empty()) {
    return;
  }
  rows_.back().end = text_.size();
  const auto by_place = [](const Row& a, const Row& b) { return a.place < b.place; };
  if (std::is_sorted(rows_.begin(), rows_.end(), by_place)) {
    for (std::ostream* const to : to_) {
      *to << text_;
    }
  } else {
    std::sort(rows_.begin(), rows_.end(), by_place);
    for (const Row& row : rows_) {
      for (std::ostream* const to : to_) {
        to->write(text_.data() + row.begin, static_cast<std::streamsize>(row.end - row.begin));
      }
    }
  }
  rows_.clear();
  text_.clear();
}

}  // namespace docsis_vp::system
