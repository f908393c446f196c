// Reads declarations about calls that tools cannot derive from a program. A file x.calls beside x.c
// or x.h has lines such as:
//   calls NAME...      targets of the pointers called in x.c or x.h: functions, and variables
//                      that hold pointers to functions; * stands for any characters
//   recursion NAME N   this function calls itself until there are N frames of it at once
//   nesting N          at most so many interrupt handlers interrupt one another
//   stack NAME...      functions that run on stacks of their own, such as tasks
// For functions without a source, from libraries or in assembly:
//   pointers NAME TO...  targets of the pointers called in NAME, as with calls
//   frame NAME BYTES     total stack use of NAME, whatever its instructions
// # begins a comment.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace docsis_vp::app {

class KnownCalls {
 public:
  // Throws InputError.
  void read(const std::string& path);
  // True if a file x.calls applies to this source.
  static bool is_about(const std::string& path, const std::string& source);

  // Patterns for a source "/src/fw/main.c"; null if none are declared.
  const std::vector<std::string>* targets_in(const std::string& source) const;
  // Patterns for a function without a source; null if none are declared.
  const std::vector<std::string>* targets_of(const std::string& function) const;
  std::optional<unsigned> frames_of(const std::string& function) const;
  std::optional<unsigned> frame_bytes_of(const std::string& function) const;
  unsigned nesting() const { return nesting_.value_or(1); }
  bool nesting_is_known() const { return nesting_.has_value(); }
  bool has_own_stack(const std::string& function) const;

 private:
  std::map<std::string, std::vector<std::string>> targets_;   // by source without its suffix
  std::map<std::string, std::vector<std::string>> pointers_;  // by function
  std::map<std::string, unsigned> recursion_;
  std::map<std::string, unsigned> frame_bytes_;
  std::optional<unsigned> nesting_;
  std::vector<std::string> own_stacks_;
};

// True if the name matches the pattern.
bool matches(const std::string& name, const std::string& pattern);

}  // namespace docsis_vp::app
