// Arithmetic that several laws share.
#pragma once

#include <string>

#include "models/aqm/inv_sqrt.h"
#include "models/cm/inventory.h"
#include "models/queue/law.h"

namespace docsis_vp::cm {

// How long a decision may take. At its arrival the shortest frame has 168 clocks of 250 MHz until
// the next at 1 Gbit/s, and the control law some 60 for a flow: a multiplier may take two bits a
// clock. At the head a packet has 24 clocks within the MAP's deadline, decision and pull: products
// come in one go.
enum class Pace { kArrival, kHead };

// Returns how decisions at arrival are made whose products take so many clocks in series, at two
// bits a clock: in one go if the next frame may come before (InventoryWidths::frame_clocks).
Pace pace_at_arrival(const InventoryWidths& widths, std::uint32_t clocks);

// An option's value, the usual one where the configuration says nothing.
std::uint32_t option_of(const queue::LawConfig& law, std::uint32_t index);

area::Block multiplier_unit(Pace pace, std::uint32_t longer, std::uint32_t shorter,
                            const std::string& reason);
// What a control law commits, aqm_law_commit() of models/aqm/aqm.h: bits taken always, and bits
// taken unless the data path has changed them since.
area::Block commit_unit(std::uint32_t always, std::uint32_t unless_changed);
constexpr std::uint32_t kGeneration = 24;  // aqm_engine.rdl

// One bit of the quotient a clock.
area::Block divider_unit(std::uint32_t dividend, std::uint32_t divisor, const std::string& reason);
// models/aqm/byte_time.h: the time of a byte at a rate, with 32 significant bits.
area::Block reciprocal_unit(const std::string& reason);

// Whether a packet would exceed the limits, models/aqm/aqm.h.
area::Block full_unit(const queue::LawConfig& law, const InventoryWidths& widths);
std::uint32_t limit_bits(const queue::LawConfig& law, const InventoryWidths& widths);

// aqm_measured_bytes() of models/aqm/aqm.h: marked_bits, 0 if the law takes the queue as it is.
void add_measure(area::Block& block, std::uint32_t marked_bits);

// models/aqm/token_delay.h, its products by `multiplier_unit`s of its own. two_rates: peak and
// sustained, by the bucket's tokens.
area::Block token_delay_unit(Pace pace, bool two_rates, const InventoryWidths& widths);
constexpr std::uint32_t kByteTimeBits = 32 + 5;  // mantissa and shift

// models/aqm/departure_meter.h; rates: divides.
area::Block meter_unit(bool rates, std::uint32_t threshold_bytes, const InventoryWidths& widths);
std::uint32_t meter_state_bits(std::uint32_t threshold_bytes);

// models/aqm/inv_sqrt.h, without the multiplier that it shares.
area::Block inverse_sqrt_unit(aqm_inv_sqrt_method method);

// models/aqm/delay_predictor.h
struct PredictorInventory {
  area::Block unit;
  std::uint32_t state_bits = 0;
  std::uint32_t settings_bits = 0;
};
PredictorInventory predictor_inventory(std::uint32_t prediction, std::uint32_t threshold_bytes,
                                       const InventoryWidths& widths);

}  // namespace docsis_vp::cm
