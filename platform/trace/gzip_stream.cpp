#include "platform/trace/gzip_stream.h"

#include <zlib.h>

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <streambuf>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "platform/base/no_signals.h"
#include "platform/trace/fast_deflate.h"

namespace docsis_vp::platform {

namespace {

// Magic, method DEFLATE, no flags, no time, fastest algorithm, unknown system.
constexpr char kGzipHeader[] = "\x1f\x8b\x08\0\0\0\0\0\x04\xff";

constexpr std::size_t kGzipPiece = FastDeflate::kMostPiece;
// Pieces that wait for the thread; the writer waits with more.
constexpr std::size_t kMostWaiting = 4;

}  // namespace

// One member of a gzip file.
class GzipStream::Member {
 public:
  explicit Member(std::ostream& to) : to_(to), check_(::crc32(0, nullptr, 0)) {
    write({kGzipHeader, sizeof kGzipHeader - 1});
  }
  void add(std::string_view piece, bool is_last) {
    check_ = ::crc32(check_, reinterpret_cast<const Bytef*>(piece.data()),
                     static_cast<uInt>(piece.size()));
    size_ += piece.size();
    write(deflate_.add(piece, is_last));
  }
  void finish() {
    write_number(static_cast<std::uint32_t>(check_));
    write_number(static_cast<std::uint32_t>(size_));
  }

 private:
  void write(std::string_view octets) {
    to_.write(octets.data(), static_cast<std::streamsize>(octets.size()));
  }
  void write_number(std::uint32_t number) {
    for (unsigned bit = 0; bit < 32; bit += 8) {
      to_.put(static_cast<char>(number >> bit));
    }
  }

  std::ostream& to_;
  FastDeflate deflate_;
  uLong check_;
  std::uint64_t size_ = 0;
};

class GzipStream::Buffer : public std::streambuf {
 public:
  explicit Buffer(std::ostream& to) : member_(to) { piece_.reserve(kGzipPiece); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() override { end_thread(); }

  void finish() {
    end_thread();
    if (error_) std::rethrow_exception(error_);
    member_.add(piece_, true);
    member_.finish();
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
      if (piece_.size() == kGzipPiece) {
        hand_over();
      }
      const std::size_t taken = std::min(rest.size(), kGzipPiece - piece_.size());
      piece_.append(rest.substr(0, taken));
      rest.remove_prefix(taken);
    }
    return size;
  }

  void hand_over() {
    if (!thread_.joinable() && !start_thread()) {
      member_.add(piece_, false);
      piece_.clear();
      return;
    }
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return waiting_.size() < kMostWaiting; });
    waiting_.push_back(std::move(piece_));
    piece_ = std::exchange(emptied_, {});
    lock.unlock();
    changed_.notify_one();
    piece_.clear();
    piece_.reserve(kGzipPiece);
  }

  // Returns false if the system has no thread left.
  bool start_thread() {
    const NoSignals no_signals;
    try {
      thread_ = std::thread([this] { compress_waiting(); });
    } catch (const std::system_error&) {
      return false;
    }
    return true;
  }

  // The thread: compresses pieces in their order until the writer has ended.
  void compress_waiting() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return !waiting_.empty() || is_ending_; });
      if (waiting_.empty()) {
        return;
      }
      std::string piece = std::move(waiting_.front());
      waiting_.pop_front();
      lock.unlock();
      changed_.notify_one();
      compress(piece);
      lock.lock();
      emptied_ = std::move(piece);
    }
  }

  // After an error it compresses no more, so that the writer does not wait for ever.
  void compress(const std::string& piece) {
    if (error_) return;
    try {
      member_.add(piece, false);
    } catch (...) {
      error_ = std::current_exception();
    }
  }

  void end_thread() {
    if (thread_.joinable()) {
      {
        const std::lock_guard<std::mutex> lock(mutex_);
        is_ending_ = true;
      }
      changed_.notify_one();
      thread_.join();
    }
  }

  Member member_;             // while there is a thread, only this uses the member
  std::exception_ptr error_;  // likewise: what the stream has thrown
  std::string piece_;         // that the writer fills
  std::thread thread_;
  std::mutex mutex_;  // guards the rest
  std::condition_variable changed_;
  std::deque<std::string> waiting_;
  std::string emptied_;  // whose memory serves again
  bool is_ending_ = false;
};

GzipStream::GzipStream(std::ostream& to)
    : std::ostream(nullptr), to_(to), buffer_(std::make_unique<Buffer>(to)) {
  rdbuf(buffer_.get());
}

GzipStream::~GzipStream() = default;

void GzipStream::finish() {
  buffer_->finish();
  if (bad()) to_.setstate(std::ios_base::badbit);
}

}  // namespace docsis_vp::platform
