#include <chrono>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>

#include "app/options.h"
#include "platform/base/errors.h"
#include "system/assembly/bare_machine.h"

namespace docsis_vp::app {

namespace po = boost::program_options;

namespace {

constexpr const char* kUsage =
    "docsis-vp iss ELF [--profile NAME|FILE] [--max-instructions N] [--ram BASE:SIZE]\n"
    "                      [--dump ADDR:LEN FILE] [--stats FILE]";

struct Range {
  std::uint32_t first;
  std::uint32_t bytes;
};
struct Dump {
  Range range;
  std::string file;
};

// Decimal, or hexadecimal with 0x.
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

Range parse_range(const std::string& option, const std::string& text) {
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

// --dump takes two values, which the option parser cannot tell from the program's name.
std::optional<Dump> take_dump(Arguments& arguments) {
  for (auto at = arguments.begin(); at != arguments.end(); ++at) {
    if (*at == "--dump") {
      if (arguments.end() - at < 3) {
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
  std::ofstream file(path, std::ios::binary);
  file.write(bytes, static_cast<std::streamsize>(count));
  file.close();
  if (!file) {
    throw InputError(path + ": cannot be written");
  }
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

}  // namespace

int iss_command(const Arguments& given) {
  Arguments arguments = given;
  const std::optional<Dump> dump = take_dump(arguments);
  std::string profile = "ibex-small";
  std::string ram;
  std::string stats;
  system::BareMachineConfig config;
  po::options_description options(
      "  --dump ADDR:LEN FILE         write memory to a file at the end\n\noptions");
  options.add_options()                                                                        //
      ("profile", po::value(&profile)->value_name("NAME|FILE"), "cycle profile [ibex-small]")  //
      ("max-instructions", po::value(&config.cpu.max_instructions)->value_name("N"),
       "more are a failure")                                                       //
      ("ram", po::value(&ram)->value_name("BASE:SIZE"), "[0x80000000:0x1000000]")  //
      ("stats", po::value(&stats)->value_name("FILE"), "write counters as JSON");
  po::variables_map values;
  if (parse_options(arguments, kUsage, options, {"elf"}, values)) {
    return kDone;
  }
  if (values.count("elf") == 0) {
    throw InputError("a program is missing, usage: docsis-vp iss ELF [OPTION]...");
  }
  config.cpu.profile = platform::read_cycle_profile(profile);
  if (!ram.empty()) {
    const Range range = parse_range("--ram", ram);
    config.ram_base = range.first;
    config.ram_bytes = range.bytes;
  }
  const platform::ElfImage image = platform::ElfImage::read(values["elf"].as<std::string>());
  platform::StreamSink screen(std::cout);
  system::BareMachine machine(config, image, screen);
  if (dump) {
    machine.read_memory(dump->range.first, dump->range.bytes);  // refuse before the run
  }

  const auto start = std::chrono::steady_clock::now();
  const auto finish = [&] {
    std::cout.flush();
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
    finish();
    return code;
  } catch (const SimulationFailure&) {
    finish();
    throw;
  }
}

}  // namespace docsis_vp::app
