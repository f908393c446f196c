#include "platform/trace/gzip_stream.h"

#include <zlib.h>

#include <new>
#include <streambuf>
#include <vector>

namespace docsis_vp::platform {

namespace {

constexpr std::size_t kGzipBlock = std::size_t{64} << 10;
// A gzip header instead of zlib's own (zlib.h, deflateInit2).
constexpr int kWindowBits = 15 + 16;
constexpr int kMemoryLevel = 9;

}  // namespace

class GzipStream::Buffer : public std::streambuf {
 public:
  // At the fastest level: compression takes longer than all else that a log of packets costs.
  explicit Buffer(std::ostream& to) : to_(to), block_(kGzipBlock) {
    if (deflateInit2(&state_, Z_BEST_SPEED, Z_DEFLATED, kWindowBits, kMemoryLevel,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() override { deflateEnd(&state_); }

  void compress(const char* text, std::size_t size, bool is_end) {
    state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text));
    state_.avail_in = static_cast<uInt>(size);
    do {
      state_.next_out = block_.data();
      state_.avail_out = static_cast<uInt>(block_.size());
      deflate(&state_, is_end ? Z_FINISH : Z_NO_FLUSH);
      to_.write(reinterpret_cast<const char*>(block_.data()),
                static_cast<std::streamsize>(block_.size() - state_.avail_out));
    } while (state_.avail_out == 0);
  }

 private:
  int_type overflow(int_type c) override {
    if (!traits_type::eq_int_type(c, traits_type::eof())) {
      const char text = traits_type::to_char_type(c);
      compress(&text, 1, false);
    }
    return traits_type::not_eof(c);
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    compress(text, static_cast<std::size_t>(size), false);
    return size;
  }

  std::ostream& to_;
  z_stream state_{};
  std::vector<unsigned char> block_;
};

GzipStream::GzipStream(std::ostream& to)
    : std::ostream(nullptr), buffer_(std::make_unique<Buffer>(to)) {
  rdbuf(buffer_.get());
}

GzipStream::~GzipStream() = default;

void GzipStream::finish() {
  buffer_->compress(nullptr, 0, true);
}

}  // namespace docsis_vp::platform
