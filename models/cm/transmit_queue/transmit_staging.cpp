#include "models/cm/transmit_queue/transmit_staging.h"

#include <algorithm>
#include <utility>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cm {

namespace {

constexpr unsigned kBehindBursts = 1;  // the burst builder comes first in the phase

}  // namespace

TransmitStaging::TransmitStaging(const sc_core::sc_module_name& name,
                                 const TransmitStagingConfig& config,
                                 platform::InstantSequencer& sequencer, QueueMemory& memory,
                                 Shaper& shaper)
    : sc_module(name),
      sequencer_(sequencer),
      memory_(memory),
      queues_(config.flows.size()),
      task_(sequencer.add(kDequeue, kBehindBursts, [this] { run(); })) {
  for (unsigned flow = 0; flow < config.flows.size(); ++flow) {
    if (config.flows[flow]) {
      queues_[flow] = std::make_unique<TransmitQueue>(
          TransmitQueue::Place{flow, config.sojourn, config.stats_from}, *config.flows[flow],
          memory, shaper);
    }
  }
}

void TransmitStaging::connect(DequeueAqm& law, ManagerListener& listener) {
  law_ = &law;
  for (const auto& queue : queues_) {
    if (queue != nullptr) {
      queue->connect(law, listener);
    }
  }
}

queue::Shortage TransmitStaging::shortage(unsigned flow, const Packet& packet, TimePs at) {
  return memory_.shortage(flow, packet, at);
}

void TransmitStaging::write(unsigned flow, PacketHandle packet, TimePs accepted) {
  if (queues_[flow] == nullptr) {
    memory_.write(flow, std::move(packet), accepted);
    return;
  }
  queues_[flow]->write(std::move(packet), accepted, platform::now_ps());
  arm();
}

bool TransmitStaging::judges_heads(unsigned flow) const {
  return queues_[flow] == nullptr && law_->judges_heads(flow);
}

queue::PacketTally TransmitStaging::prepare(unsigned flow, std::uint64_t mac_bytes, TimePs at) {
  return law_->prepare(flow, mac_bytes, at);
}

void TransmitStaging::pulled(unsigned flow, TimePs at) {
  if (queues_[flow] == nullptr) {
    law_->pulled(flow, at);
    return;
  }
  queues_[flow]->advance(at);
  arm();
}

bool TransmitStaging::judges_queue(unsigned flow) const {
  return queues_[flow] == nullptr && law_->judges_queue(flow);
}

HeadVerdictPort* TransmitStaging::head_verdict_port(unsigned flow) {
  return queues_[flow] == nullptr ? law_->head_verdict_port(flow) : nullptr;
}

aqm_queue TransmitStaging::queue_behind(unsigned flow, const Packet& packet,
                                        const queue::PacketTally& to_drop, TimePs at) {
  return law_->queue_behind(flow, packet, to_drop, at);
}

aqm_verdict TransmitStaging::judge_head(unsigned flow, Packet& packet, TimePs accepted,
                                        const queue::PacketTally& to_drop, TimePs at) {
  return law_->judge_head(flow, packet, accepted, to_drop, at);
}

void TransmitStaging::judged_elsewhere(unsigned flow, Packet& packet, aqm_verdict verdict,
                                       TimePs at) {
  law_->judged_elsewhere(flow, packet, verdict, at);
}

void TransmitStaging::head_dropped(unsigned flow, const Packet& packet) {
  law_->head_dropped(flow, packet);
}

void TransmitStaging::departed(unsigned flow, const Packet& packet, const Departure& departure) {
  if (queues_[flow] != nullptr) {
    queues_[flow]->departed(packet, departure.pulled);
  }
  law_->departed(flow, packet, departure);
}

void TransmitStaging::run() {
  const TimePs now = platform::now_ps();
  for (const auto& queue : queues_) {
    if (queue != nullptr && queue->next() <= now) {
      queue->advance(now);
    }
  }
  arm();
}

void TransmitStaging::arm() {
  TimePs next = kNever;
  for (const auto& queue : queues_) {
    next = queue != nullptr ? std::min(next, queue->next()) : next;
  }
  sequencer_.post_at(task_, next);
}

}  // namespace docsis_vp::cm
