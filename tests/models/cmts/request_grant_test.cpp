// The request-grant loop against its closed form, and how it heals.
#include <gtest/gtest.h>

#include <optional>

#include "tests/models/cmts/bench.h"

namespace docsis_vp::cmts::request_grant_test {
namespace {

// A modem without a MAC clock: asks at the next opportunity it knows of, in the first slot of a
// request region (docsis30) or of the region's frame (docsis31).
struct FakeModem {
  explicit FakeModem(const CmtsConfig& settings)
      : config(settings), plant(config), cmts("cmts", config, plant, wan) {
    plant.on_map = [this](const ReceivedMap& map) { hear(map); };
  }

  void hear(const ReceivedMap& map) {
    const auto& geometry = plant.geometry(0);
    for (const auto& element : elements_of(map.map, 1)) {
      if (element.length > 0) granted = geometry.start(map.first + element.offset);
    }
    if (asked || eligible == kNever || geometry.start(map.first) < eligible) return;
    asked = true;
    request_map = map;
    cmts.upstream().receive(request_burst(geometry, map, 0, 1, 100));
  }

  CmtsConfig config;
  RecordingPlant plant;
  RecordingSink wan;
  Cmts cmts;
  TimePs eligible = kNever;
  bool asked = false;
  ReceivedMap request_map;
  std::optional<TimePs> granted;
};

// x = wait for an opportunity + distance of the answer + offset of the grant, all from integers.
void expect_closed_form(const char* profile, TimePs offset, TimePs least, TimePs most) {
  CmtsConfig config = one_channel(profile);
  config.map_phase_ps = 0;
  config.grant_offset_ps = offset;
  FakeModem modem(config);
  const auto& geometry = modem.plant.geometry(0);
  const TimePs interval = config.timing.map_interval_ps;
  const TimePs first = geometry.start(geometry.at_or_after(config.timing.map_lead_ps));
  const TimePs heard = geometry.end(0, 1) + config.timing.plant_delay_ps + config.timing.decode_ps;
  for (int phase = 0; phase < 100; ++phase) {
    // Eligible at a MAP's start plus a hundredth of the interval, not on any edge but the first.
    const TimePs begin = first + (20 + 20 * phase) * interval;
    const TimePs eligible = begin + interval * phase / 100;
    run_until(begin - 3 * interval);
    modem.asked = false;
    modem.granted.reset();
    modem.eligible = eligible;
    run_until(begin + 10 * interval);
    ASSERT_TRUE(modem.granted);

    const TimePs region = phase == 0 ? begin : begin + interval;
    TimePs answer = region;
    while (answer - config.timing.map_lead_ps < region + heard) {
      answer += interval;
    }
    const TimePs x = answer + offset - eligible;
    ASSERT_EQ(*modem.granted - eligible, x) << "phase " << phase;
    ASSERT_GE(x, least);
    ASSERT_LT(x, most);
  }
}

TEST(RequestGrant, Docsis30MeetsItsClosedForm) {
  expect_closed_form("docsis30", 50 * kPsPerUs, 4 * kPsPerMs, 8 * kPsPerMs);
}
TEST(RequestGrant, Docsis30MeetsItsClosedFormLateInTheMap) {
  expect_closed_form("docsis30", 1'500 * kPsPerUs, 4 * kPsPerMs, 8 * kPsPerMs);
}
TEST(RequestGrant, Docsis31MeetsItsClosedForm) {
  expect_closed_form("docsis31", 135 * kPsPerUs, 2 * kPsPerMs, 8 * kPsPerMs);
}

// A saturated flow that piggybacks in every segment and keeps account of its requests.
class Loop {
 public:
  explicit Loop(const CmtsConfig& settings) : fake_(settings) {
    fake_.plant.on_map = [this](const ReceivedMap& map) { hear(map); };
  }

  void hear(const ReceivedMap& map) {
    const auto& geometry = fake_.plant.geometry(0);
    std::uint64_t minislots = 0;
    for (const auto& element : map.map.elements) {
      minislots += element.sid == docsis::kSidNone ? 0U : element.length;
    }
    ASSERT_LE(minislots, geometry.minislots_in(fake_.config.timing.map_interval_ps));
    ASSERT_LE(map.first + 160 - geometry.at(platform::now_ps()), 4096U);
    for (const auto& grant : elements_of(map.map, 1)) {
      if (grant.length == 0) continue;
      granted += geometry.bytes_in(grant.length);
      fake_.cmts.upstream().receive(
          segment_burst(geometry, map, grant, sequence_++, units_per_burst));
    }
    if (map.map.elements.size() == 3 && !started_) {
      started_ = true;
      fake_.cmts.upstream().receive(request_burst(geometry, map, 0, 1, units_per_burst));
    }
  }
  const MapScheduler& scheduler() const { return fake_.cmts.scheduler(); }

  unsigned units_per_burst = 2'000;
  std::uint64_t granted = 0;

 private:
  FakeModem fake_;
  unsigned sequence_ = 0;
  bool started_ = false;
};

TEST(RequestGrant, GrantsNeverExceedRequestsHeadersAndRounding) {
  Loop loop(one_channel("docsis30"));
  run_until(kPsPerSecond);
  const auto& flow = loop.scheduler().flow_counters(0);
  EXPECT_GT(flow.grants, 100U);
  EXPECT_EQ(flow.granted_bytes, loop.granted);
  EXPECT_LE(flow.granted_bytes, flow.requested_bytes + flow.grants * (8 + 47));
}

TEST(RequestGrant, AnUnusedGrantIsCounted) {
  CmtsConfig config = one_channel("docsis30");
  FakeModem modem(config);
  modem.eligible = 0;
  run_until(40 * kPsPerMs);
  ASSERT_TRUE(modem.granted);
  EXPECT_EQ(modem.cmts.scheduler().counters(0).unused_grants, 1U);
  EXPECT_EQ(modem.cmts.scheduler().flow_counters(0).unused_grants, 1U);
}

// A modem that asks for far more than its rate: the CMTS holds it there.
TEST(RequestGrant, AModemThatDoesNotShapeIsHeldToItsRate) {
  CmtsConfig config = one_channel("docsis30", 100'000'000);
  config.flows[0].max_sustained_rate_bps = 20'000'000;
  config.flows[0].peak_rate_bps = 40'000'000;
  config.flows[0].max_burst_bytes = 20'000;
  PacketPool pool;  // outlives the bursts that the CMTS still holds
  RecordingPlant plant(config);
  RecordingSink wan;
  Cmts cmts("cmts", config, plant, wan);
  const auto& geometry = plant.geometry(0);
  unsigned sequence = 0;
  std::uint64_t at_one_second = 0;
  std::uint64_t sent = 0;
  plant.on_map = [&](const ReceivedMap& map) {
    if (sequence == 0) cmts.upstream().receive(request_burst(geometry, map, 0, 1, 65'535));
    for (const auto& grant : elements_of(map.map, 1)) {
      if (grant.length == 0) continue;
      auto burst = segment_burst(geometry, map, grant, sequence++, 65'535);
      const auto payload = static_cast<std::uint32_t>(geometry.bytes_in(grant.length)) - 8;
      if (payload > 6) {
        burst.octets.pop_back();
        docsis::append_packet_header(burst.octets, payload - 6);
        docsis::BurstRun run;
        run.octets = 14;
        run.frame_bytes = payload - 6;
        run.packet = pool.take();
        run.packet_id = run.packet->id;
        run.packet->size_bytes = payload - 6;
        burst.runs.push_back(std::move(run));
        sent += payload - 6;
      }
      cmts.upstream().receive(std::move(burst));
    }
  };
  run_until(kPsPerSecond);
  at_one_second = sent;
  run_until(5 * kPsPerSecond);
  const double mbps = static_cast<double>(sent - at_one_second) * 8 / 4e6;
  EXPECT_LE(mbps, 20 * 1.05 * 1.001);
  EXPECT_GE(mbps, 20 * 1.0);
  EXPECT_EQ(wan.bytes, cmts.receiver().flow_counters(0).bytes);
}

}  // namespace
}  // namespace docsis_vp::cmts::request_grant_test
