#include "models/hosts/udp_source/udp_source.h"

#include <cmath>
#include <utility>

#include "platform/base/errors.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::hosts {

UdpSource::UdpSource(const sc_core::sc_module_name& name, const UdpSourceConfig& config,
                     FlowId flow, RandomStream random, PacketPool& pool, PacketSink& sink)
    : sc_module(name),
      config_(config),
      flow_(flow),
      jitter_(std::llround(static_cast<double>(config.interval) * config.jitter_percent / 100)),
      random_(random),
      pool_(pool),
      sink_(sink),
      next_([this] { send(); }) {
  if (config.on <= 0) throw ConfigError("/on", "must be positive");
  if (config.size_jitter_bytes >= config.packet_bytes) {
    throw ConfigError("/size_jitter_bytes", "must be less than packet_bytes");
  }
  if (config.off < 0) throw ConfigError("/off", "must not be negative");
}

void UdpSource::start_of_simulation() {
  phase_ = config_.phase ? *config_.phase : random_.between(0, config_.interval - 1);
  phase_ %= config_.on;
  schedule(config_.start + phase_);
}

void UdpSource::send() {
  const TimePs now = platform::now_ps();
  PacketHandle packet = pool_.take();
  packet->flow = flow_;
  packet->size_bytes = next_size();
  packet->sequence = sent_packets_++;
  sent_bytes_ += packet->size_bytes;
  packet->created = now;
  packet->ecn = config_.ecn;
  sink_.push(std::move(packet));
  const TimePs deviation = jitter_ == 0 ? 0 : random_.between(-jitter_, jitter_);
  schedule(now + config_.interval + deviation);
}

std::uint32_t UdpSource::next_size() {
  const std::uint32_t jitter = config_.size_jitter_bytes;
  return jitter == 0 ? config_.packet_bytes
                     : config_.packet_bytes - jitter +
                           static_cast<std::uint32_t>(random_.below(2 * jitter + 1));
}

void UdpSource::schedule(TimePs at) {
  const bool is_done = config_.packets && sent_packets_ >= *config_.packets;
  const TimePs due = within_burst(at);
  if (due < config_.stop && !is_done) {
    next_.set(due);
  }
}

TimePs UdpSource::within_burst(TimePs at) const {
  if (config_.on == kNever || config_.off == 0) {
    return at;
  }
  const TimePs cycle = config_.on + config_.off;
  const TimePs into_cycle = (at - config_.start) % cycle;
  return into_cycle < config_.on ? at : at - into_cycle + cycle + phase_;
}

}  // namespace docsis_vp::hosts
