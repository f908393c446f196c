#include "testing/measured.h"

#include <stdexcept>

#include "platform/base/time.h"
#include "system/traffic/voip/voice_result.h"
#include "testing/print.h"

namespace docsis_vp::testing {

namespace {

std::optional<double> percentile_ms(const Histogram& of_ps, double percent) {
  if (!(percent >= 0 && percent <= 100)) {
    throw std::invalid_argument("expected a percentile of 0 to 100, got " + as_text(percent));
  }
  const std::optional<double> ps = of_ps.quantile(percent / 100);
  return ps ? std::optional(*ps / kPsPerMs) : std::nullopt;
}

double required(const std::optional<double>& value, const std::string& whose, const char* what) {
  if (!value) {
    throw std::domain_error(whose + ": " + what);
  }
  return *value;
}

std::string name_of(const system::FlowResult& flow) {
  return "flow " + flow.name;
}

}  // namespace

std::optional<double> delay_percentile_ms(const system::FlowResult& flow, double percent) {
  return percentile_ms(flow.one_way_ps, percent);
}

std::optional<double> rtt_percentile_ms(const system::FlowResult& flow, double percent) {
  return percentile_ms(flow.rtt_ps, percent);
}

std::optional<double> delay_percentile_ms(const system::ServiceFlowResult& flow, double percent) {
  const system::Spread& delay = flow.queue_delay_ms;
  const std::pair<double, std::optional<double>> known[] = {
      {1, delay.p1},   {10, delay.p10}, {50, delay.p50},
      {90, delay.p90}, {99, delay.p99}, {100, delay.max},
  };
  for (const auto& [each, value] : known) {
    if (each == percent) {
      return value;
    }
  }
  throw std::invalid_argument(
      "of a service flow's queueing delay the percentiles 1, 10, 50, 90, 99 and 100 are kept, "
      "not " +
      as_text(percent));
}

double measured_delay_ms(const system::FlowResult& flow, double percent) {
  return required(delay_percentile_ms(flow, percent), name_of(flow),
                  "its delay was not measured, no packet arrived after the warm-up");
}

double measured_delay_ms(const system::ServiceFlowResult& flow, double percent) {
  return required(delay_percentile_ms(flow, percent),
                  "service flow " + flow.modem + "." + flow.name,
                  "its delay was not measured, no packet left its queue after the warm-up");
}

double measured_rtt_ms(const system::FlowResult& flow, double percent) {
  return required(rtt_percentile_ms(flow, percent), name_of(flow),
                  "its round-trip time was not measured, TCP alone measures one");
}

double measured_loss_percent(const system::FlowResult& flow) {
  return required(flow.loss_percent(), name_of(flow),
                  "its loss was not measured, no packet was sent after the warm-up");
}

double measured_mos(const system::FlowResult& flow) {
  const auto* const voice = flow.figures.find<system::VoiceResult>();
  return required(voice ? voice->mos : std::nullopt, name_of(flow),
                  voice ? "it has no MOS, none of its packets was sent after the warm-up"
                        : "it has no MOS, calls and games alone have one");
}

std::uint64_t measured_missed_updates(const system::ServiceFlowResult& flow) {
  if (flow.commits == 0 && flow.missed_updates == 0) {
    throw std::domain_error("service flow " + flow.modem + "." + flow.name +
                            ": its updates were not measured, no law committed a result");
  }
  return flow.missed_updates;
}

void require_fraction(double fraction) {
  if (!(fraction >= 0 && fraction < 1)) {
    throw std::invalid_argument("expected a fraction, such as 0.03 for 3 %, got " +
                                as_text(fraction));
  }
}

std::string how_it_ended(const system::Results& results) {
  if (results.error) {
    return *results.error;
  }
  if (!results.ended) {
    return "it ran to its end";
  }
  const std::string by = results.ended->by ? "firmware of " + *results.ended->by : "the model";
  return by + " ended it at " + std::to_string(results.ended->at_s) + " s";
}

std::string unaccounted(const system::ServiceFlowResult& flow) {
  const auto become = flow.accounted();
  if (become.packets == flow.offered.packets && become.bytes == flow.offered.bytes) {
    return {};
  }
  return flow.modem + "." + flow.name + ": of " + std::to_string(flow.offered.packets) +
         " packets and " + std::to_string(flow.offered.bytes) + " bytes offered, " +
         std::to_string(become.packets) + " and " + std::to_string(become.bytes) +
         " are accounted for";
}

std::string unaccounted(const system::Results& results) {
  std::string all;
  for (const system::ServiceFlowResult& flow : results.service_flows) {
    const std::string one = unaccounted(flow);
    all.append(all.empty() || one.empty() ? "" : "; ").append(one);
  }
  return all;
}

std::string unaccounted(const system::System& system) {
  return unaccounted(system.results());
}

}  // namespace docsis_vp::testing
