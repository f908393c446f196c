// A reset of one of two CPUs amid an access, for each style of target. The other CPU is
// undisturbed.
#include <gmock/gmock.h>
#include <tlm_utils/peq_with_get.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstring>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "tests/platform/cpu/apart.h"
#include "tests/platform/cpu/bench.h"
#include "tests/platform/cpu/external_bench.h"

namespace docsis_vp::platform::testing::external_reset_test {
namespace {

using sc_core::sc_time;
using sc_core::SC_ZERO_TIME;
using ::testing::StartsWith;
using Board = ExternalBoard;
using Transaction = tlm::tlm_generic_payload;

constexpr std::uint32_t kRam = Board::kRam, kBlock = Board::kBlock, kScratch = kRam + 0x800;
constexpr std::uint32_t kQuick = 0x14, kSlow = 0x20;  // offsets
constexpr TimePs kQuanta[] = {1'000, 1'000'000, 10'000'000, 1'000'000'000};

// By b_transport(): waits, annotates, or waits for a queue of events with transactions. By phases:
// ends the request and answers later, answers at once for a later time, or completes likewise.
enum class Style { kWaits, kAnnotates, kQueues, kPhases, kAnswersEarly, kCompletesEarly };
constexpr Style kStyles[] = {Style::kWaits,  Style::kAnnotates,    Style::kQueues,
                             Style::kPhases, Style::kAnswersEarly, Style::kCompletesEarly};

// The first accesses to kSlow take a time.
struct SlowTarget : sc_core::sc_module {
  SC_HAS_PROCESS(SlowTarget);
  SlowTarget(const sc_core::sc_module_name& name, Style how, TimePs slow_ps, int slow_accesses)
      : sc_module(name), style(how), time(to_sc_time(slow_ps)), left(slow_accesses) {
    if (style == Style::kWaits || style == Style::kAnnotates || style == Style::kQueues) {
      socket.register_b_transport(this, &SlowTarget::b_transport);
    } else {
      socket.register_nb_transport_fw(this, &SlowTarget::nb_transport_fw);
    }
    SC_METHOD(end);
    sensitive << queue.get_event();
    dont_initialize();
  }

  void b_transport(Transaction& transaction, sc_time& delay) {
    if (!accept(transaction, delay)) {
      return;
    }
    if (style == Style::kAnnotates) {
      delay += time;
      return;
    }
    if (style == Style::kWaits) {
      wait(delay + time);
    } else {
      queue.notify(transaction, delay + time);
      wait(ended);
    }
    delay = SC_ZERO_TIME;
  }
  tlm::tlm_sync_enum nb_transport_fw(Transaction& transaction, tlm::tlm_phase& phase,
                                     sc_time& delay) {
    if (phase != tlm::BEGIN_REQ) {
      return tlm::TLM_COMPLETED;
    }
    if (!accept(transaction, delay)) {
      return tlm::TLM_COMPLETED;
    }
    if (style == Style::kPhases) {
      queue.notify(transaction, delay + time);
      phase = tlm::END_REQ;
      return tlm::TLM_UPDATED;
    }
    delay += time;
    phase = style == Style::kAnswersEarly ? tlm::BEGIN_RESP : tlm::BEGIN_REQ;
    return style == Style::kAnswersEarly ? tlm::TLM_UPDATED : tlm::TLM_COMPLETED;
  }
  // Serves the access. Returns whether it is a slow one.
  bool accept(Transaction& transaction, const sc_time& delay) {
    const auto offset = static_cast<std::uint32_t>(transaction.get_address());
    log << to_ps(sc_core::sc_time_stamp() + delay) << ' ' << offset << '\n';
    std::memset(transaction.get_data_ptr(), 0, transaction.get_data_length());
    transaction.set_response_status(tlm::TLM_OK_RESPONSE);
    return offset == kSlow && left-- > 0;
  }
  void end() {
    while (Transaction* const transaction = queue.get_next_transaction()) {
      if (style == Style::kQueues) {
        ended.notify();
        continue;
      }
      tlm::tlm_phase phase = tlm::BEGIN_RESP;
      sc_time delay;
      socket->nb_transport_bw(*transaction, phase, delay);
    }
  }

  const Style style;
  const sc_time time;
  int left;
  tlm_utils::simple_target_socket<SlowTarget> socket{"socket"};
  tlm_utils::peq_with_get<Transaction> queue{"queue"};
  sc_core::sc_event ended;
  std::ostringstream log;
};

// Counts its starts in RAM, loads slowly and quickly, and exits with the count.
Program restarting() {
  Program program;
  program.li(s0, kBlock).li(s1, kScratch);
  program.words(lw(t0, s1, 0), addi(t0, t0, 1), sw(t0, s1, 0));
  program.words(lw(a0, s0, kSlow), lw(a1, s0, kQuick));
  return program.exit(t0);
}

// Ends before the first program exits, which ends the simulation.
Program looping() {
  Program program;
  program.li(s0, kBlock).words(addi(s2, x0, 13));
  program.words(lw(a0, s0, kSlow), lw(a1, s0, kQuick), addi(s2, s2, -1), bne(s2, x0, -12));
  program.words(kWfi);
  return program;
}

struct Setting {
  Style style = Style::kWaits;
  TimePs quantum = kQuanta[0];
  TimePs lookahead = 0;
};

// Returns the log of the first CPU, whose load takes 100 us, and of the second, whose take 7 us.
std::pair<std::string, std::string> run(const Setting& setting, std::optional<TimePs> reset) {
  const std::string both = observe_apart([&] {
    CpuConfig config;
    config.profile = cycle_profile("ideal");
    config.clock_hz = 100'000'000;
    config.quantum_ps = setting.quantum;
    config.lookahead_ps = setting.lookahead;
    Board first(config, "first");
    config.clock_hz = 71'000'000;
    Board second(config, "second");
    SlowTarget of_first("of_first", setting.style, 100 * kPsPerUs, 1);
    SlowTarget of_second("of_second", setting.style, 7 * kPsPerUs, 1000);
    first.bus.map({"slow", kBlock, 4096}, of_first.socket);
    second.bus.map({"slow", kBlock, 4096}, of_second.socket);
    Script script("script");
    if (reset) {
      script.at(*reset, [&] { first.cpu.reset(kRam, *reset); });
    }
    first.load(restarting());
    second.load(looping());
    sc_core::sc_start();
    const std::string cycles = std::to_string(second.cpu.counters().cycles_busy);
    return of_first.log.str() + first.end() + '|' + of_second.log.str() + cycles;
  });
  const std::size_t bar = both.find('|');
  return {both.substr(0, bar), both.substr(bar + 1)};
}

TEST(ExternalReset, OfOneCpuTakesEffectAlikeAndLeavesTheOtherAlone) {
  // As in ExternalEnd: loads at 70 ns, starts again when the bus is free at 100.07 us.
  const std::string expected =
      "70000 32\n100140000 32\n100150000 20\n100180000 exit 2  cycles 2012\n";
  const std::string undisturbed = run({}, {}).second;
  EXPECT_THAT(undisturbed, StartsWith("42253 32\n7056338 20\n7098591 32\n"));
  EXPECT_EQ(run({}, 20 * kPsPerUs).first, expected);
  // In the first and in the last cycle, amid the access, between two edges, and after it.
  for (const TimePs reset : {300'000, 20'000'000, 54'321'987, 100'065'000, 100'500'000}) {
    const std::string first = run({}, reset).first;
    for (const Style style : kStyles) {
      for (const TimePs quantum : kQuanta) {
        for (const TimePs lookahead : {TimePs{0}, 5 * kPsPerUs}) {
          const auto seen = run({style, quantum, lookahead}, reset);
          const int number = static_cast<int>(style);
          EXPECT_EQ(seen.first, first) << reset << ' ' << number << ' ' << quantum;
          EXPECT_EQ(seen.second, undisturbed) << reset << ' ' << number << ' ' << quantum;
        }
      }
    }
  }
}

TEST(ExternalReset, LeavesEveryStyleAsItIsWhereNoneComes) {
  const auto [first, second] = run({}, {});
  EXPECT_EQ(first, "70000 32\n100080000 20\n100110000 exit 1  cycles 10012\n");
  for (const Style style : kStyles) {
    for (const TimePs quantum : kQuanta) {
      const auto seen = run({style, quantum}, {});
      EXPECT_EQ(seen.first, first) << static_cast<int>(style) << ' ' << quantum;
      EXPECT_EQ(seen.second, second) << static_cast<int>(style) << ' ' << quantum;
    }
  }
}

}  // namespace
}  // namespace docsis_vp::platform::testing::external_reset_test
