#include "tests/system/random/random_scenario.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "platform/base/random.h"

namespace docsis_vp::system {

namespace {

class SharesDraw {
 public:
  explicit SharesDraw(std::uint64_t seed, const char* stream = "random scenario")
      : random_(seed, stream) {}

  // low..high
  unsigned number(unsigned low, unsigned high) {
    return low + static_cast<unsigned>(random_.below(high - low + 1U));
  }
  bool one_in(unsigned n) { return number(1, n) == 1; }
  std::string one_of(std::initializer_list<const char*> list) {
    return list.begin()[number(0, static_cast<unsigned>(list.size()) - 1)];
  }

 private:
  RandomStream random_;
};

void add(std::string& list, const std::string& element) {
  list += (list.empty() ? "" : ",\n") + element;
}

std::string quoted(const std::string& text) {
  return "\"" + text + "\"";
}

std::string key(const char* name, unsigned value) {
  return ", " + quoted(name) + ": " + std::to_string(value);
}

std::string mbps_member(const char* name, unsigned kbps) {
  return ", " + quoted(name) + ": " + std::to_string(kbps / 1000.0);
}

std::string begin(const std::string& name, const std::string& modem) {
  return R"({"name": ")" + name + R"(", "modem": ")" + modem + "\"";
}

// At least one of the channels.
std::string some_of(unsigned channels, SharesDraw& draw) {
  std::string list;
  const unsigned sure = draw.number(0, channels - 1);
  for (unsigned i = 0; i < channels; ++i) {
    if (i == sure || draw.one_in(2)) {
      add(list, quoted("us" + std::to_string(i)));
    }
  }
  return "[" + list + "]";
}

std::string capacity(SharesDraw& draw) {
  switch (draw.number(0, 2)) {
    case 0:
      return R"({"kind": "phantom_load", "phantom_load_mbps": )" +
             std::to_string(draw.number(0, 4)) + "}";
    case 1:
      return R"({"kind": "uniform_grants")" + key("mean_grant_bytes", draw.number(500, 5'000)) +
             key("variation_percent", draw.number(0, 100)) + "}";
    default:
      return R"({"kind": "all_transitions", "rates_mbps": [2, 4, 7], "hold_s": 0.1})";
  }
}

std::string plant_loss(SharesDraw& draw) {
  return key("upstream_loss_percent", draw.number(0, 3)) +
         key("request_loss_percent", draw.number(0, 10)) +
         key("map_loss_percent", draw.number(0, 3)) + key("map_delay_percent", draw.number(0, 5)) +
         key("map_delay_us", draw.number(0, 6'000)) +
         key("downstream_loss_percent", draw.number(0, 3));
}

// Returns the rest of an entry of `channels`. An OFDMA channel carries 10 to 38 Mbit/s.
std::string tdma(SharesDraw& draw) {
  return R"("kind": "tdma", "rate_mbps": )" + draw.one_of({"5.12", "10.24", "30.72"});
}
std::string ofdma(SharesDraw& draw) {
  return R"("kind": "ofdma", "bits_per_s_per_hz": 2, "subcarriers": )" +
         draw.one_of({"160", "320", "560"});
}

// Returns a link with channels of one kind, or of both.
std::string link(const std::vector<bool>& is_ofdma, bool lossy, SharesDraw& draw) {
  std::string list;
  bool mixed = false;
  for (unsigned i = 0; i < is_ofdma.size(); ++i) {
    add(list, R"({"name": "us)" + std::to_string(i) + "\", " +
                  (is_ofdma[i] ? ofdma(draw) : tdma(draw)) + "}");
    mixed = mixed || is_ofdma[i];
  }
  std::string rf = R"("profile": )" + quoted(mixed ? "docsis31" : "docsis30") +
                   R"(, "channels": [)" + list + "]" +
                   key("request_opportunities", draw.number(2, 6)) + R"(, "downstream_mbps": )" +
                   draw.one_of({"40", "100", "1000"}) + R"(, "sharing": )" +
                   quoted(draw.one_of({"weighted", "weighted", "oldest_first"}));
  if (draw.one_in(2)) {
    rf += key("max_request_opportunities", draw.number(6, 20));
  }
  if (draw.one_in(2)) {
    rf += R"(, "capacity": )" + capacity(draw);
  }
  return rf + (lossy ? plant_loss(draw) : "");
}

std::string polls(SharesDraw& draw) {
  return key("nominal_polling_interval_us", draw.number(5'000, 60'000)) +
         key("tolerated_poll_jitter_us", draw.number(1'500, 2'400));
}

std::string scheduling(SharesDraw& draw) {
  const std::string type =
      draw.one_of({"best_effort", "best_effort", "nrtps", "rtps", "ugs_ad", "ugs"});
  std::string text = R"({"type": )" + quoted(type);
  if (type != "best_effort" && type != "ugs") {
    text += polls(draw);
  }
  if (type == "ugs" || type == "ugs_ad") {
    text += key("unsolicited_grant_bytes", draw.number(64, 500)) +
            key("nominal_grant_interval_us", draw.number(10'000, 40'000)) +
            key("tolerated_grant_jitter_us", draw.number(1'500, 4'500)) +
            key("grants_per_interval", draw.number(1, 2));
    if (draw.one_in(2)) {
      text += R"(, "request_policy": ["no_broadcast_requests", "no_piggyback", "drop_oversized"])";
    }
  } else if (draw.one_in(3)) {
    text += R"(, "request_policy": ["no_piggyback"])";
  }
  return text + "}";
}

std::string rates(unsigned kbps, SharesDraw& draw) {
  std::string text = mbps_member("max_sustained_rate_mbps", kbps) +
                     key("max_burst_bytes", draw.number(1522, 60'000)) +
                     key("traffic_priority", draw.number(0, 7));
  if (draw.one_in(2)) {
    text += mbps_member("peak_rate_mbps", kbps * 3 / 2);
  }
  if (draw.one_in(3)) {
    text += mbps_member("min_reserved_rate_mbps", kbps / 4) +
            key("min_reserved_packet_bytes", draw.number(64, 600));
  }
  return text;
}

struct Lists {
  std::string modems;
  std::string services;
  std::string traffic;
  std::string events;
};

void add_traffic(const std::string& modem, const std::string& service, const char* direction,
                 unsigned kbps, SharesDraw& draw, Lists& lists) {
  const unsigned offered = kbps * draw.number(0, 20) / 10;
  if (offered > 0) {
    add(lists.traffic,
        R"({"name": "t)" + service + R"(", "modem": ")" + modem + R"(", "direction": ")" +
            direction + R"(", "service_flow": ")" + service + R"(", "jitter_percent": 50)" +
            key("packet_bytes", draw.number(64, 1522)) + mbps_member("rate_mbps", offered) + "}");
  }
}

void add_modem(unsigned number, unsigned channels, bool lossy, SharesDraw& draw, Lists& lists) {
  const std::string modem = "cm" + std::to_string(number);
  add(lists.modems,
      R"({"name": ")" + modem + "\"" + key("plant_delay_us", draw.number(0, 200)) + "}");
  const unsigned up = draw.number(1, 3);
  for (unsigned f = 0; f < up; ++f) {
    const std::string name = "sf" + std::to_string(number) + std::to_string(f);
    const unsigned kbps = draw.number(200, 6000);
    std::string service = begin(name, modem) + rates(kbps, draw) + R"(, "request_unit_bytes": )" +
                          draw.one_of({"1", "2", "4", "8", "16"}) + R"(, "channels": )" +
                          some_of(channels, draw) + R"(, "scheduling": )" + scheduling(draw);
    if (draw.one_in(3)) {
      service += key("weight", draw.number(1, 20));
    }
    add(lists.services, service + "}");
    add_traffic(modem, name, "upstream", kbps, draw, lists);
  }
  const unsigned down = draw.number(0, 2);
  for (unsigned f = 0; f < down; ++f) {
    const std::string name = "df" + std::to_string(number) + std::to_string(f);
    const unsigned kbps = draw.number(500, 20'000);
    add(lists.services,
        begin(name, modem) + R"(, "direction": "downstream")" + rates(kbps, draw) + "}");
    add_traffic(modem, name, "downstream", kbps, draw, lists);
  }
  if (lossy) {
    add(lists.events,
        R"({"time_s": 0.)" + std::to_string(draw.number(1, 9)) + R"(, "kind": ")" +
            draw.one_of({"lose_map", "lose_request", "lose_burst", "delay_map", "miss_grant"}) +
            R"(", "modem": ")" + modem + "\"" + key("count", draw.number(1, 5)) + "}");
  }
}

// A second long, so that each has time to settle.
std::string at_ms(unsigned time) {
  return R"({"time_s": )" + std::to_string(time / 1000.0);
}
unsigned draw_ms(SharesDraw& draw) {
  return draw.number(200, 1'200);
}

constexpr unsigned kLongestExchangeMs = 40;

void add_changes(const std::vector<bool>& is_ofdma, unsigned modems, SharesDraw& draw,
                 Lists& lists) {
  const auto channels = static_cast<unsigned>(is_ofdma.size());
  for (unsigned number = 0; number < modems; ++number) {
    unsigned free_from = 0;  // moves of a modem follow each other
    for (unsigned move = draw.number(0, 2); move > 0; --move) {
      const unsigned time = std::max(draw_ms(draw), free_from);
      free_from = time + kLongestExchangeMs;
      std::string event = at_ms(time) + R"(, "kind": "change_transmit_channels", "modem": "cm)" +
                          std::to_string(number) + R"(", "channels": )" + some_of(channels, draw) +
                          key("exchange_ms", draw.number(0, kLongestExchangeMs));
      if (draw.one_in(3)) {
        event += R"(, "service_flow": "sf)" + std::to_string(number) + "0\"";
      }
      add(lists.events, event + "}");
    }
  }
  for (unsigned i = 0; i < channels; ++i) {
    if (!draw.one_in(2)) continue;
    const std::string profile = is_ofdma[i]
                                    ? R"(, "bits_per_s_per_hz": )" + draw.one_of({"1", "3", "4"})
                                    : R"(, "rate_mbps": )" + draw.one_of({"5.12", "7.68", "15.36"});
    add(lists.events, at_ms(draw_ms(draw)) + R"(, "kind": "change_profile", "channel": "us)" +
                          std::to_string(i) + "\"" + profile + R"(, "ucd_lead_ms": )" +
                          draw.one_of({"-10", "0", "5", "30"}) + "}");
  }
}

std::string scenario(std::uint64_t seed, const std::string& rf, const Lists& lists) {
  return R"({"name": "random", "duration_s": 1.5, "seed": )" + std::to_string(seed) +
         R"(, "rf": {)" + rf + R"(}, "modems": [)" + lists.modems + R"(], "service_flows": [)" +
         lists.services + R"(], "flows": [)" + lists.traffic + R"(], "events": [)" + lists.events +
         "]}";
}

}  // namespace

std::string random_scenario(std::uint64_t seed) {
  SharesDraw draw(seed);
  SharesDraw later(seed, "random changes");
  const unsigned channels = draw.number(1, 3);
  const bool lossy = draw.one_in(3);
  std::vector<bool> is_ofdma(channels);
  if (later.one_in(3)) {
    for (unsigned i = 0; i < channels; ++i) is_ofdma[i] = later.one_in(2);
  }
  const std::string rf = link(is_ofdma, lossy, draw);
  Lists lists;
  const unsigned modems = draw.number(1, 5);
  for (unsigned number = 0; number < modems; ++number) {
    add_modem(number, channels, lossy, draw, lists);
  }
  if (later.one_in(2)) {
    add_changes(is_ofdma, modems, later, lists);
  }
  return scenario(seed, rf, lists);
}

std::string random_shares(std::uint64_t seed) {
  SharesDraw draw(seed);
  const unsigned modems = draw.number(2, 5);
  const unsigned part = 10'000 / modems;  // kbit/s
  Lists lists;
  for (unsigned number = 0; number < modems; ++number) {
    const std::string modem = "cm" + std::to_string(number);
    add(lists.modems, R"({"name": ")" + modem + "\"}");
    std::string service = R"({"name": "sf)" + std::to_string(number) + R"(", "modem": ")" + modem +
                          R"(", "max_sustained_rate_mbps": 20, "aqm": "none")" +
                          key("weight", draw.number(1, 6));
    if (draw.one_in(2)) {
      service += mbps_member("min_reserved_rate_mbps", draw.number(100, part / 2));
    }
    add(lists.services, service + "}");
    const unsigned kbps = number % 2 == 0 ? 16'000 : draw.number(part / 10, part);
    add(lists.traffic, begin("t" + modem, modem) +
                           R"(, "packet_bytes": 1000, "jitter_percent": 50)" +
                           mbps_member("rate_mbps", kbps) + "}");
  }
  return scenario(seed, R"("channels": [{"name": "us0", "rate_mbps": 10.24}])", lists);
}

}  // namespace docsis_vp::system
