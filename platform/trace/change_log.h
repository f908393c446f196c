// Records value changes over time for a waveform viewer.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::platform {

// Callers report changes with their times, which may be ahead of the kernel's time, and in any
// order. The log sorts them. If several changes have the same time, the last reported one counts.
// The output is a value change dump (IEEE 1364-2005 sec. 18) with a resolution of 1 ps, and text
// values as GTKWave reads them. A change to the same value is not written.
class ChangeLog {
 public:
  using Signal = std::uint32_t;
  static constexpr Signal kUnwanted = UINT32_MAX;

  // patterns: `*` matches any text, `?` one character; a signal is logged if one pattern matches,
  // or if there are none. The stream must outlive the log.
  ChangeLog(std::ostream& to, std::vector<std::string> patterns);

  // Call before the first change. Names have dots between scopes: "cm0.us0.queue_bytes". Signals
  // start as 0 or an empty text. Returns kUnwanted if no pattern matches; changes of it cost
  // nothing.
  Signal add_number(const std::string& name, unsigned bits);
  Signal add_real(const std::string& name);
  Signal add_text(const std::string& name);

  void set(Signal signal, TimePs at, std::uint64_t value) { add(signal, at, value); }
  void set_real(Signal signal, TimePs at, double value);
  // Spaces in the value become underscores.
  void set_text(Signal signal, TimePs at, const std::string& value);

  // Writes all changes before `time`. Later reports must not be earlier than `time`.
  void write_before(TimePs time);
  // Writes the remaining changes up to and including `end`.
  void finish(TimePs end);

  std::size_t signals() const { return signals_.size(); }
  // Number of changes reported and not yet written.
  std::size_t waiting() const { return changes_.size(); }

 private:
  enum class Kind { kNumber, kReal, kText };
  struct Described {
    std::string name;
    Kind kind = Kind::kNumber;
    unsigned bits = 1;
    std::uint64_t value = 0;  // last value written
  };
  struct Change {
    TimePs at = 0;
    Signal signal = 0;
    std::uint64_t value = 0;  // a real's bits, or a text's number
  };

  Signal add_signal(Described signal);
  void add(Signal signal, TimePs at, std::uint64_t value) {
    if (signal != kUnwanted) {
      changes_.push_back({at, signal, value});
    }
  }
  void write_header();
  void write_instant(std::size_t from, std::size_t to);
  void write_value(Signal signal);

  std::ostream& to_;
  const std::vector<std::string> patterns_;
  std::vector<Described> signals_;
  std::vector<Change> changes_;
  std::vector<std::string> texts_;
  std::map<std::string, std::uint64_t> text_numbers_;
  bool header_written_ = false;
};

}  // namespace docsis_vp::platform
