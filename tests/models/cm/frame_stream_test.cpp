#include "models/cm/queue_memory/frame_stream.h"

#include <gtest/gtest.h>

#include <vector>

#include "platform/base/random.h"

namespace docsis_vp::cm::frame_stream_test {
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

// Byte by byte: how many bytes exceed `mac_bytes` together with the headers of the frames they are
// of; one more than are queued if all do not.
std::uint64_t count_beyond(const std::vector<std::uint32_t>& rest, std::uint32_t header_left,
                           std::uint64_t mac_bytes) {
  std::uint64_t bytes = 0;
  std::uint64_t covered = 0;
  for (std::size_t f = 0; f < rest.size(); ++f) {
    covered += f == 0 ? header_left : 6;
    for (std::uint32_t n = 0; n < rest[f]; ++n) {
      ++bytes;
      if (++covered > mac_bytes) {
        return bytes;
      }
    }
  }
  return bytes + 1;
}

TEST(FrameStream, TellsWhichByteExceedsWhatWasAskedFor) {
  PacketPool pool;
  FrameStream stream({});
  push(stream, pool, 100);
  push(stream, pool, 50);
  EXPECT_EQ(stream.bytes_beyond(0, 0), 1U);
  EXPECT_EQ(stream.bytes_beyond(6, 0), 1U);
  EXPECT_EQ(stream.bytes_beyond(7, 0), 2U);
  EXPECT_EQ(stream.bytes_beyond(105, 40), 100U);
  EXPECT_EQ(stream.bytes_beyond(106, 40), 101U);
  EXPECT_EQ(stream.bytes_beyond(112, 100), 101U);
  EXPECT_EQ(stream.bytes_beyond(113, 100), 102U);
  EXPECT_GT(stream.bytes_beyond(162, 100), 150U);
}

TEST(FrameStream, TellsABoundWhereManyFramesBegin) {
  PacketPool pool;
  FrameStream stream({});
  const std::vector<std::uint32_t> rest(100, 10);
  for (const std::uint32_t bytes : rest) {
    push(stream, pool, bytes);
  }
  std::uint64_t bytes = 0;
  unsigned asked = 0;
  while (bytes + stream.header_bytes_within(bytes) <= 1500) {
    const std::uint64_t next = stream.bytes_beyond(1500, bytes);
    ASSERT_GT(next, bytes);
    bytes = next;
    ++asked;
  }
  EXPECT_EQ(bytes, count_beyond(rest, 6, 1500));
  EXPECT_GT(asked, 1U);
  EXPECT_LT(asked, 10U);
}

TEST(FrameStream, AgreesWithACountFromScratch) {
  PacketPool pool;
  FrameStream stream({});
  RandomStream random(3, "frames");
  std::vector<std::uint32_t> rest;  // what is left of each frame
  std::uint32_t header_left = 6;    // of the head
  std::uint64_t eligible = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t queued = stream.fifo().bytes();
    switch (random.below(4)) {
      case 0:
        if (rest.size() < 40) {
          rest.push_back(static_cast<std::uint32_t>(random.between(1, 300)));
          push(stream, pool, rest.back());
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
    if (i % 16 == 0 && rest.size() <= 16) {
      const std::uint64_t mac_bytes = eligible + expected + random.below(1500);
      ASSERT_EQ(std::min(stream.bytes_beyond(mac_bytes, eligible), stream.fifo().bytes() + 1),
                count_beyond(rest, header_left, mac_bytes))
          << "step " << i;
    }
  }
}

}  // namespace
}  // namespace docsis_vp::cm::frame_stream_test
