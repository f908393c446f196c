#include "platform/bus/socket_names.h"

#include <algorithm>
#include <tlm>

namespace docsis_vp::platform {

namespace {

// The shortest name below these objects, if it is shorter than the one found so far.
void find_socket(const std::vector<sc_core::sc_object*>& objects,
                 const sc_core::sc_interface& interface, std::string& found) {
  for (const sc_core::sc_object* const object : objects) {
    if (object == nullptr) {
      continue;
    }
    const auto* const socket = dynamic_cast<const tlm::tlm_base_socket_if*>(object);
    if (socket != nullptr && socket->get_base_export().get_interface() == &interface &&
        (found.empty() || std::char_traits<char>::length(object->name()) < found.size())) {
      found = object->name();
    }
    find_socket(object->get_child_objects(), interface, found);
  }
}

// How many levels of the hierarchy two names share.
std::size_t shared_levels(const std::string& a, const std::string& b) {
  const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  return static_cast<std::size_t>(std::count(a.begin(), end, '.'));
}

}  // namespace

std::string socket_of(const sc_core::sc_interface& interface) {
  std::string found;
  find_socket(sc_core::sc_get_top_level_objects(), interface, found);
  return found;
}

std::string calling_process() {
  const sc_core::sc_process_handle process = sc_core::sc_get_current_process_handle();
  return process.valid() ? process.name() : "";
}

std::string socket_of_caller(const std::vector<std::string>& sockets) {
  if (sockets.size() == 1) {
    return sockets.front();
  }
  const std::string process = calling_process();
  std::string closest;
  std::size_t most = 0;
  for (const std::string& socket : sockets) {
    const std::size_t levels = shared_levels(socket, process);
    if (levels >= most) {
      closest = levels == most ? "" : socket;
      most = levels;
    }
  }
  return closest;
}

}  // namespace docsis_vp::platform
