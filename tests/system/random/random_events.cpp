#include "tests/system/random/random_events.h"

#include <algorithm>

namespace docsis_vp::system {

namespace {

// Early enough that all is over before the end.
double when(Draw& draw) {
  return draw.number(100, 600) / 1'000.0;
}

void add_losses(const ModemOutline& modem, Draw& draw, Array& events) {
  events.push_back(Object{{"time_s", when(draw)},
                          {"kind", draw.one_of({"lose_map", "lose_request", "lose_burst",
                                                "lose_packet", "delay_map", "miss_grant"})},
                          {"modem", modem.name},
                          {"count", draw.number(1, 5)}});
}

// One after the other.
void add_moves(const Outline& outline, const ModemOutline& modem, Draw& draw, Array& events) {
  constexpr unsigned kLongestMs = 40;
  double free_from_s = 0;
  for (unsigned move = draw.number(0, 2); move > 0; --move) {
    const double time_s = std::max(when(draw), free_from_s);
    free_from_s = time_s + kLongestMs / 1'000.0;
    Object event{{"time_s", time_s},
                 {"kind", "change_transmit_channels"},
                 {"modem", modem.name},
                 {"channels", draw.some_of("us", outline.upstream_channels())},
                 {"exchange_ms", draw.number(0, kLongestMs)}};
    if (draw.one_in(3)) event["service_flow"] = modem.up.front().name;
    events.push_back(event);
  }
}

void add_profiles(const Outline& outline, Draw& draw, Array& events) {
  for (unsigned i = 0; i < outline.upstream_channels(); ++i) {
    if (!draw.one_in(2)) continue;
    Object event{{"time_s", when(draw)},
                 {"kind", "change_profile"},
                 {"channel", "us" + std::to_string(i)},
                 {"ucd_lead_ms", draw.one_of({-10, 0, 5, 30})}};
    if (outline.is_ofdma[i]) {
      event["bits_per_s_per_hz"] = draw.one_of({1, 3, 4});
    } else {
      event["rate_mbps"] = draw.one_of({5.12, 7.68, 15.36});
    }
    events.push_back(event);
  }
}

void add_data_profiles(const Outline& outline, Array& events) {
  for (const ModemOutline& modem : outline.modems) {
    Draw draw(outline.seed, modem.name + "/data profiles");
    if (outline.data_iucs.empty() || !draw.one_in(2)) continue;
    events.push_back(Object{{"time_s", when(draw)},
                            {"kind", "change_data_profile"},
                            {"modem", modem.name},
                            {"data_iuc", draw.one_in(3) ? 10 : draw.one_of(outline.data_iucs)}});
  }
}

// Nothing that upsets a bit: firmware may then do anything.
void add_cpu_faults(const ModemOutline& modem, Draw& draw, Array& events) {
  Object event{{"time_s", when(draw)},
               {"kind", draw.one_of({"force_interrupt", "stall_bus", "reset_cpu"})},
               {"modem", modem.name}};
  if (event["kind"] == "force_interrupt") {
    event["interrupt"] = draw.one_of({"aqm_tick", "console", "software"});
  } else if (event["kind"] == "stall_bus") {
    event["duration_us"] = draw.number(1, 3'000);
  }
  events.push_back(event);
}

}  // namespace

Array random_events(const Outline& outline) {
  Draw draw(outline.seed, "events");
  Array events;
  const bool changes = draw.one_in(2);
  for (const ModemOutline& modem : outline.modems) {
    if (outline.lossy) add_losses(modem, draw, events);
    if (changes) add_moves(outline, modem, draw, events);
    if (modem.place != LawPlace::kGates && draw.one_in(6)) add_cpu_faults(modem, draw, events);
  }
  if (changes) add_profiles(outline, draw, events);
  add_data_profiles(outline, events);
  return events;
}

}  // namespace docsis_vp::system
