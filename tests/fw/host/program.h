// An image of fw/, built for the host and loaded anew for each test, as its ELF would be.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/fw/host/hardware.h"
#include "tests/fw/host/kernel.h"

namespace docsis_vp::fw {

class Program {
 public:
  // image: of docsis_vp_host_firmware()
  Program(const std::string& image, Hardware& hardware);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // From main to where it waits for interrupts.
  void boot();
  // Served and, unless something is wrong, completed.
  void interrupt(std::uint32_t source);

  // A tick of the AQM engine 16 ms after the last: firmware computes these flows, a bit for each,
  // and the engine takes over what firmware commits.
  void tick(std::uint32_t flows);

 private:
  template <typename Function>
  Function find(const char* name) const;

  void* module_;
  Hardware& hardware_;
  std::vector<Task> tasks_;
};

}  // namespace docsis_vp::fw
