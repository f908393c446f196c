// Lists congestion control algorithms by name.
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

// ECN feedback that an algorithm needs.
enum class MarkFeedback : std::uint8_t {
  kClassic,   // none; ECE counts like a loss (RFC 3168)
  kDctcp,     // ECE as in RFC 8257 sec. 3.2
  kAccurate,  // counts of CE-marked octets
};

struct CongestionConfig {
  std::string algorithm = "cubic";  // one of congestion_control_names()
  RenoConfig reno;
  CubicConfig cubic;
  LedbatConfig ledbat;
  DctcpConfig dctcp;
  PragueConfig prague;
  BbrConfig bbr;
};

// Returns the settings of the system behind tcp_preset(): its counting of acknowledgments and its
// differences from RFC 9438. Returns none for an unknown name.
std::optional<CongestionConfig> congestion_preset(const std::string& name);

// In alphabetical order.
std::vector<std::string> congestion_control_names();
MarkFeedback mark_feedback(const std::string& algorithm);

// Throws ConfigError below `pointer` for an unknown name, or for values of that algorithm out of
// range.
void check_congestion_config(const CongestionConfig& config, const std::string& pointer);
// config: checked. random: stream of this connection's end, for algorithms that draw random numbers
// (BBR's cycles).
std::unique_ptr<CongestionControl> make_congestion_control(
    const CongestionConfig& config, const RandomStream& random = RandomStream(0, "congestion"));

}  // namespace docsis_vp::hosts
