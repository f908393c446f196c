// Chooses the rates at which a Wi-Fi station sends a frame.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "platform/base/random.h"
#include "platform/base/time.h"

namespace docsis_vp::hosts {

// Rates of a frame: each stage is tried up to `tries` times before the next one. After the last
// stage the frame is lost.
struct RateChain {
  struct Stage {
    std::size_t rate = 0;  // index in kOfdmRates
    unsigned tries = 0;
  };
  std::array<Stage, 4> stages{};
  std::size_t count = 0;
  bool is_probe = false;  // the second stage is a sample, which counts only if it is used

  void add(std::size_t rate, unsigned tries) { stages[count++] = {rate, tries}; }
  unsigned tries() const;
  // Returns the rate of a try, from 0; it must be less than tries().
  std::size_t rate_of(unsigned attempt) const;
};

class RateControl {
 public:
  virtual ~RateControl() = default;
  // Returns the chain for the next frame.
  virtual RateChain next() = 0;
  // The frame was sent `attempts` times; the last one was acknowledged, or the frame is lost.
  virtual void report(const RateChain& chain, unsigned attempts, bool acknowledged, TimePs now) = 0;
};

class FixedRate : public RateControl {
 public:
  FixedRate(std::size_t rate, unsigned tries) { chain_.add(rate, tries); }
  RateChain next() override { return chain_; }
  void report(const RateChain&, unsigned, bool, TimePs) override {}

 private:
  RateChain chain_;
};

// Rate control of Minstrel's kind: an exponentially weighted mean of the success of each rate,
// updated every 100 ms, gives each rate an expected throughput. A frame is tried at the two rates
// with the highest throughput, then at the most reliable one, then at the lowest. About a tenth of
// the frames samples another rate. README.md names the source of each value.
class Minstrel : public RateControl {
 public:
  explicit Minstrel(RandomStream random);

  RateChain next() override;
  void report(const RateChain& chain, unsigned attempts, bool acknowledged, TimePs now) override;

  std::size_t best_rate() const { return best_; }  // highest expected throughput
  double success(std::size_t rate) const { return rates_[rate].success; }

 private:
  static constexpr std::size_t kRates = 8;
  static constexpr std::size_t kColumns = 10;

  struct Rate {
    TimePs frame_time = 0;    // of 1200 octets
    unsigned most_tries = 0;  // as many as fit into a segment
    unsigned tries = 0;
    double success = 0;     // mean
    double throughput = 0;  // relative; 0 below a success of a tenth
    std::uint64_t attempts = 0;
    std::uint64_t acknowledged = 0;
    bool was_tried = false;
    unsigned updates_without = 0;  // a try
    int samples_left = -1;         // until the next update; below 0: any number
  };

  void fill_samples(RandomStream& random);
  std::size_t next_sample();
  bool sample_is_due();
  RateChain chain(std::size_t first, std::size_t second) const;
  void update(Rate& rate);
  void choose();

  std::array<Rate, kRates> rates_{};
  std::array<std::array<std::size_t, kRates>, kColumns> samples_{};
  std::size_t sample_ = 0;  // position in samples_
  std::size_t best_ = 0;
  std::size_t second_ = 0;
  std::size_t safest_ = 0;
  std::uint64_t frames_ = 0;
  std::int64_t sampled_ = 0;
  std::int64_t deferred_ = 0;
  TimePs updated_ = 0;
};

}  // namespace docsis_vp::hosts
