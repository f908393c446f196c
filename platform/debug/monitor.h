// Implements the commands of the platform behind a debugger's `monitor` command.
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
  // Takes the text after the command's name; returns lines.
  using Run = std::function<std::string(const std::string& argument)>;

  void add(const std::string& name, const std::string& help, Run run);
  // An unknown command returns the list of all commands.
  std::string run(std::string_view line) const;

 private:
  struct Command {
    std::string name;
    std::string help;
    Run run;
  };
  std::vector<Command> commands_;
};

// Returns the present time, for example "2.5000160 s".
std::string present_time();
// Lists the registers of a block on the bus, one per line: address, offset, name if the table has
// the block, value in decimal and hexadecimal. Reads have no side effects. For an unknown block, or
// a memory, it returns a line that lists the blocks.
std::string register_dump(Interconnect& bus, const std::string& block,
                          const RegisterTable& table = {});

}  // namespace docsis_vp::platform
