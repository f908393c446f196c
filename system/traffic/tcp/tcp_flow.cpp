#include <limits>

#include "models/hosts/file_transfer/file_transfer.h"
#include "platform/base/errors.h"
#include "system/assembly/configure/units.h"
#include "system/assembly/traffic/samples.h"
#include "system/assembly/traffic/tcp_bundle.h"
#include "system/results/kind_result_type.h"
#include "system/scenario/fields/kind_fields.h"
#include "system/traffic/tcp/transfer_result.h"

namespace docsis_vp::system {

extern const TrafficKind kTcpKind;
extern const KindResultType kTransferResult;

namespace {

Table<hosts::FileTransferConfig> tcp_file_table() {
  using hosts::FileTransferConfig;
  Table<FileTransferConfig> t("tcp_files", "Files, one after the other.");
  t.integer("bytes", &FileTransferConfig::file_bytes, 1, 1ULL << 50)
      .unit("bytes")
      .default_is("without end")
      .says("Size of a file in TCP payload. The next file starts when it has arrived.");
  t.number("pause_s", &FileTransferConfig::pause_s, 0, 86'400)
      .unit("s")
      .says("Time from the end of a file to the start of the next.");
  t.integer("transfers", &FileTransferConfig::files, 1, 1ULL << 40)
      .default_is("as many as fit into the run")
      .says("Number of files.");
  t.boolean("persistent", &FileTransferConfig::persistent)
      .source("cablelabs-2014: an FTP agent of ns-2")
      .says(
          "With `bytes`: true: one connection carries all files and keeps its window, without "
          "a gap if `pause_s` is 0. false: each file has a new connection.");
  return t;
}

void check_tcp_files(FlowConfig& flow, const Extensions&, const std::string& pointer) {
  const auto& files = settings_of<hosts::FileTransferConfig>(flow);
  if (!files.file_bytes && (files.pause_s > 0 || files.files || files.persistent)) {
    throw ConfigError(pointer + (files.files        ? "/transfers"
                                 : files.persistent ? "/persistent"
                                                    : "/pause_s"),
                      "applies only with bytes");
  }
}

// With two connections the next file begins while the first connection closes.
constexpr unsigned kConnections = 2;

// An endless transfer, or files one after the other.
class TcpFlow : public TcpFlowUnit {
 public:
  TcpFlow(const FlowPlan& plan, const Site& site)
      : TcpFlowUnit(plan, site, Opener::kSender),
        greedy_(!settings_of<hosts::FileTransferConfig>(plan.config).file_bytes),
        transfer_(
            transfer_config(plan, site),
            tcp().add(
                wire_of(plan, site),
                settings_of<hosts::FileTransferConfig>(plan.config).persistent ? 1 : kConnections),
            site.network.timers(), site.owner()) {}

  std::optional<double> demand_mbps() const override {
    const std::optional<double> given = TcpFlowUnit::demand_mbps();
    return given || !greedy_ ? given : std::numeric_limits<double>::infinity();
  }

 private:
  static hosts::FileTransferConfig transfer_config(const FlowPlan& plan, const Site& site) {
    auto config = settings_of<hosts::FileTransferConfig>(plan.config);
    config.start = plan.start;
    config.stop = plan.stop;
    config.warmup = site.network.warmup();
    return config;
  }

  void measure(FlowResult& result, TimePs) const override {
    if (!greedy_) {
      result.figures.set(TransferResult{seconds_of(transfer_.durations())});
    }
  }

  bool greedy_;
  hosts::FileTransfer transfer_;
};

std::unique_ptr<FlowUnit> make_tcp_flow(const FlowPlan& plan, const Site& site) {
  return std::make_unique<TcpFlow>(plan, site);
}

}  // namespace

TransferResult TransferResult::together(const std::vector<const TransferResult*>& flows) {
  return {joined(flows, &TransferResult::transfer_s)};
}

std::string TransferResult::text() const {
  return times_text("files", transfer_s);
}

constexpr KindResultType kTransferResult =
    kind_result_type<TransferResult>("a kind that sends files");

constexpr TrafficKind kTcpKind = [] {
  TrafficKind kind;
  kind.name = "tcp";
  kind.uses_tcp = true;
  kind.is_stream = true;
  kind.demand = "unlimited for `tcp` without `bytes`";
  kind.add_fields = [](Table<FlowConfig>& table) {
    add_kind_keys<kTcpKind>(table, tcp_file_table());
  };
  kind.complete = check_tcp_files;
  kind.make = make_tcp_flow;
  return kind;
}();

}  // namespace docsis_vp::system
