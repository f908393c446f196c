// The algorithms by name.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/hosts/tcp/congestion/bbr.h"
#include "models/hosts/tcp/congestion/congestion_control.h"
#include "models/hosts/tcp/congestion/cubic.h"
#include "models/hosts/tcp/congestion/cubic_v21.h"
#include "models/hosts/tcp/congestion/dctcp.h"
#include "models/hosts/tcp/congestion/ledbat.h"
#include "models/hosts/tcp/congestion/prague.h"
#include "models/hosts/tcp/congestion/reno.h"
#include "platform/base/random.h"

namespace docsis_vp::hosts {

// What marks the algorithm needs to be told of.
enum class MarkFeedback : std::uint8_t {
  kClassic,   // none needed; ECE counts as a loss would (RFC 3168)
  kDctcp,     // ECE as RFC 8257 sec. 3.2 sends it
  kAccurate,  // counts of CE-marked octets
};

struct CongestionConfig {
  std::string algorithm = "cubic";  // a name that congestion_control_names() lists
  RenoConfig reno;
  CubicConfig cubic;
  LedbatConfig ledbat;
  DctcpConfig dctcp;
  PragueConfig prague;
  BbrConfig bbr;
};

// How the system that tcp_preset() of the same name stands for counts acknowledgments and where its
// CUBIC departs from RFC 9438; the rest as above. None of another name.
std::optional<CongestionConfig> congestion_preset(const std::string& name);

// In alphabetical order.
std::vector<std::string> congestion_control_names();
MarkFeedback mark_feedback(const std::string& algorithm);

// Throws ConfigError below `pointer` for an unknown name, or values of that algorithm out of range.
void check_congestion_config(const CongestionConfig& config, const std::string& pointer);
// config: as checked. random: of this connection's end, for what the algorithm draws (BBR's
// cycles).
std::unique_ptr<CongestionControl> make_congestion_control(
    const CongestionConfig& config, const RandomStream& random = RandomStream(0, "congestion"));

}  // namespace docsis_vp::hosts
