#include "app/report/packet_choice.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "app/report/csv.h"
#include "platform/base/errors.h"
#include "platform/base/files.h"
#include "system/json/writer.h"

namespace docsis_vp::app {

namespace {

constexpr std::size_t kMostServiceFlows = 64;
constexpr std::size_t kSlowest = 8;
constexpr std::size_t kLatest = 3;
constexpr std::size_t kOfEachCause = 3;  // the first and the last so many
constexpr std::size_t kOfMissedGrants = 6;
constexpr std::size_t kMates = 10;  // other packets of a burst
constexpr std::size_t kLongestLine = 64 << 10;

enum PacketColumn : std::size_t {
  kId,
  kModem,
  kServiceFlow,
  kDirection,
  kOutcome,
  kCause,
  kOneWay,
  kChannel,
  kRfStart,
  kMissedGrants,
  kPacketColumns
};
constexpr std::array<std::string_view, kPacketColumns> kNames = {
    "packet", "modem",      "service_flow", "direction",   "outcome",
    "cause",  "one_way_ps", "channel",      "rf_start_ps", "missed_grants"};

// Reads the rows again for each call of for_each().
class PacketFile {
 public:
  explicit PacketFile(std::string path) : path_(std::move(path)) {}

  using Cells = std::vector<std::string>;
  void for_each(const std::function<void(const Cells&)>& take) {
    if (!is_file(path_)) {
      throw InputError(path_ + ": " + or_is_folder(path_, "no such file"));
    }
    const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path_.c_str(), "rb"), gzclose);
    if (!file) {
      throw InputError(path_ + ": cannot be read");
    }
    std::vector<char> buffer(kLongestLine);
    line_ = 0;
    while (gzgets(file.get(), buffer.data(), static_cast<int>(buffer.size())) != nullptr) {
      std::string_view text(buffer.data());
      ++line_;
      if (text.empty() || text.back() != '\n') {
        fail("expected a whole line");
      }
      text.remove_suffix(1);
      const Cells cells = csv_cells(std::string(text));
      if (line_ == 1) {
        read_head(cells);
      } else if (cells.size() != columns_.size()) {
        fail("expected " + std::to_string(columns_.size()) + " cells, got " +
             std::to_string(cells.size()));
      } else {
        take(cells);
      }
    }
    int error = Z_OK;
    gzerror(file.get(), &error);
    if (error != Z_OK) {
      throw InputError(path_ + ": the compressed data is damaged behind line " +
                       std::to_string(line_));
    }
    if (line_ == 0) {
      throw InputError(path_ + ":1: it is empty, expected a row of names");
    }
  }

  const Cells& columns() const { return columns_; }
  const std::string& cell(const Cells& row, PacketColumn column) const {
    return row[places_[column]];
  }
  std::uint64_t number(const Cells& row, PacketColumn column) const {
    const std::string& text = cell(row, column);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
      fail(std::string(kNames[column]) + ": expected an integer, got \"" + text + "\"");
    }
    return value;
  }

  // Returns the time in an optional column; nothing if it is empty or is no time.
  std::optional<std::uint64_t> time_ns(const Cells& row, std::string_view column) const {
    const auto found = std::find(columns_.begin(), columns_.end(), column);
    if (found == columns_.end()) {
      return {};
    }
    const std::string& text = row[static_cast<std::size_t>(found - columns_.begin())];
    std::uint64_t ps = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ps);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(ps / 1000)
                                                                    : std::nullopt;
  }

  // At the row that was read last.
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(path_ + ":" + std::to_string(line_) + ": " + what);
  }

 private:
  void read_head(const Cells& names) {
    columns_ = names;
    for (std::size_t i = 0; i < kPacketColumns; ++i) {
      const auto found = std::find(names.begin(), names.end(), kNames[i]);
      if (found == names.end()) {
        fail("a column is missing: " + std::string(kNames[i]));
      }
      places_[i] = static_cast<std::size_t>(found - names.begin());
    }
  }

  std::string path_;
  std::size_t line_ = 0;
  Cells columns_;
  std::array<std::size_t, kPacketColumns> places_{};
};

using Row = PacketFile::Cells;

// Candidates of one service flow and direction.
class ServiceFlowChoice {
 public:
  void take(const PacketFile& file, const Row& row) {
    const std::string& outcome = file.cell(row, kOutcome);
    if (outcome == "dropped") {
      Ends& ends = lost_[file.cell(row, kCause)];
      if (ends.first.size() < kOfEachCause) {
        ends.first.push_back(row);
      } else {
        keep_last(ends.last, row, kOfEachCause);
      }
    }
    const std::string& missed = file.cell(row, kMissedGrants);
    if (!missed.empty() && missed != "0" && missed_.size() < kOfMissedGrants) {
      missed_.push_back(row);
    }
    if (outcome != "delivered") {
      return;
    }
    keep_last(latest_, row, kLatest);
    const std::uint64_t delay = file.number(row, kOneWay);
    ++delivered_;
    Class& same = classes_[class_of_delay(delay)];
    if (same.count++ == 0) {
      same.row = row;
    }
    if (slowest_.size() < kSlowest || delay > slowest_.begin()->first) {
      slowest_.emplace(delay, row);
      if (slowest_.size() > kSlowest) {
        slowest_.erase(slowest_.begin());
      }
    }
  }

  void tell(const std::function<void(const std::string& why, const Row&)>& choose) const {
    for (auto each = slowest_.rbegin(); each != slowest_.rend(); ++each) {
      choose("slowest", each->second);
    }
    tell_at(0.99, "around the 99th percentile", choose);
    tell_at(0.5, "in the middle", choose);
    for (const Row& row : missed_) {
      choose("of a missed grant", row);
    }
    for (const auto& [cause, ends] : lost_) {
      for (const auto* const rows : {&ends.first, &ends.last}) {
        for (const Row& row : *rows) {
          choose("lost: " + cause, row);
        }
      }
    }
    for (const Row& row : latest_) {
      choose("latest", row);
    }
  }

 private:
  struct Ends {
    std::deque<Row> first;
    std::deque<Row> last;
  };
  struct Class {
    std::uint64_t count = 0;
    Row row;  // the first of them
  };

  // 16 classes per octave.
  static std::uint64_t class_of_delay(std::uint64_t ps) {
    const auto shift = static_cast<unsigned>(59 - __builtin_clzll(ps | 31));
    return (std::uint64_t{shift} << 4U) + (ps >> shift);
  }
  static void keep_last(std::deque<Row>& rows, const Row& row, std::size_t most) {
    rows.push_back(row);
    if (rows.size() > most) {
      rows.pop_front();
    }
  }
  void tell_at(double share, const std::string& why,
               const std::function<void(const std::string& why, const Row&)>& choose) const {
    double below = 0;
    for (const auto& [ignored, each] : classes_) {
      below += static_cast<double>(each.count);
      if (below >= share * static_cast<double>(delivered_)) {
        choose(why, each.row);
        return;
      }
    }
  }

  std::multimap<std::uint64_t, Row> slowest_;
  std::deque<Row> latest_;
  std::deque<Row> missed_;
  std::map<std::string, Ends> lost_;
  std::map<std::uint64_t, Class> classes_;
  std::uint64_t delivered_ = 0;
};

std::string json_cell(const std::string& cell) {
  if (cell.empty()) {
    return "null";
  }
  const bool is_integer = cell.size() < 18 && (cell == "0" || cell[0] != '0') &&
                          cell.find_first_not_of("0123456789") == std::string::npos;
  return is_integer ? cell : system::json_string(cell);
}

std::string json_row(const Row& row) {
  std::string text = "[";
  for (const std::string& cell : row) {
    text += (text.size() > 1 ? "," : "") + json_cell(cell);
  }
  return text + "]";
}

// Upstream, what left together; empty: nothing did.
std::string burst_of(const PacketFile& file, const Row& row) {
  if (file.cell(row, kChannel).empty() || file.cell(row, kRfStart).empty()) {
    return {};
  }
  return file.cell(row, kModem) + "," + file.cell(row, kChannel) + "," + file.cell(row, kRfStart);
}

// page/packets.js draws these times: until the verdict, and from the release on.
void add_shown(ShownPackets& shown, const PacketFile& file, const Row& row) {
  if (const auto created = file.time_ns(row, "created_ps")) {
    shown.created_ns[file.number(row, kId)] = *created;
  }
  const std::string& modem = file.cell(row, kModem);
  const auto classified = file.time_ns(row, "classified_ps");
  const auto judged = file.time_ns(row, "judged_ps");
  if (classified && judged && *judged > *classified) {
    shown.times.push_back({modem, *classified, *judged});
  }
  const auto released = file.time_ns(row, "released_ps");
  const auto delivered = file.time_ns(row, "delivered_ps");
  const auto end = delivered ? delivered : file.time_ns(row, "dropped_ps");
  if (released && end) {
    const std::uint64_t lead = (*end - *released) / 16;
    shown.times.push_back({modem, *released - std::min(*released, lead), *end});
  }
}

}  // namespace

PacketChoice choose_packets(const std::string& path, const ServiceFlowNames& known) {
  PacketFile file(path);
  std::map<std::array<std::string, 3>, ServiceFlowChoice> choices;
  file.for_each([&](const Row& row) {
    const std::array<std::string, 3> key = {file.cell(row, kModem), file.cell(row, kDirection),
                                            file.cell(row, kServiceFlow)};
    if (choices.size() < kMostServiceFlows || choices.count(key) != 0) {
      choices[key].take(file, row);
    }
    if (!key[2].empty() && known.count(key) == 0) {
      file.fail("expected a service flow of the run, which has no " + key[2] + " of " + key[0] +
                ", " + key[1]);
    }
  });
  PacketChoice result;
  std::string chosen;
  std::map<std::string, Row> rows;  // by packet
  std::map<std::string, std::size_t> bursts;
  for (const auto& [ignored, choice] : choices) {
    choice.tell([&](const std::string& why, const Row& row) {
      chosen += (chosen.empty() ? "" : ",") + std::string(R"({"packet":)") +
                json_cell(file.cell(row, kId)) + R"(,"why":)" + system::json_string(why) + "}";
      if (rows.emplace(file.cell(row, kId), row).second) {
        add_shown(result.shown, file, row);
      }
      bursts.emplace(burst_of(file, row), 0);
    });
  }
  bursts.erase("");
  file.for_each([&](const Row& row) {
    const auto burst = bursts.find(burst_of(file, row));
    if (burst != bursts.end() && burst->second < kMates &&
        rows.emplace(file.cell(row, kId), row).second) {
      ++burst->second;
    }
  });
  std::string text =
      R"({"columns":)" + json_row(file.columns()) + R"(,"chosen":[)" + chosen + R"(],"rows":[)";
  const char* separator = "";
  for (const auto& [ignored, row] : rows) {
    text += separator + json_row(row);
    separator = ",";
  }
  result.json = text + "]}";
  return result;
}

}  // namespace docsis_vp::app
