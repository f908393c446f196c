#include "app/console_options.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "platform/base/errors.h"
#include "platform/base/files.h"
#include "platform/base/read_file.h"
#include "system/scenario/derive/instances.h"

namespace docsis_vp::app {

namespace po = boost::program_options;

namespace {

// Splits MODEM=REST; the modem is optional.
std::pair<std::string, std::string> modem_and_rest(const std::string& option,
                                                   const std::string& text) {
  const std::size_t equals = text.find('=');
  const bool names_modem = equals != std::string::npos;
  const std::string rest = names_modem ? text.substr(equals + 1) : text;
  if (rest.empty() || equals == 0) {
    throw InputError(
        option + " " + text + ": expected " +
        (option == "--console" ? "[MODEM=]stdio, pty, tcp:PORT or a file" : "[MODEM=]FILE"));
  }
  return {names_modem ? text.substr(0, equals) : "", rest};
}

std::string contents(const std::string& path) {
  std::optional<std::string> read = contents_of(path);
  if (!read) {
    throw InputError("--console-input " + path + ": " + or_is_folder(path, "cannot be read"));
  }
  std::string text = *std::move(read);
  const auto odd = std::find_if(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) > 0x7E || c == 0;
  });
  if (odd != text.end()) {
    throw InputError("--console-input " + path + ": line " +
                     std::to_string(1 + std::count(text.begin(), odd, '\n')) +
                     ": expected ASCII text");
  }
  if (text.empty()) {
    throw InputError("--console-input " + path + ": is empty");
  }
  return text;
}

}  // namespace

void add_console_options(po::options_description& options, ConsoleOptions& console) {
  options.add_options()  //
      ("console",
       po::value<std::string>()
           ->value_name("[MODEM=]WHERE")
           ->notifier([&console](const std::string& value) { console.console = value; }),
       "connect the firmware's console to stdio, pty, tcp:PORT of 127.0.0.1 (0: any), or a "
       "file for its output (docs/firmware-guide.md)")  //
      ("console-input", po::value(&console.inputs)->value_name("[MODEM=]FILE"),
       "type the text of this file at the firmware's console, from time 0 on");
}

std::optional<system::ConsoleSettings> console_settings(const ConsoleOptions& options) {
  if (!options.console) {
    return {};
  }
  system::ConsoleSettings settings;
  std::tie(settings.modem, settings.where) = modem_and_rest("--console", *options.console);
  return settings;
}

std::vector<std::string> input_files(const ConsoleOptions& options) {
  std::vector<std::string> files;
  for (const std::string& input : options.inputs) {
    files.push_back(modem_and_rest("--console-input", input).second);
  }
  return files;
}

void type_inputs(const ConsoleOptions& options, system::LoadedScenario& loaded) {
  if (options.inputs.empty()) {
    return;
  }
  const system::Scenario each = system::modem_by_modem(loaded.scenario);
  for (const std::string& input : options.inputs) {
    const auto [name, file] = modem_and_rest("--console-input", input);
    const std::string& wanted = name;
    const auto modem = std::find_if(
        each.modems.begin(), each.modems.end(), [&wanted](const system::ModemConfig& one) {
          return one.has_cpu() && (wanted.empty() || wanted == one.name);
        });
    if (modem == each.modems.end()) {
      throw InputError("--console-input: there is no modem " + (name.empty() ? "" : name + " ") +
                       "with a CPU");
    }
    system::EventConfig event;
    event.kind = system::EventKind::kConsoleInput;
    event.modem = modem->name;
    event.text = contents(file);
    loaded.scenario.events.push_back(event);
  }
}

}  // namespace docsis_vp::app
