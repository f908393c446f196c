#include "system/traffic/trace/trace_settings.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "models/hosts/trace_source/chosen_frames.h"
#include "platform/base/errors.h"
#include "platform/base/files.h"
#include "system/json/writer.h"
#include "system/scenario/derive/ip_prefix.h"
#include "system/scenario/fields/kind_fields.h"
#include "system/traffic/trace/trace_filter.h"

namespace docsis_vp::system {

namespace {

// "a", "b"
std::string list_of(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) {
    list += (list.empty() ? "" : ", ") + json_string(name);
  }
  return list;
}

// Selects the interface where the flow's packets enter, for a capture that this program wrote.
void choose_interface(FlowConfig& flow, const std::string& pointer) {
  auto& trace = settings_of<TraceSettings>(flow);
  constexpr std::string_view kOwnApplication = "docsis-vp ";
  hosts::CaptureReader reader(trace.file);
  reader.next();  // a section's names come before its first packet
  if (!trace.interface.empty() || reader.application().rfind(kOwnApplication, 0) != 0) {
    return;
  }
  trace.interface = own_interface(flow, reader.interface_names());
  if (trace.interface.empty()) {
    throw ConfigError(pointer + "/interface", "expected one of those that " + trace.file +
                                                  " has: " + list_of(reader.interface_names()));
  }
}

// Names the key that excludes all packets of the capture. names: the interfaces of the capture.
ConfigError no_packet_error(const TraceSettings& trace, const hosts::CaptureReader& reader,
                            const std::string& pointer) {
  const std::vector<std::string>& names = reader.interface_names();
  bool is_known = std::find(names.begin(), names.end(), trace.interface) != names.end();
  for (std::size_t number = 0; number < names.size(); ++number) {
    is_known = is_known || trace.interface == std::to_string(number);
  }
  if (!trace.interface.empty() && !is_known) {
    return {pointer + "/interface", "no packet of " + trace.file + " is of interface \"" +
                                        trace.interface + "\"" +
                                        (names.empty() ? "" : ", it has " + list_of(names))};
  }
  if (!trace.ip_source.empty()) {
    return {pointer + "/ip_source",
            "no packet of " + trace.file + " comes from " + trace.ip_source};
  }
  const std::string where = reader.cut_at() ? ", it ends within the first one" : "";
  return {pointer + "/file", trace.file + ": no packet to replay" + where};
}

// Reads up to the first packet, or to the end if there is none.
void check_capture(const FlowConfig& flow, const std::string& pointer) {
  const auto& trace = settings_of<TraceSettings>(flow);
  hosts::ChosenFrames frames(trace.file, trace_filter(flow));
  if (!frames.next()) {
    throw no_packet_error(trace, frames.reader(), pointer);
  }
}

}  // namespace

Table<TraceSettings> trace_table() {
  Table<TraceSettings> t("trace", "Packets of a capture file, at its times.");
  t.path("file", &TraceSettings::file)
      .required()
      .says("Capture file, pcap or pcapng. A relative path counts from the file that names it.");
  t.string("ip_source", &TraceSettings::ip_source)
      .says(
          "Replays only packets from this IPv4 or IPv6 address, or prefix if `/` and a length "
          "follow. A capture usually has both directions.");
  t.string("interface", &TraceSettings::interface)
      .default_is("all; for a file of `--capture`: the interface at which the flow's packets enter")
      .says(
          "Replays only packets of this interface of a pcapng file, a name or a number. On "
          "`lan-...` and `wan` of a file of `--capture` it replays only packets that entered "
          "there.");
  t.number("max_gap_s", &TraceSettings::max_gap_s, 1e-6, 1e6)
      .unit("s")
      .default_is("none")
      .says(
          "Longest time between two packets; longer gaps of the capture are cut to it. A clock "
          "that is set back by more delays no packet.");
  t.number("speed", &TraceSettings::speed, 0.001, 1000)
      .says("Divisor of the times between packets.");
  t.boolean("loop", &TraceSettings::loop).says("Repeats the capture when it ends.");
  return t;
}

void complete_trace(FlowConfig& flow, const Extensions&, const std::string& pointer) {
  const auto& trace = settings_of<TraceSettings>(std::as_const(flow));
  if (!is_file(trace.file)) {
    throw ConfigError(pointer + "/file", is_folder(trace.file)
                                             ? trace.file + ": is a folder, expected a file"
                                             : "there is no file " + trace.file);
  }
  if (!trace.ip_source.empty() && !parse_prefix(trace.ip_source)) {
    throw ConfigError(pointer + "/ip_source", "expected an IPv4 or IPv6 address or prefix, got \"" +
                                                  trace.ip_source + "\"");
  }
  try {
    choose_interface(flow, pointer);
    check_capture(flow, pointer);
  } catch (const ConfigError&) {
    throw;
  } catch (const InputError& error) {
    throw ConfigError(pointer + "/file", error.what());
  }
}

}  // namespace docsis_vp::system
