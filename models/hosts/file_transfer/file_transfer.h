// Bulk transfers: one that never ends, or files one after the other.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "models/hosts/connection/connection.h"
#include "models/hosts/statistics/sample.h"
#include "models/hosts/timer_queue/timer_queue.h"

namespace docsis_vp::hosts {

// From what the pause between two files counts.
enum class PauseFrom : std::uint8_t {
  kCompletion,  // the last octet of the file has arrived; 16 s in White and Padden 2012
  kStart,       // the file was begun: a period. A file that takes longer delays the next one
};

struct FileTransferConfig {
  End sender = End::kClient;                // who has the data
  std::optional<std::uint64_t> file_bytes;  // TCP payload, > 0; none: one transfer without end
  TimePs pause = 0;                         // before the next file, >= 0
  PauseFrom pause_from = PauseFrom::kCompletion;
  std::optional<std::uint64_t> files;  // so many at most
  // One connection for all files: the next one follows after the pause. Without a pause its octets
  // are written before the last file's have all arrived, so that the transfer never stops.
  bool persistent = false;
  TimePs start = 0;
  TimePs stop = kNever;  // from this time on no file is begun; one without end is cut, and what
                         // a persistent connection carries
  TimePs warmup = 0;     // files begun before this time do not count
};

// A file is begun by opening a connection and complete when its last octet is at the receiver; the
// connection closes. The next file takes the next of the connections: with two of them it can begin
// at once, with one only when that is closed, a round trip later. If a connection fails, the file
// is begun anew, before `stop`. Files on a persistent connection need one connection only: each
// counts from where the last one was complete (and the pause over), and a failure repeats the one
// under way.
class FileTransfer {
 public:
  // At least one connection. Throws ConfigError.
  FileTransfer(const FileTransferConfig& config, const std::vector<Connection*>& connections,
               TimerQueue& timers, std::uint32_t owner);

  std::uint64_t files_begun() const { return begun_; }
  // Of the files that are complete, in order: from opening to the last octet.
  const TimeSample& durations() const { return durations_; }

 private:
  class Slot : public ConnectionUser {
   public:
    Slot(FileTransfer& transfer, Connection& connection)
        : transfer_(transfer), connection_(connection) {}
    void begin();
    void go_on();
    void stop();
    bool closed() const { return connection_.closed(); }

   private:
    void on_open(Connection& connection) override;
    void on_received(Connection& connection, End at, std::uint64_t total) override;
    void on_closed(Connection& connection) override;
    void write_files();

    FileTransfer& transfer_;
    Connection& connection_;
    bool active_ = false;  // a file is under way, or more are to come
    // On this connection, if it is persistent:
    std::uint64_t written_ = 0;
    std::uint64_t complete_ = 0;
  };

  void begin_file();
  void file_complete();
  void connection_closed();
  bool stopped() const { return timers_.now() >= config_.stop; }
  bool is_over() const { return config_.files && begun_ >= *config_.files; }
  bool writes_ahead() const;
  bool pauses() const { return config_.persistent && next_.armed(); }

  const FileTransferConfig config_;
  TimerQueue& timers_;
  std::deque<Slot> slots_;
  Timer next_;
  Timer stop_;
  std::size_t slot_ = 0;  // of the current file
  std::uint64_t begun_ = 0;
  TimePs begun_at_ = 0;
  bool waiting_ = false;  // for a connection to be closed
  TimeSample durations_;
};

}  // namespace docsis_vp::hosts
