// Writes the activity of a modem into a timeline: requests, MAPs, grants, bursts, interrupts and
// the firmware's functions, each kind on its own tracks.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "models/cm/map_parser/map_sink.h"
#include "models/cm/upstream_observer.h"
#include "platform/cpu/function_observer.h"
#include "platform/trace/perfetto_writer.h"
#include "system/assembly/modem/modem_unit.h"
#include "system/assembly/packets/packet_filter.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

class ModemTimeline : public cm::UpstreamObserver {
 public:
  using Track = platform::PerfettoWriter::Track;
  using Name = platform::PerfettoWriter::Name;

  struct Place {
    platform::PerfettoWriter& writer;
    Track group = 0;
    std::uint64_t& next_flow;
    const PacketFilter& filter;
  };

  ModemTimeline(ModemUnit& unit, const Scenario& scenario, const Place& place);

  // cm::UpstreamObserver.
  void classified(unsigned, const Packet&, TimePs) override {}
  void requested(const cm::RequestMade& request) override;
  void granted(const cm::Grant& grant, const cm::RequestLedger& ledger) override;
  void grant_lost(const cm::Grant& grant, cm::LostGrant how) override;
  void build_begins(const cm::Grant& grant, TimePs opened) override;
  void pulled(const cm::PulledPiece&) override {}
  void moved(std::size_t piece, const cm::MovedPiece& times) override;
  void built() override;

  // Ends all slices that are still open.
  void finish();

 private:
  // Several tracks with the same name. Overlapping slices are placed on different tracks.
  struct TrackRow {
    Track track = 0;
    TimePs end = 0;
  };
  struct TimelineTrack {
    std::string name;
    std::vector<TrackRow> rows;
  };
  struct Channel {
    TimelineTrack requests;
    TimelineTrack grants;
    TimelineTrack bursts;
    Track maps = 0;
    Track parser = 0;
  };
  struct Request {
    unsigned flow = 0;
    TimePs position = 0;
    TimePs sent = 0;
    std::uint64_t chain = 0;
  };
  struct Grant {
    unsigned channel = 0;
    std::uint64_t first_minislot = 0;
    unsigned flow = 0;
    std::uint64_t chain = 0;
  };
  struct Source {
    Track track = 0;
    bool is_open = false;
  };

  // Shows the functions that a hart executes, on one track.
  class HartTrack : public platform::FunctionObserver {
   public:
    HartTrack(ModemTimeline& timeline, unsigned hart);

    platform::CodeRange function_at(std::uint32_t pc) const override;
    void on_function(TimePs at, std::uint32_t pc) override;
    void on_sleep(TimePs at) override { end_function(at); }
    void on_reset(TimePs at) override;

    void end_function(TimePs at);
    TimePs last_at() const { return last_at_; }

   private:
    ModemTimeline& timeline_;
    Track functions_;
    std::unordered_map<std::uint32_t, Name> function_names_;  // by the address of the function
    bool in_function_ = false;
    TimePs last_at_ = 0;
  };

  void watch_cpu();
  void level_changed(unsigned source, bool level, TimePs at);
  std::uint64_t take_chain(const cm::Grant& grant);
  void slice(TimelineTrack& track, Name category, const char* name, TimePs from, TimePs to,
             std::uint64_t flow, std::uint64_t bytes);
  bool shows(TimePs at) const;

  ModemUnit& unit_;
  Place place_;
  Name request_ = 0;  // category
  Name map_ = 0;
  Name grant_ = 0;
  Name burst_ = 0;
  Name interrupt_ = 0;
  Name firmware_ = 0;
  Name bytes_ = 0;
  std::vector<Channel> channels_;
  TimelineTrack builder_;
  std::vector<Request> requests_;  // requests that may still be answered
  std::vector<Grant> grants_;      // grants whose bursts are to be built
  cm::Grant building_;
  std::uint64_t building_chain_ = 0;
  TimePs build_began_ = 0;
  TimePs ready_ = 0;

  std::vector<Source> sources_;       // sources of the interrupt controller
  std::uint64_t interrupt_flow_ = 0;  // flow of events that the next function belongs to; 0: none
  std::vector<std::unique_ptr<HartTrack>> harts_;
};

}  // namespace docsis_vp::system
