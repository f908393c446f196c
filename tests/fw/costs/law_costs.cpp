#include "tests/fw/costs/law_costs.h"

#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "platform/memory/elf_reader.h"
#include "tests/fw/equivalence/equivalence_bench.h"
#include "tests/models/aqm/operations/worst_path.h"

namespace docsis_vp::fw {

namespace {

constexpr std::uint32_t kPackets = 20'000;

std::uint32_t image_bytes(const std::string& law) {
  const std::string name = DOCSIS_VP_FIRMWARE_DIR "/law_sizes/" + law + ".elf";
  std::ifstream stream(name, std::ios::binary);
  const std::vector<std::uint8_t> file{std::istreambuf_iterator<char>(stream), {}};
  const platform::ElfReader elf(name, file);
  std::uint32_t bytes = 0;
  for (const Elf32_Sym& symbol : elf.symbols()) {
    const unsigned type = ELF32_ST_TYPE(symbol.st_info);
    bytes += type == STT_FUNC || type == STT_OBJECT ? symbol.st_size : 0;
  }
  return bytes;
}

std::uint32_t place_in_registry(const aqm_algorithm& law) {
  std::uint32_t place = 0;
  while (aqm_algorithms[place] != &law) {
    ++place;
  }
  return place;
}

// One simulation in a process: this one is another's.
script_result run_apart(std::uint32_t place) {
  int ends[2];
  if (pipe(ends) != 0) {
    throw std::runtime_error("no pipe");
  }
  const pid_t child = fork();
  if (child == 0) {
    int status = 1;
    try {
      const script_result result = run_on_cpu(place, 1, kPackets).result;
      status = write(ends[1], &result, sizeof result) == ssize_t{sizeof result} ? 0 : 1;
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s\n", error.what());
    }
    _exit(status);
  }
  close(ends[1]);
  script_result result{};
  const bool complete = read(ends[0], &result, sizeof result) == ssize_t{sizeof result};
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!complete || status != 0) {
    throw std::runtime_error("the control CPU did not run the law");
  }
  return result;
}

FirmwareCost::Cycles cycles_of(const script_cost& cost) {
  return {cost.calls == 0 ? 0 : (cost.cycles + cost.calls / 2) / cost.calls, cost.longest};
}

std::uint32_t sum(const aqm::Counts& counts) {
  return counts[0] + counts[1] + counts[2] + counts[3];
}
aqm::Counts counts_of(const aqm_operations& o) {
  return {
      o.additions, o.multiplications, o.divisions, o.comparisons, o.words_read, o.words_written, 0};
}

OperationCounts operations(const aqm::Counts& enqueue, const aqm::Counts& dequeue,
                           const aqm::Counts& departed, const aqm::Counts& update) {
  const auto words = [](const aqm::Counts& counts) { return counts[4] + counts[5]; };
  return {sum(enqueue) + sum(dequeue) + sum(departed), sum(update),
          enqueue[1] + dequeue[1] + departed[1], words(enqueue) + words(dequeue) + words(departed)};
}

}  // namespace

FirmwareCost firmware_cost(const aqm_algorithm& law) {
  const script_result run = run_apart(place_in_registry(law));
  return {image_bytes(law.name), cycles_of(run.costs[SCRIPT_ENQUEUE]),
          cycles_of(run.costs[SCRIPT_DEQUEUE]), cycles_of(run.costs[SCRIPT_DEPARTED]),
          cycles_of(run.costs[SCRIPT_UPDATE])};
}

OperationCounts declared_operations(const aqm_algorithm& law) {
  return operations(counts_of(law.cost.enqueue), counts_of(law.cost.dequeue),
                    counts_of(law.cost.departed), counts_of(law.cost.update));
}

OperationCounts usual_operations(const aqm_algorithm& law) {
  const auto worst = aqm::WorstPathSearch(law, 1, aqm::SearchedOptions::kUsual).run(1'500);
  return operations(worst.counts[aqm::kEnqueue], worst.counts[aqm::kDequeue],
                    worst.counts[aqm::kDeparted], worst.counts[aqm::kUpdate]);
}

}  // namespace docsis_vp::fw
