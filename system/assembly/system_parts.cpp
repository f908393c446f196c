#include "system/assembly/system_parts.h"

#include <algorithm>
#include <ctime>
#include <utility>

#include "platform/kernel/agenda.h"
#include "platform/kernel/kernel_time.h"
#include "system/area/modem_area.h"
#include "system/area/modem_energy.h"
#include "system/assembly/configure/configure.h"
#include "system/assembly/configure/units.h"
#include "system/assembly/measure/aggregate_results.h"
#include "system/assembly/measure/mac_result.h"
#include "system/assembly/measure/mib.h"
#include "system/assembly/measure/placement_result.h"
#include "system/assembly/traffic/shared_rates.h"
#include "system/json/writer.h"
#include "system/scenario/derive/aggregate_of.h"
#include "system/scenario/derive/instances.h"
#include "system/scenario/derive/modem_index.h"

namespace docsis_vp::system {

namespace {

// One way, by modem.
std::vector<TimePs> plant_delays(const Scenario& scenario) {
  std::vector<TimePs> delays;
  for (const ModemConfig& modem : scenario.modems) {
    delays.push_back(from_us(*modem.plant_delay_us));
  }
  return delays;
}

std::size_t upstream_flows(const Scenario& scenario) {
  return static_cast<std::size_t>(std::count_if(
      scenario.service_flows.begin(), scenario.service_flows.end(),
      [](const ServiceFlowConfig& flow) { return flow.direction == Direction::kUpstream; }));
}

// The CMTS distinguishes flows by their headers.
cmts::CmtsConfig with_headers(cmts::CmtsConfig config, const FlowTable& flows) {
  config.downstream.flows = &flows;
  return config;
}

LoadedScenario with_fitting_firmware(LoadedScenario loaded) {
  check_firmware(loaded);
  return loaded;
}

// Lists every modem by itself.
LoadedScenario modem_by_modem(const LoadedScenario& loaded) {
  LoadedScenario each = loaded;
  each.scenario = modem_by_modem(loaded.scenario);
  return each;
}

}  // namespace

double System::Parts::cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

System::Parts::Parts(LoadedScenario scenario, platform::TextSink& screen,
                     const std::string& capture_file)
    : written(with_fitting_firmware(std::move(scenario))),
      loaded(modem_by_modem(written)),
      areas(modem_areas(loaded)),
      console(screen),
      traffic(loaded.scenario, loaded.extensions),
      wan(traffic.wan()),
      lan(traffic.lan()),
      capture(make_capture(capture_file, loaded.scenario, traffic.network().table())),
      plant("plant", plant_delays(loaded.scenario)),
      cmts(
          "cmts", with_headers(cmts_config(loaded.scenario), traffic.network().table()),
          capture ? capture->downstream(plant) : static_cast<docsis::DownstreamTransmitter&>(plant),
          capture ? capture->reassembled(wan) : static_cast<PacketSink&>(wan)),
      downstream(loaded.scenario, cmts.downstream(), modems),
      channels(loaded.scenario.rf, cmts),
      at_warmup("cmts_warmup", cmts.sequencer(), cmts::kObserve),
      control("run_control"),
      lost_at_warmup_(upstream_flows(loaded.scenario)) {
  series.ask(loaded.scenario.stats.columns.value_or(std::vector<std::string>()));
  for (unsigned i = 0; i < loaded.scenario.modems.size(); ++i) {
    PacketSink& hosts = capture ? capture->lan_egress(i, lan) : static_cast<PacketSink&>(lan);
    Lan& ports = traffic.network().add_lan(loaded.scenario.modems[i], loaded.scenario.seed, hosts);
    modems.push_back(std::make_unique<ModemUnit>(loaded, i, traffic.network().table(),
                                                 plant.upstream(i), ports.from_modem(), series,
                                                 console, outcome));
    PacketSink& entrance = modems.back()->modem().lan();
    ports.connect(capture ? capture->lan_ingress(i, entrance) : entrance);
    plant.connect(i, modems.back()->port());
  }
  plant.connect(capture ? capture->upstream(cmts.upstream()) : cmts.upstream());
  outcome.end_run_by([this](TimePs at) {
    control.end_at(at + max_cpu_lead(modems));
    console.keep();
  });
  changes = std::make_unique<ChannelChanges>(loaded.scenario, cmts, modems);
  sample_downstream();
  cmts.measure_from(from_seconds(loaded.scenario.stats.warmup_s));
  at_warmup.add(from_seconds(loaded.scenario.stats.warmup_s), [this] {
    downstream.begin();
    channels.begin(platform::now_ps());
    for (cmts::UpstreamFlow flow = 0; flow < lost_at_warmup_.size(); ++flow) {
      lost_at_warmup_[flow] = cmts.receiver().flow_counters(flow).lost_bytes;
    }
  });
  const auto entrances_of = [this](unsigned index) { return entrances(index); };
  traffic.connect(entrances_of);
  interventions = std::make_unique<Interventions>(Interventions::Targets{
      loaded.scenario, modems, cmts, plant, traffic.network(), entrances_of});
  if (loaded.scenario.stats.delay_stages.value_or(false)) {
    packet_log().measure_stages();
  }
  platform::Agenda::shared()->disable_run_ahead_on_new_objects(true);
}

Network::Entrances System::Parts::entrances(unsigned index) {
  PacketSink& entrance = cmts.port(index);
  return {*traffic.network().lans()[index], capture ? capture->wan(entrance) : entrance};
}

// Samples downstream queues, modem by modem.
void System::Parts::sample_downstream() {
  struct Home {
    unsigned modem = 0;
    unsigned flow = 0;
  };
  std::vector<std::vector<SampledQueue>> by_modem(modems.size());
  const ModemIndex index(loaded.scenario);
  for (const ServiceFlowConfig& flow : loaded.scenario.service_flows) {
    if (flow.direction == Direction::kDownstream) {
      by_modem[index.of(flow.modem)].push_back({flow.modem, flow.name});
    }
  }
  std::vector<SampledQueue> queues;
  std::vector<Home> homes;
  for (unsigned modem = 0; modem < by_modem.size(); ++modem) {
    for (unsigned flow = 0; flow < by_modem[modem].size(); ++flow) {
      queues.push_back(std::move(by_modem[modem][flow]));
      homes.push_back({modem, flow});
    }
  }
  if (series.asks()) {
    downstream_rates.emplace(static_cast<unsigned>(queues.size()));
  }
  downstream_sampler = std::make_unique<Sampler>(
      "sampler_of_cmts",
      SampledQueues{std::move(queues), cmts.sequencer(), cmts::kObserve,
                    from_seconds(loaded.scenario.stats.queue_interval_s)},
      series, [this, homes](unsigned queue, TimePs at) {
        const Home& home = homes[queue];
        QueueSample sample = sample_of(cmts.downstream(), home.modem, home.flow);
        if (downstream_rates) {
          downstream_rates->add_to(sample, queue,
                                   drain_counts_of(cmts.downstream(), home.modem, home.flow), at);
        }
        return sample;
      });
}

PacketLog& System::Parts::packet_log() {
  if (!packets) {
    packets = std::make_unique<PacketLog>(
        PacketTracer::Sources{modems, cmts, wan, traffic.network(), plant_delays(loaded.scenario)},
        loaded.scenario);
  }
  return *packets;
}

ModemUnit& System::Parts::modem(unsigned index) const {
  if (index >= modems.size()) {
    throw std::out_of_range("no modem " + std::to_string(index) + ": the scenario has " +
                            std::to_string(modems.size()) + ", counted from 0");
  }
  return *modems[index];
}

void System::Parts::run_until(TimePs time, const char* call) {
  control.run_until(time, call);
  series.flush();
  cpu_s = cpu_seconds() - cpu_start;
  wall_s = std::chrono::duration<double>(HostClock::now() - wall_start).count();
}

std::vector<ServiceFlowResult> System::Parts::service_flows(TimePs now) const {
  std::vector<ServiceFlowResult> results;
  const ModemIndex index(loaded.scenario);
  std::vector<unsigned> next_up(modems.size());  // by modem
  std::vector<unsigned> next_down(modems.size());
  cmts::UpstreamFlow upstream = 0;
  for (const ServiceFlowConfig& flow : loaded.scenario.service_flows) {
    const unsigned modem = index.of(flow.modem);
    if (flow.direction == Direction::kDownstream) {
      const unsigned number = next_down[modem]++;
      ServiceFlowResult result = downstream.result(flow, modem, number, now);
      result.mib = mib_of(flow, result, number == 0);
      add_latency(result.mib, result.latency);
      if (const AggregateConfig* const aggregate = aggregate_of(loaded.scenario, flow)) {
        add_aggregate(result.mib, *aggregate, result);
      }
      results.push_back(std::move(result));
      continue;
    }
    const ModemUnit& unit = *modems[modem];
    const unsigned number = next_up[modem]++;
    ServiceFlowResult result = unit.result(number, plant_loss(upstream), now);
    result.scheduling = scheduling_result(unit.modem(), number, cmts, upstream++);
    result.mib = mib_of(flow, result, number == 0);
    add_latency(result.mib, result.latency);
    add_upstream(result.mib, flow, unit.sid_of(number), unit.modem().requests().counters(number));
    if (const AggregateConfig* const aggregate = aggregate_of(loaded.scenario, flow)) {
      add_aggregate(result.mib, *aggregate, result);
    }
    results.push_back(std::move(result));
  }
  return results;
}

PlantLoss System::Parts::plant_loss(cmts::UpstreamFlow flow) const {
  const auto& received = cmts.receiver().flow_counters(flow);
  return {received.lost_packets, received.lost_bytes, lost_at_warmup_[flow]};
}

Results System::Parts::results() const {
  const Scenario& scenario = loaded.scenario;
  const TimePs now = platform::now_ps();
  Results results;
  results.scenario = scenario.name;
  results.seed = scenario.seed;
  results.simulated_s = to_seconds(now);
  results.cpu_s = cpu_s;
  results.wall_s = wall_s;
  results.config = effective_configuration(written.scenario, written.directory);
  results.warmup_s = scenario.stats.warmup_s;
  for (const auto& unit : modems) {
    unit->modem().aqm().do_deferred_work();
  }
  results.service_flows = service_flows(now);
  std::vector<cm::Modem*> data_paths;
  for (const auto& unit : modems) {
    data_paths.push_back(&unit->modem());
  }
  results.aggregates =
      aggregate_results(scenario, data_paths, downstream.queues(), results.service_flows, now);
  results.goodput_interval_s = scenario.stats.goodput_interval_s;
  results.lan_ports = traffic.lan_results();
  results.flows = traffic.results(now);
  results.fairness = divide_fairly(results.flows, shared_rates(scenario));
  results.groups = group_results(results.flows);
  results.area = areas;
  results.energy = energy_results(areas, modems, now);
  results.delay_stages = packets ? packets->stages() : std::nullopt;
  results.mac = mac_result(scenario, modems, cmts, channels, now);
  for (const auto& unit : modems) {
    const ModemConfig& config = scenario.modems[unit->modem().config().index];
    results.placements.push_back(placement_result(config, unit->modem(), now));
    if (ControlCpu* const cpu = unit->cpu()) {
      for (unsigned hart = 0; hart < cpu->harts(); ++hart) {
        results.cpus.push_back(cpu->result(now, hart));
      }
    }
    const std::vector<EventResult> events = unit->events();
    results.events.insert(results.events.end(), events.begin(), events.end());
  }
  results.events.insert(results.events.end(), changes->events().begin(), changes->events().end());
  results.firmware_sha256 = common_firmware(results.cpus);
  results.ended = end_of(modems, outcome);
  results.error = error();
  results.fault = faults ? faults->result(outcome, how_it_ended()) : std::nullopt;
  return results;
}

std::string System::Parts::how_it_ended() const {
  if (outcome.failed()) {
    return outcome.cause();
  }
  return "firmware ended the run with exit code " + std::to_string(outcome.exit_code()) +
         (console.text().empty() ? "" : ": " + console.text());
}

std::optional<std::string> System::Parts::error() const {
  if (!outcome.failed() && outcome.exit_code() == 0) {
    return {};
  }
  std::string text = how_it_ended() + ", at " + json_number(to_seconds(outcome.at())) + " s";
  for (const auto& unit : modems) {
    if (unit->cpu() != nullptr) {
      text += ", " + unit->modem().config().name + " at " + unit->cpu()->position();
      const std::string exception = unit->cpu()->last_exception();
      if (!outcome.failed() && !exception.empty()) {
        text += ", last exception: " + exception;
      }
    }
  }
  return text;
}

}  // namespace docsis_vp::system
