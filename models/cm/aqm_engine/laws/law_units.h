// Lists arithmetic units that several laws share, as inventories.
#pragma once

#include <string>

#include "models/aqm/inv_sqrt.h"
#include "models/cm/inventory.h"
#include "models/queue/law.h"

namespace docsis_vp::cm {

// Time available for one decision. At arrival, the shortest frame at 1 Gbit/s leaves 168 clocks of
// 250 MHz until the next frame, and the control law has about 60 clocks per flow: a multiplier may
// take one clock per two bits. At the head, decision and pull of a packet must take at most 24
// clocks to meet the grant's deadline: a product takes one clock.
enum class Pace { kArrival, kHead };

// Returns the pace of decisions at arrival. `clocks`: duration of a decision's products in series,
// at two bits a clock. If the next frame may arrive earlier (InventoryWidths::frame_clocks),
// products take one clock.
Pace pace_at_arrival(const InventoryWidths& widths, std::uint32_t clocks);

// Returns an option's value, or its default if the configuration does not set it.
std::uint32_t option_of(const queue::LawConfig& law, std::uint32_t index);

area::Block multiplier_unit(Pace pace, std::uint32_t longer, std::uint32_t shorter,
                            const std::string& reason);
// The commit of aqm_law_commit() in models/aqm/aqm.h. `always`: bits that it copies in any case;
// `unless_changed`: bits that it copies only if the data path has not changed them since the latch.
area::Block commit_unit(std::uint32_t always, std::uint32_t unless_changed);
constexpr std::uint32_t kGeneration = 24;  // aqm_engine.rdl

// A serial divider: one bit of the quotient a clock.
area::Block divider_unit(std::uint32_t dividend, std::uint32_t divisor, const std::string& reason);
// The byte time of models/aqm/byte_time.h: time of a byte at a rate, with 32 significant bits.
area::Block reciprocal_unit(const std::string& reason);

// The check whether a packet would exceed the limits, as in models/aqm/aqm.h.
area::Block full_unit(const queue::LawConfig& law, const InventoryWidths& widths);
std::uint32_t limit_bits(const queue::LawConfig& law, const InventoryWidths& widths);

// Adds aqm_measured_bytes() of models/aqm/aqm.h. marked_bits 0: the law measures the whole queue.
void add_measure(area::Block& block, std::uint32_t marked_bits);

// The unit of models/aqm/token_delay.h, including its multipliers. two_rates: it chooses the peak
// or the sustained rate by the bucket's tokens.
area::Block token_delay_unit(Pace pace, bool two_rates, const InventoryWidths& widths);
constexpr std::uint32_t kByteTimeBits = 32 + 5;  // mantissa and shift

// The unit of models/aqm/departure_meter.h. rates: with a divider.
area::Block meter_unit(bool rates, std::uint32_t threshold_bytes, const InventoryWidths& widths);
std::uint32_t meter_state_bits(std::uint32_t threshold_bytes);

// The unit of models/aqm/inv_sqrt.h, without the shared multiplier.
area::Block inverse_sqrt_unit(aqm_inv_sqrt_method method);

// The unit of aqm_exp2_minus_q32() in models/aqm/exp2.h, including its multiplier.
area::Block power_unit(Pace pace);

// The unit of models/aqm/delay_predictor.h.
struct PredictorInventory {
  area::Block unit;
  std::uint32_t state_bits = 0;
  std::uint32_t settings_bits = 0;
};
PredictorInventory predictor_inventory(std::uint32_t prediction, std::uint32_t threshold_bytes,
                                       const InventoryWidths& widths);

}  // namespace docsis_vp::cm
