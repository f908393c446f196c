#include "system/assembly/system.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <iostream>
#include <stdexcept>
#include <utility>

#include "models/cmts/cmts.h"
#include "platform/kernel/agenda.h"
#include "platform/kernel/kernel_time.h"
#include "platform/kernel/uncaught_errors.h"
#include "system/area/modem_area.h"
#include "system/area/modem_energy.h"
#include "system/assembly/capture/capture.h"
#include "system/assembly/channel_changes.h"
#include "system/assembly/channel_meter.h"
#include "system/assembly/configure.h"
#include "system/assembly/downstream_meter.h"
#include "system/assembly/event_hub.h"
#include "system/assembly/fault_reports.h"
#include "system/assembly/gdb_bench.h"
#include "system/assembly/instruments.h"
#include "system/assembly/interventions.h"
#include "system/assembly/last_line.h"
#include "system/assembly/mac_result.h"
#include "system/assembly/mib.h"
#include "system/assembly/modem_unit.h"
#include "system/assembly/observed_sink.h"
#include "system/assembly/placement_result.h"
#include "system/assembly/rf_plant.h"
#include "system/assembly/run_control.h"
#include "system/assembly/sampler.h"
#include "system/assembly/time_series.h"
#include "system/assembly/timed_actions.h"
#include "system/assembly/traffic/shared_rates.h"
#include "system/assembly/traffic/traffic.h"
#include "system/assembly/units.h"
#include "system/scenario/instances.h"
#include "system/scenario/modem_index.h"

namespace docsis_vp::system {

namespace {

using HostClock = std::chrono::steady_clock;

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

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

// What the CMTS tells flows apart by.
cmts::CmtsConfig with_headers(cmts::CmtsConfig config, const FlowTable& flows) {
  config.downstream.flows = &flows;
  return config;
}

LoadedScenario with_fitting_firmware(LoadedScenario loaded) {
  check_firmware(loaded);
  return loaded;
}

// Each modem by itself.
LoadedScenario modem_by_modem(const LoadedScenario& loaded) {
  LoadedScenario each = loaded;
  each.scenario = modem_by_modem(loaded.scenario);
  return each;
}

bool built = false;

// SystemC elaborates once, and would say so in words of its own.
void require_first_system() {
  if (built || sc_core::sc_get_status() != sc_core::SC_ELABORATION) {
    throw std::logic_error(
        "a second System in one process: SystemC elaborates once, give each scenario a process");
  }
}

void require_not_run(const char* function) {
  if (sc_core::sc_start_of_simulation_invoked()) {
    throw std::logic_error(std::string(function) + ": expected a call before the first run");
  }
}

}  // namespace

class System::Parts {
 public:
  Parts(LoadedScenario scenario, platform::TextSink& screen, const std::string& capture_file);

  const LoadedScenario written;
  const LoadedScenario loaded;  // modem by modem
  const std::vector<AreaResult> areas;
  const HostClock::time_point wall_start = HostClock::now();
  const double cpu_start = cpu_seconds();
  LastLine console;
  platform::Outcome outcome;
  Traffic traffic;
  TimeSeries series;
  ObservedSink wan;
  ObservedSink lan;
  std::unique_ptr<Capture> capture;  // where neighbours meet, if there is one
  RfPlant plant;
  std::vector<std::unique_ptr<ModemUnit>> modems;
  cmts::Cmts cmts;
  DownstreamMeter downstream;
  ChannelMeter channels;
  std::unique_ptr<Sampler> downstream_sampler;
  TimedActions at_warmup;
  std::unique_ptr<ChannelChanges> changes;
  RunControl control;
  std::vector<std::unique_ptr<Waves>> waves;
  bool waves_have_ended = false;
  std::unique_ptr<GdbBench> gdb;         // if a CPU is served to it
  std::unique_ptr<FaultReports> faults;  // if they are watched
  std::unique_ptr<Interventions> interventions;
  std::unique_ptr<EventHub> hub;  // if anybody has subscribed
  std::vector<std::function<bool(double)>> progress;

  ModemUnit& modem(unsigned index) const;
  void run_until(TimePs time);
  Results results() const;
  std::vector<ServiceFlowResult> service_flows(TimePs now) const;
  Network::Entrances entrances(unsigned index);

  double cpu_s = 0;
  double wall_s = 0;

 private:
  std::vector<std::uint64_t> lost_at_warmup_;  // bytes, by upstream flow
  void sample_downstream();
  PlantLoss plant_loss(cmts::UpstreamFlow flow) const;
  // What went wrong in the simulated system, in one line; nothing if it did not.
  std::optional<std::string> error() const;
  std::string how_it_ended() const;
};

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
  for (unsigned i = 0; i < loaded.scenario.modems.size(); ++i) {
    PacketSink& hosts = capture ? capture->lan_egress(i, lan) : static_cast<PacketSink&>(lan);
    Lan& ports = traffic.network().add_lan(loaded.scenario.modems[i].lan, hosts);
    modems.push_back(std::make_unique<ModemUnit>(loaded, i, traffic.network().table(),
                                                 plant.upstream(i), ports.from_modem(), series,
                                                 console, outcome));
    PacketSink& entrance = modems.back()->modem().lan();
    ports.connect(capture ? capture->lan_ingress(i, entrance) : entrance);
    plant.connect(i, modems.back()->port());
  }
  plant.connect(capture ? capture->upstream(cmts.upstream()) : cmts.upstream());
  outcome.end_run_by([this](TimePs at) {
    control.end_at(at + how_far_apart(modems));
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
  platform::Agenda::shared()->run_ahead();
  const auto entrances_of = [this](unsigned index) { return entrances(index); };
  traffic.connect(entrances_of);
  interventions = std::make_unique<Interventions>(Interventions::Targets{
      loaded.scenario, modems, cmts, plant, traffic.network(), entrances_of});
}

Network::Entrances System::Parts::entrances(unsigned index) {
  PacketSink& entrance = cmts.port(index);
  return {*traffic.network().lans()[index], capture ? capture->wan(entrance) : entrance};
}

// Modem by modem.
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
  downstream_sampler = std::make_unique<Sampler>(
      "sampler_of_cmts",
      SampledQueues{std::move(queues), cmts.sequencer(), cmts::kObserve,
                    from_seconds(loaded.scenario.stats.queue_interval_s)},
      series, [this, homes](unsigned queue, TimePs) {
        return sample_of(cmts.downstream(), homes[queue].modem, homes[queue].flow);
      });
}

ModemUnit& System::Parts::modem(unsigned index) const {
  if (index >= modems.size()) {
    throw std::out_of_range("no modem " + std::to_string(index) + ": the scenario has " +
                            std::to_string(modems.size()) + ", counted from 0");
  }
  return *modems[index];
}

void System::Parts::run_until(TimePs time) {
  control.run_until(time);
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
      results.push_back(std::move(result));
      continue;
    }
    const ModemUnit& unit = *modems[modem];
    const unsigned number = next_up[modem]++;
    ServiceFlowResult result = unit.result(number, plant_loss(upstream), now);
    result.scheduling = scheduling_result(unit.modem(), number, cmts, upstream++);
    result.mib = mib_of(flow, result, number == 0);
    add_upstream(result.mib, flow, unit.sid_of(number), unit.modem().requests().counters(number));
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
    unit->modem().aqm().catch_up();
  }
  results.service_flows = service_flows(now);
  results.goodput_interval_s = scenario.stats.goodput_interval_s;
  results.lan_ports = traffic.lan_results();
  results.flows = traffic.results(now);
  results.fairness = divide_fairly(results.flows, shared_rates(scenario));
  results.groups = group_results(results.flows);
  results.area = areas;
  results.energy = energy_results(areas, modems, now);
  results.mac = mac_result(scenario, modems, cmts, channels, now);
  for (const auto& unit : modems) {
    const ModemConfig& config = scenario.modems[unit->modem().config().index];
    results.placements.push_back(placement_result(config, unit->modem(), now));
    if (unit->cpu() != nullptr) {
      results.cpus.push_back(unit->cpu()->result(now));
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

System::System(LoadedScenario loaded, platform::TextSink* console,
               const std::string& capture_file) {
  static platform::StreamSink screen(std::cout);
  // What it says about pausing and stopping is for kernel developers.
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_INFO,
                                          sc_core::SC_DO_NOTHING);
  platform::show_uncaught_errors();
  require_first_system();
  const LoadedScenario places = loaded;
  try {
    parts_ = std::make_unique<Parts>(std::move(loaded), console == nullptr ? screen : *console,
                                     capture_file);
  } catch (const ConfigError& error) {
    throw places.explain(error);
  }
  built = true;
}

System::~System() = default;

void System::finish_capture() {
  if (parts_->capture) {
    parts_->capture->finish();
  }
}

void System::write_time_series(std::ostream& to) {
  require_not_run("write_time_series()");
  const bool is_first = !parts_->series.wanted();
  parts_->series.write_to(to);
  if (is_first) {
    parts_->traffic.sample_into(parts_->series);
  }
}

void System::write_waves(std::ostream& to, const std::vector<std::string>& patterns) {
  require_not_run("write_waves()");
  std::vector<std::string> channels;
  for (const ChannelConfig& channel : parts_->loaded.scenario.rf.channels) {
    channels.push_back(channel.name);
  }
  parts_->waves.push_back(std::make_unique<Waves>(parts_->modems, channels, to, patterns));
}

void System::watch_faults() {
  require_not_run("watch_faults()");
  parts_->faults = std::make_unique<FaultReports>(parts_->modems);
}

void System::finish_waves() {
  if (!std::exchange(parts_->waves_have_ended, true)) {
    for (const auto& waves : parts_->waves) {
      waves->finish(platform::now_ps());
    }
  }
}

void System::log_transactions(const std::string& socket, std::ostream& to) {
  require_not_run("log_transactions()");
  system::log_transactions(parts_->modems, socket, to);
}

std::uint16_t System::serve_gdb(const GdbSettings& settings) {
  require_not_run("serve_gdb()");
  parts_->gdb = std::make_unique<GdbBench>(parts_->modems, parts_->outcome, settings);
  return parts_->gdb->port();
}

bool System::killed() const {
  return parts_->gdb && parts_->gdb->killed();
}

void System::finish_gdb(int status) {
  if (parts_->gdb) {
    parts_->gdb->finish(status);
  }
}

void System::on_progress(std::function<bool(double fraction)> callback) {
  require_not_run("on_progress()");
  std::vector<std::function<bool(double)>>& all = parts_->progress;
  all.push_back(std::move(callback));
  if (all.size() > 1) {
    return;
  }
  const double duration_s = parts_->loaded.scenario.duration_s;
  parts_->modems.front()->sampler().on_sample([&all, duration_s] {
    const double fraction = to_seconds(platform::now_ps()) / duration_s;
    for (const auto& each : all) {
      if (!each(fraction)) {
        platform::Agenda::stop();
      }
    }
  });
}

void System::run_for(const sc_core::sc_time& duration) {
  const TimePs now = platform::now_ps();
  if (duration.value() > static_cast<sc_dt::uint64>(kNever - now)) {
    throw std::invalid_argument("run_for(" + duration.to_string() +
                                "): expected a time that is not beyond the end of time, " +
                                json_number(to_seconds(kNever)) + " s");
  }
  parts_->run_until(now + platform::to_ps(duration));
}

void System::run() {
  parts_->run_until(from_seconds(parts_->loaded.scenario.duration_s));
}

const Scenario& System::scenario() const {
  return parts_->loaded.scenario;
}
const platform::Outcome& System::outcome() const {
  return parts_->outcome;
}
Results System::results() const {
  return parts_->results();
}

cm::Modem& System::modem(unsigned index) {
  return parts_->modem(index).modem();
}
const cm::Modem& System::modem(unsigned index) const {
  cm::Modem& modem = parts_->modem(index).modem();
  modem.aqm().catch_up();
  return modem;
}

std::vector<std::unique_ptr<ModemUnit>>& System::modem_units() {
  return parts_->modems;
}

const cmts::Cmts& System::cmts() const {
  return parts_->cmts;
}

FirmwareView System::firmware(unsigned modem) {
  ControlCpu* const cpu = parts_->modem(modem).cpu();
  if (cpu == nullptr) {
    throw InputError("the modem \"" + parts_->loaded.scenario.modems[modem].name +
                     "\" has no control CPU: its control_law is hardware");
  }
  return FirmwareView(*cpu);
}

void System::subscribe(EventObserver& observer, unsigned events) {
  require_not_run("subscribe()");
  if (!parts_->hub) {
    parts_->hub = std::make_unique<EventHub>(
        EventHub::Sources{parts_->modems, parts_->cmts, parts_->wan, parts_->lan});
  }
  parts_->hub->subscribe(observer, events);
}

Interventions& System::interventions() {
  return *parts_->interventions;
}

void System::on_burst(const std::function<void(const docsis::UpstreamBurst&)>& observer) {
  for (const auto& unit : parts_->modems) {
    unit->port().observe(observer);
  }
}

void System::on_packet(
    const std::function<void(unsigned modem, const docsis::DownstreamFrame&)>& observer) {
  for (unsigned i = 0; i < parts_->modems.size(); ++i) {
    parts_->modems[i]->port().observe_packets(
        [observer, i](const docsis::DownstreamFrame& frame) { observer(i, frame); });
  }
}

void System::on_wan_arrival(std::function<void(const Packet&)> observer) {
  parts_->wan.observe(std::move(observer));
}

std::size_t System::packets_alive() const {
  return parts_->traffic.network().packets_alive();
}

std::size_t System::packets_in_transit() const {
  std::uint64_t sent = parts_->downstream.packets_without_service_flow();
  for (const ServiceFlowResult& flow : parts_->service_flows(platform::now_ps())) {
    sent += flow.sent.packets;
  }
  const Network& network = parts_->traffic.network();
  return sent - network.packets_delivered() + network.packets_on_wires();
}

}  // namespace docsis_vp::system
