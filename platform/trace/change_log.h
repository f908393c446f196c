// Values as they change in time, for a waveform viewer.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::platform {

// Whoever knows of a change says when it is, also ahead of the kernel's time, in any order: changes
// are put in order of time, of equal times the one told last counts. Written as a value change
// dump (IEEE 1364-2005 sec. 18) of 1 ps, with texts as GTKWave reads them. A value that does not
// change is not written.
class ChangeLog {
 public:
  using Signal = std::uint32_t;
  static constexpr Signal kUnwanted = UINT32_MAX;

  // patterns: `*` stands for anything, `?` for a character; a signal that matches one is logged.
  // None: all are. The stream must outlive the log.
  ChangeLog(std::ostream& to, std::vector<std::string> patterns);

  // Before the first change. Names have dots between scopes: "cm0.us0.queue_bytes". All begin with
  // 0, or an empty text. kUnwanted: no pattern wants it, and changes of it cost nothing more.
  Signal add_number(const std::string& name, unsigned bits);
  Signal add_real(const std::string& name);
  Signal add_text(const std::string& name);

  void set(Signal signal, TimePs at, std::uint64_t value) { add(signal, at, value); }
  void set_real(Signal signal, TimePs at, double value);
  // Without spaces; those become underscores.
  void set_text(Signal signal, TimePs at, const std::string& value);

  // Nobody will tell of a change before this time.
  void write_before(TimePs time);
  // The rest, up to and at the end.
  void finish(TimePs end);

  std::size_t signals() const { return signals_.size(); }
  // Changes told and not yet written.
  std::size_t waiting() const { return changes_.size(); }

 private:
  enum class Kind { kNumber, kReal, kText };
  struct Described {
    std::string name;
    Kind kind = Kind::kNumber;
    unsigned bits = 1;
    std::uint64_t value = 0;  // written last
  };
  struct Change {
    TimePs at = 0;
    Signal signal = 0;
    std::uint64_t value = 0;  // of a real number its bits, of a text its number
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
