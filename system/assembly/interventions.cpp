#include "system/assembly/interventions.h"

#include <algorithm>
#include <utility>

#include "platform/base/errors.h"
#include "platform/kernel/kernel_time.h"
#include "system/assembly/configure/units.h"
#include "system/scenario/derive/flow_key.h"

namespace docsis_vp::system {

namespace {

// Ports of injected packets, distinct from those of the scenario's traffic.
constexpr std::size_t kFirstPosition = 12'000;

const ServiceFlowConfig* find_flow(const Scenario& scenario, const PacketInjection& injection,
                                   unsigned& number) {
  std::map<Direction, unsigned> next;
  for (const ServiceFlowConfig& flow : scenario.service_flows) {
    if (flow.modem != injection.modem) {
      continue;
    }
    number = next[flow.direction]++;
    if (flow.name == injection.service_flow) {
      return &flow;
    }
  }
  return nullptr;
}

}  // namespace

Interventions::Interventions(Targets targets)
    : targets_(std::move(targets)), due_([this] { run_due(); }) {}

void Interventions::at(const sc_core::sc_time& time, std::function<void()> action) {
  const TimePs when = std::max(platform::to_ps(time), platform::now_ps());
  actions_.emplace(when, std::move(action));
  schedule();
}

void Interventions::now(std::function<void()> action) {
  at(platform::to_sc_time(platform::now_ps()), std::move(action));
}

void Interventions::run_due() {
  while (!actions_.empty() && actions_.begin()->first <= platform::now_ps()) {
    const std::function<void()> action = std::move(actions_.begin()->second);
    actions_.erase(actions_.begin());
    action();
    platform::forget_kernel_activity();
  }
  schedule();
}

void Interventions::schedule() {
  const TimePs next = actions_.empty() ? kNever : actions_.begin()->first;
  due_.set(next);
  if (next != kNever && next > platform::now_ps()) {
    platform::notify_at(present_, next);
  }
}

void Interventions::inject_packet(const PacketInjection& injection) {
  if (injection.size_bytes < kShortestFrameBytes || injection.size_bytes > kLongestFrameBytes) {
    throw InputError("injected packet: expected 64 to 2000 bytes, got " +
                     std::to_string(injection.size_bytes));
  }
  Source& source = source_of(index_of(injection.modem), injection);
  now([this, &source, injection] { send(source, injection); });
}

void Interventions::send(Source& source, const PacketInjection& injection) {
  PacketHandle packet = targets_.network.pool().take();
  packet->flow = source.flow;
  packet->size_bytes = injection.size_bytes;
  packet->sequence = source.sent++;
  packet->created = platform::now_ps();
  packet->ecn = injection.ecn;
  targets_.network.departures().push(std::move(packet));
}

Interventions::Source& Interventions::source_of(unsigned modem, const PacketInjection& injection) {
  const auto known = sources_.find({modem, injection.service_flow});
  if (known != sources_.end()) {
    return known->second;
  }
  unsigned number = 0;
  const ServiceFlowConfig* const flow = find_flow(targets_.scenario, injection, number);
  if (flow == nullptr) {
    throw InputError("injected packet: the modem " + injection.modem + " has no service flow \"" +
                     injection.service_flow + "\"");
  }
  const FlowKey key =
      key_of(FlowConfig{}, modem, flow->direction, kFirstPosition + sources_.size());
  Source& source = sources_[{modem, injection.service_flow}];
  source.flow = targets_.network.table().add("injected/" + flow->modem + "/" + flow->name, key);
  const Network::Entrances entrances = targets_.entrances(modem);
  Wire& wire = targets_.network.add_wire(WireConfig(), entrances);
  const Network::Way way{entrances, 0, entrances.lan.host(0, "injected"), &wire};
  targets_.network.lay(source.flow, flow->direction, way, nullptr);
  if (flow->direction == Direction::kUpstream) {
    targets_.modems[modem]->modem().assign(source.flow, number);
  } else {
    targets_.cmts.downstream().assign(modem, source.flow, number);
  }
  return source;
}

void Interventions::inject_management(const std::string& modem, std::vector<std::uint8_t> octets) {
  if (octets.empty()) {
    throw InputError("injected management frame: expected octets, got none");
  }
  FaultInjector& port = targets_.modems[index_of(modem)]->port();
  const auto frame = std::make_shared<const docsis::ManagementFrame>(std::move(octets));
  now([&port, frame] { port.receive_management(0, frame); });
}

void Interventions::inject_burst(const std::string& modem, docsis::UpstreamBurst burst) {
  const unsigned index = index_of(modem);
  if (burst.start < platform::now_ps() || burst.end < burst.start) {
    throw InputError("injected burst: expected a start from now on and an end behind it");
  }
  if (burst.channel >= targets_.scenario.rf.channels.size()) {
    throw InputError("injected burst: there is no upstream channel " +
                     std::to_string(burst.channel));
  }
  if (std::any_of(burst.runs.begin(), burst.runs.end(),
                  [](const docsis::BurstRun& run) { return static_cast<bool>(run.packet); })) {
    throw InputError("injected burst: expected octets; use inject_packet() for packets");
  }
  const auto shared = std::make_shared<docsis::UpstreamBurst>(std::move(burst));
  now([this, index, shared] { targets_.plant.upstream(index).transmit(std::move(*shared)); });
}

void Interventions::add_event(const EventConfig& event) {
  ModemUnit& unit = *targets_.modems[index_of(event.modem)];
  if (from_seconds(event.time_s) < platform::now_ps()) {
    throw InputError("event: expected a time from now on");
  }
  unit.add_event(event);
  now([&unit] { unit.port().leave_keeper(); });
}

unsigned Interventions::index_of(const std::string& modem) const {
  const std::vector<ModemConfig>& modems = targets_.scenario.modems;
  const auto found = std::find_if(modems.begin(), modems.end(),
                                  [&](const ModemConfig& each) { return each.name == modem; });
  if (found == modems.end()) {
    throw InputError("there is no modem \"" + modem + "\"");
  }
  return static_cast<unsigned>(found - modems.begin());
}

}  // namespace docsis_vp::system
