// Declares the variants of the AQM engine, and of its neighbours, that a scenario can choose.
#pragma once

#include "platform/base/time.h"

namespace docsis_vp::cm {

// Tick interval of a modem without any periodic law (RFC 8034 sec. A.1.2: INTERVAL).
constexpr TimePs kDefaultTickInterval = 16 * kPsPerMs;

// Selects where a part of queue management runs. RFC 8034 sec. 5 recommends software for the
// control law.
enum class Placement { kHardware, kFirmware };

// Selects the bytes of a queue from which an AQM computes its delay.
enum class DelayBytes {
  kAll,        // accepted and not yet read out
  kUngranted,  // part of kAll not yet granted (CableLabs' ns-2 models of 2012 to 2014)
  // Part of kAll not yet released by the shaper: with it the prediction by tokens is exact.
  kUnreleased,
};

// Selects the time at which a packet departs, for a law that measures the departure rate.
enum class DepartureTime {
  kTransmitted,  // end of the burst that contains its last byte
  kPulled,       // its last byte is read from the queue
};

// Selects the part of a packet's wait that counts for laws based on sojourn time.
enum class Sojourn {
  kWhole,   // from acceptance until the packet is pulled
  kShaper,  // until release by the shaper: the rate-shaping queue alone (CableLabs 2012)
};

// Keys of a scenario's `aqm_engine`.
struct AqmEngineOptions {
  DelayBytes delay_bytes = DelayBytes::kAll;
  DepartureTime departure_time = DepartureTime::kTransmitted;
  Sojourn sojourn = Sojourn::kWhole;
  // Cost of the hardware law. At 0, a hardware law and a firmware law without any cost give
  // identical results. A serial datapath needs about 60 cycles [engineering choice]: even 32 flows
  // then take 8 us of 16 ms.
  unsigned law_cycles_per_flow = 0;
};

}  // namespace docsis_vp::cm
