#include "system/assembly/configure/configure_aqm.h"

#include <cmath>

#include "models/queue/gates.h"
#include "platform/base/errors.h"
#include "platform/base/random.h"
#include "system/assembly/configure/configure_aggregate.h"
#include "system/assembly/configure/units.h"
#include "system/scenario/complete/complete_aqm.h"

namespace docsis_vp::system {

namespace {

std::uint32_t bytes_per_s(double mbps) {
  constexpr std::uint64_t kBitsOfByte = 8;
  return static_cast<std::uint32_t>(from_mega(mbps) / kBitsOfByte);
}

queue::LawConfig law_of(const AqmConfig& aqm, std::uint64_t buffer_bytes,
                        std::uint32_t buffer_packets) {
  queue::LawConfig law;
  law.algorithm = *aqm.algorithm;
  law.in_gates = aqm.in_gates();
  law.options = option_values(aqm);
  law.custom = aqm.custom.get();
  law.settings.latency_target_us =
      static_cast<std::uint32_t>(std::llround(aqm.target_ms.value_or(0) * 1000));
  law.settings.buffer_bytes = static_cast<std::uint32_t>(buffer_bytes);
  law.settings.buffer_packets = buffer_packets;
  return law;
}

// Sets the values that differ from run to run, drawn by the name of the queue.
queue::DisciplineConfig discipline_of(const AqmConfig& aqm, queue::LawConfig law,
                                      std::uint64_t seed, const std::string& name) {
  constexpr TimePs kLongestInterval = 10 * kPsPerSecond;  // of any law
  queue::DisciplineConfig queue;
  queue.law = std::move(law);
  queue.seed = seed;
  queue.random_stream = "aqm/" + name;
  const auto predictor = aqm.options.find("predictor");
  queue.foresees = predictor != aqm.options.end() && predictor->second.choice == "omniscient";
  RandomStream random(seed, "phase/aqm/" + name);
  queue.update_phase = static_cast<TimePs>(random.below(kLongestInterval));
  if (aqm.manager() != nullptr) {
    RandomStream salt(seed, "hash/" + name);
    queue.multi = {*aqm.queues, *aqm.quantum_bytes, *aqm.queue_share,
                   aqm.perturbation.value_or(salt.next_u32()),
                   aqm.hash.value_or(queue::HashedHeaders::kFiveTuple)};
  }
  return queue;
}

}  // namespace

queue::LawConfig law_of(const ServiceFlowConfig& flow) {
  const std::optional<unsigned> packets = waiting_packets(flow.buffer_packets, flow.drop_tail);
  queue::LawConfig law = law_of(flow.aqm, *flow.buffer_bytes, packets.value_or(0));
  law.settings.peak_rate_bytes_per_s = bytes_per_s(flow.peak_rate_mbps.value_or(0));
  law.settings.msr_bytes_per_s = bytes_per_s(flow.max_sustained_rate_mbps);
  return law;
}

cm::ManagedQueueConfig managed_queue(const ServiceFlowConfig& flow, const Scenario& scenario,
                                     const std::string& pointer) {
  cm::ManagedQueueConfig config;
  config.discipline =
      discipline_of(flow.aqm, law_of(flow), scenario.seed, flow.modem + "/" + flow.name);
  config.discipline.pointer = pointer;
  config.stage_bytes = flow.aqm.stage_bytes.value_or(0);
  return config;
}

queue::DisciplineConfig downstream_queue(const ServiceFlowConfig& flow, const Scenario& scenario,
                                         const std::string& pointer) {
  queue::DisciplineConfig queue =
      discipline_of(flow.aqm, law_of(flow), scenario.seed, flow.modem + "/" + flow.name);
  queue.pointer = pointer;
  return queue;
}

queue::DisciplineConfig shared_downstream_queue(const Scenario& scenario) {
  const DownstreamQueueConfig& shared = *scenario.rf.downstream_queue;
  queue::LawConfig law =
      law_of(shared.aqm, *shared.buffer_bytes, shared.buffer_packets.value_or(0));
  law.settings.msr_bytes_per_s = bytes_per_s(scenario.rf.downstream_mbps);
  queue::DisciplineConfig queue =
      discipline_of(shared.aqm, std::move(law), scenario.seed, "cmts/downstream");
  queue.pointer = "/rf/downstream_queue/aqm";
  return queue;
}

void check_laws(const LoadedScenario& loaded) {
  struct : queue::DisciplineListener {
    void dropped(const Packet&, aqm_verdict, queue::Shortage) override {}
    void marked(const Packet&) override {}
  } nobody;
  const FlowTable no_flows;
  const Scenario& scenario = loaded.scenario;
  check_aggregates(loaded);
  try {
    for (std::size_t i = 0; i < scenario.service_flows.size(); ++i) {
      const ServiceFlowConfig& flow = scenario.service_flows[i];
      const std::string own = "/service_flows/" + std::to_string(i);
      const std::string pointer = own + "/aqm";
      if (flow.shaper_engine == Engine::kRtl) {
        queue::installed_gates(own + "/shaper_engine");
      }
      if (flow.direction == Direction::kUpstream && flow.aqm.manager() != nullptr) {
        queue::make_discipline(managed_queue(flow, scenario, pointer).discipline, no_flows, nobody);
      } else if (flow.direction == Direction::kUpstream) {
        const queue::Law law(law_of(flow), pointer);
      } else {
        queue::make_discipline(downstream_queue(flow, scenario, pointer), no_flows, nobody);
      }
    }
    if (scenario.rf.downstream_queue) {
      queue::make_discipline(shared_downstream_queue(scenario), no_flows, nobody);
    }
  } catch (const ConfigError& error) {
    throw loaded.explain(error);
  }
}

}  // namespace docsis_vp::system
