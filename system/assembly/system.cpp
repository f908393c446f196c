#include "system/assembly/system.h"

#include <iostream>
#include <stdexcept>
#include <utility>

#include "platform/kernel/agenda.h"
#include "platform/kernel/kernel_settings.h"
#include "platform/kernel/kernel_time.h"
#include "platform/kernel/uncaught_errors.h"
#include "system/assembly/configure/units.h"
#include "system/assembly/packets/packet_filter.h"
#include "system/assembly/packets/packet_log.h"
#include "system/assembly/system_parts.h"
#include "system/json/writer.h"

namespace docsis_vp::system {

namespace {

constexpr const char* kPacketsFilter = "--packets-filter";

bool built = false;

// SystemC elaborates once; this check gives a clearer message than its own.
void require_first_system() {
  if (built || sc_core::sc_get_status() != sc_core::SC_ELABORATION) {
    throw std::logic_error(
        "a second System in one process: SystemC elaborates once, give each scenario a process");
  }
}

// While one exists, new modules are the platform's own
// (Agenda::disable_run_ahead_on_new_objects()).
class PlatformCreates {
 public:
  PlatformCreates() { platform::Agenda::shared()->disable_run_ahead_on_new_objects(false); }
  PlatformCreates(const PlatformCreates&) = delete;
  PlatformCreates& operator=(const PlatformCreates&) = delete;
  ~PlatformCreates() { platform::Agenda::shared()->disable_run_ahead_on_new_objects(true); }
};

}  // namespace

System::System(LoadedScenario loaded, platform::TextSink* console,
               const std::string& capture_file) {
  static platform::StreamSink screen(std::cout);
  // SystemC's notices on pausing and stopping are for kernel developers.
  platform::drop_kernel_notices();
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

System::~System() {
  parts_->control.finish();
}

void System::finish_capture() {
  if (parts_->order.end_file("finish_capture()") && parts_->capture) {
    parts_->capture->finish();
  }
}

void System::write_time_series(std::ostream& to) {
  require_before_first_run("write_time_series()");
  const PlatformCreates platform_makes;
  const bool is_first = !parts_->series.wanted();
  parts_->series.write_to(to);
  if (is_first) {
    parts_->traffic.sample_into(parts_->series);
  }
}

void System::write_waves(std::ostream& to, const std::vector<std::string>& patterns) {
  require_before_first_run("write_waves()");
  const PlatformCreates platform_makes;
  std::vector<std::string> channels;
  for (const ChannelConfig& channel : parts_->loaded.scenario.rf.channels) {
    channels.push_back(channel.name);
  }
  parts_->waves.push_back(std::make_unique<Waves>(parts_->modems, channels, to, patterns));
}

void System::watch_faults() {
  require_before_first_run("watch_faults()");
  const PlatformCreates platform_makes;
  if (!parts_->faults) {
    parts_->faults = std::make_unique<FaultReports>(parts_->modems);
  }
}

void System::finish_waves() {
  if (parts_->order.end_file("finish_waves()")) {
    for (const auto& waves : parts_->waves) {
      waves->finish(platform::now_ps());
    }
  }
}

void System::write_packets(std::ostream& to, const std::vector<std::string>& conditions) {
  require_before_first_run("write_packets()");
  const PlatformCreates platform_makes;
  PacketFilter filter(conditions, parts_->loaded.scenario, kPacketsFilter);
  parts_->packet_log().write_table(to, std::move(filter));
}

void System::write_timeline(std::ostream& to, const std::vector<std::string>& conditions) {
  require_before_first_run("write_timeline()");
  if (parts_->packets && parts_->packets->writes_timeline()) {
    throw CallOrderError("write_timeline()", "expected one call at most");
  }
  const PlatformCreates platform_makes;
  PacketFilter filter(conditions, parts_->loaded.scenario, kPacketsFilter);
  parts_->packet_log().write_timeline(to, std::move(filter));
}

void System::abandon_packets() {
  if (parts_->packets) {
    parts_->packets->abandon();
  }
}

void System::finish_packets() {
  if (parts_->order.finish("finish_packets()") && parts_->packets) {
    parts_->packets->finish();
  }
}

void System::log_transactions(const std::string& socket, std::ostream& to) {
  require_before_first_run("log_transactions()");
  system::log_transactions(parts_->modems, socket, to);
}

void System::check_tlm() {
  require_before_first_run("check_tlm()");
  if (!parts_->protocol) {
    parts_->protocol.emplace();
  }
}

std::vector<platform::ProtocolViolation> System::tlm_violations() const {
  return parts_->protocol ? parts_->protocol->violations()
                          : std::vector<platform::ProtocolViolation>();
}

std::vector<std::string> System::tlm_violation_lines() const {
  std::vector<std::string> lines;
  for (const platform::ProtocolViolation& violation : tlm_violations()) {
    lines.push_back(to_line(violation));
  }
  return lines;
}

std::uint16_t System::serve_gdb(const GdbSettings& settings) {
  require_before_first_run("serve_gdb()");
  if (parts_->gdb) {
    throw CallOrderError("serve_gdb()", "expected one call at most");
  }
  const PlatformCreates platform_makes;
  parts_->gdb = std::make_unique<GdbBench>(parts_->modems, parts_->outcome, settings);
  return parts_->gdb->port();
}

bool System::killed() const {
  return parts_->gdb && parts_->gdb->killed();
}

void System::finish_gdb(int status) {
  if (parts_->order.finish("finish_gdb()") && parts_->gdb) {
    parts_->gdb->finish(status);
  }
}

void System::on_progress(std::function<bool(double fraction)> callback) {
  require_before_first_run("on_progress()");
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
  const CallOrder::Run run(parts_->order, "run_for()");
  const TimePs now = platform::now_ps();
  if (duration.value() > static_cast<sc_dt::uint64>(kNever - now)) {
    throw std::invalid_argument("run_for(" + duration.to_string() +
                                "): expected a time that is not beyond the end of time, " +
                                json_number(to_seconds(kNever)) + " s");
  }
  parts_->run_until(now + platform::to_ps(duration), "run_for()");
}

void System::run() {
  const CallOrder::Run run(parts_->order, "run()");
  const TimePs end = from_seconds(parts_->loaded.scenario.duration_s);
  parts_->run_until(end, "run()");
  if (platform::now_ps() >= end || parts_->outcome.ended()) {
    parts_->control.finish();
  }
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
  modem.aqm().do_deferred_work();
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
  require_before_first_run("subscribe()");
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
  platform::Agenda::shared()->keep_in_step();
  for (const auto& unit : parts_->modems) {
    unit->port().observe(observer);
  }
}

void System::on_packet(
    const std::function<void(unsigned modem, const docsis::DownstreamFrame&)>& observer) {
  platform::Agenda::shared()->keep_in_step();
  for (unsigned i = 0; i < parts_->modems.size(); ++i) {
    parts_->modems[i]->port().observe_packets(
        [observer, i](const docsis::DownstreamFrame& frame) { observer(i, frame); });
  }
}

void System::on_wan_arrival(std::function<void(const Packet&)> observer) {
  platform::Agenda::shared()->keep_in_step();
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
