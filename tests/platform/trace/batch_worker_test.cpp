#include "platform/trace/batch_worker.h"

#include <gmock/gmock.h>
#include <pthread.h>

#include <atomic>
#include <chrono>
#include <future>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

namespace docsis_vp::platform::batch_worker_test {
namespace {

using Batch = std::vector<int>;

// New threads get a stack for which there is no memory.
class NoMoreThreads {
 public:
  NoMoreThreads() {
    ::pthread_getattr_default_np(&before_);
    pthread_attr_t attributes;
    ::pthread_attr_init(&attributes);
    ::pthread_attr_setstacksize(&attributes, std::size_t{1} << 50);
    ::pthread_setattr_default_np(&attributes);
    ::pthread_attr_destroy(&attributes);
  }
  NoMoreThreads(const NoMoreThreads&) = delete;
  NoMoreThreads& operator=(const NoMoreThreads&) = delete;
  ~NoMoreThreads() {
    ::pthread_setattr_default_np(&before_);
    ::pthread_attr_destroy(&before_);
  }

 private:
  pthread_attr_t before_;
};

// Appends batches to `to`.
BatchWorker<Batch>::Work collect(std::vector<int>& to) {
  return [&to](Batch& batch) {
    to.insert(to.end(), batch.begin(), batch.end());
    batch.clear();
  };
}

std::vector<int> up_to(int count) {
  std::vector<int> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

TEST(BatchWorker, ProcessesBatchesInTheirOrder) {
  std::vector<int> seen;
  BatchWorker<Batch> worker(collect(seen));
  for (int i = 0; i < 10'000; ++i) {
    worker.batch().push_back(i);
    if (i % 7 == 0) worker.hand_over();
  }
  worker.finish();
  EXPECT_EQ(seen, up_to(10'000));
}

TEST(BatchWorker, UsesAnotherThreadFromTheFirstHandOverOn) {
  std::vector<std::thread::id> threads;
  BatchWorker<Batch> worker([&](Batch& batch) {
    threads.push_back(std::this_thread::get_id());
    batch.clear();
  });
  worker.hand_over();
  worker.hand_over();
  worker.finish();
  ASSERT_EQ(threads.size(), 3U);
  EXPECT_EQ(threads[0], threads[1]);
  EXPECT_NE(threads[0], std::this_thread::get_id());
  EXPECT_EQ(threads[2], std::this_thread::get_id());  // the rest, in finish()
}

TEST(BatchWorker, ProcessesInTheOwnersThreadIfThereCanBeNoOther) {
  std::vector<int> seen;
  std::optional<std::thread::id> thread;
  BatchWorker<Batch> worker([&](Batch& batch) {
    thread = std::this_thread::get_id();
    collect(seen)(batch);
  });
  worker.batch() = {0, 1};
  {
    const NoMoreThreads none;
    worker.hand_over();
  }
  EXPECT_EQ(thread, std::this_thread::get_id());
  EXPECT_EQ(seen, up_to(2));
  worker.batch() = {2};
  worker.finish();
  EXPECT_EQ(seen, up_to(3));
}

// A batch that came back full would grow for ever.
TEST(BatchWorker, GivesAnEmptyBatchBackAfterAnException) {
  for (const bool has_thread : {false, true}) {
    BatchWorker<Batch> worker([](Batch&) { throw std::runtime_error("full"); });
    std::optional<NoMoreThreads> none;
    if (!has_thread) none.emplace();
    for (int i = 0; i < 20; ++i) {
      EXPECT_EQ(worker.batch().size(), 0U);
      worker.batch() = {i};
      worker.hand_over();
    }
    EXPECT_THROW(worker.finish(), std::runtime_error);
  }
}

TEST(BatchWorker, DiscardsWhatComesAfterItWasAbandoned) {
  std::vector<int> seen;
  BatchWorker<Batch> worker(collect(seen));
  worker.batch() = {0};
  worker.hand_over();
  worker.abandon();
  const std::vector<int> before = seen;
  for (int i = 1; i < 20; ++i) {
    worker.batch() = {i};
    worker.hand_over();
  }
  worker.finish();
  EXPECT_EQ(seen, before);
}

// The first batch is in work, four wait, the owner holds the sixth.
TEST(BatchWorker, MakesTheOwnerWaitIfManyBatchesDo) {
  std::promise<void> gate;
  std::shared_future<void> open = gate.get_future().share();
  std::atomic<int> handed_over{0};
  std::vector<int> seen;
  std::thread owner([&] {
    BatchWorker<Batch> worker([&](Batch& batch) {
      open.wait();
      collect(seen)(batch);
    });
    for (int i = 0; i < 20; ++i) {
      worker.batch() = {i};
      worker.hand_over();
      ++handed_over;
    }
    worker.finish();
  });
  while (handed_over < 5) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(handed_over, 5);
  gate.set_value();
  owner.join();
  EXPECT_EQ(seen, up_to(20));
}

TEST(BatchWorker, TellsInTheEndWhatTheWorkHasThrown) {
  for (const bool has_thread : {false, true}) {
    std::vector<int> seen;
    BatchWorker<Batch> worker([&](Batch& batch) {
      if (batch.front() == 2) throw std::runtime_error("two");
      collect(seen)(batch);
    });
    std::optional<NoMoreThreads> none;
    if (!has_thread) none.emplace();
    for (int i = 0; i < 20; ++i) {
      worker.batch() = {i};
      worker.hand_over();
    }
    worker.batch() = {20};
    EXPECT_THROW(worker.finish(), std::runtime_error) << has_thread;
    EXPECT_EQ(seen, up_to(2)) << has_thread;
  }
}

TEST(BatchWorker, DiscardsWhatWaitsIfItEndsUnfinished) {
  std::promise<void> gate;
  std::promise<void> begun;
  std::vector<int> seen;
  {
    BatchWorker<Batch> worker([&](Batch& batch) {
      if (batch.front() == 0) {
        begun.set_value();
        gate.get_future().wait();
      }
      collect(seen)(batch);
    });
    for (int i = 0; i < 4; ++i) {
      worker.batch() = {i};
      worker.hand_over();
    }
    begun.get_future().wait();
    std::thread([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      gate.set_value();
    }).detach();
  }
  EXPECT_EQ(seen, up_to(1));
}

}  // namespace
}  // namespace docsis_vp::platform::batch_worker_test
