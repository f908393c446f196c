#include "tests/external/tcp_lab/path/loss_script.h"

#include <algorithm>
#include <sstream>

namespace docsis_vp::tcp_lab {
namespace {

// SplitMix64 (Steele, Lea, Flood 2014), of a counter: a word per question, without state.
std::uint64_t scrambled(std::uint64_t seed, std::uint64_t counter) {
  std::uint64_t z = seed + (counter + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

struct Decision {
  const Segment& segment;

  bool operator()(const LoseFirst& script) const {
    const auto& lost = script.indices;
    return segment.repetition == 0 &&
           std::find(lost.begin(), lost.end(), segment.index) != lost.end();
  }
  bool operator()(const LoseEvery& script) const {
    return segment.transmission % script.period == script.period - 1;
  }
  bool operator()(const LoseAtRandom& script) const {
    const std::uint64_t word = scrambled(scrambled(script.seed, segment.repetition), segment.index);
    return static_cast<double>(word >> 11) * 0x1p-53 < script.probability;
  }
  bool operator()(const LoseDuring& script) const {
    return segment.elapsed_ms >= script.from_ms && segment.elapsed_ms < script.to_ms;
  }
};

struct Description {
  std::string operator()(const LoseFirst& script) const {
    const auto& lost = script.indices;
    std::ostringstream text;
    text << "segments";
    for (std::size_t i = 0; i < lost.size(); ++i) {
      const bool goes_on = i > 0 && i + 1 < lost.size() && lost[i + 1] == lost[i] + 1;
      const bool went_on = i > 0 && lost[i] == lost[i - 1] + 1;
      if (went_on && goes_on) continue;
      text << (went_on ? "-" : " ") << lost[i];
    }
    return text.str();
  }
  std::string operator()(const LoseEvery& script) const {
    return "every " + std::to_string(script.period) + "th";
  }
  std::string operator()(const LoseAtRandom& script) const {
    std::ostringstream text;
    text << script.probability * 100 << " % at random";
    return text.str();
  }
  std::string operator()(const LoseDuring& script) const {
    std::ostringstream text;
    text << "all from " << script.from_ms << " to " << script.to_ms << " ms";
    return text.str();
  }
};

}  // namespace

bool loses(const LossScript& script, const Segment& segment) {
  return std::any_of(script.begin(), script.end(), [&segment](const LossRule& rule) {
    return std::visit(Decision{segment}, rule);
  });
}

std::string describe(const LossScript& script) {
  std::string text;
  for (const LossRule& rule : script) {
    if (!text.empty()) text += ", ";
    text += std::visit(Description{}, rule);
  }
  return text.empty() ? "none" : text;
}

}  // namespace docsis_vp::tcp_lab
