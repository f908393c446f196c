// Models a bulk transfer: one endless transfer, or successive files.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "models/hosts/connection/connection.h"
#include "models/hosts/statistics/sample.h"
#include "models/hosts/timer_queue/timer_queue.h"

namespace docsis_vp::hosts {

// Reference point of the pause between two files.
enum class PauseFrom : std::uint8_t {
  kCompletion,  // arrival of the file's last octet; 16 s in White and Padden 2012
  kStart,       // start of the file: a period. A file that takes longer delays the next one
};

struct FileTransferConfig {
  // Keys of a scenario's flow.
  std::optional<std::uint64_t> file_bytes;  // TCP payload, > 0; none: one transfer without end
  double pause_s = 0;                       // before the next file, >= 0
  std::optional<std::uint64_t> files;       // maximum number of files
  // One connection for all files: the next file follows after the pause. Without a pause its octets
  // are written before the last file has arrived, so that the transfer never stops.
  bool persistent = false;

  // Set by the owner.
  End sender = End::kClient;  // end that has the data
  PauseFrom pause_from = PauseFrom::kCompletion;
  TimePs start = 0;
  // from this time on no file starts. An endless transfer, and any transfer on a persistent
  // connection, is cut
  TimePs stop = kNever;
  TimePs warmup = 0;  // files started earlier do not count
};

// A file starts with the opening of a connection and is complete when its last octet arrives; then
// the connection closes. The next file uses the next connection in turn. With two connections it
// can start at once; with one only when that is closed, a round trip later. After a failure of a
// connection the file starts again, if `stop` is not reached. A persistent connection needs one
// connection only. Each of its files counts from the completion of the previous one (plus the
// pause), and a failure repeats the current file.
class FileTransfer {
 public:
  // connections: at least one. Throws ConfigError.
  FileTransfer(const FileTransferConfig& config, const std::vector<Connection*>& connections,
               TimerQueue& timers, std::uint32_t owner);

  std::uint64_t files_begun() const { return begun_; }
  // Durations of the complete files, in order: from opening to last octet.
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
    bool active_ = false;  // a file is in progress, or more will follow
    // Octets on this connection, if it is persistent:
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
  const TimePs pause_;
  TimerQueue& timers_;
  std::deque<Slot> slots_;
  Timer next_;
  Timer stop_;
  std::size_t slot_ = 0;  // connection of the current file
  std::uint64_t begun_ = 0;
  TimePs begun_at_ = 0;
  bool waiting_ = false;  // until a connection is closed
  TimeSample durations_;
};

}  // namespace docsis_vp::hosts
