// How fast the CPU runs bare programs: inside SystemC, through bus and memory, at 100 MHz with a
// quantum of 10 us, as `docsis-vp iss` does. CPU time of the host, best of three.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <systemc>

#include "platform/base/errors.h"
#include "system/assembly/bare_machine.h"

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

// A process may elaborate one simulation. False if the run failed; it has said why.
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

int run(int count, char** paths) {
  std::printf("%-14s %14s %14s %8s %8s\n", "profile", "instructions", "cycles", "CPU s", "MIPS");
  for (int i = 0; i < count; ++i) {
    std::printf("%s\n", paths[i]);
    for (const char* profile : {"ibex-small", "ibex-maxperf", "ideal"}) {
      Measurement best;
      best.cpu_s = 1e9;
      for (int repetition = 0; repetition < 3; ++repetition) {
        Measurement measured;
        if (!measure_apart(paths[i], profile, measured)) {
          return 1;
        }
        best = measured.cpu_s < best.cpu_s ? measured : best;
      }
      std::printf("%-14s %14llu %14llu %8.3f %8.1f\n", profile,
                  static_cast<unsigned long long>(best.instructions),
                  static_cast<unsigned long long>(best.cycles), best.cpu_s,
                  static_cast<double>(best.instructions) / best.cpu_s * 1e-6);
    }
  }
  return 0;
}

}  // namespace
}  // namespace docsis_vp

int sc_main(int, char**) {
  return 0;
}

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: iss_bench ELF...\n");
    return 2;
  }
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return docsis_vp::run(argc - 1, argv + 1);
}
