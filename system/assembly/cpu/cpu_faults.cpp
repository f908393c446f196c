#include "system/assembly/cpu/cpu_faults.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "platform/base/errors.h"
#include "platform/bus/debug_access.h"
#include "platform/kernel/kernel_time.h"
#include "system/assembly/configure/units.h"
#include "system/scenario/read/firmware.h"

namespace docsis_vp::system {

namespace {

std::string hex(std::uint32_t value) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", value);
  return text;
}

const char* name_of(EventKind kind) {
  switch (kind) {
    case EventKind::kForceInterrupt:
      return "force_interrupt";
    case EventKind::kFlipBit:
      return "flip_bit";
    case EventKind::kStallBus:
      return "stall_bus";
    case EventKind::kResetCpu:
      return "reset_cpu";
    case EventKind::kConsoleInput:
      return "console_input";
    default:
      return "update_firmware";
  }
}

const char* name_of(ForcedInterrupt interrupt) {
  constexpr const char* kNames[] = {"aqm_tick",     "console",      "watchdog",
                                    "ingress_hold", "verdict_port", "software"};
  return kNames[static_cast<unsigned>(interrupt)];
}

// Events have no key for a hart: registers and the software interrupt are hart 0's.
constexpr unsigned kEventHart = 0;

void force(ControlCpu& cpu, ForcedInterrupt interrupt) {
  if (interrupt == ForcedInterrupt::kSoftware) {
    cpu.clint().set_software_interrupt(true, platform::now_ps(), kEventHart);
  } else {
    cpu.plic().pulse(static_cast<unsigned>(interrupt) + 1, platform::now_ps());
  }
}

}  // namespace

CpuFaults::CpuFaults(const LoadedScenario& loaded, unsigned modem_index, cm::Modem& modem,
                     ControlCpu& cpu, CpuRecovery* recovery, TimedActions& actions)
    : directory_(loaded.directory),
      config_(loaded.scenario.modems[modem_index].cpu),
      modem_(modem),
      cpu_(cpu),
      recovery_(recovery),
      actions_(actions),
      images_{cpu.image()} {
  std::vector<EventConfig> events;
  std::copy_if(loaded.scenario.events.begin(), loaded.scenario.events.end(),
               std::back_inserter(events), [&modem](const EventConfig& event) {
                 return event.affects_cpu() && event.modem == modem.config().name;
               });
  std::stable_sort(events.begin(), events.end(),
                   [](const EventConfig& a, const EventConfig& b) { return a.time_s < b.time_s; });
  for (const EventConfig& event : events) {
    add(event);
  }
}

void CpuFaults::add(const EventConfig& event) {
  faults_.push_back(prepared(event));
  const bool stops_law =
      event.kind == EventKind::kUpdateFirmware || event.kind == EventKind::kResetCpu;
  if (stops_law && !observes_commits_ && modem_.config().control_law == cm::Placement::kFirmware) {
    observes_commits_ = true;
    modem_.aqm().observe_commits(*this);
  }
  actions_.add(from_seconds(event.time_s), [this, index = faults_.size() - 1] { inject(index); });
}

CpuFaults::Fault CpuFaults::prepared(const EventConfig& event) {
  Fault fault{event, {}, images_.size() - 1};
  if (event.kind == EventKind::kUpdateFirmware) {
    images_.push_back(platform::ElfImage::read(find_firmware(event.firmware, directory_)));
    ++fault.image;
  } else if (event.kind == EventKind::kFlipBit) {
    fault.target = bit_flip_target(event, config_, images_.back(), "/events");
    if (!fault.target.cpu_register && !platform::read_word(cpu_.bus(), fault.target.address)) {
      throw InputError("event flip_bit of " + event.modem + ": there is no register at " +
                       hex(fault.target.address) + ", see docs/registers.md");
    }
  }
  return fault;
}

void CpuFaults::inject(std::size_t index) {
  const Fault& fault = faults_[index];
  const EventConfig& event = fault.event;
  EventResult result{event.time_s, name_of(event.kind), event.modem, {}};
  switch (event.kind) {
    case EventKind::kForceInterrupt:
      force(cpu_, *event.interrupt);
      result.details.emplace_back("interrupt", name_of(*event.interrupt));
      break;
    case EventKind::kFlipBit:
      flip(fault, result);
      break;
    case EventKind::kStallBus:
      cpu_.stall_until(platform::now_ps() + from_us(event.duration_us));
      result.details.emplace_back("duration_us", event.duration_us);
      break;
    case EventKind::kResetCpu:
      result.details.emplace_back("interrupted", cpu_.position());
      if (recovery_ != nullptr) {
        recovery_->settle();
      }
      cpu_.reset(platform::now_ps());
      break;
    case EventKind::kConsoleInput:
      cpu_.console_line().type(event.text);
      result.details.emplace_back("octets", std::uint64_t{event.text.size()});
      break;
    default:
      update(fault, result);
  }
  if (observes_commits_ &&
      (event.kind == EventKind::kUpdateFirmware || event.kind == EventKind::kResetCpu)) {
    absences_.push_back({events_.size(), platform::now_ps()});
  }
  events_.push_back(std::move(result));
}

void CpuFaults::committed(unsigned, TimePs at) {
  for (const Absence& absence : absences_) {
    events_[absence.event].details.emplace_back("law_away_ms", to_ms(at - absence.since));
  }
  absences_.clear();
}

std::vector<EventResult> CpuFaults::events() const {
  std::vector<EventResult> events = events_;
  for (const Absence& absence : absences_) {
    events[absence.event].details.emplace_back("law_missing_ms",
                                               to_ms(platform::now_ps() - absence.since));
  }
  return events;
}

void CpuFaults::flip(const Fault& fault, EventResult& result) {
  const std::uint32_t mask = std::uint32_t{1} << fault.event.bit;
  const BitFlipTarget& target = fault.target;
  if (target.cpu_register) {
    result.details.emplace_back("register", *fault.event.cpu_register);
  } else {
    result.details.emplace_back("address", hex(target.address));
  }
  result.details.emplace_back("bit", std::uint64_t{fault.event.bit});
  if (target.cpu_register) {
    flip_register(*target.cpu_register, mask, result);
  } else {
    flip_word(target.address, target.is_memory, mask, result);
  }
}

void CpuFaults::flip_register(unsigned number, std::uint32_t mask, EventResult& result) {
  platform::Cpu& cpu = cpu_.hart(kEventHart);
  const bool is_pc = number == BitFlipTarget::kPc;
  const auto value = [&] { return is_pc ? cpu.pc() : cpu.reg(number); };
  const std::uint32_t before = value();
  if (is_pc) {
    cpu.set_pc(before ^ mask);
  } else {
    cpu.set_reg(number, before ^ mask);
  }
  result.details.emplace_back("before", hex(before));
  result.details.emplace_back("after", hex(value()));
}

// Detail `after` shows whether a register accepted the value.
void CpuFaults::flip_word(std::uint32_t address, bool is_memory, std::uint32_t mask,
                          EventResult& result) {
  platform::Interconnect& bus = cpu_.bus();
  const std::uint32_t before = platform::read_word(bus, address).value_or(0);
  const std::uint32_t flipped = before ^ mask;
  if (is_memory) {
    unsigned char bytes[4];
    std::memcpy(bytes, &flipped, sizeof bytes);
    platform::write_debug(bus, address, bytes, sizeof bytes);
  } else {
    platform::write_word(bus, address, flipped);
  }
  result.details.emplace_back("before", hex(before));
  result.details.emplace_back("after", hex(platform::read_word(bus, address).value_or(0)));
}

void CpuFaults::update(const Fault& fault, EventResult& result) {
  const platform::ElfImage& image = images_[fault.image];
  const std::uint64_t before = waiting_packets();
  const std::optional<StackResult> stack = cpu_.stack();
  const TimePs start = platform::now_ps() + from_ms(fault.event.takes_ms);
  if (recovery_ != nullptr) {
    recovery_->install(image, start);
    result.details.emplace_back("slot", std::uint64_t{cpu_.slot()});
  } else {
    cpu_.replace_image(image, start, platform::ResetCause::kUpdate, cpu_.slot());
  }
  result.details.emplace_back("firmware", fault.event.firmware);
  result.details.emplace_back("firmware_sha256", image.sha256());
  result.details.emplace_back("waiting_packets_before", before);
  result.details.emplace_back("waiting_packets_after", waiting_packets());
  if (stack) {
    result.details.emplace_back("stack_high_water_bytes_before", stack->high_water_bytes);
  }
}

std::uint64_t CpuFaults::waiting_packets() const {
  std::uint64_t packets = 0;
  for (unsigned flow = 0; flow < modem_.flows(); ++flow) {
    const cm::FlowStatistics statistics = modem_.statistics(flow);
    packets += statistics.queued.packets + statistics.held.packets;
  }
  return packets;
}

}  // namespace docsis_vp::system
