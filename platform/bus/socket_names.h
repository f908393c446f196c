// Sockets by the interfaces that their partners call.
#pragma once

#include <string>
#include <systemc>
#include <utility>
#include <vector>

namespace docsis_vp::platform {

// Returns the hierarchical name of the TLM-2.0 socket whose export leads to this interface, or an
// empty string if there is none. Of sockets that are bound to inner ones the outermost counts.
std::string socket_of(const sc_core::sc_interface& interface);

// Returns those of the initiators that are bound to a target socket, as far as they are known.
template <typename TargetSocket>
std::vector<std::string> initiators_of(TargetSocket& socket) {
  std::vector<std::string> names;
  for (int i = 0; i < socket.size(); ++i) {
    if (std::string name = socket_of(*socket[i]); !name.empty()) {
      names.push_back(std::move(name));
    }
  }
  return names;
}

// Returns the one of several sockets that belongs to the running process: the one that shares most
// of the hierarchical name. Empty if none or several do.
std::string socket_of_caller(const std::vector<std::string>& sockets);

// Returns the name of the running process, or an empty string.
std::string calling_process();

}  // namespace docsis_vp::platform
