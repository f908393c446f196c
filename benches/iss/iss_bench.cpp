// Speed of the CPU on bare programs inside SystemC, through bus and memory, at 100 MHz with a
// quantum of 10 us, like `docsis-vp iss`, compared with the installed simulators. Then the cost of
// a register access and of idle firmware. Host CPU time, best of three.
//
// --host-instructions: adds the host instructions per guest instruction, counted by callgrind.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <systemc>

#include "benches/iss/other_simulators.h"
#include "platform/base/errors.h"
#include "system/assembly/bare/bare_machine.h"

namespace docsis_vp {
namespace {

struct Measurement {
  std::uint64_t instructions = 0;
  std::uint64_t cycles = 0;
  double cpu_s = 0;
};

double cpu_seconds() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
}

Measurement measure(const char* path, const std::string& profile) {
  const platform::ElfImage image = platform::ElfImage::read(path);
  system::BareMachineConfig config;
  config.cpu.profile = platform::cycle_profile(profile);
  platform::StreamSink screen(std::cout);
  system::BareMachine machine(config, image, screen);
  const double start = cpu_seconds();
  machine.run();
  const platform::Cpu::Counters counters = machine.cpu().counters();
  return {counters.instructions, counters.cycles_busy, cpu_seconds() - start};
}

// A process can elaborate one simulation only. Returns false if the run failed and has printed why.
bool measure_apart(const char* path, const std::string& profile, Measurement& result) {
  int ends[2];
  if (pipe(ends) != 0) {
    return false;
  }
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    try {
      const Measurement measured = measure(path, profile);
      std::_Exit(write(ends[1], &measured, sizeof measured) == sizeof measured ? 0 : 1);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s: %s\n", path, error.what());
      std::_Exit(1);
    }
  }
  close(ends[1]);
  const bool received = read(ends[0], &result, sizeof result) == sizeof result;
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return received;
}

bool measure_best(const char* path, const std::string& profile, Measurement& best) {
  best.cpu_s = 1e9;
  for (int repetition = 0; repetition < 3; ++repetition) {
    Measurement measured;
    if (!measure_apart(path, profile, measured)) {
      return false;
    }
    best = measured.cpu_s < best.cpu_s ? measured : best;
  }
  return true;
}

double mips(const Measurement& measured) {
  return static_cast<double>(measured.instructions) / measured.cpu_s * 1e-6;
}

void compare_with_others(const char* path, const Measurement& ours) {
  struct Simulator {
    const char* name;
    std::vector<std::string> command;
  };
  const std::vector<Simulator> simulators = {
      {"qemu -icount",
       {"qemu-system-riscv32", "-M", "virt", "-bios", "none", "-icount", "shift=0", "-display",
        "none", "-serial", "none", "-monitor", "none", "-kernel", path}},
      {"qemu",
       {"qemu-system-riscv32", "-M", "virt", "-bios", "none", "-display", "none", "-serial", "none",
        "-monitor", "none", "-kernel", path}},
      {"spike", {"spike", "--isa=rv32imc", path}},
      {"unicorn", {DOCSIS_VP_RUN_ON_UNICORN, path}},
  };
  for (const Simulator& simulator : simulators) {
    double best = 1e9;
    for (int repetition = 0; repetition < 3 && best > 0; ++repetition) {
      best = std::min(best, cpu_seconds_of(simulator.command));
    }
    if (best <= 0) {
      std::printf("%-14s not installed, or the program does not end there\n", simulator.name);
      continue;
    }
    Measurement theirs = ours;
    theirs.cpu_s = best;
    std::printf("%-14s %14s %14s %8.3f %8.1f   ours: %.2f x\n", simulator.name, "", "", best,
                mips(theirs), mips(ours) / mips(theirs));
  }
}

// Returns the host instructions of a run that is limited to `guest` instructions.
double host_instructions(const char* self, const char* path, unsigned long long guest) {
  const std::string text =
      output_of("valgrind --tool=callgrind --callgrind-out-file=/dev/null " + std::string(self) +
                " --first " + std::to_string(guest) + " " + path);
  const std::size_t at = text.find("Collected :");
  return at == std::string::npos ? 0 : std::atof(text.c_str() + at + std::strlen("Collected :"));
}

// The difference of two runs excludes the start-up.
void print_host_instructions(const char* self, const char* path) {
  constexpr unsigned long long kFew = 1'000'000, kMany = 6'000'000;
  const double host = host_instructions(self, path, kMany) - host_instructions(self, path, kFew);
  if (host <= 0) {
    std::printf("host instructions per guest instruction: valgrind does not run\n");
    return;
  }
  std::printf("host instructions per guest instruction: %.1f\n",
              host / static_cast<double>(kMany - kFew));
}

// The run under callgrind.
int run_first(const char* instructions, const char* path) {
  const platform::ElfImage image = platform::ElfImage::read(path);
  system::BareMachineConfig config;
  config.cpu.max_instructions = std::strtoull(instructions, nullptr, 0);
  platform::StreamSink screen(std::cout);
  system::BareMachine machine(config, image, screen);
  try {
    machine.run();
  } catch (const SimulationFailure&) {
    // reached the limit
  }
  return 0;
}

bool measure_program(const char* path) {
  std::printf("%s\n", path);
  Measurement ours;
  for (const char* profile : {"ideal", "ibex-maxperf", "ibex-small"}) {
    if (!measure_best(path, profile, ours)) {
      return false;
    }
    std::printf("%-14s %14llu %14llu %8.3f %8.1f\n", profile,
                static_cast<unsigned long long>(ours.instructions),
                static_cast<unsigned long long>(ours.cycles), ours.cpu_s, mips(ours));
  }
  compare_with_others(path, ours);  // the default profile was measured last
  return true;
}

int run(const char* self, bool counts_host, const std::vector<const char*>& paths) {
  std::printf("%-14s %14s %14s %8s %8s\n", "profile", "instructions", "cycles", "CPU s", "MIPS");
  for (const char* path : paths) {
    if (!measure_program(path)) {
      return 1;
    }
    if (counts_host) {
      print_host_instructions(self, path);
    }
  }
  Measurement registers, idle;
  if (!measure_best(DOCSIS_VP_BENCH_PROGRAMS "/register_access.elf", "ibex-small", registers) ||
      !measure_best(DOCSIS_VP_BENCH_PROGRAMS "/idle.elf", "ibex-small", idle)) {
    return 1;
  }
  std::printf("register read through the bus: %.1f ns\n", registers.cpu_s / 4e6 * 1e9);
  std::printf("600 s of firmware that wakes every 16 ms: %.3f s of CPU\n", idle.cpu_s);
  return 0;
}

}  // namespace
}  // namespace docsis_vp

int sc_main(int, char**) {
  return 0;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  if (argc == 4 && std::strcmp(argv[1], "--first") == 0) {
    return docsis_vp::run_first(argv[2], argv[3]);
  }
  const bool counts_host = argc > 1 && std::strcmp(argv[1], "--host-instructions") == 0;
  const std::vector<const char*> paths(argv + (counts_host ? 2 : 1), argv + argc);
  if (paths.empty()) {
    std::fprintf(stderr, "usage: iss_bench [--host-instructions] ELF...\n");
    return 2;
  }
  return docsis_vp::run(argv[0], counts_host, paths);
}
