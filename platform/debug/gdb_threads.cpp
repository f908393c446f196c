// Threads of a GDB session, which are the harts, and how they are resumed.
#include <string>
#include <vector>

#include "platform/debug/gdb_session.h"
#include "platform/debug/hex.h"

namespace docsis_vp::platform {

std::string GdbSession::choose_thread(std::string_view operation) {
  const char kind = operation.empty() ? '\0' : operation.front();
  if (kind != 'c' && kind != 'g') {
    return kBadPacket;
  }
  const auto hart = hart_of(operation.substr(1), last_stop_.hart);
  if (!hart) {
    return kNoThread;
  }
  (kind == 'c' ? resumed_ : general_) = *hart;
  return kOk;
}

std::string GdbSession::thread_list() const {
  std::string list = "m1";
  for (unsigned hart = 1; hart < target_.harts(); ++hart) {
    list += "," + hex_of_number(hart + 1);
  }
  return list;
}

std::string GdbSession::thread_name(std::string_view digits) {
  const auto hart = hart_of(digits, 0);
  if (!hart) {
    return kNoThread;
  }
  target_.select(*hart);
  return hex_of(target_.name());
}

std::optional<unsigned> GdbSession::hart_of(std::string_view thread, unsigned any) const {
  if (thread == "-1" || thread == "0") {
    return any;
  }
  HexReader reader(thread);
  const auto number = reader.number();
  const bool exists = number && reader.at_end() && *number >= 1 && *number <= target_.harts();
  return exists ? std::optional(*number - 1) : std::nullopt;
}

std::optional<std::string> GdbSession::resume(std::string_view action) {
  let_all_run();
  target_.select(resumed_);
  if (!take_action(action)) {
    return kBadPacket;
  }
  state_ = State::kRunning;
  return {};
}

// The leftmost action that names a thread, or no thread, counts for it.
std::optional<std::string> GdbSession::resume_threads(std::string_view actions) {
  let_all_run();
  std::vector<bool> told(target_.harts());
  for (bool more = true; more;) {
    const std::size_t end = actions.find(';');
    const std::string_view one = actions.substr(0, end);
    more = end != std::string_view::npos;
    actions.remove_prefix(more ? end + 1 : actions.size());
    const std::size_t colon = one.find(':');
    const bool for_all = colon == std::string_view::npos || one.substr(colon + 1) == "-1";
    const auto named = for_all ? 0 : hart_of(one.substr(colon + 1), last_stop_.hart);
    if (!named) {
      return kNoThread;
    }
    for (unsigned hart = 0; hart < target_.harts(); ++hart) {
      if (told[hart] || !(for_all || hart == *named)) {
        continue;
      }
      told[hart] = true;
      target_.select(hart);
      if (!take_action(one.substr(0, colon))) {
        return kBadPacket;
      }
    }
  }
  state_ = State::kRunning;
  return {};
}

void GdbSession::let_all_run() {
  for (unsigned hart = 0; hart < target_.harts(); ++hart) {
    target_.select(hart);
    control_.run(target_, pc());
  }
}

bool GdbSession::take_action(std::string_view action) {
  if (action.empty()) {
    return false;
  }
  const char kind = action.front();
  action.remove_prefix(1);
  if (kind == 'r') {
    return take_range(action);
  }
  if (kind != 'c' && kind != 'C' && kind != 's' && kind != 'S') {
    return false;
  }
  HexReader reader(action);
  if (kind == 'C' || kind == 'S') {
    const bool has_signal = reader.number().has_value();  // simulated programs have no signals
    if (!has_signal || !(reader.at_end() || reader.skip(';'))) {
      return false;
    }
  }
  if (!reader.at_end()) {
    const auto address = reader.number();
    if (!address || !reader.at_end() || !target_.write_register(DebugTarget::kPc, *address)) {
      return false;
    }
  }
  go(kind == 's' || kind == 'S', 0, 0);
  return true;
}

bool GdbSession::take_range(std::string_view range) {
  HexReader reader(range);
  const auto first = reader.number();
  const bool separated = reader.skip(',');
  const auto end = reader.number();
  if (!first || !separated || !end || !reader.at_end()) {
    return false;
  }
  go(true, *first, *end);
  return true;
}

void GdbSession::go(bool steps, std::uint32_t first, std::uint32_t end) {
  if (steps) {
    control_.step(target_, pc(), first, end);
  } else {
    control_.run(target_, pc());
  }
}

}  // namespace docsis_vp::platform
