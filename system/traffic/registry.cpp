// The registry of traffic kinds. A kind needs a declaration and an entry here, and its folder; so
// do figures that flows of some kinds alone have.
#include "system/results/kind_result.h"
#include "system/scenario/fields/traffic_kind.h"

namespace docsis_vp::system {

extern const TrafficKind kUdpKind;
extern const TrafficKind kTraceKind;
extern const TrafficKind kVoipKind;
extern const TrafficKind kGameKind;
extern const TrafficKind kTcpKind;
extern const TrafficKind kWebKind;
extern const TrafficKind kWebChainsKind;
extern const TrafficKind kWebUsersKind;
extern const TrafficKind kWrtKind;
extern const TrafficKind kHasKind;
extern const TrafficKind kLedbatKind;
extern const TrafficKind kCustomKind;

extern const KindResultType kVoiceResult;
extern const KindResultType kStreamingResult;
extern const KindResultType kBrowsingResult;
extern const KindResultType kTransferResult;
extern const KindResultType kPageResult;
extern const KindResultType kResponseResult;

const std::vector<const TrafficKind*>& traffic_kinds() {
  static const std::vector<const TrafficKind*> kinds = {
      &kUdpKind,       &kTraceKind,    &kVoipKind, &kGameKind, &kTcpKind,    &kWebKind,
      &kWebChainsKind, &kWebUsersKind, &kWrtKind,  &kHasKind,  &kLedbatKind, &kCustomKind,
  };
  return kinds;
}

const std::vector<const KindResultType*>& kind_result_types() {
  static const std::vector<const KindResultType*> types = {
      &kVoiceResult,    &kStreamingResult, &kBrowsingResult,
      &kTransferResult, &kPageResult,      &kResponseResult,
  };
  return types;
}

}  // namespace docsis_vp::system
