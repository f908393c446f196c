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
  if (!watches_data_) {
    expected_.reset();
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
  steps_ = false;
  expected_.reset();
}

void ExecutionControl::run(const DebugTarget& target, std::uint32_t pc) {
  steps_ = false;
  resumed_at_ = target.progress();
  resumed_pc_ = pc;
}

void ExecutionControl::step(const DebugTarget& target, std::uint32_t pc, std::uint32_t range_first,
                            std::uint32_t range_end) {
  run(target, pc);
  steps_ = true;
  range_first_ = range_first;
  range_end_ = range_end;
}

std::optional<Stop> ExecutionControl::before(DebugTarget& target, std::uint32_t pc) {
  if (expected_ && target.instructions() == expected_->instructions + 1) {
    const StopPoint point = expected_->point;
    expected_.reset();
    return Stop{Stop::Cause::kStopPoint, point};
  }
  const bool moved = target.progress() != resumed_at_ || pc != resumed_pc_;
  const auto here = std::find_if(points_.begin(), points_.end(), [pc](const StopPoint& point) {
    return is_breakpoint(point) && point.address == pc;
  });
  if ((moved || !steps_) && here != points_.end()) {
    return Stop{Stop::Cause::kStopPoint, *here};
  }
  if (steps_ && moved && (pc < range_first_ || pc >= range_end_)) {
    return Stop{Stop::Cause::kStepped};
  }
  if (watches_data_) {
    look_ahead(target);
  }
  return {};
}

void ExecutionControl::look_ahead(DebugTarget& target) {
  expected_.reset();
  const std::optional<MemoryAccess> access = target.next_access();
  if (!access) {
    return;
  }
  if (const std::optional<StopPoint> touched = touched_by(*access)) {
    expected_ = Expected{*touched, target.instructions()};
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
