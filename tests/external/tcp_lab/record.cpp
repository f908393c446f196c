#include "tests/external/tcp_lab/record.h"

#include <cmath>
#include <fstream>
#include <iomanip>
#include <numeric>
#include <sstream>
#include <stdexcept>

namespace docsis_vp::tcp_lab {
namespace {

constexpr const char* kColumns = "end_ms,cwnd_segments,acked_bytes,retransmissions";

double ms(TimeNs duration) {
  return static_cast<double>(duration) / 1e6;
}

void take_fact(Record& record, const std::string& line) {
  std::istringstream words(line.substr(1));
  std::string key;
  std::string value;
  words >> key;
  std::getline(words >> std::ws, value);
  std::istringstream number(value);
  if (key == "bin_ms") {
    number >> record.bin_ms;
  } else if (key == "transmissions") {
    number >> record.transmissions;
  } else if (key == "retransmissions") {
    number >> record.retransmissions;
  } else if (key == "losses") {
    number >> record.losses;
  } else if (key == "slow_start_ms") {
    number >> record.slow_start_ms;
  } else if (key == "recoveries_ms") {
    for (double recovery_ms; number >> recovery_ms;) record.recoveries_ms.push_back(recovery_ms);
  } else {
    record.facts[key] = value;
  }
}

bool take_sample(Record& record, const std::string& line) {
  std::istringstream cells(line);
  double end_ms = 0;
  char comma = 0;
  Sample sample{};
  cells >> end_ms >> comma >> sample.cwnd_segments >> comma >> sample.acked_bytes >> comma >>
      sample.retransmissions;
  if (cells.fail()) return false;
  record.samples.push_back(sample);
  return true;
}

}  // namespace

Record record_of(const Case& c, const Observer& observer) {
  Record record;
  record.facts["case"] = c.name;
  record.bin_ms = c.bin_ms;
  record.samples = observer.samples();
  record.transmissions = observer.transmissions();
  record.retransmissions = observer.retransmissions();
  record.losses = observer.losses();
  if (observer.slow_start_end() >= 0) record.slow_start_ms = ms(observer.slow_start_end());
  for (const Recovery& recovery : observer.recoveries()) {
    record.recoveries_ms.push_back(ms(recovery.recovered - recovery.lost));
  }
  return record;
}

void write(std::ostream& out, const Record& record) {
  for (const auto& [key, value] : record.facts) out << "# " << key << ' ' << value << '\n';
  out << "# bin_ms " << record.bin_ms << '\n'
      << "# transmissions " << record.transmissions << '\n'
      << "# retransmissions " << record.retransmissions << '\n'
      << "# losses " << record.losses << '\n'
      << std::fixed << std::setprecision(1) << "# slow_start_ms " << record.slow_start_ms << '\n'
      << "# recoveries_ms";
  for (const double recovery_ms : record.recoveries_ms) out << ' ' << recovery_ms;
  out << '\n' << kColumns << '\n';
  double end_ms = 0;
  for (const Sample& sample : record.samples) {
    end_ms += record.bin_ms;
    out << std::setprecision(0) << end_ms << ',' << std::setprecision(2) << sample.cwnd_segments
        << ',' << sample.acked_bytes << ',' << sample.retransmissions << '\n';
  }
}

Record read_record(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(file + ": cannot be read");
  Record record;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (!line.empty() && line.front() == '#') {
      take_fact(record, line);
    } else if (line != kColumns && !take_sample(record, line)) {
      throw std::runtime_error(file + ":" + std::to_string(number) + ": expected " + kColumns);
    }
  }
  if (record.samples.empty() || record.bin_ms <= 0) {
    throw std::runtime_error(file + ": holds no time line");
  }
  return record;
}

double cwnd_area(const Record& record) {
  return std::accumulate(record.samples.begin(), record.samples.end(), 0.0,
                         [](double sum, const Sample& s) { return sum + s.cwnd_segments; }) *
         record.bin_ms / 1e3;
}

double throughput_mbps(const Record& record, double from_s) {
  const auto skipped = static_cast<std::size_t>(std::lround(from_s * 1e3 / record.bin_ms));
  const std::uint64_t before = skipped == 0 ? 0 : record.samples.at(skipped - 1).acked_bytes;
  const double seconds = static_cast<double>(record.samples.size() - skipped) * record.bin_ms / 1e3;
  return static_cast<double>(record.samples.back().acked_bytes - before) * 8 / seconds / 1e6;
}

}  // namespace docsis_vp::tcp_lab
