#include <CodelGates.h>
#include <CodelGates___024root.h>
#include <DropGates.h>
#include <DropGates___024root.h>
#include <MeterGates.h>
#include <MeterGates___024root.h>

#include <string_view>

#include "models/aqm/pie/pie_params.h"
#include "models/aqm/pie/pie_state.h"
#include "rtl/codel_unit.h"
#include "rtl/drop_engine.h"
#include "rtl/rate_meter.h"
#include "rtl/stand_ins.h"

// A second copy of models/aqm/pie/pie.c; it calls these in place of aqm_meter_departed().
extern "C" {
void gates_pie_departed(pie_state* state, const pie_params* params, const aqm_queue* queue,
                        const aqm_packet* packet, std::uint32_t now_us);
std::uint32_t gates_aqm_meter_departed(aqm_meter* meter, const aqm_meter_params* params,
                                       std::uint32_t average, std::uint32_t size_bytes,
                                       std::uint32_t queue_bytes, std::uint32_t now_us) {
  static docsis_vp::rtl::RateMeterInGates<MeterGates> gates;
  return gates.departed(*meter, *params, average, size_bytes, queue_bytes, now_us);
}
}

namespace docsis_vp::rtl {

namespace {

// Registry rows whose data path runs in gates. Configuration and updates are unchanged; options
// that the blocks do not implement are refused.

const char* drop_engine_params(void* params, const aqm_config* config,
                               const std::uint32_t* options) {
  const char* refused = aqm_find("docsis_pie")->params_init(params, config, options);
  if (refused != nullptr) return refused;
  return static_cast<const docsis_pie_params*>(params)->use_ecn != 0
             ? "ecn: expected false, the engine rtl drops"
             : nullptr;
}

aqm_verdict drop_engine_enqueue(void* state, const void* params, const aqm_queue* queue,
                                const aqm_packet* packet, std::uint32_t random) {
  static DropEngine<DropGates> gates;
  return gates.enqueue(*static_cast<docsis_pie_state*>(state),
                       *static_cast<const docsis_pie_params*>(params), *queue, *packet, random);
}

const char* codel_unit_params(void* params, const aqm_config* config,
                              const std::uint32_t* options) {
  const char* refused = aqm_find("codel")->params_init(params, config, options);
  if (refused != nullptr) return refused;
  const auto& codel = *static_cast<const codel_params*>(params);
  return codel.reentry != CODEL_REENTRY_RFC8289 ? "reentry: expected rfc8289 with the engine rtl"
         : codel.inv_sqrt != AQM_INV_SQRT_HYBRID
             ? "inverse_sqrt: expected hybrid with the engine rtl"
         : codel.ce_threshold_us != 0 ? "ce_threshold_ms: expected 0 with the engine rtl"
         : codel.exclude_ce != 0      ? "exclude_ce: expected false with the engine rtl"
                                      : nullptr;
}

aqm_verdict codel_unit_dequeue(void* state, const void* params, const aqm_queue* queue,
                               const aqm_packet* packet, std::uint32_t now_us) {
  static CodelUnit<CodelGates> gates;
  return gates.dequeue(*static_cast<codel_state*>(state), *static_cast<const codel_params*>(params),
                       *queue, *packet, now_us);
}

const char* with_meter(const aqm_algorithm& algorithm, void* params, const aqm_config* config,
                       const std::uint32_t* options) {
  const char* refused = algorithm.params_init(params, config, options);
  if (refused != nullptr) return refused;
  return static_cast<const pie_params*>(params)->estimator != PIE_BY_DEPARTURE_RATE
             ? "estimator: expected departure_rate, which the engine rtl measures"
             : nullptr;
}

const char* pie_draft_params(void* params, const aqm_config* config, const std::uint32_t* options) {
  return with_meter(*aqm_find("pie_draft"), params, config, options);
}

const char* pie_linux_params(void* params, const aqm_config* config, const std::uint32_t* options) {
  return with_meter(*aqm_find("pie_linux"), params, config, options);
}

const char* pie_linux_2014_params(void* params, const aqm_config* config,
                                  const std::uint32_t* options) {
  return with_meter(*aqm_find("pie_linux_2014"), params, config, options);
}

void meter_departed(void* state, const void* params, const aqm_queue* queue,
                    const aqm_packet* packet, std::uint32_t now_us) {
  gates_pie_departed(static_cast<pie_state*>(state), static_cast<const pie_params*>(params), queue,
                     packet, now_us);
}

aqm_algorithm docsis_pie() {
  aqm_algorithm law = *aqm_find("docsis_pie");
  law.params_init = drop_engine_params;
  law.enqueue = drop_engine_enqueue;
  return law;
}

aqm_algorithm codel() {
  aqm_algorithm law = *aqm_find("codel");
  law.params_init = codel_unit_params;
  law.dequeue = codel_unit_dequeue;
  return law;
}

aqm_algorithm pie(const char* name, decltype(aqm_algorithm::params_init) params_init) {
  aqm_algorithm law = *aqm_find(name);
  law.params_init = params_init;
  law.departed = meter_departed;
  return law;
}

}  // namespace

const aqm_algorithm* law_in_gates(const char* name) {
  static const aqm_algorithm laws[] = {docsis_pie(), codel(), pie("pie_draft", pie_draft_params),
                                       pie("pie_linux", pie_linux_params),
                                       pie("pie_linux_2014", pie_linux_2014_params)};
  for (const aqm_algorithm& law : laws) {
    if (std::string_view(law.name) == name) return &law;
  }
  return nullptr;
}

}  // namespace docsis_vp::rtl
