#include "tests/system/random/random_link.h"

#include <algorithm>

#include "tests/system/random/random_aqm.h"

namespace docsis_vp::system {

namespace {

Object capacity(Draw& draw) {
  switch (draw.number(0, 2)) {
    case 0:
      return {{"kind", "phantom_load"}, {"phantom_load_mbps", draw.number(0, 4)}};
    case 1:
      return {{"kind", "uniform_grants"},
              {"mean_grant_bytes", draw.number(500, 5'000)},
              {"variation_percent", draw.number(0, 100)}};
    default:
      return {{"kind", "all_transitions"}, {"rates_mbps", {2, 4, 7}}, {"hold_s", 0.05}};
  }
}

Array data_profiles(const std::vector<unsigned>& iucs, Draw& draw) {
  Array profiles;
  for (const unsigned iuc : iucs) {
    profiles.push_back(Object{{"iuc", iuc}, {"bits_per_s_per_hz", draw.number(1, 4)}});
  }
  return profiles;
}

// An OFDMA channel carries 10 to 38 Mbit/s to modems without another data profile.
Object channel(unsigned index, bool is_ofdma, bool is_mixed, Draw& draw) {
  Object channel{{"name", "us" + std::to_string(index)}};
  if (is_ofdma) {
    channel["kind"] = "ofdma";
    channel["bits_per_s_per_hz"] = 2;
    channel["subcarriers"] = draw.one_of({160, 320, 560});
  } else {
    channel["kind"] = "tdma";
    channel["rate_mbps"] = draw.one_of({5.12, 10.24, 30.72});
    if (!is_mixed && draw.one_in(3)) channel["ticks_per_minislot"] = draw.one_of({1, 2, 4, 8});
  }
  return channel;
}

void add_plant_loss(Object& rf, Draw& draw) {
  rf["upstream_loss_percent"] = draw.number(0, 3);
  rf["request_loss_percent"] = draw.number(0, 10);
  rf["map_loss_percent"] = draw.number(0, 3);
  rf["map_delay_percent"] = draw.number(0, 5);
  rf["map_delay_us"] = draw.number(0, 6'000);
  rf["downstream_loss_percent"] = draw.number(0, 3);
}

void add_downstream(const Outline& outline, Object& rf, Draw& draw) {
  if (outline.downstream_channels == 0) {
    rf["downstream_mbps"] = draw.one_of({40, 100, 1000});
  } else {
    Array channels;
    for (unsigned i = 0; i < outline.downstream_channels; ++i) {
      channels.push_back(Object{{"name", "ds" + std::to_string(i)},
                                {"rate_mbps", draw.number(10, 50)},
                                {"overhead_percent", draw.one_of({0.0, 11.4})},
                                {"extra_latency_us", draw.number(0, i == 0 ? 0 : 2'000)}});
    }
    rf["downstream_channels"] = channels;
  }
  if (outline.shares_downstream) {
    rf["downstream_queue"] = Object{{"buffer_bytes", draw.number(20'000, 1'000'000)},
                                    {"aqm", random_aqm(QueueAt::kCmts, draw)}};
  }
}

bool any_ofdma(const Outline& outline) {
  return std::count(outline.is_ofdma.begin(), outline.is_ofdma.end(), true) > 0;
}

}  // namespace

void outline_link(Outline& outline) {
  Draw draw(outline.seed, "outline");
  outline.is_ofdma.assign(draw.number(1, draw.one_in(8) ? 8 : 3), false);
  const bool mixed = draw.one_in(3);
  for (std::size_t i = 0; mixed && i < outline.is_ofdma.size(); ++i) {
    outline.is_ofdma[i] = draw.one_in(2);
  }
  outline.downstream_channels = draw.one_in(3) ? draw.number(1, 4) : 0;
  outline.shares_downstream = draw.one_in(4);
  outline.lossy = draw.one_in(3);
  outline.contention = any_ofdma(outline) || !draw.one_in(8);
  Draw profiles(outline.seed, "data profiles");
  for (const unsigned iuc : {5, 12}) {
    if (any_ofdma(outline) && profiles.one_in(2)) outline.data_iucs.push_back(iuc);
  }
}

Object random_link(const Outline& outline) {
  Draw draw(outline.seed, "link");
  Array channels;
  for (unsigned i = 0; i < outline.upstream_channels(); ++i) {
    Object upstream = channel(i, outline.is_ofdma[i], any_ofdma(outline), draw);
    if (outline.is_ofdma[i]) {
      Draw profiles(outline.seed, "data profiles of us" + std::to_string(i));
      upstream["data_profiles"] = data_profiles(outline.data_iucs, profiles);
    }
    channels.push_back(upstream);
  }
  const char* const tdma = outline.contention ? "docsis30" : "cablelabs-2012";
  Object rf{{"profile", any_ofdma(outline) ? "docsis31" : tdma},
            {"channels", channels},
            {"request_opportunities", draw.number(2, 6)},
            {"backoff_start", draw.number(0, 4)},
            {"backoff_end", draw.number(4, 10)},
            {"sharing", draw.one_of({"weighted", "weighted", "oldest_first"})}};
  if (draw.one_in(2)) rf["max_request_opportunities"] = draw.number(6, 20);
  if (draw.one_in(2)) rf["capacity"] = capacity(draw);
  if (!any_ofdma(outline) && draw.one_in(4)) {
    rf["map_interval_us"] = 1'000 * draw.number(1, 5);
  }
  add_downstream(outline, rf, draw);
  if (outline.lossy) add_plant_loss(rf, draw);
  return rf;
}

}  // namespace docsis_vp::system
