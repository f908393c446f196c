// Random programs on the hart and on Unicorn: after every stretch of instructions all registers,
// the memory and where and why it trapped have to be the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <random>
#include <vector>

#include "platform/cpu/hart.h"
#include "tests/platform/cpu/random_program.h"
#include "tests/platform/cpu/reference_machine.h"

namespace docsis_vp::platform::testing::differential_test {
namespace {

constexpr std::uint32_t kCode = 0x80000000, kData = 0x80010000, kCodeBytes = 0x4000,
                        kDataBytes = 0x1000;

// Code that may be read and data that may be written; anything else is an error.
class TwoMemories : public HartEnvironment {
 public:
  std::vector<std::uint8_t> code = std::vector<std::uint8_t>(kCodeBytes);
  std::vector<std::uint8_t> data = std::vector<std::uint8_t>(kDataBytes);

  void transfer(Access& access) override {
    std::uint8_t* const place = find(access.write, access.address);
    access.ok = access.direct_allowed = place != nullptr;
    if (access.ok) {
      auto* const bytes = reinterpret_cast<std::uint8_t*>(&access.value);
      access.write ? std::copy_n(bytes, access.size, place)
                   : std::copy_n(place, access.size, bytes);
    }
  }
  std::optional<DirectRegion> request_direct(bool, std::uint32_t address) override {
    if (address < kData) {
      return DirectRegion{kCode, kCode + kCodeBytes - 1, code.data(), true, false, 0, 0};
    }
    return DirectRegion{kData, kData + kDataBytes - 1, data.data(), true, true, 0, 0};
  }
  std::uint64_t time_us() override { return 0; }

 private:
  std::uint8_t* find(bool write, std::uint32_t address) {
    if (address >= kData && address - kData < kDataBytes) {
      return &data[address - kData];
    }
    return !write && address >= kCode && address - kCode < kCodeBytes ? &code[address - kCode]
                                                                      : nullptr;
  }
};

class Comparison {
 public:
  explicit Comparison(std::uint32_t seed) : random_(seed) {
    RandomProgram program(seed, kCodeBytes);
    ours_.code = program.code();
    their_code_ = program.code();
    std::generate(ours_.data.begin(), ours_.data.end(),
                  [this] { return static_cast<std::uint8_t>(random_()); });
    their_data_ = ours_.data;
    HartConfig config;
    config.reset_pc = kCode;
    static const char* const kProfiles[] = {"ideal", "ibex-small", "ibex-maxperf"};
    config.profile = cycle_profile(kProfiles[seed % 3]);
    hart_ = std::make_unique<Hart>(ours_, config);
    reference_ = std::make_unique<ReferenceMachine>(std::vector<ReferenceMachine::Memory>{
        {kCode, &their_code_, false}, {kData, &their_data_, true}});
    for (unsigned number = 1; number < 32; ++number) {
      const std::uint32_t value = number == RandomProgram::kDataPointer   ? kData + kDataBytes / 2
                                  : number == RandomProgram::kCodePointer ? kCode
                                                                          : program.value();
      hart_->set_reg(number, value);
      reference_->set_reg(number, value);
    }
    reference_->set_pc(kCode);
  }

  std::uint64_t instructions() const { return hart_->instructions() + traps_; }
  std::uint64_t traps() const { return traps_; }

  // Runs both for up to `cycles` of the hart's. False at the first difference, which is reported.
  bool step(std::uint64_t cycles) {
    const std::uint64_t before = hart_->instructions();
    const std::uint64_t limit = hart_->cycles() + cycles;
    Hart::Stop stop = Hart::Stop::kTransaction;
    while (stop == Hart::Stop::kTransaction || stop == Hart::Stop::kFetch) {
      stop = hart_->run(limit);
    }
    const bool trapped = stop == Hart::Stop::kNoHandler;
    const std::uint64_t executed = hart_->instructions() - before + (trapped ? 1 : 0);
    const std::optional<std::uint32_t> cause = reference_->run(executed);
    if (trapped != cause.has_value() || (trapped && hart_->last_trap().cause != *cause)) {
      ADD_FAILURE() << std::hex << "trap here: " << trapped << ", " << hart_->last_trap().cause
                    << " at " << hart_->pc() << " value " << hart_->last_trap().value
                    << "; there: " << cause.value_or(0) << " at " << reference_->pc();
      return false;
    }
    if (!agree()) {
      return false;
    }
    if (trapped) {
      ++traps_;
      skip();
    }
    return true;
  }

 private:
  bool agree() {
    bool same = hart_->pc() == reference_->pc();
    EXPECT_EQ(hart_->pc(), reference_->pc()) << std::hex;
    const ReferenceMachine::Registers registers = reference_->registers();
    for (unsigned number = 0; number < 32; ++number) {
      same &= hart_->reg(number) == registers[number];
      EXPECT_EQ(hart_->reg(number), registers[number])
          << std::hex << 'x' << number << " before pc " << hart_->pc();
    }
    same &= ours_.data == their_data_;
    EXPECT_TRUE(ours_.data == their_data_) << "memory, before pc " << std::hex << hart_->pc();
    return same;
  }
  void skip() {
    const std::uint32_t pc = hart_->pc();
    const std::uint32_t next = pc + (is_compressed(ours_.code[pc - kCode]) ? 2 : 4);
    hart_->set_pc(next);
    reference_->set_pc(next);
  }

  std::mt19937 random_;
  TwoMemories ours_;
  std::vector<std::uint8_t> their_code_;
  std::vector<std::uint8_t> their_data_;
  std::unique_ptr<Hart> hart_;
  std::unique_ptr<ReferenceMachine> reference_;
  std::uint64_t traps_ = 0;
};

// DOCSIS_VP_DIFFERENTIAL_INSTRUCTIONS and _SEED say how many and which; the defaults suit a suite
// that runs all the time.
std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 0);
}

TEST(Differential, RandomProgramsAgreeWithUnicorn) {
  const std::uint64_t wanted = setting("DOCSIS_VP_DIFFERENTIAL_INSTRUCTIONS", 250'000);
  auto seed = static_cast<std::uint32_t>(setting("DOCSIS_VP_DIFFERENTIAL_SEED", 1));
  constexpr std::uint64_t kPerProgram = 2'000;
  std::uint64_t instructions = 0;
  std::uint64_t traps = 0;
  for (; instructions < wanted; ++seed) {
    SCOPED_TRACE("DOCSIS_VP_DIFFERENTIAL_SEED=" + std::to_string(seed));
    Comparison comparison(seed);
    std::mt19937 random(seed);
    while (comparison.instructions() < kPerProgram) {
      ASSERT_TRUE(comparison.step(1 + random() % (random() % 4 == 0 ? 300 : 40)));
    }
    instructions += comparison.instructions();
    traps += comparison.traps();
  }
  EXPECT_GT(traps, instructions / 1000);
  RecordProperty("instructions", std::to_string(instructions));
  RecordProperty("traps", std::to_string(traps));
  std::printf("%llu instructions, %llu of them trapped\n",
              static_cast<unsigned long long>(instructions),
              static_cast<unsigned long long>(traps));
}

}  // namespace
}  // namespace docsis_vp::platform::testing::differential_test
