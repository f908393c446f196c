// Schedules the beats of the queue memory's port among writes and reads, and promises when a read
// ends. It reserves cycles by computation; no clock process runs.
//
// A beat is a cycle of the memory's clock. It moves bytes_per_cycle x efficiency bytes. A packet,
// or a part of a burst, occupies whole beats.
//
// - The write side wants the port while a packet waits. Packets are written in order of arrival.
// - The read side wants the port once its first read is due. Reads are served one after the other,
//   in the order of their promised beats, without preemption.
// - If one side wants the port, it gets every beat. If both sides want the port, beats alternate,
//   regardless of queue lengths. The side that did not have the last beat goes first; after an idle
//   beat the read goes first.
// - If PortConfig disables alternation, a read that is due gets every beat, and writes get
//   the rest.
// - A read of n beats is promised to end 2n cycles after its start (n without alternation), so that
//   later writes cannot break the promise. It ends earlier if writes leave it some of these cycles.
// - A later read may use a gap between promised reads if all its promised cycles fit. Without
//   alternation it uses no gap while packets wait.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/queue/ring.h"

namespace docsis_vp::cm {

struct PortConfig;

// Numbers the writes of a port from 1; 0: none.
using WriteNumber = std::uint64_t;

// Calls come in order of time. An earlier cycle than the previous call's is treated as the previous
// one.
class PortSchedule {
 public:
  // Over the whole run, in cycles unless the name says bytes. read_cycles + write_cycles +
  // idle_cycles = now().
  struct Counters {
    std::uint64_t read_cycles = 0;
    std::uint64_t write_cycles = 0;
    std::uint64_t idle_cycles = 0;
    // Cycles from due time (read) or arrival (write) to the first beat.
    std::uint64_t longest_read_wait = 0;
    std::uint64_t longest_write_wait = 0;
    std::uint64_t peak_backlog_bytes = 0;
    // Bytes of packets whose write has ended, including those dropped later.
    std::uint64_t written_bytes = 0;
  };

  // Throws ConfigError for values out of range.
  explicit PortSchedule(const PortConfig& config);

  // Number of beats that `bytes` bytes occupy.
  std::uint64_t beats(std::uint64_t bytes) const { return (bytes * 1000 + scale_ - 1) / scale_; }
  // Number of cycles within which a read of `bytes` bytes is promised to end.
  std::uint64_t promised_read_cycles(std::uint64_t bytes) const {
    return beats(bytes) * cycles_per_read_beat_;
  }
  [[deprecated("use promised_read_cycles()")]] std::uint64_t read_cycles(
      std::uint64_t bytes) const {
    return promised_read_cycles(bytes);
  }

  // Serves all beats before `cycle`.
  void advance(std::uint64_t cycle) {
    if (reads_.empty()) {
      advance_writes(cycle);
    } else {
      advance_both(cycle);
    }
  }
  std::uint64_t now() const { return now_; }
  const Counters& counters() const { return counters_; }

  // Prepares the plan of a burst's reads: serves all beats before `cycle`, and shortens each
  // promise to the cycles that its remaining beats need. Call it before the first find_read().
  void begin_plan(std::uint64_t cycle);
  // Returns the first cycle at or after `due` from which the port can promise a read.
  std::uint64_t find_read(std::uint64_t due, std::uint64_t bytes) const;
  // Promises the read that find_read() found. The read wants the port from `due` on.
  void reserve_read(std::uint64_t due, std::uint64_t start, std::uint64_t bytes);

  // Queues the write of a packet that waits since `cycle`.
  WriteNumber write(std::uint64_t cycle, std::uint64_t packet_id, std::uint32_t bytes);
  // Queues the transfer of a packet's descriptor to its ring in the memory and back. A descriptor
  // does not count towards the backlog.
  WriteNumber move_descriptor(std::uint64_t cycle, std::uint32_t bytes);
  // True if the write transfers a descriptor. The write must not have ended.
  bool is_descriptor(WriteNumber write) const {
    return writes_[write - first_write_].packet_id == kDescriptor;
  }
  // Drops a packet. Returns false, without effect, if its write has begun or ended. A started write
  // runs to completion: the port has latched address and length, and beats on their way to the
  // memory cannot be recalled.
  bool cancel_write(std::uint64_t cycle, std::uint64_t packet_id);
  // True if the write ended before the cycle of the last call. A cancelled write counts as ended
  // once all writes before it have ended.
  bool is_finished(WriteNumber write) const { return write < first_write_; }
  [[deprecated("use is_finished()")]] bool is_written(WriteNumber write) const {
    return is_finished(write);
  }
  // Remaining beats of this write.
  std::uint64_t beats_left(WriteNumber write) const {
    return is_finished(write) ? 0 : writes_[write - first_write_].beats;
  }
  // Remaining beats of this write and all writes before it.
  std::uint64_t beats_until(WriteNumber write) const;
  // Returns the cycle before which `beats` beats of writes are done, whatever reads are promised
  // later. planned_reads: beats of reads that were found and not yet reserved.
  std::uint64_t writes_done_by(std::uint64_t beats, std::uint64_t planned_reads = 0) const;
  // Bytes of packets whose write has not ended. Each packet counts in full until then.
  std::uint64_t backlog_bytes() const { return backlog_bytes_; }

 private:
  static constexpr std::uint64_t kDescriptor = UINT64_MAX;  // stands for a packet's number

  struct Read {
    std::uint64_t due;
    std::uint64_t beats;  // remaining
    std::uint64_t end;    // promise: all beats are done before this cycle
    bool begun;
  };
  struct Write {
    std::uint64_t packet_id = 0;
    std::uint64_t arrived = 0;
    std::uint64_t beats = 0;  // remaining; 0: cancelled
    std::uint32_t bytes = 0;
    bool begun = false;
  };

  void advance_writes(std::uint64_t cycle);
  void advance_both(std::uint64_t cycle);
  void alternate(std::uint64_t cycles);
  void serve_read(std::uint64_t beats, std::uint64_t first);
  void serve_write(std::uint64_t beats, std::uint64_t first);
  void finish_write();
  void remove_cancelled();

  std::uint64_t scale_;  // bytes per cycle x 1000
  std::uint64_t
      cycles_per_read_beat_;  // cycles promised per beat of a read: 2, or 1 without alternation
  std::uint64_t now_ = 0;
  bool read_was_last_ = false;  // a read had the beat before now_
  std::vector<Read> reads_;     // disjoint, in order
  queue::Ring<Write> writes_;
  WriteNumber first_write_ = 1;  // number of writes_.front()
  std::uint64_t backlog_bytes_ = 0;
  Counters counters_;
};

}  // namespace docsis_vp::cm
