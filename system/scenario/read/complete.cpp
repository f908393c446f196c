#include <algorithm>

#include "models/docsis/timing_profile.h"
#include "platform/base/errors.h"
#include "platform/base/suggestion.h"
#include "platform/base/time.h"
#include "system/json/writer.h"
#include "system/results/series_columns.h"
#include "system/results/series_sample.h"
#include "system/scenario/check/check_flow_keys.h"
#include "system/scenario/check/check_foresight.h"
#include "system/scenario/check/check_upstream.h"
#include "system/scenario/check/reserved_rates.h"
#include "system/scenario/complete/complete_aggregate.h"
#include "system/scenario/complete/complete_aqm.h"
#include "system/scenario/complete/complete_buffer.h"
#include "system/scenario/complete/complete_capacity.h"
#include "system/scenario/complete/complete_channels.h"
#include "system/scenario/complete/complete_custom.h"
#include "system/scenario/complete/complete_flow.h"
#include "system/scenario/complete/complete_lan.h"
#include "system/scenario/complete/complete_mac.h"
#include "system/scenario/complete/complete_scheduling.h"
#include "system/scenario/complete/link_rates.h"
#include "system/scenario/complete/map_lead.h"
#include "system/scenario/derive/aggregate_of.h"
#include "system/scenario/derive/classifier_rule.h"
#include "system/scenario/derive/fill.h"
#include "system/scenario/derive/instances.h"
#include "system/scenario/derive/map_interval.h"
#include "system/scenario/derive/timing_profile.h"
#include "system/scenario/provisioning/provisioning.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system {

namespace {

std::string pointer_to(std::string_view list, std::size_t index, std::string_view key) {
  return "/" + std::string(list) + "/" + std::to_string(index) + "/" + std::string(key);
}

void fill_rf(RfConfig& rf) {
  const docsis::TimingProfile profile = timing_profile_of(rf);
  if (rf.channels.empty()) {
    rf.channels.emplace_back().name = "us0";
  }
  for (ChannelConfig& channel : rf.channels) {
    fill(channel.kind, profile.kind);
  }
  complete_channels(rf);
  if (rf.scheduler.max_request_opportunities.value_or(UINT32_MAX) <
      rf.scheduler.request_opportunities) {
    throw ConfigError("/rf/max_request_opportunities", "expected at least request_opportunities");
  }
  if (rf.scheduler.backoff_end < rf.scheduler.backoff_start) {
    throw ConfigError("/rf/backoff_end", "expected at least backoff_start, " +
                                             std::to_string(rf.scheduler.backoff_start) + ", got " +
                                             std::to_string(rf.scheduler.backoff_end));
  }
  if (rf.capacity) {
    check_capacity(*rf.capacity, channels_mbps(rf), "/rf/capacity");
  }
  if (!rf.downstream_channels.empty()) {
    rf.downstream_mbps = 0;
    for (const DownstreamChannelConfig& bonded : rf.downstream_channels) {
      rf.downstream_mbps += bonded.net_mbps();
    }
  }
  if (!rf.map_interval_us) {
    rf.map_interval_us = default_map_interval_us(rf, profile);
  }
  fill(rf.map_build_us, to_us(profile.map_build_ps));
  fill(rf.decode_us, default_decode_us(rf, profile));
  fill(rf.downstream_latency_us, to_us(profile.downstream_latency_ps));
  if (rf.profile == RfProfile::kCablelabs2012) {
    fill(rf.grant_offset_us, 0.0);
  }
  fill(rf.cm_map_proc_us, default_cm_map_proc_us(rf));
}

// True if firmware has a part in the law: its periodic part, or its verdicts.
bool is_for_firmware(const ModemConfig& modem, const aqm_algorithm& law) {
  return law.update != nullptr || (modem.drop == cm::Placement::kFirmware && law.limits_only == 0);
}

constexpr const char* kProgramOfAllLaws = "mixed";
constexpr const char* kProgramOfDocsisPie = "docsis_pie";

// A law of the user's own has a program of its name.
std::string program_of(const AqmConfig& aqm) {
  const aqm_algorithm& law = aqm.law();
  if (aqm.custom) {
    return law.name;
  }
  return law.firmware != nullptr ? law.firmware : kProgramOfAllLaws;
}

// Returns the program for the firmware laws of the modem's flows.
std::string default_firmware(const Scenario& scenario, const ModemConfig& modem) {
  std::string program;
  for (const ServiceFlowConfig& flow : scenario.service_flows) {
    if (flow.modem == modem.name && flow.direction == Direction::kUpstream &&
        is_for_firmware(modem, flow.aqm.law())) {
      const std::string own = program_of(flow.aqm);
      program = program.empty() || program == own ? own : kProgramOfAllLaws;
    }
  }
  if (upstream_aggregate_of(scenario, modem) != nullptr) {
    const bool has_others = !program.empty() && program != kProgramOfDocsisPie;
    return has_others ? kProgramOfCoupledAndAllLaws : kCoupledLaw;
  }
  return program.empty() ? kProgramOfDocsisPie : program;
}

void complete_hold(ModemConfig& modem, const std::string& pointer) {
  if (modem.drop == cm::Placement::kFirmware && modem.control_law == cm::Placement::kHardware) {
    throw ConfigError(pointer + "/drop",
                      "firmware that decides on packets has the control law too: expected a "
                      "control_law of firmware");
  }
  cm::IngressHoldConfig& hold = modem.ingress_hold;
  if (hold.descriptors % 8 != 0) {
    throw ConfigError(pointer + "/ingress_hold/descriptors", "expected a multiple of 8");
  }
  fill(hold.moderation_packets, hold.packets_of_interrupt());
  fill(hold.moderation_us, hold.window_us());
}

// With channels of both kinds, each channel has the unit of its kind.
void fill_build_unit(ModemConfig& modem, const RfConfig& rf) {
  const auto are_all = [&](docsis::ChannelKind kind) {
    return std::all_of(rf.channels.begin(), rf.channels.end(),
                       [&](const ChannelConfig& channel) { return channel.kind == kind; });
  };
  if (are_all(docsis::ChannelKind::kTdma)) {
    fill(modem.burst_builder.build_unit, cm::BuildUnitKind::kGrant);
  } else if (are_all(docsis::ChannelKind::kOfdma)) {
    fill(modem.burst_builder.build_unit, cm::BuildUnitKind::kFrame);
  }
}

void check_background_load(const ControlCpuConfig& cpu, const std::string& pointer) {
  const platform::BackgroundLoadConfig& load = cpu.background_load;
  if (load.utilization > 0 && cpu.profile == CpuProfile::kZero) {
    throw ConfigError(pointer + "/utilization", "a CPU of the profile zero is never busy");
  }
  if (load.critical_section_us > load.work_us()) {
    throw ConfigError(
        pointer + "/critical_section_us",
        "expected no more than the work of a period, " + std::to_string(load.work_us()) + " us");
  }
  if (load.phase_us && *load.phase_us >= load.period_us) {
    throw ConfigError(pointer + "/phase_us",
                      "expected less than the period, " + std::to_string(load.period_us) + " us");
  }
}

// A manager takes descriptors out of their arrival order through links, so all of them must be on
// die.
void check_descriptor_cache(const Scenario& scenario, const ModemConfig& modem,
                            const std::string& pointer) {
  const auto is_managed = [](const ServiceFlowConfig& flow) {
    return flow.direction == Direction::kUpstream && flow.aqm.manager() != nullptr;
  };
  const std::vector<ServiceFlowConfig>& flows = scenario.service_flows;
  const std::vector<ServiceFlowConfig>& own = modem.provisioned.service_flows;
  const bool any = std::any_of(own.begin(), own.end(), is_managed) ||
                   std::any_of(flows.begin(), flows.end(), [&](const ServiceFlowConfig& flow) {
                     return is_of(flow, modem) && is_managed(flow);
                   });
  if (modem.queue_memory.descriptors.cached != 0 && any) {
    throw ConfigError(pointer + "/queue_memory/descriptor_cache",
                      "expected 0: a service flow of the modem has several queues under a manager, "
                      "which need all descriptors on die");
  }
}

void complete_modem(const Scenario& scenario, ModemConfig& modem, const Extensions& extensions,
                    const std::string& pointer) {
  complete_blocks(modem, extensions, pointer);
  complete_hold(modem, pointer);
  check_background_load(modem.cpu, pointer + "/cpu/background_load");
  if (modem.firmware.empty()) {
    modem.firmware = default_firmware(scenario, modem);
  }
  fill_build_unit(modem, scenario.rf);
  fill(modem.queue_memory.descriptors_per_flow, default_descriptors(scenario, modem));
  complete_lan(modem, scenario, pointer);
  check_descriptor_cache(scenario, modem, pointer);
}

// The profile of a study adds a transmit queue, unless a manager excludes it.
void fill_transmit_queue(const Scenario& scenario, ServiceFlowConfig& flow,
                         const std::string& pointer) {
  const bool upstream = flow.direction == Direction::kUpstream;
  const bool managed = flow.aqm.manager() != nullptr || aggregate_of(scenario, flow) != nullptr;
  const RfProfile profile = scenario.rf.profile;
  if (profile == RfProfile::kCablelabs2012 && upstream && !managed) {
    fill(flow.transmit_queue, cm::TransmitQueueConfig{});
  }
  if (flow.second_queue() == nullptr) {
    return;
  }
  const std::string key = pointer + ServiceFlowConfig::kSecondQueueKey;
  const auto exclude_ce = flow.aqm.options.find("exclude_ce");
  if (!upstream) {
    throw ConfigError(key, "applies only upstream");
  }
  if (managed) {
    throw ConfigError(key,
                      "cannot be combined with an aqm of several queues, which has stage_bytes");
  }
  if (exclude_ce != flow.aqm.options.end() && exclude_ce->second.on) {
    throw ConfigError(key, "cannot be combined with exclude_ce of the aqm");
  }
}

// ns-2's rule leaves one place empty, so a limit of one would hold no packet.
void check_drop_tail(const ServiceFlowConfig& flow, const std::string& pointer) {
  const auto require = [](bool holds, const std::string& key, const char* expected) {
    if (!holds) throw ConfigError(key, expected);
  };
  if (flow.drop_tail == queue::DropTail::kNs2) {
    const std::string key = pointer + "/drop_tail";
    require(flow.aqm.algorithm == "none", key, "ns2 cannot be combined with an aqm");
    require(flow.buffer_packets.value_or(0) >= 2, key, "ns2 needs a buffer_packets of 2 or more");
  }
  if (flow.transmit_queue && flow.transmit_queue->drop_tail == queue::DropTail::kNs2) {
    require(flow.transmit_queue->packets != 1, pointer + "/transmit_queue/drop_tail",
            "ns2 needs packets of 2 or more");
  }
}

void check_shaper_engine(const ServiceFlowConfig& flow, const std::string& pointer) {
  if (flow.shaper_engine && flow.direction != Direction::kUpstream) {
    throw ConfigError(pointer + "/shaper_engine", "applies only upstream");
  }
  if (flow.shaper_engine == Engine::kRtl && flow.second_queue() != nullptr) {
    throw ConfigError(pointer + "/shaper_engine",
                      "expected model: the service flow has a transmit queue, whose packets are "
                      "released whole");
  }
}

void complete_service_flow(const Scenario& scenario, ServiceFlowConfig& flow,
                           const Extensions& extensions, const std::string& pointer) {
  complete_scheduling(flow, pointer);
  complete_buffer(flow, scenario, pointer);
  flow.latency_histogram.edges(pointer + "/latency_histogram");  // throws for wrong ones
  complete_aqm(flow.aqm,
               flow.direction == Direction::kUpstream ? QueuePlace::kModem : QueuePlace::kCmts,
               extensions, pointer + "/aqm");
  limit_packets(flow.buffer_packets, flow.aqm);
  fill_transmit_queue(scenario, flow, pointer);
  check_drop_tail(flow, pointer);
  check_shaper_engine(flow, pointer);
}

bool has_upstream_flow(const Scenario& scenario, const ModemConfig& modem) {
  const auto is_upstream = [](const ServiceFlowConfig& flow) {
    return flow.direction == Direction::kUpstream;
  };
  const auto& provisioned = modem.provisioned.service_flows;
  return std::any_of(provisioned.begin(), provisioned.end(), is_upstream) ||
         std::any_of(scenario.service_flows.begin(), scenario.service_flows.end(),
                     [&](const ServiceFlowConfig& flow) {
                       return is_of(flow, modem) && is_upstream(flow);
                     });
}

// DOCSIS 1.0 provisioned a modem by classes of service only.
void refuse_classes_alone(const Scenario& scenario, const ModemConfig& modem,
                          const std::vector<docsis::ConfigTlv>& tlvs) {
  const auto found = std::find_if(tlvs.begin(), tlvs.end(), [](const docsis::ConfigTlv& tlv) {
    return tlv.type == docsis::kClassOfServiceTlv;
  });
  if (found != tlvs.end() && !has_upstream_flow(scenario, modem)) {
    throw docsis::ConfigFileError(found->offset,
                                  "without effect: 4 (classes_of_service); expected an upstream "
                                  "service flow (24), the file has none");
  }
}

// An aggregate releases whole packets, without a second queue behind it.
void forget_second_queues(Provisioned& provisioned, const AggregateConfig& aggregate) {
  for (ServiceFlowConfig& flow : provisioned.service_flows) {
    if (aggregate.has(flow.name)) {
      flow.forget_second_queue();
    }
  }
}

// Applies the modem's configuration file.
void provision(const Scenario& scenario, ModemConfig& modem, const std::string& pointer) {
  const RfConfig& rf = scenario.rf;
  const std::string& file = *modem.config_file;
  std::string where;
  try {
    const auto tlvs = read_provisioned(file, rf.shared_secret);
    modem.provisioned = provisioned_of(tlvs, link_rates(rf, modem));
    refuse_classes_alone(scenario, modem, tlvs);
    for (ServiceFlowConfig& flow : modem.provisioned.service_flows) {
      where = "service flow " + flow.name + ": ";
      complete_service_flow(scenario, flow, Extensions(), "");
    }
    for (const AggregateConfig& aggregate : modem.provisioned.aggregates) {
      forget_second_queues(modem.provisioned, aggregate);
    }
    for (const ClassifierConfig& classifier : modem.provisioned.classifiers) {
      where = "a classifier for " + classifier.service_flow + ": ";
      rule_of(classifier, 0, "");
    }
  } catch (const docsis::ConfigFileError& error) {
    throw ConfigError(pointer, file + ": " + error.what());
  } catch (const ConfigError& error) {
    const std::string key = dotted(error.pointer());
    throw ConfigError(pointer,
                      file + ": " + where + (key.empty() ? "" : key + ": ") + error.message());
  } catch (const InputError& error) {
    throw ConfigError(pointer, error.what());
  }
}

void check_columns(const std::vector<std::string>& names) {
  const std::vector<std::string_view> known = series_columns<QueueSample, AskedColumns>().names();
  for (auto name = names.begin(); name != names.end(); ++name) {
    if (std::find(known.begin(), known.end(), *name) == known.end()) {
      throw ConfigError("/stats/columns", "expected optional columns, got \"" + *name + "\"" +
                                              suggestion(*name, known));
    }
    if (std::find(names.begin(), name, *name) != name) {
      throw ConfigError("/stats/columns", "expected each column once, got \"" + *name + "\" twice");
    }
  }
}

void check_stats(const Scenario& scenario) {
  constexpr double kLeastIntervalS = 0.001;
  const StatsConfig& stats = scenario.stats;
  if (stats.warmup_s >= scenario.duration_s) {
    throw ConfigError("/stats/warmup_s", "expected less than the duration of " +
                                             json_number(scenario.duration_s) + " s, got " +
                                             json_number(stats.warmup_s));
  }
  if (stats.tcp_interval_s > 0 && stats.tcp_interval_s < kLeastIntervalS) {
    throw ConfigError("/stats/tcp_interval_s",
                      "expected 0, or 0.001 to 86400 s, got " + json_number(stats.tcp_interval_s));
  }
  check_columns(stats.columns.value_or(std::vector<std::string>()));
}

}  // namespace

void complete(Scenario& scenario, const Extensions& extensions) {
  if (scenario.modems.empty()) {
    throw ConfigError("/modems", "expected one modem or more");
  }
  fill_rf(scenario.rf);
  if (scenario.rf.downstream_queue) {
    DownstreamQueueConfig& queue = *scenario.rf.downstream_queue;
    complete_buffer(queue, scenario);
    complete_aqm(queue.aqm, QueuePlace::kCmts, extensions, "/rf/downstream_queue/aqm");
    limit_packets(queue.buffer_packets, queue.aqm);
  }
  check_stats(scenario);
  for (ModemConfig& modem : scenario.modems) {
    fill(modem.plant_delay_us, to_us(timing_profile_of(scenario.rf).plant_delay_ps));
  }
  fill(scenario.rf.map_lead_us, default_map_lead_us(scenario, timing_profile_of(scenario.rf)));
  complete_aggregates(scenario);
  for (std::size_t i = 0; i < scenario.service_flows.size(); ++i) {
    complete_service_flow(scenario, scenario.service_flows[i], extensions,
                          "/service_flows/" + std::to_string(i));
  }
  for (std::size_t i = 0; i < scenario.modems.size(); ++i) {
    if (scenario.modems[i].config_file) {
      provision(scenario, scenario.modems[i], pointer_to("modems", i, "config_file"));
    }
  }
  for (std::size_t i = 0; i < scenario.modems.size(); ++i) {
    complete_modem(scenario, scenario.modems[i], extensions, "/modems/" + std::to_string(i));
  }
  check_aggregates(scenario);
  for (std::size_t i = 0; i < scenario.flows.size(); ++i) {
    complete_flow(scenario.flows[i], extensions, "/flows/" + std::to_string(i));
  }
  check_flow_names(scenario.flows);
  const Scenario all = modem_by_modem(scenario);
  check_mac(scenario, all);
  check_upstream(scenario, all);
  check_reserved_rates(scenario, all);
  check_flow_names(all.flows);
  check_flow_keys(all);
  check_foresight(scenario, all);
  check_lan_ports(all);
  complete_flows_in(scenario, all);
}

}  // namespace docsis_vp::system
