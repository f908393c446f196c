#include "platform/debug/gdb_session.h"

#include <algorithm>
#include <utility>

#include "platform/debug/gdb_documents.h"
#include "platform/debug/hex.h"

namespace docsis_vp::platform {

namespace {

constexpr char kBadAddress[] = "E0e";  // EFAULT
constexpr char kNotFlash[] = "E.memtype";
constexpr unsigned kRegistersOfG = 33;  // registers in a `g` packet: x0 to x31 and pc

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

// Returns the text after a prefix; nothing if the text does not begin with it.
std::optional<std::string_view> after(std::string_view text, std::string_view prefix) {
  if (!starts_with(text, prefix)) {
    return {};
  }
  return text.substr(prefix.size());
}

std::string word_at(std::string_view digits, unsigned index) {
  return std::string(digits.substr(std::size_t{index} * 8, 8));
}

struct MemoryRange {
  std::uint32_t address;
  std::uint32_t bytes;
};

// Parses "address,bytes".
std::optional<MemoryRange> range_of(std::string_view text) {
  HexReader reader(text);
  const auto address = reader.number();
  const bool separated = reader.skip(',');
  const auto bytes = reader.number();
  return address && separated && bytes && reader.at_end()
             ? std::optional(MemoryRange{*address, *bytes})
             : std::nullopt;
}

}  // namespace

void GdbSession::begin() {
  stream_ = PacketStream();
  state_ = State::kHalted;
  last_stop_ = {};
  general_ = 0;
  resumed_ = 0;
  last_sent_.clear();
  passed_signals_.clear();
  confirms_ = true;
  wants_stop_ = false;
  follows_programs_ = false;
}

std::string GdbSession::receive(std::string_view octets) {
  stream_.feed(octets);
  return process();
}

std::string GdbSession::process() {
  std::string out;
  using Kind = PacketStream::Kind;
  while ((halted() || state_ == State::kRunning) && stream_.peek()) {
    const Kind kind = stream_.peek()->kind;
    if (state_ == State::kRunning && (kind == Kind::kPacket || kind == Kind::kInterrupt)) {
      wants_stop_ = true;
      if (kind == Kind::kPacket) {
        break;
      }
    }
    const std::string packet = stream_.next()->data;
    if (kind == Kind::kPacket) {
      out += confirms_ ? "+" : "";
      if (const std::optional<std::string> data = answer(packet)) {
        out += before_reply_ + reply(*data);
        before_reply_.clear();
      }
      stream_.check_sums(confirms_);
    } else if (kind == Kind::kDamaged && confirms_) {
      out += "-";
    } else if (kind == Kind::kRefused && confirms_) {
      out += last_sent_;
    }
  }
  return out;
}

std::string GdbSession::reply(std::string_view data) {
  last_sent_ = framed(data);
  return last_sent_;
}

std::string GdbSession::stopped(const Stop& stop) {
  const bool awaited = state_ == State::kRunning;
  last_stop_ = stop;
  general_ = stop.hart;
  resumed_ = stop.hart;
  wants_stop_ = false;
  state_ = State::kHalted;
  std::string out = awaited ? reply(stop_reply()) : "";
  return out += process();
}

std::string GdbSession::ended(int status) {
  const bool awaited = state_ == State::kRunning;
  state_ = State::kDetached;
  return awaited ? reply("W" + hex_of({reinterpret_cast<const char*>(&status), 1})) : "";
}

std::string GdbSession::say(std::string_view text) const {
  return state_ == State::kRunning ? framed("O" + hex_of(text)) : "";
}

std::optional<std::string> GdbSession::answer(const std::string& packet) {
  if (packet.empty()) {
    return "";
  }
  target_.select(general_);
  const std::string_view rest = std::string_view(packet).substr(1);
  switch (packet.front()) {
    case '?':
      general_ = last_stop_.hart;  // as GDB takes it
      return stop_reply();
    case 'g':
      return read_registers();
    case 'G':
      return write_registers(rest);
    case 'p':
      return read_register(rest);
    case 'P':
      return write_register(rest);
    case 'm':
      return read_memory(rest);
    case 'M':
    case 'X':
      return write_memory(rest, packet.front() == 'X');
    case 'Z':
    case 'z':
      return change_stop_point(rest, packet.front() == 'Z');
    case 'c':
    case 'C':
    case 's':
    case 'S':
      return resume(packet);
    case 'H':
      return choose_thread(rest);
    case 'T':
      return hart_of(rest, 0) ? kOk : kNoThread;
    case 'D':
      control_.clear();
      state_ = State::kDetached;
      return kOk;
    case 'k':
      state_ = State::kKilled;
      return {};
    case 'v':
      return answer_v(packet);
    case 'q':
    case 'Q':
      return answer_query(packet);
    default:
      return "";
  }
}

std::optional<std::string> GdbSession::answer_v(std::string_view packet) {
  if (packet == "vCont?") {
    return "vCont;c;C;s;S;r";
  }
  if (const auto actions = after(packet, "vCont;")) {
    return resume_threads(*actions);
  }
  if (const auto range = after(packet, "vFlashErase:")) {
    return erase_flash(*range);
  }
  if (const auto what = after(packet, "vFlashWrite:")) {
    return write_flash(*what);
  }
  if (packet == "vFlashDone") {
    return kOk;
  }
  if (starts_with(packet, "vKill")) {
    state_ = State::kKilled;
    return kOk;
  }
  return "";
}

std::string GdbSession::answer_query(std::string_view packet) {
  if (starts_with(packet, "qSupported")) {
    return supported(packet);
  }
  if (packet == "QStartNoAckMode") {
    confirms_ = false;
    return kOk;
  }
  if (packet == "qfThreadInfo") {
    return thread_list();
  }
  if (packet == "qsThreadInfo") {
    return "l";
  }
  if (packet == "qC") {
    return "QC" + hex_of_number(general_ + 1);
  }
  if (const auto thread = after(packet, "qThreadExtraInfo,")) {
    return thread_name(*thread);
  }
  if (starts_with(packet, "qAttached")) {
    return "1";  // "1": the debugger detaches instead of killing when it quits
  }
  if (const auto request = after(packet, "qXfer:")) {
    return transfer(*request);
  }
  if (const auto command = after(packet, "qRcmd,")) {
    return monitor(*command);
  }
  if (const auto list = after(packet, "QPassSignals:")) {
    return pass_signals(*list);
  }
  return "";
}

std::string GdbSession::supported(std::string_view packet) {
  follows_programs_ = packet.find("exec-events+") != std::string_view::npos;
  return "PacketSize=" + hex_of_number(PacketStream::kMaxBytes) +
         ";QStartNoAckMode+;QPassSignals+;vContSupported+;swbreak+;hwbreak+;qXfer:features:read+;"
         "qXfer:memory-map:read+;qXfer:exec-file:read+" +
         (follows_programs_ ? ";exec-events+" : "");
}

std::string GdbSession::transfer(std::string_view request) const {
  std::string document;
  std::optional<std::string_view> window;
  if ((window = after(request, "features:read:target.xml:"))) {
    document = target_description(target_);
  } else if ((window = after(request, "memory-map:read::"))) {
    document = memory_map(target_.memory_regions());
  } else if ((window = after(request, "exec-file:read:"))) {
    window->remove_prefix(std::min(window->find(':'), window->size() - 1) + 1);
    document = target_.executable();
  } else {
    return starts_with(request, "features:read:") ? "E00" : "";
  }
  HexReader reader(*window);
  const auto offset = reader.number();
  const bool separated = reader.skip(',');
  const auto length = reader.number();
  if (!offset || !separated || !length || !reader.at_end()) {
    return kBadPacket;
  }
  if (*offset >= document.size()) {
    return "l";
  }
  // Escapes may double the length.
  const std::string part =
      document.substr(*offset, std::min<std::size_t>(*length, PacketStream::kMaxBytes / 2 - 1));
  return (*offset + part.size() < document.size() ? "m" : "l") + part;
}

std::string GdbSession::monitor(std::string_view digits) {
  const std::optional<std::string> command = octets_of_hex(digits);
  if (!command) {
    return kBadPacket;
  }
  // Longer texts are sent in console packets before the reply.
  constexpr std::size_t kPart = PacketStream::kMaxBytes / 2 - 1;
  const std::string text = target_.monitor(*command);
  std::string_view answer = text;
  for (; answer.size() > kPart; answer.remove_prefix(kPart)) {
    before_reply_ += framed("O" + hex_of(answer.substr(0, kPart)));
  }
  return answer.empty() ? kOk : hex_of(answer);
}

std::string GdbSession::pass_signals(std::string_view list) {
  std::set<unsigned> signals;
  HexReader reader(list);
  while (!reader.at_end()) {
    const auto signal = reader.number();
    if (!signal || !(reader.at_end() || reader.skip(';'))) {
      return kBadPacket;
    }
    signals.insert(*signal);
  }
  passed_signals_ = std::move(signals);
  return kOk;
}

std::string GdbSession::erase_flash(std::string_view text) {
  const auto range = range_of(text);
  if (!range) {
    return kBadPacket;
  }
  return target_.erase(range->address, range->bytes) ? kOk : kNotFlash;
}

std::string GdbSession::write_flash(std::string_view packet) {
  HexReader reader(packet);
  const auto address = reader.number();
  if (!address || !reader.skip(':')) {
    return kBadPacket;
  }
  return reader.at_end() || target_.write_memory(*address, reader.rest()) ? kOk : kBadAddress;
}

std::string GdbSession::read_registers() {
  std::string digits;
  for (unsigned number = 0; number < kRegistersOfG; ++number) {
    digits += hex_of_word(target_.read_register(number).value_or(0));
  }
  return digits;
}

std::string GdbSession::write_registers(std::string_view digits) {
  if (digits.size() != std::size_t{kRegistersOfG} * 8 || !octets_of_hex(digits)) {
    return kBadPacket;
  }
  for (unsigned number = 0; number < kRegistersOfG; ++number) {
    target_.write_register(number, *word_of_hex(word_at(digits, number)));
  }
  return kOk;
}

std::string GdbSession::read_register(std::string_view digits) {
  HexReader reader(digits);
  const auto number = reader.number();
  if (!number || !reader.at_end()) {
    return kBadPacket;
  }
  const auto value = target_.read_register(*number);
  return value ? hex_of_word(*value) : kBadPacket;
}

std::string GdbSession::write_register(std::string_view assignment) {
  HexReader reader(assignment);
  const auto number = reader.number();
  const bool separated = reader.skip('=');
  const auto value = word_of_hex(reader.rest());
  const bool done = number && separated && value && target_.write_register(*number, *value);
  return done ? kOk : kBadPacket;
}

std::string GdbSession::read_memory(std::string_view text) {
  const auto range = range_of(text);
  if (!range) {
    return kBadPacket;
  }
  const std::string octets = target_.read_memory(
      range->address, std::min<std::size_t>(range->bytes, PacketStream::kMaxBytes / 2));
  return octets.empty() && range->bytes != 0 ? kBadAddress : hex_of(octets);
}

std::string GdbSession::write_memory(std::string_view packet, bool binary) {
  HexReader reader(packet);
  const auto address = reader.number();
  const bool separated = reader.skip(',');
  const auto bytes = reader.number();
  if (!address || !separated || !bytes || !reader.skip(':')) {
    return kBadPacket;
  }
  const auto octets =
      binary ? std::optional(std::string(reader.rest())) : octets_of_hex(reader.rest());
  if (!octets || octets->size() != *bytes) {
    return kBadPacket;
  }
  return octets->empty() || target_.write_memory(*address, *octets) ? kOk : kBadAddress;
}

std::string GdbSession::change_stop_point(std::string_view packet, bool set) {
  HexReader reader(packet);
  const auto type = reader.number();
  const bool separated = reader.skip(',');
  const auto address = reader.number();
  const bool separated_again = reader.skip(',');
  const auto bytes = reader.number();
  if (!type || !separated || !address || !separated_again || !bytes) {
    return kBadPacket;
  }
  if (*type > static_cast<unsigned>(StopPointKind::kAccessWatchpoint) || !reader.at_end()) {
    return "";  // unsupported kind or condition
  }
  const StopPoint point{static_cast<StopPointKind>(*type), *address, *bytes};
  set ? control_.set(point) : control_.remove(point);
  return kOk;
}

std::uint32_t GdbSession::pc() {
  return target_.read_register(DebugTarget::kPc).value_or(0);
}

std::string GdbSession::stop_reply() {
  constexpr char kTrap[] = "T05", kInterrupt[] = "T02", kAbort[] = "T06";
  constexpr const char* kPoints[] = {"swbreak:", "hwbreak:", "watch:", "rwatch:", "awatch:"};
  std::string reply = kTrap;
  switch (last_stop_.cause) {
    case Stop::Cause::kStepped:
      break;
    case Stop::Cause::kStopPoint: {
      const StopPoint& point = last_stop_.point;
      reply += kPoints[static_cast<unsigned>(point.kind)];
      reply += point.kind < StopPointKind::kWriteWatchpoint ? "" : hex_of_number(point.address);
      reply += ";";
      break;
    }
    case Stop::Cause::kInterrupted:
      reply = kInterrupt;
      break;
    case Stop::Cause::kTrap:
      reply = "T" + hex_of(std::string(1, static_cast<char>(last_stop_.signal)));
      break;
    case Stop::Cause::kFailed:
      reply = kAbort;
      break;
    case Stop::Cause::kNewProgram:
      reply += "exec:" + hex_of(last_stop_.text) + ";";
      break;
  }
  target_.select(last_stop_.hart);
  constexpr unsigned kSp = 2;
  reply += "02:" + hex_of_word(target_.read_register(kSp).value_or(0)) + ";";
  return reply + "20:" + hex_of_word(pc()) + ";thread:" + hex_of_number(last_stop_.hart + 1) + ";";
}

}  // namespace docsis_vp::platform
