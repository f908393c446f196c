// Lets a thread process batches of data while their owner fills the next ones.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "platform/base/no_signals.h"

namespace docsis_vp::platform {

// The thread begins with the first batch that is handed over. If there can be no thread, the owner
// processes its batches itself.
template <typename Batch>
class BatchWorker {
 public:
  // Processes a batch and leaves it empty. Batches are processed one at a time, in their order.
  using Work = std::function<void(Batch&)>;

  explicit BatchWorker(Work work) : work_(std::move(work)) {}
  BatchWorker(const BatchWorker&) = delete;
  BatchWorker& operator=(const BatchWorker&) = delete;
  ~BatchWorker() { abandon(); }

  // The batch to fill.
  Batch& batch() { return batch_; }

  // Gives batch() away; an empty batch replaces it. Waits if kMostWaiting others wait already.
  void hand_over() {
    if (is_abandoned_) {
      batch_ = Batch();
      return;
    }
    if (!thread_.joinable() && !start_thread()) {
      process(batch_);
      return;
    }
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return waiting_.size() < kMostWaiting; });
    waiting_.push_back(std::move(batch_));
    batch_ = Batch();
    if (!emptied_.empty()) {
      batch_ = std::move(emptied_.back());
      emptied_.pop_back();
    }
    lock.unlock();
    changed_.notify_one();
  }

  // Discards batches that still wait and those of later calls, and returns after the work has
  // ended.
  void abandon() {
    is_abandoned_ = true;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      waiting_.clear();
    }
    end_thread();
  }

  // Returns after all batches were processed, batch() as well. Rethrows the first exception of the
  // work; batches after it were not processed. Does nothing after abandon().
  void finish() {
    if (is_abandoned_) {
      return;
    }
    end_thread();
    process(batch_);
    if (error_) {
      std::rethrow_exception(error_);
    }
  }

 private:
  static constexpr std::size_t kMostWaiting = 4;

  // Returns false if the system has no thread left.
  bool start_thread() {
    const NoSignals no_signals;
    try {
      thread_ = std::thread([this] { process_waiting(); });
    } catch (const std::system_error&) {
      return false;
    }
    return true;
  }

  // The thread: processes batches until the owner ends it.
  void process_waiting() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return !waiting_.empty() || is_ending_; });
      if (waiting_.empty()) {
        return;
      }
      Batch batch = std::move(waiting_.front());
      waiting_.pop_front();
      lock.unlock();
      changed_.notify_one();
      process(batch);
      lock.lock();
      emptied_.push_back(std::move(batch));
    }
  }

  // After an exception, batches are only taken, so that the owner does not wait forever.
  void process(Batch& batch) {
    if (error_) {
      batch = Batch();
      return;
    }
    try {
      work_(batch);
    } catch (...) {
      error_ = std::current_exception();
      batch = Batch();
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
      is_ending_ = false;
    }
  }

  const Work work_;
  Batch batch_;
  bool is_abandoned_ = false;
  std::exception_ptr error_;  // while there is a thread, only it uses this
  std::thread thread_;
  std::mutex mutex_;  // guards the rest
  std::condition_variable changed_;
  std::deque<Batch> waiting_;
  std::vector<Batch> emptied_;  // whose memory serves again
  bool is_ending_ = false;
};

}  // namespace docsis_vp::platform
