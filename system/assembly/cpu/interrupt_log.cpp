#include "system/assembly/cpu/interrupt_log.h"

#include <algorithm>
#include <limits>

#include "platform/base/printable.h"
#include "platform/cpu/decoder.h"
#include "system/assembly/cpu/interrupt_sources.h"

namespace docsis_vp::system {

namespace {

using platform::ElfImage;

constexpr std::uint32_t kMret = 0x3020'0073;
constexpr unsigned kMostJumps = 4;  // jumps from a vector table to a handler

// Returns the instruction at an address, or 0, which is illegal, if the image does not contain it.
std::uint32_t bits_at(const ElfImage& image, std::uint32_t address) {
  for (const ElfImage::Segment& segment : image.segments()) {
    const std::uint64_t offset = std::uint64_t{address} - segment.run_address;
    if (address < segment.run_address || offset + 2 > segment.bytes.size()) {
      continue;
    }
    const std::uint8_t* const at = segment.bytes.data() + offset;
    const std::uint32_t low = at[0] | std::uint32_t{at[1]} << 8;
    if (platform::is_compressed(low)) {
      return low;
    }
    return offset + 4 > segment.bytes.size()
               ? 0
               : low | std::uint32_t{at[2]} << 16 | std::uint32_t{at[3]} << 24;
  }
  return 0;
}

// Follows a vector through jumps without link.
std::uint32_t target_of(const ElfImage& image, std::uint32_t handler) {
  for (unsigned jumps = 0; jumps < kMostJumps; ++jumps) {
    const platform::Instruction instruction =
        platform::decode(bits_at(image, handler), platform::kBase);
    if (instruction.operation != platform::Operation::jal || instruction.rd != 0) {
      break;
    }
    handler += instruction.immediate;
  }
  return handler;
}

// Returns the name of the handler's function if none of its instructions is an mret: the C compiler
// took it for an ordinary function. Empty if it has an mret, or its end is unknown.
std::string without_mret(const ElfImage& image, std::uint32_t handler) {
  const std::uint32_t first = target_of(image, handler);
  const ElfImage::Symbol* const function = image.symbol_at(first);
  if (function == nullptr || function->address != first || function->size_bytes == 0) {
    return {};
  }
  std::uint32_t at = first;
  while (at - first < function->size_bytes) {
    const std::uint32_t bits = bits_at(image, at);
    if (bits == kMret) {
      return {};
    }
    at += platform::is_compressed(bits) ? 2 : 4;
  }
  return printable(function->name);
}

}  // namespace

InterruptLog::InterruptLog(platform::Cpu& cpu, platform::Plic& plic, unsigned context) : cpu_(cpu) {
  cpu.observe_handler_return(
      [this](platform::HartInterrupt line, std::uint64_t cycles) { add(line, cycles); });
  plic.observe_claims([this, context](unsigned source, unsigned by) {
    claimed_ |= by == context ? std::uint32_t{1} << source : 0;
  });
}

void InterruptLog::add(platform::HartInterrupt line, std::uint64_t cycles) {
  const bool external = line == platform::HartInterrupt::kExternal;
  Tally& tally = tallies_[{line, external ? claimed_ : 0}];
  ++tally.served;
  tally.cycles += cycles;
  tally.worst_cycles = std::max(tally.worst_cycles, cycles);
  if (external) {
    claimed_ = 0;
  }
}

void InterruptLog::add_open(platform::HartInterrupt line, const platform::ElfImage& image,
                            std::map<Cause, Tally>& tallies) const {
  const platform::InterruptTimes& times = cpu_.interrupt_times();
  const auto number = static_cast<unsigned>(line);
  const std::uint64_t open = times.open_interrupts(number);
  if (open == 0) {
    return;
  }
  Tally& tally = tallies[{line, line == platform::HartInterrupt::kExternal ? claimed_ : 0}];
  tally.unreturned = open;
  if (const auto last = times.last_open(number)) {
    tally.worst_cycles = std::max(tally.worst_cycles, cpu_.hart_cycles() - last->since);
    tally.handler_without_mret = without_mret(image, last->handler);
  }
}

std::vector<InterruptResult> InterruptLog::results(const platform::ElfImage& image) const {
  std::map<Cause, Tally> tallies = tallies_;
  for (const platform::HartInterrupt line :
       {platform::HartInterrupt::kExternal, platform::HartInterrupt::kTimer,
        platform::HartInterrupt::kSoftware}) {
    add_open(line, image, tallies);
  }
  std::vector<InterruptResult> results;
  for (const auto& [cause, tally] : tallies) {
    const double mean = tally.served == 0
                            ? std::numeric_limits<double>::quiet_NaN()
                            : static_cast<double>(tally.cycles) / static_cast<double>(tally.served);
    results.push_back({name_of(cause), tally.served, mean, tally.worst_cycles, tally.unreturned,
                       tally.handler_without_mret});
  }
  return results;
}

std::string InterruptLog::name_of(const Cause& cause) {
  if (cause.line != platform::HartInterrupt::kExternal) {
    return cause.line == platform::HartInterrupt::kTimer ? "timer" : "software";
  }
  std::string name;
  for (unsigned source = 0; source < 32; ++source) {
    if ((cause.sources >> source & 1) != 0) {
      name += name.empty() ? "" : "+";
      name += interrupt_source_name(source);
    }
  }
  return name.empty() ? "unclaimed" : name;
}

}  // namespace docsis_vp::system
