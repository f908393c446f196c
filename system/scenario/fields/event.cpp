#include "system/scenario/fields/event.h"

#include "system/scenario/table.h"

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
      .says("The one that changes channels.");
  t.only_if(t.names("channels", &EventConfig::channels), kMove,
            is<EventKind::kChangeTransmitChannels>)
      .required()
      .source("MULPIv3.1: dynamic bonding change")
      .says("Upstream channels that it may be granted on from then on.");
  t.only_if(t.number("exchange_ms", &EventConfig::exchange_ms, 0, 60'000), kMove,
            is<EventKind::kChangeTransmitChannels>)
      .unit("ms")
      .says(
          "What DBC-REQ and DBC-RSP take together. The CMTS grants no longer on channels taken "
          "away when it begins, the modem changes halfway, the CMTS grants on channels that are "
          "new when it is over, or if none stays at once, and the next change of a service flow "
          "begins no sooner.");
}

void add_profile(Table<EventConfig>& t) {
  constexpr const char* kProfile = "kind = change_profile";
  t.only_if(t.identifier("channel", &EventConfig::channel), kProfile, is<EventKind::kChangeProfile>)
      .required()
      .says("The upstream channel that changes.");
  t.only_if(t.number("rate_mbps", &EventConfig::rate_mbps, 0.1, 10'000), kProfile,
            is<EventKind::kChangeProfile>)
      .unit("Mbit/s")
      .default_is("must be given for a TDMA channel")
      .says("TDMA: what it carries from then on; its minislots last as long as before.");
  t.only_if(t.integer("bits_per_s_per_hz", &EventConfig::bits_per_s_per_hz, 1, 12), kProfile,
            is<EventKind::kChangeProfile>)
      .default_is("must be given for an OFDMA channel")
      .says("OFDMA: its spectral efficiency from then on.");
  t.only_if(t.number("ucd_lead_ms", &EventConfig::ucd_lead_ms, -10'000, 10'000), kProfile,
            is<EventKind::kChangeProfile>)
      .unit("ms")
      .says(
          "How long before `time_s` the modems have read the UCD that announces it. Negative: so "
          "much later, and until then they ignore the MAPs, which name a UCD they do not know.");
}

void add_data_profile(Table<EventConfig>& t) {
  t.only_if(t.integer("data_iuc", &EventConfig::data_iuc, 5, 13), "kind = change_data_profile",
            is<EventKind::kChangeDataProfile>)
      .required()
      .says("As `data_iuc` of a modem, in the MAPs built from then on.");
}

void add_flip(Table<EventConfig>& t) {
  constexpr const char* kFlip = "kind = flip_bit";
  t.only_if(t.string("address", &EventConfig::address), kFlip, is<EventKind::kFlipBit>)
      .default_is("none")
      .says(
          "Of a word of memory or of a device's register, where the bit is flipped: 0x80000010, or "
          "a symbol of the firmware, states+4. A register of a device takes what a write by "
          "firmware could change.");
  t.only_if(t.string("register", &EventConfig::cpu_register), kFlip, is<EventKind::kFlipBit>)
      .default_is("none")
      .says("Instead: a register of the CPU, such as a0, x10 or pc.");
  t.only_if(t.integer("bit", &EventConfig::bit, 0, 31), kFlip, is<EventKind::kFlipBit>)
      .says("Which one, 0 the least significant.");
}

void add_update(Table<EventConfig>& t) {
  constexpr const char* kUpdate = "kind = update_firmware";
  t.only_if(t.firmware("firmware", &EventConfig::firmware), kUpdate, is<EventKind::kUpdateFirmware>)
      .required()
      .says("The image that takes the place of the running one: a name or a path.");
  t.only_if(t.number("takes_ms", &EventConfig::takes_ms, 0, 60'000), kUpdate,
            is<EventKind::kUpdateFirmware>)
      .unit("ms")
      .says("How long the CPU is held in reset meanwhile; packets go on without it.");
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
      .says("Which: a source of the interrupt controller, or the software interrupt.");
  add_flip(t);
  t.only_if(t.number("duration_us", &EventConfig::duration_us, 0.001, 60e6), "kind = stall_bus",
            is<EventKind::kStallBus>)
      .required()
      .unit("us")
      .says("How long the CPU's bus serves nothing, not even the next instruction.");
  add_update(t);
  t.only_if(t.string("text", &EventConfig::text), "kind = console_input",
            is<EventKind::kConsoleInput>)
      .required()
      .says(
          "What is typed at the console from then on, as fast as its line is "
          "(`cpu.console_baud`); a line ends with \\n.");
}

}  // namespace

const Table<EventConfig>& event_table() {
  static const Table<EventConfig> table = [] {
    Table<EventConfig> t(
        "event", "Something that goes wrong or is changed; results list it under `events`.");
    t.number("time_s", &EventConfig::time_s, 0, 86'400)
        .required()
        .unit("s")
        .says("It strikes what comes first at or after this time.");
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
            "A MAP or a packet does not reach the modem, or a MAP `rf.map_delay_us` late; a "
            "request frame or a data burst does not reach the CMTS; the burst builder cannot meet "
            "the deadline of a grant; the CMTS moves service flows to other upstream channels, "
            "gives a channel another profile, or a modem another of its channels' data profiles; "
            "or the modem's control CPU gets an interrupt without a cause, an upset bit, a bus "
            "that stands still, a reset, another program or something to read at its console, see "
            "fw/README.md.");
    t.only_if(t.identifier("modem", &EventConfig::modem), "a kind other than change_profile",
              [](const EventConfig& event) { return event.kind != EventKind::kChangeProfile; })
        .required()
        .says("Whose.");
    t.only_if(t.integer("count", &EventConfig::count, 1, 1'000'000),
              "a kind that loses, delays or misses something",
              [](const EventConfig& event) { return event.goes_wrong(); })
        .says("How many in a row.");
    add_move(t);
    add_profile(t);
    add_data_profile(t);
    add_cpu_faults(t);
    return t;
  }();
  return table;
}

}  // namespace docsis_vp::system
