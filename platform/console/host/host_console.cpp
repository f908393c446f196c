#include "platform/console/host/host_console.h"

#include <fstream>

#include "platform/base/errors.h"
#include "platform/base/files.h"
#include "platform/console/host/terminals.h"
#include "platform/debug/loopback_port.h"

namespace docsis_vp::platform {

namespace {

class TcpConsole : public HostConsole {
 public:
  explicit TcpConsole(std::uint16_t port) : port_(port) {}

  std::string place() const override {
    return "port " + std::to_string(port_.number()) + " of this machine";
  }
  bool ready(std::chrono::milliseconds limit) override {
    if (!port_.connected() && !port_.accept()) {
      port_.wait(limit);
      port_.accept();
    }
    return port_.connected();
  }
  std::string receive() override {
    port_.accept();
    return port_.receive();
  }
  void send(std::string_view octets) override { port_.send(octets); }

 private:
  LoopbackPort port_;
};

class FileConsole : public HostConsole {
 public:
  explicit FileConsole(const std::string& path) : path_(path), file_(path, std::ios::binary) {
    if (!file_) {
      throw InputError(path + ": " + or_is_folder(path, "cannot be written"));
    }
  }

  std::string place() const override { return path_; }
  bool is_live() const override { return false; }
  std::string receive() override { return {}; }
  void send(std::string_view octets) override { file_ << octets << std::flush; }

 private:
  const std::string path_;
  std::ofstream file_;
};

std::uint16_t port_in(const std::string& text) {
  const bool is_number =
      !text.empty() && text.size() <= 5 && text.find_first_not_of("0123456789") == text.npos;
  const unsigned long port = is_number ? std::stoul(text) : UINT32_MAX;
  if (port > UINT16_MAX) {
    throw InputError("tcp:" + text + ": expected a port, 0 to 65535");
  }
  return static_cast<std::uint16_t>(port);
}

}  // namespace

std::unique_ptr<HostConsole> open_host_console(const std::string& where) {
  if (where == "stdio") {
    return std::make_unique<StdioConsole>();
  }
  if (where == "pty") {
    return std::make_unique<PtyConsole>();
  }
  if (where.rfind("tcp:", 0) == 0) {
    return std::make_unique<TcpConsole>(port_in(where.substr(4)));
  }
  return std::make_unique<FileConsole>(where);
}

}  // namespace docsis_vp::platform
