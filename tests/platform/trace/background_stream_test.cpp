#include "platform/trace/background_stream.h"

#include <gmock/gmock.h>
#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <ios>
#include <ostream>
#include <random>
#include <sstream>
#include <streambuf>
#include <string>

namespace docsis_vp::platform::background_stream_test {
namespace {

using Format = BackgroundStream::Format;

constexpr std::size_t kPiece = std::size_t{256} << 10;

// Hands the text over in parts of this size.
std::string packed(const std::string& text, std::size_t part = 65'536) {
  std::ostringstream out;
  BackgroundStream gzip(out, Format::kGzip);
  for (std::size_t i = 0; i < text.size(); i += part) {
    gzip << text.substr(i, part);
  }
  gzip.finish();
  return out.str();
}

// Returns what zlib reads from one member, with its check sum and size; "damaged" if it cannot.
std::string unpacked(const std::string& gzip) {
  z_stream state{};
  inflateInit2(&state, 15 + 16);
  state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(gzip.data()));
  state.avail_in = static_cast<uInt>(gzip.size());
  std::string text;
  int status = Z_OK;
  while (status == Z_OK) {
    char block[4096];
    state.next_out = reinterpret_cast<Bytef*>(block);
    state.avail_out = sizeof block;
    status = inflate(&state, Z_NO_FLUSH);
    text.append(block, sizeof block - state.avail_out);
  }
  const bool is_whole = status == Z_STREAM_END && state.avail_in == 0;
  inflateEnd(&state);
  return is_whole ? text : "damaged";
}

std::string random_text(std::size_t size, unsigned values, unsigned seed) {
  std::mt19937 random(seed);
  std::string text(size, '\0');
  std::generate(text.begin(), text.end(), [&] { return static_cast<char>(random() % values); });
  return text;
}

// Rows with many octets in common, as in a log of packets.
std::string rows(unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i) {
    text += std::to_string(i) + ",upload,upstream,cm0,us0," + std::to_string(i * 977'351ULL) + "," +
            std::to_string(i * 977'351ULL + 40'000) + ",delivered\n";
  }
  return text;
}

TEST(BackgroundStream, GivesBackTextsOfEveryShortLength) {
  for (std::size_t size = 0; size < 600; ++size) {
    for (const unsigned values : {1U, 2U, 256U}) {
      const std::string text = random_text(size, values, static_cast<unsigned>(size));
      ASSERT_EQ(unpacked(packed(text)), text) << size << " octets of " << values;
    }
  }
}

TEST(BackgroundStream, GivesBackTextsAroundWholePieces) {
  for (const std::size_t pieces : {1, 2, 9}) {
    for (const std::size_t size : {pieces * kPiece - 1, pieces * kPiece, pieces * kPiece + 1}) {
      const std::string text = random_text(size, 3, 7);
      ASSERT_TRUE(unpacked(packed(text)) == text) << size;
    }
  }
}

TEST(BackgroundStream, GivesBackTextsThatCannotBeCompressed) {
  const std::string text = random_text(3 * kPiece, 256, 1);
  const std::string gzip = packed(text);
  EXPECT_TRUE(unpacked(gzip) == text);
  EXPECT_LT(gzip.size(), text.size() * 9 / 8);
}

// A repetition farther away than DEFLATE's longest distance, and at it.
TEST(BackgroundStream, GivesBackRepetitionsAtEveryDistance) {
  for (const std::size_t distance :
       {1, 4, 5, 6, 7, 8, 9, 255, 4096, 32'767, 32'768, 32'769, 90'000}) {
    std::string text = random_text(distance, 256, 2);
    while (text.size() < 2 * kPiece) {
      text += text.substr(text.size() - distance);
    }
    ASSERT_TRUE(unpacked(packed(text)) == text) << distance;
  }
}

TEST(BackgroundStream, GivesBackRepetitionsOfEveryLength) {
  const std::string repeated = random_text(600, 200, 3);
  std::string text;
  for (std::size_t length = 1; length < repeated.size(); ++length) {
    text += repeated.substr(0, length) + static_cast<char>(200 + length % 50);
  }
  EXPECT_TRUE(unpacked(packed(text)) == text);
}

TEST(BackgroundStream, MakesALogMuchShorter) {
  const std::string text = rows(50'000);
  const std::string gzip = packed(text);
  EXPECT_TRUE(unpacked(gzip) == text);
  EXPECT_LT(gzip.size(), text.size() / 3);
}

TEST(BackgroundStream, GivesTheSameOctetsForTheSameTextHoweverItIsHandedOver) {
  const std::string text = rows(30'000);
  const std::string gzip = packed(text);
  EXPECT_TRUE(packed(text, 1) == gzip);
  EXPECT_TRUE(packed(text, 3 * kPiece + 1) == gzip);
}

TEST(BackgroundStream, WritesAPlainTextUnchanged) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{5}, kPiece, 3 * kPiece + 1}) {
    const std::string text = random_text(size, 256, 6);
    std::ostringstream out;
    BackgroundStream plain(out, Format::kPlain);
    for (std::size_t i = 0; i < size; i += 70'000) plain << text.substr(i, 70'000);
    plain.finish();
    ASSERT_TRUE(out.str() == text) << size;
  }
}

TEST(BackgroundStream, EndsWithItsThreadIfTheTextIsLeftUnfinished) {
  std::ostringstream out;
  {
    BackgroundStream gzip(out, Format::kGzip);
    gzip << random_text(20 * kPiece, 256, 4);
  }
  EXPECT_EQ(unpacked(out.str()), "damaged");
}

TEST(BackgroundStream, LeavesAFailureToTheStreamThatItWritesTo) {
  std::ostringstream out;
  out.setstate(std::ios::badbit);
  BackgroundStream gzip(out, Format::kGzip);
  gzip << random_text(2 * kPiece, 256, 5);
  gzip.finish();
  EXPECT_TRUE(out.bad());
  EXPECT_TRUE(out.str().empty());
}

// A full disk, as the stream sees it.
class FullDisk : public std::streambuf {
  int_type overflow(int_type) override { return traits_type::eof(); }
};

TEST(BackgroundStream, SaysInTheEndWhatItsTargetHasThrown) {
  for (const Format format : {Format::kPlain, Format::kGzip}) {
    FullDisk disk;
    std::ostream to(&disk);
    BackgroundStream stream(to, format);
    to.exceptions(std::ios_base::badbit | std::ios_base::failbit);
    for (unsigned piece = 0; piece < 12; ++piece) stream << random_text(kPiece, 256, 8);
    EXPECT_THROW(stream.finish(), std::ios_base::failure);
  }
}

TEST(BackgroundStream, IsBadForItsTargetIfTextWasLost) {
  std::ostringstream out;
  BackgroundStream gzip(out, Format::kGzip);
  gzip << "text";
  gzip.setstate(std::ios_base::badbit);
  gzip.finish();
  EXPECT_TRUE(out.bad());
}

}  // namespace
}  // namespace docsis_vp::platform::background_stream_test
