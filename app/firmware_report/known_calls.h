// What only people know of a program's calls. A file x.calls beside x.c or x.h says it:
//   calls NAME...      what the pointers called in x.c or x.h lead to: functions, and variables
//                      that hold pointers to functions; * stands for any characters
//   recursion NAME N   this function calls itself until there are N frames of it at once
//   nesting N          so many interrupt handlers, at most, interrupt one another
//   stack NAME...      functions that run on stacks of their own, as tasks do
// and of functions without a source, of libraries or in assembly:
//   pointers NAME TO...  what the pointers called in NAME lead to, as with calls
//   frame NAME BYTES     all that NAME takes of the stack, whatever its instructions look like
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
  // Whether a file x.calls is about this source.
  static bool is_about(const std::string& path, const std::string& source);

  // Patterns, of a source "/src/fw/main.c"; null if nobody said.
  const std::vector<std::string>* targets_in(const std::string& source) const;
  // Patterns, of a function without a source; null if nobody said.
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

// Whether a name is what a pattern says.
bool matches(const std::string& name, const std::string& pattern);

}  // namespace docsis_vp::app
