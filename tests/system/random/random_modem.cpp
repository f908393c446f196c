#include "tests/system/random/random_modem.h"

#include <utility>

#include "models/queue/managers.h"
#include "tests/system/random/random_aqm.h"

namespace docsis_vp::system {

namespace {

Object background_load(Draw& draw) {
  const unsigned period_us = draw.number(1'000, 20'000);
  const double utilization = draw.number(5, 35) / 100.0;
  return {{"utilization", utilization},
          {"period_us", period_us},
          {"critical_section_us", draw.number(0, period_us / 50)}};
}

// CPUs that are busy at one time go on by turns, which takes the host long: at most one has work
// of its own.
Object cpu(bool may_be_busy, Draw& draw) {
  Object cpu{{"profile", draw.one_of({"ibex-small", "ibex-maxperf", "ideal", "zero"})},
             {"clock_mhz", draw.number(100, 200)},
             {"register_wait_states", draw.number(0, 3)}};
  if (draw.one_in(2)) cpu["memory_wait_states"] = draw.number(0, 1);
  if (draw.one_in(3)) cpu["quantum_us"] = draw.one_of({1, 50, 1'000});
  if (may_be_busy && cpu["profile"] != "zero" && draw.one_in(2)) {
    cpu["background_load"] = background_load(draw);
  }
  return cpu;
}

Object ingress_hold(Draw& draw) {
  Object hold{{"descriptors", 8 * draw.number(4, 32)},
              {"capacity_bytes", draw.number(20'000, 200'000)},
              {"departures", draw.number(64, 2'048)},
              {"batch", draw.one_in(2)}};
  if (draw.one_in(2)) {
    hold["moderation_packets"] = draw.number(1, 32);
    hold["moderation_us"] = draw.number(0, 500);
  }
  return hold;
}

void add_costs(Object& modem, Draw& draw) {
  modem["mac_clock_mhz"] = draw.one_of({125, 250, 400});
  modem["map_parser"] = Object{{"parsers", draw.number(1, 4)},
                               {"cycles_per_map", draw.number(0, 200)},
                               {"cycles_per_element", draw.number(0, 40)},
                               {"check_octets", draw.one_in(2)}};
  modem["burst_builder"] = Object{{"cycles_per_segment", draw.number(0, 100)},
                                  {"cycles_per_packet", draw.number(0, 50)},
                                  {"cycles_per_decision", draw.number(0, 30)}};
  modem["queue_memory"] = Object{{"descriptors_per_flow", draw.number(16, 4'096)},
                                 {"port_bytes_per_cycle", draw.one_of({2, 4, 8})},
                                 {"port_efficiency_percent", draw.number(40, 100)},
                                 {"writes_alternate_with_reads", draw.one_in(2)},
                                 {"ingress_fifo_bytes", draw.number(2'000, 60'000)}};
  modem["aqm_engine"] = Object{{"delay_bytes", draw.one_of({"all", "ungranted", "unreleased"})},
                               {"departure_time", draw.one_of({"tx", "pull"})},
                               {"sojourn", draw.one_of({"whole", "shaper"})},
                               {"law_cycles_per_flow", draw.number(0, 200)}};
}

Object wifi(Draw& draw) {
  Object cell{{"snr_db", draw.number(3, 40)},
              {"ap_queue_packets", draw.number(1, 200)},
              {"retry_limit", draw.number(1, 10)}};
  if (draw.one_in(3)) {
    cell["rate_control"] = "fixed";
    cell["rate_mbps"] = draw.one_of({6, 12, 24, 54});
  }
  return cell;
}

Object scheduling(bool contention, Draw& draw) {
  const std::string type =
      contention ? draw.one_of({"best_effort", "best_effort", "nrtps", "rtps", "ugs_ad", "ugs"})
                 : draw.one_of({"best_effort", "ugs"});
  Object text{{"type", type}};
  if (type != "best_effort" && type != "ugs") {
    text["nominal_polling_interval_us"] = draw.number(5'000, 60'000);
    text["tolerated_poll_jitter_us"] = draw.number(1'500, 2'400);
  }
  if (type == "ugs" || type == "ugs_ad") {
    text["unsolicited_grant_bytes"] = draw.number(64, 500);
    text["nominal_grant_interval_us"] = draw.number(10'000, 40'000);
    text["tolerated_grant_jitter_us"] = draw.number(1'500, 4'500);
    text["grants_per_interval"] = draw.number(1, 2);
    if (draw.one_in(2)) {
      text["request_policy"] = {"no_broadcast_requests", "no_piggyback", "drop_oversized"};
    }
    return text;
  }
  if (draw.one_in(3)) text["request_policy"] = Array{"no_piggyback"};
  if (draw.one_in(4)) text["max_grant_bytes"] = draw.number(1'600, 6'000);
  return text;
}

void add_rates(Object& flow, unsigned kbps, Draw& draw) {
  flow["max_sustained_rate_mbps"] = mbps(kbps);
  flow["max_burst_bytes"] = draw.number(1'522, 60'000);
  flow["traffic_priority"] = draw.number(0, 7);
  if (draw.one_in(2)) flow["peak_rate_mbps"] = mbps(kbps * 3 / 2);
  if (draw.one_in(3)) {
    flow["min_reserved_rate_mbps"] = mbps(kbps / 4);
    flow["min_reserved_packet_bytes"] = draw.number(64, 600);
  }
  if (draw.one_in(2)) flow["buffer_ms"] = draw.number(100, 500);
  if (draw.one_in(4)) flow["buffer_packets"] = draw.number(4, 200);
}

void add_transmit_queue(Object& flow, Draw& draw) {
  const Object& aqm = flow["aqm"].as_object();
  const std::string algorithm(aqm.at("algorithm").as_string());
  const bool excludes = queue::find_manager(algorithm) != nullptr || aqm.contains("exclude_ce");
  if (!excludes && draw.one_in(6)) {
    flow["transmit_queue"] = Object{{"packets", draw.number(2, 32)},
                                    {"back_pressure", draw.one_in(2)},
                                    {"holds_next", draw.one_in(2)}};
  }
}

QueueAt queue_of(LawPlace place) {
  switch (place) {
    case LawPlace::kFirmware:
      return QueueAt::kFirmware;
    case LawPlace::kFirmwareWithDrops:
      return QueueAt::kFirmwareWithDrops;
    case LawPlace::kGates:
      break;
  }
  return QueueAt::kGates;
}

}  // namespace

void outline_modems(Outline& outline) {
  Draw draw(outline.seed, "outline of modems");
  const unsigned modems = draw.number(1, 5);
  for (unsigned number = 0; number < modems; ++number) {
    ModemOutline modem;
    modem.name = "cm" + std::to_string(number);
    // Two CPUs take the host long enough.
    modem.place =
        number < 2
            ? draw.one_of({LawPlace::kGates, LawPlace::kFirmware, LawPlace::kFirmwareWithDrops})
            : LawPlace::kGates;
    // Without contention all have a transmit queue, behind drops in gates.
    if (!outline.contention && modem.place == LawPlace::kFirmwareWithDrops) {
      modem.place = LawPlace::kFirmware;
    }
    Draw coupled(outline.seed, modem.name + "/coupled in firmware");
    modem.couples_in_firmware = modem.place == LawPlace::kFirmware && coupled.one_in(3);
    const unsigned up = draw.number(1, draw.one_in(10) ? 10 : 3);
    for (unsigned f = 0; f < up; ++f) {
      modem.up.push_back({"us_" + std::to_string(number) + "_" + std::to_string(f),
                          draw.number(200, draw.one_in(4) ? 20'000 : 6'000)});
    }
    const unsigned down = draw.number(0, 2);
    for (unsigned f = 0; f < down; ++f) {
      modem.down.push_back(
          {"ds_" + std::to_string(number) + "_" + std::to_string(f), draw.number(500, 20'000)});
    }
    outline.modems.push_back(std::move(modem));
  }
}

Object random_modem(const Outline& outline, const ModemOutline& modem) {
  Draw draw(outline.seed, modem.name);
  Object object{{"name", modem.name}, {"plant_delay_us", draw.number(0, 200)}};
  if (modem.place == LawPlace::kGates && draw.one_in(5)) {
    object["count"] = draw.number(2, 4);
    object["plant_delay_step_us"] = draw.number(0, 50);
  }
  Draw profile(outline.seed, modem.name + "/data profile");
  if (!outline.data_iucs.empty() && profile.one_in(2)) {
    object["data_iuc"] = profile.one_of(outline.data_iucs);
  }
  const bool may_choose = outline.downstream_channels > 0 && !outline.shares_downstream;
  if (may_choose && draw.one_in(2)) {
    object["downstream_channels"] = draw.some_of("ds", outline.downstream_channels);
  }
  if (draw.one_in(2)) add_costs(object, draw);
  if (modem.place != LawPlace::kGates) {
    object["control_law"] = "firmware";
    object["cpu"] = cpu(&modem == &outline.modems.front(), draw);
  }
  if (modem.place == LawPlace::kFirmwareWithDrops) {
    object["drop"] = "firmware";
    if (draw.one_in(2)) object["ingress_hold"] = ingress_hold(draw);
  }
  if (modem.place != LawPlace::kGates && draw.one_in(6)) object["firmware"] = "mixed";
  if (modem.couples_in_firmware) object["firmware"] = "dual_queue";
  Draw hosts(outline.seed, modem.name + "/hosts");
  if (hosts.one_in(3)) {
    object["lan"] = Object{{"ports", Array{Object{{"name", "lan0"},
                                                  {"host_queue_packets", hosts.number(1, 500)},
                                                  {"wifi", wifi(hosts)}}}}};
  }
  return object;
}

Array random_services(const Outline& outline, const ModemOutline& modem) {
  Draw draw(outline.seed, modem.name + "/service flows");
  Array flows;
  bool first = true;
  for (const ServiceOutline& service : modem.up) {
    Object flow{{"name", service.name},
                {"modem", modem.name},
                {"request_unit_bytes", draw.one_of({1, 2, 4, 8, 16})},
                {"contention_window_eighths", draw.number(4, 12)},
                {"channels", draw.some_of("us", outline.upstream_channels())},
                {"scheduling", scheduling(outline.contention, draw)}};
    add_rates(flow, service.kbps, draw);
    if (draw.one_in(3)) flow["weight"] = draw.number(1, 20);
    // Firmware wants something periodic to compute.
    flow["aqm"] =
        random_aqm(queue_of(modem.place), draw, first && modem.place == LawPlace::kFirmware);
    // The program of the coupled law has this law beside it.
    if (modem.couples_in_firmware) flow["aqm"] = Object{{"algorithm", "docsis_pie"}};
    // Where all have a transmit queue.
    if (!outline.contention) flow["aqm"].as_object().erase("exclude_ce");
    if (modem.place != LawPlace::kFirmwareWithDrops) add_transmit_queue(flow, draw);
    flows.push_back(flow);
    first = false;
  }
  for (const ServiceOutline& service : modem.down) {
    Object flow{{"name", service.name}, {"modem", modem.name}, {"direction", "downstream"}};
    add_rates(flow, service.kbps, draw);
    flow["aqm"] = random_aqm(QueueAt::kCmts, draw);
    flows.push_back(flow);
  }
  return flows;
}

}  // namespace docsis_vp::system
