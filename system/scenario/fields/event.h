// Something that goes wrong or is changed at a given time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/docsis/map.h"
#include "system/scenario/table_fwd.h"

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

// What may be forced, in the order of the interrupt controller's sources from 1 on; the last one is
// the hart's own.
enum class ForcedInterrupt { kAqmTick, kConsole, kWatchdog, kIngressHold, kVerdictPort, kSoftware };

struct EventConfig {
  double time_s = 0;
  EventKind kind = EventKind::kLoseMap;
  std::string modem;  // empty: the event is not one of a modem
  unsigned count = 1;
  // Of a change of transmit channels.
  std::optional<std::string> service_flow;
  std::optional<std::vector<std::string>> channels;
  double exchange_ms = 20;
  // Of a change of profile.
  std::string channel;
  std::optional<double> rate_mbps;
  std::optional<unsigned> bits_per_s_per_hz;
  double ucd_lead_ms = 20;
  // Of a modem that is given another data profile.
  unsigned data_iuc = docsis::kIucAdvancedLongData;
  // Of what is done to the control CPU.
  std::optional<ForcedInterrupt> interrupt;
  std::optional<std::string> address;       // of a bit: a number, or a symbol of the firmware
  std::optional<std::string> cpu_register;  // or its register
  unsigned bit = 0;
  double duration_us = 0;
  std::string firmware;
  double takes_ms = 0;
  std::string text;  // typed at its console

  bool goes_wrong() const { return kind < EventKind::kChangeTransmitChannels; }
  bool changes_channels() const { return !goes_wrong() && !affects_cpu(); }
  bool affects_cpu() const { return kind >= EventKind::kForceInterrupt; }
};

const Table<EventConfig>& event_table();

}  // namespace docsis_vp::system
