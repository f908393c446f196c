#include "models/docsis/ds_header.h"

#include <gtest/gtest.h>

#include "models/docsis/map.h"
#include "tests/models/docsis/hex.h"

namespace docsis_vp::docsis::ds_header_test {
namespace {

// Octets that Wireshark decodes.
TEST(DsHeader, WritesTheOctetsOfTheSpecification) {
  std::vector<std::uint8_t> octets;
  append_ds_packet_header(octets, {5, true, 0xABCDE, 0x1234}, 64);
  EXPECT_EQ(octets, from_hex("0106004685babcde1234b8cf"));
}

TEST(DsHeader, IsReadAsItWasWritten) {
  for (const DsService& service : {DsService{0, false, 1, 0}, DsService{7, true, kMaxDsid, 65'535},
                                   DsService{3, false, 77, {}}}) {
    std::vector<std::uint8_t> octets;
    append_ds_packet_header(octets, service, 1'518);
    const auto header = parse_mac_header(octets);
    ASSERT_TRUE(header);
    EXPECT_EQ(header->payload_bytes, 1'518U);
    const auto read = find_ds_service(header->extended_header);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->priority, service.priority);
    EXPECT_EQ(read->sequence_change, service.sequence_change);
    EXPECT_EQ(read->dsid, service.dsid);
    EXPECT_EQ(read->sequence, service.sequence);
  }
}

TEST(DsHeader, StandsAmongOtherElements) {
  const auto elements = from_hex(
      "13050123"
      "85000007000a");
  const auto service = find_ds_service(elements);
  ASSERT_TRUE(service);
  EXPECT_EQ(service->dsid, 7U);
  EXPECT_EQ(service->sequence, 10);
}

TEST(DsHeader, IsNotSeenWhereThereIsNone) {
  EXPECT_FALSE(find_ds_service({}));
  EXPECT_FALSE(find_ds_service(from_hex("13050123")));
  EXPECT_FALSE(find_ds_service(from_hex("8100")));    // priority only
  EXPECT_FALSE(find_ds_service(from_hex("850000")));  // cut
}

TEST(Dsid, NamesEachFlowOfEachModemOnce) {
  EXPECT_EQ(dsid_of(0, 0), 1U);
  EXPECT_EQ(dsid_of(3, 31), 128U);
  EXPECT_EQ(dsid_of(3, 32), (1U << 19) + 48);
  EXPECT_LE(dsid_of(kMaxUnicastSid - 1, kFirstDsids - 1), kFurtherDsidsFrom);
  EXPECT_LE(dsid_of(kMaxUnicastSid - 1, kMaxDownstreamFlows - 1), kMaxDsid);
  for (const unsigned modem : {0U, 1U, 3U, kMaxUnicastSid - 1U}) {
    for (unsigned flow = 0; flow < kMaxDownstreamFlows; ++flow) {
      EXPECT_EQ(flow_of_dsid(modem, dsid_of(modem, flow)), flow);
      EXPECT_GE(flow_of_dsid(modem, dsid_of(modem + 1, flow)), kMaxDownstreamFlows);
    }
  }
}

}  // namespace
}  // namespace docsis_vp::docsis::ds_header_test
