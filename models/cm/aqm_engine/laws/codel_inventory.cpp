// Inventories of CoDel at the head, CoDel with the predicted delay of an arriving packet, and
// CoDel-DT.
#include "models/aqm/codel/codel_params.h"
#include "models/aqm/codel_dt/codel_dt_params.h"
#include "models/aqm/codel_tail/codel_tail_params.h"
#include "models/cm/aqm_engine/laws/law_inventory.h"
#include "models/cm/aqm_engine/laws/law_units.h"

namespace docsis_vp::cm {

namespace {

using namespace area;

constexpr std::uint32_t kDuration = bits_for(CODEL_DURATION_MAX_US);
constexpr std::uint32_t kCount = 32;
constexpr std::uint32_t kRoot = 32;  // 1/sqrt(count), UQ1.31
constexpr std::uint32_t kMtu = 16;
constexpr std::uint32_t kStatusBits = 5;
// Clocks of the products at arrival: twice 12 pairs of bits of a predicted delay, and four products
// of 16 pairs.
constexpr std::uint32_t kCodelProductClocks = 2 * 12 + 4 * 16;

// Multiplies interval and root; with Newton's step, also its products.
Block root_multiplier(Pace pace, aqm_inv_sqrt_method method) {
  return method == AQM_INV_SQRT_TABLE
             ? multiplier_unit(pace, kDuration, 16, "interval times the root")
             : multiplier_unit(pace, 32, 32, "Newton's three products; interval times the root");
}

// Unit of codel_judge().
Block judge(Pace pace, aqm_inv_sqrt_method method, bool rfc8289, const InventoryWidths& widths) {
  Block block{"judge", "RFC 8289 sec. 5.5"};
  Block standing{"standing", "whether the delay has been above target for an interval"};
  standing.add(less(kTimeBits), "delay below target");
  add_unlike_less(standing, widths.depth, kMtu, "no more than an MTU behind it");
  standing.add(adder(kTimeBits), "an interval from now");
  standing.add(mux(kTimeBits), "as it was, or anew");
  standing.add(less(kTimeBits), "whether that has come");
  block.add(std::move(standing));

  Block schedule{"schedule", "when the next drop is due"};
  schedule.add(inverse_sqrt_unit(method));
  schedule.add(root_multiplier(pace, method));
  schedule.add(mux(kTimeBits), "from now, or from the last one");
  schedule.add(adder(kTimeBits), "behind it");
  schedule.add(less(kTimeBits), "whether it has come");
  schedule.add(mux(kTimeBits), "as it was, or anew");
  schedule.add(mux(kRoot, 4), "root: as it was, of one, of the argument, scaled");
  block.add(std::move(schedule));

  Block counting{"count", "drops of an episode, and where the next one begins"};
  counting.add(incrementer(kCount), "a drop more");
  if (rfc8289) {
    counting.add(subtractor(kCount), "what the last episode added");
    counting.add(mux(kCount), "what it began with: as it was, or anew");
  } else {
    counting.add(subtractor(kCount), "two less");
  }
  counting.add(less_constant(kCount), "at least one");
  counting.add(mux(kCount, 4), "as it was, one more, by the re-entry rule, one");
  counting.add(adder(kTimeBits), "the last drop and 8 or 16 intervals");
  counting.add(less(kTimeBits), "whether the last episode is old");
  counting.add(mux(kStatusBits), "as it was, or anew");
  counting.add(flip_flops(3), "the verdict, and whether there is one");
  counting.add(control(8, 12), "above, dropping, dropped, pass, recent");
  block.add(std::move(counting));
  return block;
}

std::uint32_t judge_state_bits(bool rfc8289) {
  return kStatusBits + 2 * kTimeBits + kCount + (rfc8289 ? kCount : 0) + kRoot;
}

bool is_rfc8289(const queue::LawConfig& law, std::uint32_t option) {
  return option_of(law, option) == CODEL_REENTRY_RFC8289;
}

// Packets with CE have been signalled already.
void add_pass(LawInventory& inventory, const queue::LawConfig& law, std::uint32_t option) {
  if (option_of(law, option) != 0) {
    inventory.data_path.add(equal(kEcnBits), "whether it carries CE");
  }
}

}  // namespace

LawInventory codel_inventory(const queue::LawConfig& law, const InventoryWidths& widths) {
  const auto method = static_cast<aqm_inv_sqrt_method>(option_of(law, CODEL_INVERSE_SQRT));
  const bool rfc8289 = is_rfc8289(law, CODEL_REENTRY);
  LawInventory inventory;
  inventory.data_path = {"data_path", "judges packets as they leave, RFC 8289"};
  inventory.data_path.add(full_unit(law, widths));
  Block sojourn{"sojourn", "the time that a packet has waited"};
  sojourn.add(subtractor(kTimeBits), "since it was accepted");
  sojourn.add(mux(kTimeBits), "0 where that lies ahead");
  inventory.data_path.add(std::move(sojourn));
  inventory.data_path.add(judge(Pace::kHead, method, rfc8289, widths));
  const bool threshold = option_of(law, CODEL_CE_THRESHOLD) != 0;
  if (threshold) {
    inventory.data_path.add(less(kTimeBits), "delay beyond the threshold of marks");
  }
  add_pass(inventory, law, CODEL_EXCLUDE_CE);
  inventory.state_bits = judge_state_bits(rfc8289);
  inventory.settings_bits =
      2 * kDuration + kMtu + (threshold ? kDuration : 0) + limit_bits(law, widths);
  inventory.stamps = true;
  return inventory;
}

LawInventory codel_tail_inventory(const queue::LawConfig& law, const InventoryWidths& widths) {
  const auto method = static_cast<aqm_inv_sqrt_method>(option_of(law, CODEL_TAIL_INVERSE_SQRT));
  const bool rfc8289 = is_rfc8289(law, CODEL_TAIL_REENTRY);
  PredictorInventory predictor = predictor_inventory(option_of(law, CODEL_TAIL_PREDICTOR),
                                                     option_of(law, CODEL_TAIL_THRESHOLD), widths);
  LawInventory inventory;
  inventory.data_path = {"data_path", "judges arriving packets by their predicted delay"};
  inventory.data_path.add(full_unit(law, widths));
  inventory.data_path.add(std::move(predictor.unit));
  if (option_of(law, CODEL_TAIL_CLOCK) == CODEL_TAIL_DEPARTURE) {
    inventory.data_path.add(adder(kTimeBits), "the time of departure");
  }
  inventory.data_path.add(
      judge(pace_at_arrival(widths, kCodelProductClocks), method, rfc8289, widths));
  add_pass(inventory, law, CODEL_TAIL_EXCLUDE_CE);
  inventory.marked_bits = option_of(law, CODEL_TAIL_EXCLUDE_CE) != 0 ? widths.depth : 0;
  add_measure(inventory.data_path, inventory.marked_bits);
  inventory.state_bits = judge_state_bits(rfc8289) + predictor.state_bits;
  inventory.settings_bits =
      2 * kDuration + kMtu + predictor.settings_bits + limit_bits(law, widths);
  return inventory;
}

LawInventory codel_dt_inventory(const queue::LawConfig& law, const InventoryWidths& widths) {
  const auto method = static_cast<aqm_inv_sqrt_method>(option_of(law, CODEL_DT_INVERSE_SQRT));
  PredictorInventory predictor = predictor_inventory(option_of(law, CODEL_DT_PREDICTOR),
                                                     option_of(law, CODEL_DT_THRESHOLD), widths);
  LawInventory inventory;
  inventory.data_path = {"data_path",
                         "judges arriving packets by their predicted delay, cablelabs-2014 sec. "
                         "4.3"};
  Block& path = inventory.data_path;
  path.add(full_unit(law, widths));
  path.add(std::move(predictor.unit));

  Block guards{"guards", "when nothing is dropped"};
  guards.add(less(kTimeBits), "delay below target");
  guards.add(less(widths.depth), "no more than the largest packet queued");
  guards.add(less(kPacketLengthBits), "the largest packet");
  guards.add(mux(kPacketLengthBits), "the largest packet");
  path.add(std::move(guards));

  Block schedule{"schedule", "when the next drop is due"};
  schedule.add(inverse_sqrt_unit(method));
  schedule.add(root_multiplier(pace_at_arrival(widths, kCodelProductClocks), method));
  schedule.add(adder(kTimeBits), "from now, or from the last one");
  schedule.add(subtractor(kTimeBits), "whether it has come");
  schedule.add(mux(kTimeBits), "from now, or from the last one");
  path.add(std::move(schedule));

  Block counting{"count", "drops of an episode, and where the next one begins"};
  counting.add(incrementer(kCount), "a drop more");
  counting.add(subtractor(kCount), "two less");
  counting.add(
      multiplier_unit(pace_at_arrival(widths, kCodelProductClocks), kCount, 32, "or times 0.9844"));
  counting.add(2, less_constant(kCount), "2, 128");
  counting.add(mux(kCount, 4), "one, one more, two less, the product");
  counting.add(adder(kTimeBits), "the last drop and 8 intervals");
  counting.add(subtractor(kTimeBits), "whether the last drop is old");
  counting.add(control(8, 12), "timed, dropping, recent");
  path.add(std::move(counting));

  inventory.marked_bits = option_of(law, CODEL_DT_EXCLUDE_CE) != 0 ? widths.depth : 0;
  add_measure(path, inventory.marked_bits);
  inventory.state_bits =
      3 + 2 * kTimeBits + kCount + kRoot + kPacketLengthBits + predictor.state_bits;
  inventory.settings_bits = 2 * kDuration + predictor.settings_bits + limit_bits(law, widths);
  return inventory;
}

}  // namespace docsis_vp::cm
