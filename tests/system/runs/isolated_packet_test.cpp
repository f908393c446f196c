// One packet at a time through an idle link, against the closed form of its request-grant latency.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/docsis/channel.h"
#include "models/docsis/timing_profile.h"
#include "system/assembly/system.h"

namespace docsis_vp::system::isolated_packet_test {
namespace {

constexpr int kPackets = 100;
// A frame of 100 bytes behind 8 of preamble on a LAN port of 1 Gbit/s.
constexpr TimePs kOnTheLine = 108 * 8 * kPsPerNs;
constexpr std::uint8_t kRequestIuc = 1;

struct Sent {
  std::vector<TimePs> requests;  // starts of bursts
  std::vector<TimePs> data;
  ServiceFlowResult flow;
};

// kPackets packets of 100 bytes, each at another phase of the MAP; backoff window 1, so that the
// first opportunity is taken; grants at a fixed place.
Sent send_packets(const char* profile, double grant_offset_us, TimePs first, TimePs interval) {
  LoadedScenario loaded = load_scenario(
      "scenarios/isolated-packet.json",
      {std::string(profile) == "docsis31" ? "docsis31" : "",
       {"rf.backoff_start=0", "rf.request_opportunities=1", "rf.map_phase_us=0",
        "rf.grant_offset_us=" + std::to_string(grant_offset_us), "flows.ping.jitter_percent=0",
        "flows.ping.phase_us=" + std::to_string(static_cast<double>(first) / kPsPerUs),
        "flows.ping.interval_us=" + std::to_string(static_cast<double>(interval) / kPsPerUs),
        "flows.ping.packets=" + std::to_string(kPackets)}});
  System system(std::move(loaded));
  Sent sent;
  system.on_burst([&sent](const docsis::UpstreamBurst& burst) {
    (burst.iuc == kRequestIuc ? sent.requests : sent.data).push_back(burst.start);
  });
  system.run();
  sent.flow = system.results().service_flows.at(0);
  return sent;
}

// The first instant at or after `time` that lies a whole number of periods after `start`.
TimePs next_in_step(TimePs time, TimePs start, TimePs period) {
  const TimePs behind = ((time - start) % period + period) % period;
  return behind == 0 ? time : time + period - behind;
}

// A packet that is eligible at t, when its last octet has entered the modem, is asked for in the
// first opportunity at or after t + lead, at the head of a MAP; its grant begins `answer` MAPs
// later at the fixed offset. So the latency is the wait for the opportunity (lead .. lead + T) +
// answer x T + offset.
void expect_closed_form(const char* profile, double grant_offset_us, int answer, TimePs lead) {
  const TimePs period = docsis::find_timing_profile(profile)->map_interval_ps;
  const TimePs first = 50 * kPsPerMs;
  const TimePs interval = 97 * kPsPerMs + 123'456'789;  // moves by 0.06 of a MAP each time
  const Sent sent = send_packets(profile, grant_offset_us, first, interval);
  ASSERT_EQ(sent.requests.size(), static_cast<std::size_t>(kPackets));
  ASSERT_EQ(sent.data.size(), static_cast<std::size_t>(kPackets));
  const auto offset = static_cast<TimePs>(grant_offset_us * kPsPerUs);
  TimePs least = kNever;
  TimePs most = 0;
  for (std::size_t i = 0; i < kPackets; ++i) {
    const TimePs eligible = first + static_cast<TimePs>(i) * interval + kOnTheLine;
    const TimePs region = next_in_step(eligible + lead, sent.requests[0], period);
    ASSERT_EQ(sent.requests[i], region) << "packet " << i;
    ASSERT_EQ(sent.data[i], region + answer * period + offset) << "packet " << i;
    const TimePs latency = sent.data[i] - eligible;
    ASSERT_GE(latency, lead + answer * period + offset);
    ASSERT_LT(latency, lead + (answer + 1) * period + offset);
    least = std::min(least, latency);
    most = std::max(most, latency);
  }
  EXPECT_DOUBLE_EQ(sent.flow.release_to_rf_min_us.value(), 1e6 * to_seconds(least));
  EXPECT_DOUBLE_EQ(sent.flow.release_to_rf_max_us.value(), 1e6 * to_seconds(most));
}

TEST(IsolatedPacket, Docsis30AnswersAfterTwoMaps) {
  expect_closed_form("docsis30", 500, 2, 0);
}

// An OFDMA request is made a frame of 135 us before it is sent.
TEST(IsolatedPacket, Docsis31AnswersAfterOneMap) {
  expect_closed_form("docsis31", 540, 1, 135 * kPsPerUs);
}

}  // namespace
}  // namespace docsis_vp::system::isolated_packet_test
