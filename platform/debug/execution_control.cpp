#include "platform/debug/execution_control.h"

#include <algorithm>

namespace docsis_vp::platform {

namespace {

bool is_breakpoint(const StopPoint& point) {
  return point.kind == StopPointKind::kSoftwareBreakpoint ||
         point.kind == StopPointKind::kHardwareBreakpoint;
}

bool sees(const StopPoint& point, const MemoryAccess& access) {
  const bool concerned = point.kind == StopPointKind::kAccessWatchpoint ||
                         point.kind == (access.write ? StopPointKind::kWriteWatchpoint
                                                     : StopPointKind::kReadWatchpoint);
  // Differences avoid overflow for ranges at the end of the address space.
  return concerned && (access.address - point.address < point.bytes ||
                       point.address - access.address < access.bytes);
}

}  // namespace

void ExecutionControl::set(const StopPoint& point) {
  remove(point);
  points_.push_back(point);
  watches_data_ |= !is_breakpoint(point);
}

void ExecutionControl::remove(const StopPoint& point) {
  points_.erase(std::remove(points_.begin(), points_.end(), point), points_.end());
  watches_data_ = !std::all_of(points_.begin(), points_.end(), is_breakpoint);
  for (Run& run : runs_) {
    run.expected = watches_data_ ? run.expected : std::nullopt;
  }
}

std::vector<std::uint32_t> ExecutionControl::breakpoints() const {
  std::vector<std::uint32_t> addresses;
  for (const StopPoint& point : points_) {
    if (is_breakpoint(point)) {
      addresses.push_back(point.address);
    }
  }
  std::sort(addresses.begin(), addresses.end());
  addresses.erase(std::unique(addresses.begin(), addresses.end()), addresses.end());
  return addresses;
}

void ExecutionControl::clear() {
  points_.clear();
  watches_data_ = false;
  runs_.clear();
}

ExecutionControl::Run& ExecutionControl::run_of_selected(const DebugTarget& target) {
  runs_.resize(std::max<std::size_t>(runs_.size(), target.harts()));
  return runs_[target.selected()];
}

void ExecutionControl::run(const DebugTarget& target, std::uint32_t pc) {
  Run& state = run_of_selected(target);
  state.steps = false;
  state.resumed_at = target.progress();
  state.resumed_pc = pc;
}

void ExecutionControl::step(const DebugTarget& target, std::uint32_t pc, std::uint32_t range_first,
                            std::uint32_t range_end) {
  run(target, pc);
  Run& state = run_of_selected(target);
  state.steps = true;
  state.range_first = range_first;
  state.range_end = range_end;
}

std::optional<Stop> ExecutionControl::before(DebugTarget& target, std::uint32_t pc) {
  Run& state = run_of_selected(target);
  if (state.expected && target.instructions() == state.expected->instructions + 1) {
    const StopPoint point = state.expected->point;
    state.expected.reset();
    return Stop{Stop::Cause::kStopPoint, point};
  }
  const bool moved = target.progress() != state.resumed_at || pc != state.resumed_pc;
  const auto here = std::find_if(points_.begin(), points_.end(), [pc](const StopPoint& point) {
    return is_breakpoint(point) && point.address == pc;
  });
  if ((moved || !state.steps) && here != points_.end()) {
    return Stop{Stop::Cause::kStopPoint, *here};
  }
  if (state.steps && moved && (pc < state.range_first || pc >= state.range_end)) {
    return Stop{Stop::Cause::kStepped};
  }
  if (watches_data_) {
    look_ahead(target, state);
  }
  return {};
}

void ExecutionControl::look_ahead(DebugTarget& target, Run& state) {
  state.expected.reset();
  const std::optional<MemoryAccess> access = target.next_access();
  if (!access) {
    return;
  }
  if (const std::optional<StopPoint> touched = touched_by(*access)) {
    state.expected = Expected{*touched, target.instructions()};
  }
}

std::optional<StopPoint> ExecutionControl::touched_by(const MemoryAccess& access) const {
  const auto point = std::find_if(points_.begin(), points_.end(),
                                  [&](const StopPoint& each) { return sees(each, access); });
  if (point == points_.end()) {
    return {};
  }
  // GDB looks for a watchpoint that contains the reported address.
  StopPoint touched = *point;
  touched.address =
      access.address - point->address < point->bytes ? access.address : point->address;
  return touched;
}

}  // namespace docsis_vp::platform
