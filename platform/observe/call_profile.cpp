#include "platform/observe/call_profile.h"

#include <algorithm>

#include "platform/base/version.h"

namespace docsis_vp::platform {

void CallProfile::on_retired(const RetiredInstruction& instruction) {
  costs_[instruction.pc] += {instruction.cycles, 1};
  stack_.retired(instruction, [this](std::uint32_t pc) { return code_->function_at(pc).address; });
}

void CallProfile::on_trap(const TakenTrap& trap) {
  costs_[trap.handler] += {trap.cycles, 0};
  stack_.trapped(trap);
}

void CallProfile::on_reset(TimePs) {
  stack_.finish();
  if (code_.is_stale()) {
    add_up();
    code_.follow();
  }
}

void CallProfile::add(const CallStack::Call& call) {
  auto& [count, cost] = calls_[std::uint64_t{call.site} << 32 | call.callee];
  ++count;
  cost += call.cost;
}

void CallProfile::finish() {
  stack_.finish();
  add_up();
}

CallProfile::Place CallProfile::place_of(std::uint32_t pc, const Function& function) const {
  const DebugInfo::Row* const row = code_->debug().row_at(pc);
  return row == nullptr ? Place{function.file, 0}
                        : Place{code_->debug().file(row->file), row->line};
}

void CallProfile::add_up() {
  for (const auto& [pc, cost] : costs_) {
    const Function& function = code_->function_at(pc);
    profile_of(function).lines[place_of(pc, function)] += cost;
  }
  for (const auto& [addresses, counted] : calls_) {
    const auto site = static_cast<std::uint32_t>(addresses >> 32);
    const Function& caller = code_->function_at(site);
    const Function& callee = code_->function_at(static_cast<std::uint32_t>(addresses));
    profile_of(callee);
    CallCost& call = profile_of(caller).calls[{callee.file, callee.name, place_of(site, caller)}];
    call.calls += counted.first;
    call.line = callee.line;
    call.cost += counted.second;
  }
  costs_.clear();
  calls_.clear();
}

void CallProfile::write_callgrind(std::ostream& to, const std::string& command) const {
  to << "# callgrind format\nversion: 1\ncreator: docsis-vp " << version() << "\ncmd: " << command
     << "\npositions: line\nevents: Cycles Instructions\nsummary: " << total().cycles << ' '
     << total().instructions << "\n";
  for (const auto& [key, profile] : functions_) {
    const std::string& file = key.first;
    const std::string& name = key.second;
    to << "\nfl=" << file << "\nfn=" << name << '\n';
    std::string current = file;
    const auto in_file = [&](const std::string& wanted) {
      if (wanted != current) {
        to << (wanted == file ? "fe=" : "fi=") << wanted << '\n';
        current = wanted;
      }
    };
    for (const auto& [place, cost] : profile.lines) {
      in_file(place.first);
      to << place.second << ' ' << cost.cycles << ' ' << cost.instructions << '\n';
    }
    for (const auto& [call, cost] : profile.calls) {
      in_file(call.site.first);
      to << "cfi=" << call.file << "\ncfn=" << call.name << "\ncalls=" << cost.calls << ' '
         << cost.line << '\n'
         << call.site.second << ' ' << cost.cost.cycles << ' ' << cost.cost.instructions << '\n';
    }
  }
  to << "\ntotals: " << total().cycles << ' ' << total().instructions << '\n';
}

std::vector<CallProfile::FunctionCost> CallProfile::flat() const {
  std::map<std::pair<std::string, std::string>, std::uint64_t> calls;
  for (const auto& [key, profile] : functions_) {
    for (const auto& [call, cost] : profile.calls) {
      calls[{call.file, call.name}] += cost.calls;
    }
  }
  std::vector<FunctionCost> functions;
  for (const auto& [key, profile] : functions_) {
    FunctionCost function{key.second, {}, calls[key]};
    for (const auto& [place, cost] : profile.lines) {
      function.self += cost;
    }
    functions.push_back(std::move(function));
  }
  std::stable_sort(functions.begin(), functions.end(),
                   [](const FunctionCost& a, const FunctionCost& b) {
                     return std::tie(a.self.cycles, a.self.instructions) >
                            std::tie(b.self.cycles, b.self.instructions);
                   });
  return functions;
}

}  // namespace docsis_vp::platform
