#include "system/results/kind_result.h"

#include <gtest/gtest.h>

#include "system/results/flow_result.h"
#include "system/traffic/tcp/transfer_result.h"
#include "system/traffic/voip/voice_result.h"

namespace docsis_vp::system::kind_result_test {
namespace {

VoiceResult voice(std::uint64_t packets, std::optional<double> mos) {
  VoiceResult result;
  result.packets = packets;
  result.r_value = mos ? std::optional(20 * *mos) : std::nullopt;
  result.mos = mos;
  return result;
}

TEST(KindResults, AFlowHasTheFiguresOfItsKindAlone) {
  KindResults call;
  call.set(voice(100, 4));
  ASSERT_NE(call.find<VoiceResult>(), nullptr);
  EXPECT_EQ(call.find<VoiceResult>()->packets, 100U);
  EXPECT_EQ(call.find<TransferResult>(), nullptr);
  EXPECT_EQ(call.text(), "R 80.0, MOS 4.00, 0.00 % late");
  EXPECT_EQ(KindResults().text(), "");
}

TEST(KindResults, AGroupSumsCountsAndAveragesQualities) {
  KindResults good;
  good.set(voice(100, 4));
  KindResults bad;
  bad.set(voice(50, 3));
  KindResults silent;
  silent.set(voice(0, std::nullopt));
  const KindResults group = KindResults::together({&good, &bad, &silent});
  EXPECT_EQ(group.find<VoiceResult>()->packets, 150U);
  EXPECT_EQ(group.find<VoiceResult>()->mos, 3.5);  // of those with a value
}

TEST(KindResults, AGroupOfSeveralKindsHasTheFiguresOfAll) {
  KindResults call;
  call.set(voice(100, 4));
  KindResults files;
  files.set(TransferResult{{2, 4}});
  KindResults more_files;
  more_files.set(TransferResult{{1}});
  const KindResults group = KindResults::together({&files, &call, &more_files});
  EXPECT_EQ(group.find<TransferResult>()->transfer_s, (std::vector<double>{2, 4, 1}));
  EXPECT_EQ(group.find<VoiceResult>()->packets, 100U);
}

}  // namespace
}  // namespace docsis_vp::system::kind_result_test
