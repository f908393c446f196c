#include "rig.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>

#include "platform/base/errors.h"

namespace docsis_vp::tlm_cases {

void expect(bool ok, const std::string& what, const std::string& detail) {
  EXPECT_TRUE(ok) << what << (detail.empty() ? "" : ": ") << detail;
}

void expect_status(tlm::tlm_response_status got, tlm::tlm_response_status wanted,
                   const std::string& what) {
  EXPECT_EQ(status_name(got), status_name(wanted)) << what;
}

std::string hex(std::uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

std::string status_name(tlm::tlm_response_status status) {
  tlm::tlm_generic_payload payload;
  payload.set_response_status(status);
  return payload.get_response_string();
}

std::string said(const std::function<void()>& act, const char** kind) {
  const char* ignored = nullptr;
  const char*& thrown = kind != nullptr ? *kind : ignored;
  try {
    act();
  } catch (const InputError& error) {
    thrown = "InputError";
    return error.what();
  } catch (const sc_core::sc_report& report) {
    thrown = "sc_report";
    return std::string("sc_report ") + report.what();
  } catch (const std::exception& error) {
    thrown = "exception";
    return error.what();
  } catch (...) {
    return "unknown exception";
  }
  return "";
}

void refused(const std::string& text, const std::string& what, const std::string& must) {
  expect(!text.empty() && text.find(must) != std::string::npos, what,
         text.empty() ? "nothing said" : text);
}

Block::Block(const sc_core::sc_module_name& name, const vp::BlockSite& site)
    : sc_module(name), in("in"), irq(site.interrupt), modem(site.modem) {
  in.register_b_transport(this, &Block::b);
  in.register_get_direct_mem_ptr(this, &Block::get_dmi);
  in.register_transport_dbg(this, &Block::dbg);
  SC_METHOD(event);
  sensitive << ev;
  dont_initialize();
  SC_THREAD(thread);
}

void Block::b(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  ++calls;
  const std::uint64_t address = transaction.get_address();
  const unsigned length = transaction.get_data_length();
  const unsigned width = transaction.get_streaming_width();
  seen.push_back({address, length, transaction.is_write(),
                  (sc_core::sc_time_stamp() + delay).to_seconds() * 1e9});
  if (on_access && on_access(transaction, delay)) {
    return;
  }
  if (width == 0 || address + std::min(length, width) > sizeof mem) {
    transaction.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return;
  }
  const unsigned char* const enables = transaction.get_byte_enable_ptr();
  const bool moves = transaction.get_command() != tlm::TLM_IGNORE_COMMAND;
  for (unsigned i = 0; moves && i < length; ++i) {
    if (enables != nullptr &&
        enables[i % transaction.get_byte_enable_length()] != TLM_BYTE_ENABLED) {
      continue;
    }
    unsigned char& byte = mem[address + i % width];
    unsigned char& moved = transaction.get_data_ptr()[i];
    transaction.is_write() ? byte = moved : moved = byte;
  }
  if (dmi && address >= 0x1000) {
    transaction.set_dmi_allowed(true);
  }
  transaction.set_response_status(tlm::TLM_OK_RESPONSE);
}

bool Block::get_dmi(tlm::tlm_generic_payload& transaction, tlm::tlm_dmi& grant) {
  if (on_grant) {
    return on_grant(transaction, grant);
  }
  if (!dmi || transaction.get_address() < 0x1000) {
    grant.set_start_address(0);
    grant.set_end_address(0xfff);
    grant.allow_none();
    return false;
  }
  grant.set_start_address(0x1000);
  grant.set_end_address(0x1fff);
  grant.set_dmi_ptr(mem + 0x1000);
  grant.allow_read_write();
  return true;
}

unsigned Block::dbg(tlm::tlm_generic_payload& transaction) {
  if (on_debug) {
    return on_debug(transaction);
  }
  const std::uint64_t address = transaction.get_address();
  if (address >= sizeof mem) {
    return 0;
  }
  const auto count = static_cast<unsigned>(
      std::min<std::uint64_t>(transaction.get_data_length(), sizeof mem - address));
  if (transaction.is_read()) {
    std::memcpy(transaction.get_data_ptr(), mem + address, count);
  } else if (transaction.is_write()) {
    std::memcpy(mem + address, transaction.get_data_ptr(), count);
  }
  return count;
}

void Block::stub() {
  auto socket = std::make_shared<tlm_utils::simple_initiator_socket<Block, 32>>("stub");
  socket->bind(in);
  stubs_.push_back(std::move(socket));
}

Initiator::Initiator(const sc_core::sc_module_name& name) : sc_module(name), out("out") {
  out.register_invalidate_direct_mem_ptr(this, &Initiator::invalidate);
  SC_THREAD(run);
  SC_METHOD(call);
  sensitive << go;
  dont_initialize();
}

tlm::tlm_response_status Initiator::send(Access& access) {
  const auto length = static_cast<unsigned>(access.data.size());
  last.set_command(access.cmd);
  last.set_address(access.addr);
  last.set_data_ptr(access.data.data());
  last.set_data_length(length);
  last.set_streaming_width(access.streaming_width == ~0U ? length : access.streaming_width);
  last.set_byte_enable_ptr(access.byte_enables);
  last.set_byte_enable_length(access.enables);
  last.set_dmi_allowed(false);
  last.set_response_status(access.entry);
  out->b_transport(last, access.delay);
  return last.get_response_status();
}

tlm::tlm_response_status Initiator::read(std::uint64_t address, std::uint32_t& value,
                                         sc_core::sc_time* delay) {
  Access access{tlm::TLM_READ_COMMAND, address, std::vector<unsigned char>(4)};
  access.delay = delay != nullptr ? *delay : sc_core::SC_ZERO_TIME;
  const tlm::tlm_response_status status = send(access);
  std::memcpy(&value, access.data.data(), sizeof value);
  if (delay != nullptr) {
    *delay = access.delay;
  }
  return status;
}

tlm::tlm_response_status Initiator::write(std::uint64_t address, std::uint32_t value,
                                          sc_core::sc_time* delay) {
  Access access{tlm::TLM_WRITE_COMMAND, address, std::vector<unsigned char>(4)};
  access.delay = delay != nullptr ? *delay : sc_core::SC_ZERO_TIME;
  std::memcpy(access.data.data(), &value, sizeof value);
  const tlm::tlm_response_status status = send(access);
  if (delay != nullptr) {
    *delay = access.delay;
  }
  return status;
}

double suite_quantum_us() {
  const char* const text = std::getenv("DOCSIS_VP_TLM_QUANTUM_US");
  return text == nullptr ? 10 : std::strtod(text, nullptr);
}

std::string cpu_with_quantum(const std::string& quantum_us) {
  return R"({"profile": "ibex-small", "clock_mhz": 100, "quantum_us": )" + quantum_us + "}";
}

std::string scenario_text(const Options& options) {
  std::string modem = R"({"name": "cm0", "control_law": )";
  if (options.firmware) {
    modem += R"("firmware", "firmware": ")" FIRMWARE R"(", "cpu": )" + options.cpu;
    modem += options.blocks.empty() ? "" : ", \"blocks\": " + options.blocks;
  } else {
    modem += "\"hardware\"";
  }
  return R"({"name": "t", "duration_s": )" + options.duration + R"(, "modems": [)" + modem +
         options.modem_more +
         R"(}], "service_flows": [{"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 10}],)"
         R"( "flows": )" +
         options.flows + options.more + "}";
}

Options with_blocks(const std::vector<std::pair<std::string, std::string>>& blocks) {
  Options options;
  options.blocks = "";
  for (const auto& [name, address] : blocks) {
    options.blocks += options.blocks.empty() ? "[" : ", ";
    options.blocks += R"({"name": ")" + name;
    options.blocks += R"(", "kind": "blk", "address": ")" + address + "\"}";
  }
  options.blocks += "]";
  return options;
}

vp::Extensions Rig::extensions() {
  vp::BlockKind kind;
  kind.make = [this](const vp::BlockSite& site) {
    auto block = std::make_unique<Block>(site.name.c_str(), site);
    if (set_up) {
      set_up(*block);
    }
    blocks.push_back(block.get());
    return block;
  };
  kind.size_bytes = 0x2000;
  return vp::Extensions().add_block("blk", kind);
}

void Rig::build(unsigned test, std::uint32_t argument, const Options& options,
                const char* initiator_name) {
  system = std::make_unique<vp::System>(
      vp::load_scenario_text(scenario_text(options), "case", {}, extensions()));
  if (!options.firmware) {
    return;
  }
  system->firmware().set_word("test_case", test);
  system->firmware().set_word("arg", argument);
  if (initiator_name != nullptr) {
    init = std::make_unique<Initiator>(initiator_name);
    init->out.bind(bus().socket);
  }
}

Rig::~Rig() {
  const char* const folder = std::getenv("DOCSIS_VP_TLM_SEEN");
  if (folder == nullptr || system == nullptr || system->modem_units()[0]->cpu() == nullptr) {
    return;
  }
  const auto* const test = ::testing::UnitTest::GetInstance()->current_test_info();
  std::ofstream file(std::string(folder) + "/" + test->test_suite_name() + "." + test->name(),
                     std::ios::app);
  // The standard leaves open in which order processes run at one instant.
  std::vector<std::string> lines;
  for (const Block* const block : blocks) {
    for (const Block::Seen& seen : block->seen) {
      lines.push_back(std::to_string(seen.at_ns) + (seen.write ? " w " : " r ") + hex(seen.addr) +
                      ' ' + std::to_string(seen.len));
    }
  }
  std::sort(lines.begin(), lines.end());
  for (const std::string& line : lines) {
    file << line << '\n';
  }
  file << results(*system, 160) << '\n';
}

namespace {

std::string in_child(const std::function<std::string()>& observe) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    const std::string text = observe();
    const bool sent = write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
    _exit(sent && !::testing::Test::HasFailure() ? 0 : 1);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t count = 0; (count = read(ends[0], buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(count));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  return text;
}

}  // namespace

std::string with_every_quantum(const std::function<std::string(const Options&)>& observe) {
  std::string first;
  for (const char* quantum_us : {"0.001", "1", "10", "1000"}) {
    Options options;
    options.cpu = cpu_with_quantum(quantum_us);
    const std::string seen = in_child([&] { return observe(options); });
    first = first.empty() ? seen : first;
    EXPECT_EQ(seen, first) << "quantum of " << quantum_us << " us";
  }
  return first;
}

std::string results(vp::System& system, unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i) {
    text += (i == 0 ? "" : " ") + std::to_string(system.firmware().word("result", 4 * i));
  }
  return text;
}

std::string reset_at(const std::string& seconds) {
  return R"(, "events": [{"kind": "reset_cpu", "modem": "cm0", "time_s": )" + seconds + "}]";
}

}  // namespace docsis_vp::tlm_cases
