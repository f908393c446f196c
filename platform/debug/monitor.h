// What a debugger's `monitor` command offers.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/bus/interconnect.h"
#include "platform/bus/register_table.h"

namespace docsis_vp::platform {

class Monitor {
 public:
  // Takes what follows the name; returns lines.
  using Run = std::function<std::string(const std::string& argument)>;

  void add(const std::string& name, const std::string& help, Run run);
  // An unknown command is answered by the list of all.
  std::string run(std::string_view line) const;

 private:
  struct Command {
    std::string name;
    std::string help;
    Run run;
  };
  std::vector<Command> commands_;
};

// "2.5000160 s", of the present.
std::string present_time();
// The registers of a block on the bus that are there, one in a line: address, offset, name if the
// table has the block, value in both notations; read without any effect. For an unknown name, or
// that of a memory, a line that names the blocks.
std::string register_dump(Interconnect& bus, const std::string& block,
                          const RegisterTable& table = {});

}  // namespace docsis_vp::platform
