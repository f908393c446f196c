#include "platform/trace/background_stream.h"

#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

#include "platform/trace/batch_worker.h"

namespace docsis_vp::platform {

namespace {

constexpr std::size_t kBackgroundPiece = std::size_t{256} << 10;

}  // namespace

// One member of a gzip file.
class BackgroundStream::Gzip {
 public:
  explicit Gzip(std::ostream& to) : to_(to), level_(ISAL_DEF_LVL1_DEFAULT), out_(kOutBytes) {
    ::isal_deflate_init(&state_);
    state_.level = 1;
    state_.level_buf = level_.data();
    state_.level_buf_size = static_cast<std::uint32_t>(level_.size());
    state_.gzip_flag = IGZIP_GZIP;
  }

  void add(std::string_view piece, bool is_last) {
    state_.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(piece.data()));
    state_.avail_in = static_cast<std::uint32_t>(piece.size());
    state_.end_of_stream = is_last ? 1 : 0;
    do {
      state_.next_out = out_.data();
      state_.avail_out = static_cast<std::uint32_t>(out_.size());
      if (::isal_deflate(&state_) != COMP_OK) {
        throw std::logic_error("ISA-L refuses to compress");
      }
      to_.write(reinterpret_cast<const char*>(out_.data()),
                static_cast<std::streamsize>(out_.size() - state_.avail_out));
    } while (state_.avail_out == 0);
  }

 private:
  static constexpr std::size_t kOutBytes = std::size_t{64} << 10;

  std::ostream& to_;
  isal_zstream state_{};
  std::vector<std::uint8_t> level_;
  std::vector<std::uint8_t> out_;
};

class BackgroundStream::Buffer : public std::streambuf {
 public:
  Buffer(std::ostream& to, Format format)
      : to_(to),
        gzip_(format == Format::kGzip ? std::make_unique<Gzip>(to) : nullptr),
        worker_([this](std::string& piece) { write(piece); }) {}

  void finish() {
    worker_.finish();
    if (gzip_) {
      gzip_->add({}, true);
    }
  }

 private:
  int_type overflow(int_type c) override {
    if (!traits_type::eq_int_type(c, traits_type::eof())) {
      const char text = traits_type::to_char_type(c);
      xsputn(&text, 1);
    }
    return traits_type::not_eof(c);
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    for (auto rest = std::string_view(text, static_cast<std::size_t>(size)); !rest.empty();) {
      std::string& piece = worker_.batch();
      piece.reserve(kBackgroundPiece);
      const std::size_t taken = std::min(rest.size(), kBackgroundPiece - piece.size());
      piece.append(rest.substr(0, taken));
      rest.remove_prefix(taken);
      if (piece.size() == kBackgroundPiece) {
        worker_.hand_over();
      }
    }
    return size;
  }

  // The thread's work.
  void write(std::string& piece) {
    if (gzip_) {
      gzip_->add(piece, false);
    } else {
      to_.write(piece.data(), static_cast<std::streamsize>(piece.size()));
    }
    piece.clear();
  }

  std::ostream& to_;
  const std::unique_ptr<Gzip> gzip_;
  BatchWorker<std::string> worker_;
};

BackgroundStream::BackgroundStream(std::ostream& to, Format format)
    : std::ostream(nullptr), to_(to), buffer_(std::make_unique<Buffer>(to, format)) {
  rdbuf(buffer_.get());
}

BackgroundStream::~BackgroundStream() = default;

void BackgroundStream::finish() {
  buffer_->finish();
  if (bad()) {
    to_.setstate(std::ios_base::badbit);
  }
}

}  // namespace docsis_vp::platform
