#include "platform/bus/debug_access.h"

namespace docsis_vp::platform {

namespace {

void set_up(tlm::tlm_generic_payload& payload, tlm::tlm_command command, std::uint32_t address,
            unsigned char* bytes, unsigned count) {
  payload.set_command(command);
  payload.set_address(address);
  payload.set_data_ptr(bytes);
  payload.set_data_length(count);
  payload.set_streaming_width(count);
}

}  // namespace

unsigned read_debug(tlm::tlm_fw_transport_if<>& bus, std::uint32_t address, unsigned char* bytes,
                    unsigned count) {
  tlm::tlm_generic_payload payload;
  set_up(payload, tlm::TLM_READ_COMMAND, address, bytes, count);
  return bus.transport_dbg(payload);
}

unsigned write_debug(tlm::tlm_fw_transport_if<>& bus, std::uint32_t address, unsigned char* bytes,
                     unsigned count) {
  tlm::tlm_generic_payload payload;
  set_up(payload, tlm::TLM_WRITE_COMMAND, address, bytes, count);
  return bus.transport_dbg(payload);
}

std::optional<std::uint32_t> read_word(tlm::tlm_fw_transport_if<>& bus, std::uint32_t address) {
  unsigned char bytes[4];
  if (read_debug(bus, address, bytes, sizeof bytes) != sizeof bytes) {
    return {};
  }
  return std::uint32_t{bytes[0]} | std::uint32_t{bytes[1]} << 8 | std::uint32_t{bytes[2]} << 16 |
         std::uint32_t{bytes[3]} << 24;
}

bool write_word(tlm::tlm_fw_transport_if<>& bus, std::uint32_t address, std::uint32_t value) {
  ToolAccess tool;  // outlives the transaction
  tlm::tlm_generic_payload payload;
  set_up(payload, tlm::TLM_WRITE_COMMAND, address, reinterpret_cast<unsigned char*>(&value),
         sizeof value);
  payload.set_extension(&tool);
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  bus.b_transport(payload, delay);
  return payload.is_response_ok();
}

}  // namespace docsis_vp::platform
