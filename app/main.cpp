#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <iterator>
#include <new>
#include <sstream>
#include <systemc>

#include "app/command.h"
#include "app/gates.h"
#include "app/host_process.h"
#include "app/one_line.h"
#include "app/stop_signals.h"
#include "platform/base/errors.h"
#include "platform/base/suggestion.h"
#include "platform/base/version.h"
#include "platform/console/host/standard_streams.h"

namespace docsis_vp::app {

const Command kCommands[] = {
    {"run", "simulate a scenario", run_command},
    {"check", "validate a scenario and print it with all defaults", check_command},
    {"report", "draw the results of runs as one HTML page", report_command},
    {"config", "translate a DOCSIS configuration file from or to JSON", config_command},
    {"aqm", "list the queue-management laws and their costs", aqm_command},
    {"area", "estimate the gates and memory bits of a scenario's modems", area_command},
    {"iss", "run a bare RISC-V program", iss_command},
    {nullptr, nullptr, nullptr},
};

namespace {

void print_usage(std::FILE* to) {
  std::fputs("usage: docsis-vp COMMAND [ARGUMENT]...\n\n", to);
  for (const Command* command = kCommands; command->name != nullptr; ++command) {
    std::fprintf(to, "  %-10s %s\n", command->name, command->summary);
  }
  std::fputs(
      "\n'docsis-vp COMMAND --help' describes a command, 'docsis-vp --version' names the build.\n",
      to);
}

// Commands of the launcher docsis-vp, from its environment.
std::vector<std::string> commands_of_launcher() {
  const char* const list = std::getenv("DOCSIS_VP_COMMANDS");
  std::istringstream words(list != nullptr ? list : "");
  return {std::istream_iterator<std::string>(words), {}};
}

int run(const Arguments& arguments) {
  install_gates();
  if (arguments.empty()) {
    print_usage(stderr);
    return kBadInput;
  }
  const std::string& name = arguments.front();
  if (name == "--help" || name == "-h" || name == "help") {
    print_usage(stdout);
    return kDone;
  }
  if (name == "--version" || name == "version") {
    std::printf("docsis-vp %s\n", std::string(version()).c_str());
    return kDone;
  }
  std::vector<std::string_view> known;
  for (const Command* command = kCommands; command->name != nullptr; ++command) {
    if (name == command->name) {
      return command->run({arguments.begin() + 1, arguments.end()});
    }
    known.emplace_back(command->name);
  }
  const std::vector<std::string> more = commands_of_launcher();
  known.insert(known.end(), more.begin(), more.end());
  throw InputError("unknown command \"" + name + "\"" + suggestion(name, known));
}

// A full disk must not look like success.
void check_output() {
  if (!std::cout.flush() || std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    throw InputError("standard output: cannot be written");
  }
}

int run_and_report(int argc, char** argv) {
  try {
    const int status = run({argv + std::min(argc, 1), argv + argc});
    if (status == kDone) {
      check_output();
    }
    return status;
  } catch (const SimulationFailure& error) {
    std::fprintf(stderr, "docsis-vp: %s\n", error.what());
    return kSimulationFailed;
  } catch (const InputError& error) {
    std::fprintf(stderr, "docsis-vp: %s\n", one_line(error.what()).c_str());
    return kBadInput;
  } catch (const std::bad_alloc&) {
    std::fputs("docsis-vp: the memory of this machine does not suffice\n", stderr);
    return 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "docsis-vp: internal error: %s\n", error.what());
    return 1;
  }
}

}  // namespace

}  // namespace docsis_vp::app

// libsystemc has its own main(), which needs this symbol.
int sc_main(int, char**) {
  return 0;
}

int main(int argc, char** argv) {
  docsis_vp::platform::open_standard_streams();
  docsis_vp::app::fail_on_file_size_limit();
  docsis_vp::app::end_on_stop_signals();
  docsis_vp::app::end_with_named_parent();
  return docsis_vp::app::on_a_large_stack(docsis_vp::app::run_and_report, argc, argv);
}
