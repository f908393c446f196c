// Profiles a firmware's cycles by function, source line and call.
#pragma once

#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "platform/cpu/cpu_observer.h"
#include "platform/observe/call_stack.h"
#include "platform/symbols/code.h"

namespace docsis_vp::platform {

// Costs are cycles awake, as the CPU counts them. A stall counts for the instruction that waits; a
// trap's entry counts for its handler. Functions of successive images add up if their names and
// files are equal.
class CallProfile : public CpuObserver {
 public:
  explicit CallProfile(const ElfImage& image)
      : code_(image), stack_([this](const CallStack::Call& call) { add(call); }) {}

  void on_retired(const RetiredInstruction& instruction) override;
  void on_trap(const TakenTrap& trap) override;
  void on_reset(TimePs at) override;

  // Call after the run; no instructions are taken afterwards.
  void finish();
  // The callgrind profile format (Valgrind manual, "Callgrind Format Specification").
  void write_callgrind(std::ostream& to, const std::string& command) const;

  struct FunctionCost {
    std::string name;
    RunCost self;
    std::uint64_t calls = 0;
  };
  // Costs of functions, the most expensive first.
  std::vector<FunctionCost> flat() const;
  const RunCost& total() const { return stack_.total(); }

 private:
  using Place = std::pair<std::string, std::uint32_t>;  // file and line
  struct CallKey {
    std::string file;  // of the callee
    std::string name;
    Place site;
    bool operator<(const CallKey& other) const {
      return std::tie(site, file, name) < std::tie(other.site, other.file, other.name);
    }
  };
  struct CallCost {
    std::uint64_t calls = 0;
    std::uint32_t line = 0;  // first line of the callee
    RunCost cost;
  };
  struct Profile {
    std::map<Place, RunCost> lines;
    std::map<CallKey, CallCost> calls;
  };

  void add(const CallStack::Call& call);
  void add_up();
  Place place_of(std::uint32_t pc, const Function& function) const;
  Profile& profile_of(const Function& function) {
    return functions_[{function.file, function.name}];
  }

  CurrentCode code_;
  CallStack stack_;
  std::unordered_map<std::uint32_t, RunCost> costs_;  // by address
  // by call site and callee
  std::unordered_map<std::uint64_t, std::pair<std::uint64_t, RunCost>> calls_;
  std::map<std::pair<std::string, std::string>, Profile> functions_;  // by file and name
};

}  // namespace docsis_vp::platform
