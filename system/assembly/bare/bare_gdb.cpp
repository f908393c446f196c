#include "system/assembly/bare/bare_gdb.h"

#include <filesystem>
#include <utility>

#include "models/cm/soc_register_table.h"
#include "platform/kernel/agenda.h"

namespace docsis_vp::system {

namespace {

platform::Monitor commands(platform::Interconnect& bus) {
  platform::Monitor monitor;
  monitor.add("time", "simulated time",
              [](const std::string&) { return platform::present_time() + "\n"; });
  monitor.add("regs", "BLOCK: the registers of a block of the bus, read without any effect",
              [&bus](const std::string& block) {
                return platform::register_dump(bus, block, cm::soc_register_table());
              });
  return monitor;
}

}  // namespace

BareGdb::BareGdb(platform::Cpu& cpu, platform::Interconnect& bus, platform::Outcome& outcome,
                 const std::string& program, std::uint16_t port, std::function<bool()> keep_waiting)
    : monitor_(commands(bus)),
      target_({&cpu}, bus,
              {"CPU of the bare machine",
               {},
               [program] { return std::filesystem::absolute(program).string(); },
               [this](std::string_view command) { return monitor_.run(command); }}),
      server_(target_, port) {
  server_.keep_waiting_while(std::move(keep_waiting));
  server_.on_kill([] { platform::Agenda::stop(); });
  server_.wait_for_debugger();
  cpu.attach(server_.of_hart(0));
  outcome.before_failure([this](const std::string& cause) { server_.failing(cause); });
}

}  // namespace docsis_vp::system
