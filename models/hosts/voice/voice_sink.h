// Receives the packets of a voice or gaming flow.
#pragma once

#include "models/hosts/voice/voice_log.h"
#include "platform/base/packet.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::hosts {

// Takes the packets of one flow. White and Padden 2012 and White and Rice 2014 use a UdpSource of
// 218 octets every 20 ms: 160 G.711, 12 RTP, 8 UDP, 20 IP, 18 Ethernet. Hong, Martin and Westall
// 2015 use 238 octets.
class VoiceSink : public PacketSink {
 public:
  explicit VoiceSink(const VoiceConfig& config) : log_(config) {}

  void push(PacketHandle packet) override {
    log_.add(packet->sequence, packet->created, platform::now_ps());
  }
  const VoiceLog& log() const { return log_; }

 private:
  VoiceLog log_;
};

}  // namespace docsis_vp::hosts
