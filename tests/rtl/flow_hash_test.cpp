#include <HashGates.h>
#include <gtest/gtest.h>

#include <vector>

#include "rtl/hash.h"
#include "tests/rtl/vectors.h"

namespace docsis_vp::rtl::flow_hash_test {
namespace {

template <typename Octets>
void fill(Vectors& drawn, Octets& octets) {
  const std::uint32_t kind = drawn.up_to(9);
  for (auto& octet : octets) {
    octet = kind == 0 ? 0 : kind == 1 ? 0xFF : static_cast<std::uint8_t>(drawn.any());
  }
}

FlowKey draw(Vectors& drawn) {
  FlowKey key;
  const std::uint8_t versions[] = {4, 6, 0};
  key.ip_version = versions[drawn.up_to(2)];
  key.protocol = static_cast<std::uint8_t>(drawn.any());
  key.ether_type = static_cast<std::uint16_t>(drawn.any());
  key.source_port = static_cast<std::uint16_t>(drawn.any());
  key.destination_port = static_cast<std::uint16_t>(drawn.any());
  fill(drawn, key.ethernet_destination);
  fill(drawn, key.ethernet_source);
  fill(drawn, key.source);
  fill(drawn, key.destination);
  return key;
}

TEST(FlowHash, HashesAsTheModelDoes) {
  Vectors drawn("hash");
  Hash<HashGates> gates;
  std::vector<std::uint32_t> queues(32);
  for (std::uint32_t i = 0; i < kVectors; ++i) {
    const FlowKey key = draw(drawn);
    const std::uint32_t salt = drawn.one_in(4) ? 0 : drawn.any();
    const std::uint32_t connection = drawn.one_in(2) ? 0 : drawn.of_any_width(UINT32_MAX);
    // Those that are not IP have no connections.
    const std::uint32_t wanted = queue::flow_hash(key, salt, connection);
    ASSERT_EQ(gates(key, salt, connection), wanted) << "vector " << i;
    ASSERT_TRUE(gates.valid());
    // The share of 32 queues that the model takes of it, in 64 bits.
    ASSERT_EQ(gates.queue_index(), std::uint64_t{wanted} * 32 >> 32);
    ++queues[gates.queue_index()];
  }
  for (const std::uint32_t count : queues) EXPECT_GT(count, kVectors / 40);
}

}  // namespace
}  // namespace docsis_vp::rtl::flow_hash_test
