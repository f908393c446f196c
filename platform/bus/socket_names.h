// Finds the names of sockets from the interfaces through which they are called.
#pragma once

#include <string>
#include <systemc>
#include <utility>
#include <vector>

namespace docsis_vp::platform {

// Returns the hierarchical name of the TLM-2.0 socket whose export leads to this interface, or an
// empty string if there is none. If sockets are bound hierarchically, it returns the outermost.
std::string socket_of(const sc_core::sc_interface& interface);

// Returns the names of the initiators that are bound to a target socket, as far as known.
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

// Returns the one of several sockets that belongs to the running process: the one with the longest
// common part of the hierarchical name. Empty if none or several have it.
std::string socket_of_caller(const std::vector<std::string>& sockets);

// Returns the name of the running process, or an empty string.
std::string calling_process();

}  // namespace docsis_vp::platform
