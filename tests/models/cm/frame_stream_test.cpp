#include "models/cm/queue_memory/frame_stream.h"

#include <gtest/gtest.h>

#include <vector>

#include "platform/base/random.h"

namespace docsis_vp::cm {
namespace {

void push(FrameStream& stream, PacketPool& pool, std::uint32_t bytes) {
  PacketHandle packet = pool.take();
  packet->size_bytes = bytes;
  stream.push({std::move(packet), 0, 0});
}

TEST(FrameStream, AHeaderComesWithTheFirstByteOfItsFrame) {
  PacketPool pool;
  FrameStream stream({});
  push(stream, pool, 100);
  push(stream, pool, 100);
  EXPECT_EQ(stream.header_bytes_within(0), 0U);
  EXPECT_EQ(stream.header_bytes_within(1), 6U);
  EXPECT_EQ(stream.header_bytes_within(100), 6U);
  EXPECT_EQ(stream.header_bytes_within(101), 12U);
}

TEST(FrameStream, AHeaderMayBeCut) {
  PacketPool pool;
  FrameStream stream({});
  push(stream, pool, 100);
  stream.send_header(4);
  EXPECT_EQ(stream.header_bytes_within(100), 2U);
  EXPECT_FALSE(stream.head_untouched());
  stream.send_header(2);
  EXPECT_EQ(stream.header_bytes_within(100), 0U);
  stream.send_frame(100);
  stream.pop();
  EXPECT_TRUE(stream.head_untouched());
}

TEST(FrameStream, AgreesWithACountFromScratch) {
  PacketPool pool;
  FrameStream stream({});
  RandomStream random(3, "frames");
  std::vector<std::uint32_t> rest;  // what is left of each frame
  std::uint32_t header_left = 6;    // of the head
  std::uint64_t eligible = 0;
  for (int i = 0; i < 20000; ++i) {
    std::uint64_t queued = stream.fifo().bytes();
    switch (random.below(4)) {
      case 0:
        if (rest.size() < 40) {
          rest.push_back(static_cast<std::uint32_t>(random.between(1, 300)));
          push(stream, pool, rest.back());
          queued += rest.back();
        }
        break;
      case 1:
        eligible += random.below(queued - eligible + 1);
        break;
      case 2:  // send some of the head
        if (eligible > 0) {
          stream.send_header(header_left);
          header_left = 0;
          const auto n = static_cast<std::uint32_t>(random.between(
              1, static_cast<std::int64_t>(std::min<std::uint64_t>(rest[0], eligible))));
          stream.send_frame(n);
          eligible -= n;
          rest[0] -= n;
          if (rest[0] == 0) {
            stream.pop();
            rest.erase(rest.begin());
            header_left = 6;
          }
        }
        break;
      default:  // drop the head
        if (!rest.empty() && eligible >= rest[0]) {
          stream.pop();
          rest.erase(rest.begin());
          header_left = 6;
          eligible = std::min(eligible, stream.fifo().bytes());
        }
    }
    std::uint64_t expected = 0;
    std::uint64_t start = 0;
    for (std::size_t f = 0; f < rest.size() && start < eligible; ++f) {
      expected += f == 0 ? header_left : 6;
      start += rest[f];
    }
    ASSERT_EQ(stream.header_bytes_within(eligible), expected) << "step " << i;
  }
}

}  // namespace
}  // namespace docsis_vp::cm
