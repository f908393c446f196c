#include "system/scenario/fields/event.h"

#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

namespace {

template <EventKind kKind>
bool is(const EventConfig& event) {
  return event.kind == kKind;
}

void add_move(Table<EventConfig>& t) {
  constexpr const char* kMove = "kind = change_transmit_channels";
  t.only_if(t.identifier("service_flow", &EventConfig::service_flow), kMove,
            is<EventKind::kChangeTransmitChannels>)
      .default_is("all upstream of the modem")
      .says("Service flow that changes channels.");
  t.only_if(t.names("channels", &EventConfig::channels), kMove,
            is<EventKind::kChangeTransmitChannels>)
      .required()
      .source("MULPIv3.1: dynamic bonding change")
      .says("Upstream channels for its grants from then on.");
  t.only_if(t.number("exchange_ms", &EventConfig::exchange_ms, 0, 60'000), kMove,
            is<EventKind::kChangeTransmitChannels>)
      .unit("ms")
      .says(
          "Duration of DBC-REQ and DBC-RSP together. At its begin the CMTS stops granting on "
          "removed channels; halfway the modem changes; at its end the CMTS starts granting on "
          "new channels, or at the begin if no old channel stays. Changes of one service flow "
          "must not overlap.");
}

void add_profile(Table<EventConfig>& t) {
  constexpr const char* kProfile = "kind = change_profile";
  t.only_if(t.identifier("channel", &EventConfig::channel), kProfile, is<EventKind::kChangeProfile>)
      .required()
      .says("Upstream channel that changes.");
  t.only_if(t.number("rate_mbps", &EventConfig::rate_mbps, 0.1, 10'000), kProfile,
            is<EventKind::kChangeProfile>)
      .unit("Mbit/s")
      .default_is("required for a TDMA channel")
      .says("TDMA: new rate of the channel; its minislots keep their duration.");
  t.only_if(t.integer("bits_per_s_per_hz", &EventConfig::bits_per_s_per_hz, 1, 12), kProfile,
            is<EventKind::kChangeProfile>)
      .default_is("required for an OFDMA channel")
      .says("OFDMA: new spectral efficiency.");
  t.only_if(t.number("ucd_lead_ms", &EventConfig::ucd_lead_ms, -10'000, 10'000), kProfile,
            is<EventKind::kChangeProfile>)
      .unit("ms")
      .says(
          "Time before `time_s` at which the modems have read the UCD that announces it. "
          "Negative: they read it after `time_s`, and until then ignore the MAPs, which name "
          "an unknown UCD.");
}

void add_data_profile(Table<EventConfig>& t) {
  t.only_if(t.integer("data_iuc", &EventConfig::data_iuc, 5, 13), "kind = change_data_profile",
            is<EventKind::kChangeDataProfile>)
      .required()
      .says("New `data_iuc` of the modem, in the MAPs built from then on.");
}

void add_flip(Table<EventConfig>& t) {
  constexpr const char* kFlip = "kind = flip_bit";
  t.only_if(t.string("address", &EventConfig::address), kFlip, is<EventKind::kFlipBit>)
      .default_is("none")
      .says(
          "Address of a word of memory or of a device's register: 0x80000010, or a symbol of "
          "the firmware, states+4. In a device's register only bits change that a write of "
          "firmware could change.");
  t.only_if(t.string("register", &EventConfig::cpu_register), kFlip, is<EventKind::kFlipBit>)
      .default_is("none")
      .says("Instead of `address`: a register of the CPU, such as a0, x10 or pc.");
  t.only_if(t.integer("bit", &EventConfig::bit, 0, 31), kFlip, is<EventKind::kFlipBit>)
      .says("Number of the bit; 0 is the least significant.");
}

void add_update(Table<EventConfig>& t) {
  constexpr const char* kUpdate = "kind = update_firmware";
  t.only_if(t.firmware("firmware", &EventConfig::firmware), kUpdate, is<EventKind::kUpdateFirmware>)
      .required()
      .says("Image that replaces the running one: a name or a path.");
  t.only_if(t.number("takes_ms", &EventConfig::takes_ms, 0, 60'000), kUpdate,
            is<EventKind::kUpdateFirmware>)
      .unit("ms")
      .says("Time for which the CPU is held in reset; packets continue without it.");
}

void add_cpu_faults(Table<EventConfig>& t) {
  t.only_if(t.choice<ForcedInterrupt>("interrupt", &EventConfig::interrupt,
                                      {{"aqm_tick", ForcedInterrupt::kAqmTick},
                                       {"console", ForcedInterrupt::kConsole},
                                       {"watchdog", ForcedInterrupt::kWatchdog},
                                       {"ingress_hold", ForcedInterrupt::kIngressHold},
                                       {"verdict_port", ForcedInterrupt::kVerdictPort},
                                       {"software", ForcedInterrupt::kSoftware}}),
            "kind = force_interrupt", is<EventKind::kForceInterrupt>)
      .required()
      .says("Interrupt to force: a source of the interrupt controller, or the software interrupt.");
  add_flip(t);
  t.only_if(t.number("duration_us", &EventConfig::duration_us, 0.001, 60e6), "kind = stall_bus",
            is<EventKind::kStallBus>)
      .required()
      .unit("us")
      .says("Time for which the CPU's bus serves no access, instruction fetches included.");
  add_update(t);
  t.only_if(t.string("text", &EventConfig::text), "kind = console_input",
            is<EventKind::kConsoleInput>)
      .required()
      .says(
          "Text typed at the console from then on, at the rate of its line "
          "(`cpu.console_baud`). A line ends with \\n.");
}

}  // namespace

const Table<EventConfig>& event_table() {
  static const Table<EventConfig> table = [] {
    Table<EventConfig> t("event", "A fault or a change; results list it under `events`.");
    t.number("time_s", &EventConfig::time_s, 0, 86'400)
        .required()
        .unit("s")
        .says("Time of the event. It affects the first object at or after this time.");
    t.choice<EventKind>("kind", &EventConfig::kind,
                        {{"lose_map", EventKind::kLoseMap},
                         {"lose_request", EventKind::kLoseRequest},
                         {"lose_burst", EventKind::kLoseBurst},
                         {"lose_packet", EventKind::kLosePacket},
                         {"delay_map", EventKind::kDelayMap},
                         {"miss_grant", EventKind::kMissGrant},
                         {"change_transmit_channels", EventKind::kChangeTransmitChannels},
                         {"change_profile", EventKind::kChangeProfile},
                         {"change_data_profile", EventKind::kChangeDataProfile},
                         {"force_interrupt", EventKind::kForceInterrupt},
                         {"flip_bit", EventKind::kFlipBit},
                         {"stall_bus", EventKind::kStallBus},
                         {"reset_cpu", EventKind::kResetCpu},
                         {"update_firmware", EventKind::kUpdateFirmware},
                         {"console_input", EventKind::kConsoleInput}})
        .required()
        .says(
            "Faults of the plant: a MAP or a packet does not reach the modem, or a MAP comes "
            "`rf.map_delay_us` late; a request frame or a data burst does not reach the CMTS; "
            "the burst builder misses the deadline of a grant. Changes: the CMTS moves service "
            "flows to other upstream channels, or assigns another profile to a channel, or "
            "another data profile to a modem. Events at the control CPU: an interrupt without a "
            "cause, a flipped bit, a stalled bus, a reset, another image, console input; see "
            "fw/README.md.");
    t.only_if(t.identifier("modem", &EventConfig::modem), "a kind other than change_profile",
              [](const EventConfig& event) { return event.kind != EventKind::kChangeProfile; })
        .required()
        .says("Name of the modem.");
    t.only_if(t.integer("count", &EventConfig::count, 1, 1'000'000),
              "a kind that loses, delays or misses something",
              [](const EventConfig& event) { return event.goes_wrong(); })
        .says("Number of consecutive frames or grants that it affects.");
    add_move(t);
    add_profile(t);
    add_data_profile(t);
    add_cpu_faults(t);
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
