// Declares the configuration of a fault or a change at a given time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/docsis/map.h"
#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

enum class EventKind {
  kLoseMap,
  kLoseRequest,
  kLoseBurst,
  kLosePacket,
  kDelayMap,
  kMissGrant,
  kChangeTransmitChannels,
  kChangeProfile,
  kChangeDataProfile,
  kForceInterrupt,
  kFlipBit,
  kStallBus,
  kResetCpu,
  kUpdateFirmware,
  kConsoleInput
};

// Interrupts that may be forced, in the order of the interrupt controller's sources from 1 on. The
// last one belongs to the hart.
enum class ForcedInterrupt { kAqmTick, kConsole, kWatchdog, kIngressHold, kVerdictPort, kSoftware };

struct EventConfig {
  double time_s = 0;
  EventKind kind = EventKind::kLoseMap;
  std::string modem;  // empty: the event concerns no modem
  unsigned count = 1;
  // For a change of transmit channels.
  std::optional<std::string> service_flow;
  std::optional<std::vector<std::string>> channels;
  double exchange_ms = 20;
  // For a change of profile.
  std::string channel;
  std::optional<double> rate_mbps;
  std::optional<unsigned> bits_per_s_per_hz;
  double ucd_lead_ms = 20;
  // For a change of a modem's data profile.
  unsigned data_iuc = docsis::kIucAdvancedLongData;
  // For events at the control CPU.
  std::optional<ForcedInterrupt> interrupt;
  std::optional<std::string> address;       // of a bit: a number, or a symbol of the firmware
  std::optional<std::string> cpu_register;  // instead of address
  unsigned bit = 0;
  double duration_us = 0;
  std::string firmware;
  double takes_ms = 0;
  std::string text;  // typed at the console

  bool goes_wrong() const { return kind < EventKind::kChangeTransmitChannels; }
  bool changes_channels() const { return !goes_wrong() && !affects_cpu(); }
  bool affects_cpu() const { return kind >= EventKind::kForceInterrupt; }
};

const Table<EventConfig>& event_table();

}  // namespace docsis_vp::system
