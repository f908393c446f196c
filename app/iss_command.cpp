#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <iostream>
#include <optional>
#include <string>

#include "app/options.h"
#include "app/output_files.h"
#include "platform/base/errors.h"
#include "platform/observe/commit_log.h"
#include "system/assembly/bare/bare_machine.h"
#include "system/results/fault_result.h"
#include "system/results/result_file.h"

namespace docsis_vp::app {

namespace po = boost::program_options;

namespace {

constexpr const char* kIssUsage =
    "docsis-vp iss ELF [--profile NAME|FILE] [--max-instructions N] [--ram BASE:SIZE]\n"
    "                      [--dump ADDR:LEN FILE] [--stats FILE] [--commit-log FILE]\n"
    "                      [--poison-ram] [--gdb [PORT]]";

// A watched run is some ten times slower.
constexpr std::uint64_t kMostRepeated = 100'000'000;

struct RamRange {
  std::uint32_t first;
  std::uint32_t bytes;
};
struct Dump {
  RamRange range;
  std::string file;
};

// Parses a decimal number, or a hexadecimal one with 0x.
std::optional<std::uint32_t> parse_number(const std::string& text) {
  try {
    std::size_t used = 0;
    const unsigned long long value = std::stoull(text, &used, 0);
    if (used == text.size() && text[0] != '-' && value <= UINT32_MAX) {
      return static_cast<std::uint32_t>(value);
    }
  } catch (const std::exception&) {
  }
  return {};
}

RamRange parse_range(const std::string& option, const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon != std::string::npos) {
    const auto first = parse_number(text.substr(0, colon));
    const auto bytes = parse_number(text.substr(colon + 1));
    if (first && bytes && *bytes != 0 && *bytes - 1 <= UINT32_MAX - *first) {
      return {*first, *bytes};
    }
  }
  throw InputError(option + " " + text +
                   ": expected ADDRESS:BYTES within 32 bits, such as 0x80000000:0x1000000");
}

std::uint64_t most_instructions(std::int64_t count) {
  if (count < 1) {
    throw InputError("--max-instructions: expected an integer of 1 or more, got " +
                     std::to_string(count));
  }
  return static_cast<std::uint64_t>(count);
}

// --dump takes two values, which the option parser cannot separate from the program's name.
std::optional<Dump> take_dump(Arguments& arguments) {
  for (auto at = arguments.begin(); at != arguments.end(); ++at) {
    if (*at == "--dump") {
      if (arguments.end() - at < 3 || at[2].empty()) {
        throw InputError("--dump: expected ADDR:LEN FILE");
      }
      Dump dump{parse_range("--dump", at[1]), at[2]};
      arguments.erase(at, at + 3);
      return dump;
    }
  }
  return {};
}

void write_file(const std::string& path, const char* bytes, std::size_t count) {
  system::ResultFile file(path);
  file.stream().write(bytes, static_cast<std::streamsize>(count));
  file.commit();
}

void write_stats(const std::string& path, const system::BareMachine& machine, double host_s) {
  const platform::Cpu& cpu = machine.cpu();
  const platform::Cpu::Counters counters = cpu.counters();
  std::string text = "{\n  \"schema\": 1";
  const auto add = [&text](const char* key, const std::string& value) {
    text += std::string(",\n  \"") + key + "\": " + value;
  };
  add("instructions", std::to_string(counters.instructions));
  add("cycles_busy", std::to_string(counters.cycles_busy));
  add("exceptions", std::to_string(counters.exceptions));
  add("interrupts", std::to_string(counters.interrupts));
  add("clock_hz", std::to_string(cpu.clock().frequency_hz()));
  add("simulated_ps", std::to_string(machine.ended_at()));
  add("host_s", std::to_string(host_s));
  text += "\n}\n";
  write_file(path, text.data(), text.size());
}

// An exit status has 8 bits: the lowest ones of the code, as on any system. If a failure would then
// look like success, it is 255.
int exit_status(int code) {
  constexpr int kLow = 0xff;
  const int low = code & kLow;
  return low == 0 && code != 0 ? kLow : low;
}

// Prints a code that its status does not show. Negative codes of 8 bits are common and need no
// line.
void tell_exit_code(int code, int status) {
  if (code != status && code != status - 0x100) {
    std::cerr << "docsis-vp: the program's exit code is " << code << ", exit status " << status
              << "\n";
  }
}

void serve_gdb(system::BareMachine& machine, const std::string& port) {
  const std::uint16_t number = machine.serve_gdb(port_of("--gdb", port), {});
  std::cout << "gdb: port " << number
            << " of this machine, the program waits for: target remote :" << number << std::endl;
}

// Discards the output, because the first run has printed it.
class NoScreen : public platform::TextSink {
 public:
  void write(std::string_view /*text*/) override {}
};

// Runs the same program again with fault watching: a run repeats exactly. Returns if that is
// impossible.
void run_again_watched(Arguments arguments) {
  arguments.insert(arguments.begin(), {"docsis-vp-sim", "iss"});
  arguments.emplace_back("--watch-faults");
  std::vector<char*> pointers;
  for (std::string& argument : arguments) {
    pointers.push_back(argument.data());
  }
  pointers.push_back(nullptr);
  std::cout.flush();
  execv("/proc/self/exe", pointers.data());
}

}  // namespace

int iss_command(const Arguments& given) {
  Arguments arguments = given;
  const std::optional<Dump> dump = take_dump(arguments);
  std::string profile = "ibex-small";
  std::string ram;
  std::string stats;
  std::string commit_log;
  bool no_rerun = false;
  bool watch_faults = false;
  bool poison_ram = false;
  system::BareMachineConfig config;
  po::options_description options(
      "  --dump ADDR:LEN FILE         write memory to a file at the end\n\noptions");
  options.add_options()                                                                        //
      ("profile", po::value(&profile)->value_name("NAME|FILE"), "cycle profile [ibex-small]")  //
      ("max-instructions",
       po::value<std::int64_t>()->value_name("N")->notifier([&config](std::int64_t count) {
         config.cpu.max_instructions = most_instructions(count);
       }),
       "limit of instructions; a program that needs more fails")  //
      ("ram", po::value(&ram)->value_name("BASE:SIZE"),
       "address and size of RAM [0x80000000:0x1000000]")  //
      ("poison-ram", po::bool_switch(&poison_ram),
       "fill RAM with 0xdeadbeef instead of 0 at the start")                      //
      ("stats", po::value(&stats)->value_name("FILE"), "write counters as JSON")  //
      ("commit-log", po::value(&commit_log)->value_name("FILE"),
       "log every instruction in Spike's format")  //
      ("gdb", po::value<std::string>()->implicit_value("3333")->value_name("PORT"),
       "serve the CPU to GDB on this port of 127.0.0.1 (0: any), from its first instruction")  //
      ("no-rerun", po::bool_switch(&no_rerun),
       "do not repeat a failed run to make a failure report")  //
      ("watch-faults", po::bool_switch(&watch_faults),
       "show only the failure report; the program does this by itself after a failed run");
  po::variables_map values;
  if (parse_options(arguments, kIssUsage, options, {"elf"}, values)) {
    return kDone;
  }
  if (values.count("elf") == 0 || values["elf"].as<std::string>().empty()) {
    throw InputError("a program is missing, usage: docsis-vp iss ELF [OPTION]...");
  }
  reject_empty_values(values, {"profile", "ram", "stats", "commit-log"});
  const auto elf = values["elf"].as<std::string>();
  OutputFiles files({{"the program", elf}, {"the cycle profile", profile}});
  if (dump) {
    files.add("--dump", dump->file);
  }
  for (const auto& [option, file] :
       {std::pair("--stats", stats), std::pair("--commit-log", commit_log)}) {
    if (!file.empty()) {
      files.add(option, file);
    }
  }
  config.cpu.profile = platform::read_cycle_profile(profile);
  if (!ram.empty()) {
    const RamRange range = parse_range("--ram", ram);
    config.ram_base = range.first;
    config.ram_bytes = range.bytes;
  }
  config.ram_fill = poison_ram ? platform::kPoison : 0;
  const platform::ElfImage image = platform::ElfImage::read(elf);
  platform::StreamSink shown(std::cout);
  NoScreen hidden;
  system::BareMachine machine(config, image,
                              watch_faults ? static_cast<platform::TextSink&>(hidden) : shown);
  if (dump) {
    machine.read_memory(dump->range.first, dump->range.bytes);  // report bad ranges before the run
  }

  std::optional<system::ResultFile> log_file;
  std::optional<platform::CommitLog> log;
  if (!commit_log.empty()) {
    log_file.emplace(commit_log);
    log.emplace(log_file->stream(), 0);
    machine.observe(*log);
  }
  if (watch_faults) {
    machine.watch_faults();
  }
  const bool has_gdb = values.count("gdb") != 0;
  if (has_gdb) {
    serve_gdb(machine, values["gdb"].as<std::string>());
  }

  const auto start = std::chrono::steady_clock::now();
  const auto finish = [&] {
    std::cout.flush();
    if (log_file) {
      log_file->commit();
    }
    const std::chrono::duration<double> host = std::chrono::steady_clock::now() - start;
    if (dump) {
      const auto bytes = machine.read_memory(dump->range.first, dump->range.bytes);
      write_file(dump->file, reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
    if (!stats.empty()) {
      write_stats(stats, machine, host.count());
    }
  };
  try {
    const int code = machine.run();
    if (machine.killed()) {
      machine.finish_gdb(kInterrupted);
      return kInterrupted;
    }
    finish();
    const int status = exit_status(code);
    machine.finish_gdb(status);
    if (!watch_faults) {
      tell_exit_code(code, status);
    }
    return status;
  } catch (const SimulationFailure& failure) {
    finish();
    machine.finish_gdb(kSimulationFailed);
    const bool is_short = machine.cpu().counters().instructions <= kMostRepeated;
    if (!watch_faults && !no_rerun && !has_gdb && is_short) {
      run_again_watched(given);
    }
    const std::optional<system::FaultResult> fault = machine.fault();
    throw SimulationFailure(failure.what() + (fault ? "\n" + system::fault_text(*fault) : ""));
  }
}

}  // namespace docsis_vp::app
