#include "models/cm/modem/modem_registers.h"

#include "models/cm/soc_registers.h"

namespace docsis_vp::cm {

ModemRegisters::ModemRegisters(const sc_core::sc_module_name& name, Modem& modem)
    : sc_module(name),
      aqm_engine_("aqm_engine", modem.aqm()),
      queue_memory_("queue_memory", modem.memory()),
      shaper_("shaper", modem.shaper(), modem.flows()),
      map_parser_("map_parser", modem.parser()),
      burst_builder_("burst_builder", modem.builder(),
                     static_cast<unsigned>(modem.config().channels.size()), modem.flows()),
      request_engine_("request_engine", modem.requests(), modem.flows()),
      ingress_hold_("ingress_hold", modem.hold()),
      verdict_port_("verdict_port", modem.heads()),
      coupled_law_("coupled_law", modem.coupled_law()) {}

void ModemRegisters::map(platform::Interconnect& bus, unsigned wait_states) {
  constexpr std::uint32_t kBlockBytes = 0x10000;
  const auto place = [&](const char* block, std::uint32_t base, auto& registers) {
    bus.map({block, base, kBlockBytes, wait_states}, registers.socket(),
            platform::TargetTiming::kAnnotated);
  };
  place("aqm_engine", soc_registers::kAqmEngineBase, aqm_engine_);
  place("queue_memory", soc_registers::kQueueMemoryBase, queue_memory_);
  place("shaper", soc_registers::kShaperBase, shaper_);
  place("map_parser", soc_registers::kMapParserBase, map_parser_);
  place("burst_builder", soc_registers::kBurstBuilderBase, burst_builder_);
  place("request_engine", soc_registers::kRequestEngineBase, request_engine_);
  place("ingress_hold", soc_registers::kIngressHoldBase, ingress_hold_);
  place("verdict_port", soc_registers::kVerdictPortBase, verdict_port_);
  place("coupled_law", soc_registers::kCoupledLawBase, coupled_law_);
}

}  // namespace docsis_vp::cm
