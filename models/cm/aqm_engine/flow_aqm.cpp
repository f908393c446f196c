#include "models/cm/aqm_engine/flow_aqm.h"

#include "platform/base/errors.h"

namespace docsis_vp::cm {

namespace {

const aqm_algorithm* find_algorithm(const FlowAqmConfig& config, const std::string& pointer) {
  const char* name = config.algorithm == "none" ? "tail_drop" : config.algorithm.c_str();
  const aqm_algorithm* algorithm = aqm_find(name);
  if (algorithm == nullptr) {
    std::string known = "none";
    for (const aqm_algorithm* const* a = aqm_algorithms; *a != nullptr; ++a) {
      known += std::string(", ") + (*a)->name;
    }
    throw ConfigError(pointer + "/algorithm",
                      "unknown algorithm \"" + config.algorithm + "\", expected one of " + known);
  }
  return algorithm;
}

}  // namespace

FlowAqm::FlowAqm(const FlowAqmConfig& config, std::uint64_t seed, const std::string& pointer)
    : algorithm_(find_algorithm(config, pointer)),
      settings_(config.settings),
      random_(seed, config.random_stream) {
  if (const char* refused = algorithm_->params_init(params_.data(), &settings_, nullptr)) {
    throw ConfigError(pointer, refused);
  }
  algorithm_->state_init(state_.data());
  algorithm_->state_init(law_state_.data());
}

aqm_verdict FlowAqm::decide(const aqm_queue& queue, Packet& packet, TimePs arrived) {
  const aqm_packet judged{packet.size_bytes, to_us32(arrived),
                          static_cast<std::uint8_t>(packet.ecn)};
  const aqm_verdict verdict =
      algorithm_->enqueue(state_.data(), params_.data(), &queue, &judged, random_.next_u32());
  counters_.offered.add(packet.size_bytes);
  switch (verdict) {
    case AQM_MARK:
      packet.ecn = Ecn::kCe;
      counters_.aqm_marks.add(packet.size_bytes);
      [[fallthrough]];
    case AQM_ACCEPT:
      counters_.accepted.add(packet.size_bytes);
      break;
    case AQM_DROP:
      counters_.aqm_drops.add(packet.size_bytes);
      break;
    case AQM_DROP_FULL:
      counters_.buffer_drops.add(packet.size_bytes);
      break;
  }
  return verdict;
}

void FlowAqm::latch(const aqm_queue& queue, TimePs at) {
  latched_ = {queue, law(), at};
}

aqm_law FlowAqm::run_law() {
  law_of(law_state_) = latched_.law;
  algorithm_->update(law_state_.data(), params_.data(), &latched_.queue, to_us32(latched_.at));
  return law_of(law_state_);
}

void FlowAqm::commit(const aqm_law& law) {
  ++counters_.updates;
  if (aqm_law_commit(&law_of(state_), &law) == 0) {
    ++counters_.commit_conflicts;
  }
}

aqm_law FlowAqm::law() const {
  return has_law() ? law_of(state_) : aqm_law{};
}

std::uint32_t FlowAqm::queue_delay_us(const aqm_queue& queue) const {
  return has_law() ? algorithm_->queue_delay_us(state_.data(), params_.data(), &queue) : 0;
}

}  // namespace docsis_vp::cm
